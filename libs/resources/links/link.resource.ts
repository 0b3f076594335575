import type { Currency } from '#kernel/money.js';
import type { JsonRow } from '#platform/database/json-rows.js';
import { defineResource } from '#engine/resources/resource.js';
import { rowsOf } from '#engine/resources/rows-of.js';
import type { Link } from './rules/link.js';
import { withCharges } from './link.queries.js';
import { linkView, paymentUri } from './link.view.js';

/** Deleted links are found: their `deleted` is true (docs/fidelity.md LK5). */
export const LINK = defineResource({
  kind: 'link',
  rows: rowsOf('Link', toLink),
  views: async (links, context, database) =>
    (await withCharges(database, links)).map((loaded) => linkView(loaded, context)),
  listed: {
    only: 'link.deleted_at IS NULL',
    statuses: {
      unused: 'link.used_at IS NULL',
      used: 'link.used_at IS NOT NULL',
    },
    columns: {
      amount: 'link.amount',
      currency: 'link.currency',
      title: 'link.title',
    },
    facts: { page_url: (_reader, account) => (id) => paymentUri({ id }, account) },
    text: 'link.id, link.title, link.description, link.amount',
  },
});

function toLink(stored: JsonRow<'Link'>): Link {
  return { ...stored, currency: stored.currency as Currency };
}
