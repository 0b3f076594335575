import type { Rows } from '../rows.js';

/**
 * The money of a sandbox in which all went well: a transfer that arrived, one that came back, and one that a
 * schedule made.
 */
export function madeUpPayouts(): Pick<
  Rows,
  'sandboxEntries' | 'sandboxTransactions' | 'transfers' | 'occurrences' | 'scheduled'
> {
  const moves = [
    ['trxn_s1', 'chrg_s1', 'credit', 900],
    ['trxn_s2', 'trsf_1', 'debit', 300],
    ['trxn_s3', 'trsf_2', 'debit', 200],
    ['trxn_s4', 'trsf_2', 'credit', 200],
    ['trxn_s5', 'trsf_3', 'debit', 100],
  ] as const;
  return {
    sandboxEntries: moves.flatMap(([postingId, , direction, amount]) => {
      const moved = direction === 'credit' ? amount : -amount;
      return [
        { postingId, ledger: 'merchant', amount: moved },
        { postingId, ledger: 'banks', amount: -moved },
      ];
    }),
    sandboxTransactions: moves.map(([id, origin, direction, amount]) => ({
      id,
      accountId: 'box',
      origin,
      direction,
      amount,
    })),
    transfers: [
      { id: 'trsf_1', state: 'paid', amount: 300, sentTransactionId: 'trxn_s2', failedTransactionId: null },
      {
        id: 'trsf_2',
        state: 'failed',
        amount: 200,
        sentTransactionId: 'trxn_s3',
        failedTransactionId: 'trxn_s4',
      },
      { id: 'trsf_3', state: 'sent', amount: 100, sentTransactionId: 'trxn_s5', failedTransactionId: null },
      { id: 'trsf_4', state: 'pending', amount: 100, sentTransactionId: null, failedTransactionId: null },
    ],
    occurrences: [
      { scheduleId: 'schd_1', scheduledOn: '2026-01-01', status: 'successful', resultId: 'trsf_3' },
      { scheduleId: 'schd_1', scheduledOn: '2026-01-02', status: 'failed', resultId: null },
    ],
    scheduled: [{ id: 'trsf_3', scheduleId: 'schd_1' }],
  };
}
