import { defineResource, each } from '#engine/resources/resource.js';
import { rowsOf } from '#engine/resources/rows-of.js';
import { chainView } from './chain.view.js';

export const CHAIN = defineResource({
  kind: 'chain',
  rows: rowsOf('Chain', (chain) => chain),
  views: each(chainView),
  listed: {
    statuses: {
      active: 'chain.revoked_at IS NULL',
      revoked: 'chain.revoked_at IS NOT NULL',
    },
    columns: {
      email: 'chain.email',
    },
    text: 'chain.id, chain.email',
  },
});
