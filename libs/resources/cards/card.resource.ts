import { defineResource, each } from '#engine/resources/resource.js';
import { rowsOf } from '#engine/resources/rows-of.js';
import { toCard } from './card.row.js';
import { cardView } from './card.view.js';

/** Saved cards, and those of tokens. */
export const CARD = defineResource({
  kind: 'card',
  rows: rowsOf('Card', toCard),
  views: each(cardView),
  isFound: ({ deleted }) => !deleted,
});
