import { defineResource } from '#engine/resources/resource.js';
import { one, required, rowsWith } from '#engine/resources/rows-of.js';
import { toRecipient } from '../recipients/recipient.row.js';
import { readBalance } from '../transactions/balance.queries.js';
import { toTransaction } from '../transactions/transaction.row.js';
import { toLoadedTransfer } from './transfer.row.js';
import { isSendable, isWaiting, transferView } from './transfer.view.js';

/** A deleted one is not found (docs/fidelity.md TR1). */
export const TRANSFER = defineResource({
  kind: 'transfer',
  rows: rowsWith(
    'Transfer',
    {
      recipient: required(one('Recipient', 'recipient.id = transfer.recipient_id', toRecipient)),
      sent: one('Transaction', 'transaction.id = transfer.sent_transaction_id', toTransaction),
      failed: one('Transaction', 'transaction.id = transfer.failed_transaction_id', toTransaction),
    },
    toLoadedTransfer,
    ({ transfer }) => transfer,
  ),
  views: async (loaded, context, reader) => {
    const waiting = loaded.filter(({ transfer }) => isWaiting(transfer)).map(({ transfer }) => transfer);
    const ofCurrencies = new Map(waiting.map((transfer) => [transfer.currency, transfer]));
    const balances = new Map(
      await Promise.all(
        [...ofCurrencies].map(
          async ([currency, transfer]) =>
            [currency, await readBalance(reader, { ...transfer, currency }, context.now)] as const,
        ),
      ),
    );
    return loaded.map(({ transfer, recipient }) =>
      transferView(transfer, isSendable(transfer, recipient, balances.get(transfer.currency))),
    );
  },
  isFound: ({ transfer }) => !transfer.deleted,
  expands: { recipient: 'recipient', schedule: 'schedule' },
});
