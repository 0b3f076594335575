import { defineResource, each } from '#engine/resources/resource.js';
import { one, required, rowsWith, value } from '#engine/resources/rows-of.js';
import type { ChargeStatus } from '../charges/rules/charge.js';
import { toCard } from '../cards/card.row.js';
import { STATUSES_OF_USE } from '../charges/charge.sql.js';
import { tokenView } from './token.view.js';

export const TOKEN = defineResource({
  kind: 'token',
  rows: rowsWith(
    'Token',
    {
      card: required(one('Card', 'card.id = token.card_id', toCard)),
      chargeStatus: value<ChargeStatus>(
        'SELECT status AS value FROM charge WHERE charge.id = token.charge_id OFFSET 0',
      ),
    },
    (token, parts) => ({ token, ...parts }),
    ({ token }) => token,
  ),
  views: each((loaded, { vaultUrl }) => tokenView(loaded, vaultUrl)),
  listed: {
    joins: 'JOIN card ON card.id = token.card_id LEFT JOIN charge ON charge.id = token.charge_id',
    statuses: STATUSES_OF_USE,
    columns: {
      brand: 'card.brand',
      last_digits: 'card.last_digits',
      name: 'card.name',
      charge: 'charge.id',
      customer: 'card.customer_id',
    },
    text: 'token.id, card.id, card.name, card.brand, card.bank, card.last_digits, charge.id, card.customer_id',
  },
});
