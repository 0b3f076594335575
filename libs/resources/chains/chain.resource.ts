import { defineResource, each } from '#engine/resources/resource.js';
import { rowsOf } from '#engine/resources/rows-of.js';
import { chainView } from './chain.view.js';

export const CHAIN = defineResource({
  kind: 'chain',
  rows: rowsOf('Chain', (chain) => chain),
  views: each(chainView),
});
