import type { Charge } from '#domain/charges/charge.js';
import { capturePosting } from '#domain/journal/journal.js';
import type { Inserts } from '../changes/rows.js';
import { toPostingRows } from '../transactions/transaction.row.js';

/** Journal rows of a change that captures money. `before` is null for a new charge. */
export function captureRows(before: Charge | null, after: Charge, now: Date): Inserts {
  const isTaken = !before?.transactionId && after.transactionId !== null;
  return isTaken ? toPostingRows([capturePosting(after, after.transactionId, now)]) : {};
}
