import type { Currency } from '#domain/money.js';
import { isoSeconds, type Timestamp } from '#domain/time.js';

/** What the merchant has, in the smallest unit of `currency`. */
export interface BalanceView {
  object: 'balance';
  livemode: boolean;
  location: '/balance';
  currency: Currency;
  /** @example 96094 */
  total: number;
  /** @example 96094 */
  transferable: number;
  /** @example 0 */
  reserve: number;
  /** @example 0 */
  on_hold: number;
  created_at: Timestamp;
}

/** The balance object, keys in the recorded order. Without transfers all of it is transferable (docs/fidelity.md B1). */
export function balanceView(livemode: boolean, currency: Currency, total: number, now: Date): BalanceView {
  return {
    object: 'balance',
    livemode,
    location: '/balance',
    currency,
    total,
    transferable: total,
    reserve: 0,
    on_hold: 0,
    created_at: isoSeconds(now),
  };
}
