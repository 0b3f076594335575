import { defineResource } from '#engine/resources/resource.js';
import { rowsOf } from '#engine/resources/rows-of.js';
import { withCharges } from './link.queries.js';
import { toLink } from './link.row.js';
import { linkView } from './link.view.js';

/** Deleted links are found: their `deleted` is true (docs/fidelity.md LK5). */
export const LINK = defineResource({
  kind: 'link',
  rows: rowsOf('Link', toLink),
  views: async (links, context, reader) =>
    (await withCharges(reader, links)).map((loaded) => linkView(loaded, context)),
});
