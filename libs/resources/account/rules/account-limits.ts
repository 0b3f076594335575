import { CURRENCY_CODES, exchange, type Currency } from '#kernel/money.js';

export interface AmountRange {
  readonly min: number;
  readonly max: number;
}

/** Charge, transfer and installment limits of every account, in satang (docs/fidelity.md Q3). */
const CHARGE_THB: AmountRange = { min: 2_000, max: 500_000_000_000 };
const TRANSFER_THB: AmountRange = { min: 3_000, max: 100_000_000_000 };
const INSTALLMENT_MIN_THB = 200_000;
/**
 * Smallest charges named by the service, in the smallest unit. In other currencies the minimum is worth that
 * of Thailand (docs/fidelity.md Q3).
 */
const CHARGE_MIN: Readonly<Partial<Record<Currency, number>>> = { JPY: 100, MYR: 100, SGD: 100 };

/** The smallest and the largest charge in the smallest unit of `currency`. */
export function chargeLimits(currency: Currency): AmountRange {
  const { min, max } = rangeIn(currency, CHARGE_THB);
  return { min: CHARGE_MIN[currency] ?? min, max };
}

export const LARGEST_AMOUNT = Math.max(...CURRENCY_CODES.map((currency) => chargeLimits(currency).max));

export function transferLimits(currency: Currency): AmountRange {
  return rangeIn(currency, TRANSFER_THB);
}

export function smallestInstallment(currency: Currency): number {
  return worthAtLeast(INSTALLMENT_MIN_THB, currency);
}

function rangeIn(currency: Currency, { min, max }: AmountRange): AmountRange {
  return { min: worthAtLeast(min, currency), max: worthAtMost(max, currency) };
}

/** The smallest amount that is worth no less than so many satang. */
function worthAtLeast(satang: number, currency: Currency): number {
  const near = exchange(satang, 'THB', currency);
  return exchange(near, currency, 'THB') < satang ? near + 1 : near;
}

/** The largest amount that is worth no more than so many satang. */
function worthAtMost(satang: number, currency: Currency): number {
  const near = exchange(satang, 'THB', currency);
  return exchange(near, currency, 'THB') > satang ? near - 1 : near;
}
