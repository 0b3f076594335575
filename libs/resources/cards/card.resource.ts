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
  listed: {
    only: 'card.customer_id IS NOT NULL AND NOT card.deleted',
    columns: {
      brand: 'card.brand',
      last_digits: 'card.last_digits',
      name: 'card.name',
      customer: 'card.customer_id',
    },
    text: 'card.id, card.name, card.brand, card.bank, card.last_digits, card.customer_id',
  },
});
