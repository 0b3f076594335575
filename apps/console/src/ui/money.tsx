import type { JSX } from 'react';

interface Sum {
  /** In the smallest unit of the currency. */
  readonly amount: number;
  readonly currency: string;
}

export function Money({ amount, currency }: Sum): JSX.Element {
  return <span className="amount">{moneyText({ amount, currency })}</span>;
}

/** `THB 1,500.00`, with the decimals of the currency. */
export function moneyText({ amount, currency }: Sum): string {
  return formatOf(currency).format(amount / 10 ** decimalsOf(currency));
}

/** The digits after the point of a currency. */
export function decimalsOf(currency: string): number {
  return formatOf(currency).resolvedOptions().maximumFractionDigits ?? 2;
}

function formatOf(currency: string): Intl.NumberFormat {
  return new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'code' });
}
