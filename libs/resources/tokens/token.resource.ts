import { defineResource, each } from '#engine/resources/resource.js';
import { one, required, rowsWith, value } from '#engine/resources/rows-of.js';
import type { ChargeStatus } from '../charges/rules/charge.js';
import { toCard } from '../cards/card.row.js';
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
});
