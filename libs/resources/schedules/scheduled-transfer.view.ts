import type { Currency } from '#kernel/money.js';
import { isoSeconds, type Timestamp } from '#kernel/time.js';
import type { Schedule } from './rules/schedule.js';
import type { TransferTerms } from './rules/transfer-terms.js';

/** The transfer to make on each day of a schedule. */
export interface ScheduledTransferView {
  object: 'scheduled_transfer';
  /** @example "rtrf_test_60aaaaaaaaaaaaaaac3" */
  id: string;
  livemode: boolean;
  created_at: Timestamp;
  /** @example "recp_test_60aaaaaaaaaaaaaaac1" */
  recipient: string;
  /**
   * In the smallest unit of `currency`. Null if `percentage_of_balance` is set.
   * @example 100000
   */
  amount: number | null;
  /**
   * Percentage of the transferable balance on that day.
   * @schema { "type": ["number", "null"] }
   * @example null
   */
  percentage_of_balance: number | null;
  currency: Currency;
}

/** The scheduled transfer object, keys in the recorded order (docs/fidelity.md SC1). */
export function scheduledTransferView({
  scheduledId,
  livemode,
  partyId,
  terms,
  createdAt,
}: Schedule): ScheduledTransferView {
  const { amount, percentage_of_balance, currency } = terms as unknown as TransferTerms;
  return {
    object: 'scheduled_transfer',
    id: scheduledId,
    livemode,
    created_at: isoSeconds(createdAt),
    recipient: partyId,
    amount,
    percentage_of_balance,
    currency,
  };
}
