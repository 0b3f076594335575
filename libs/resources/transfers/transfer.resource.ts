import type { Database } from '#platform/database/database.js';
import { defineResource, statusesIn, type ViewContext } from '#engine/resources/resource.js';
import { one, required, rowsWith } from '#engine/resources/rows-of.js';
import { toRecipient } from '../recipients/recipient.row.js';
import { readBalance } from '../transactions/balance.queries.js';
import { toTransaction } from '../transactions/transaction.row.js';
import { TRANSFER_STATES } from './rules/transfer.js';
import { toLoadedTransfer, type LoadedTransfer } from './transfer.row.js';
import { isSendable, isWaiting, transferView, type TransferView } from './transfer.view.js';

/** Reads the balances that waiting transfers would be sent from. */
async function transferViews(
  loaded: readonly LoadedTransfer[],
  { now }: ViewContext,
  database: Database,
): Promise<TransferView[]> {
  const waiting = loaded.map(({ transfer }) => transfer).filter(isWaiting);
  const ofCurrencies = [...new Map(waiting.map((transfer) => [transfer.currency, transfer])).values()];
  const balances = await Promise.all(ofCurrencies.map((transfer) => readBalance(database, transfer, now)));
  const balanceIn = new Map(ofCurrencies.map(({ currency }, index) => [currency, balances[index]]));
  return loaded.map(({ transfer, recipient }) =>
    transferView(transfer, isSendable(transfer, recipient, balanceIn.get(transfer.currency))),
  );
}

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
  views: transferViews,
  isFound: ({ transfer }) => !transfer.deleted,
  expands: { recipient: 'recipient', schedule: 'schedule' },
  listed: {
    only: 'NOT transfer.deleted',
    statuses: statusesIn('transfer.state', TRANSFER_STATES),
    columns: {
      amount: 'transfer.amount',
      currency: 'transfer.currency',
      recipient: 'transfer.recipient_id',
      failure_code: 'transfer.failure_code',
      due_at: 'transfer.due_at',
      metadata: 'transfer.metadata',
    },
    text: 'transfer.id, transfer.recipient_id, transfer.schedule_id, transfer.failure_code, transfer.amount, transfer.metadata',
  },
});
