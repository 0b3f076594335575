import type { Currency } from '#domain/money.js';
import { isoSeconds } from '#domain/time.js';

export interface BalanceView {
  object: 'balance';
  livemode: boolean;
  location: '/balance';
  currency: Currency;
  total: number;
  transferable: number;
  reserve: number;
  on_hold: number;
  created_at: string;
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
