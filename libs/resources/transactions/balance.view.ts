import type { Currency } from '#kernel/money.js';
import { isoSeconds, type Timestamp } from '#kernel/time.js';
import type { Balance } from './balance.queries.js';

/** The merchant's balance, in the smallest unit of `currency`. */
export interface BalanceView {
  object: 'balance';
  livemode: boolean;
  location: '/balance';
  currency: Currency;
  /** @example 96094 */
  total: number;
  /**
   * Amount that can be transferred. Captured live money is transferable a week later.
   * @example 96094
   */
  transferable: number;
  /** @example 0 */
  reserve: number;
  /** @example 0 */
  on_hold: number;
  created_at: Timestamp;
}

/** The balance object, keys in the recorded order (docs/fidelity.md B1). */
export function balanceView(
  livemode: boolean,
  currency: Currency,
  { total, transferable }: Balance,
  now: Date,
): BalanceView {
  return {
    object: 'balance',
    livemode,
    location: '/balance',
    currency,
    total,
    transferable,
    reserve: 0,
    on_hold: 0,
    created_at: isoSeconds(now),
  };
}
