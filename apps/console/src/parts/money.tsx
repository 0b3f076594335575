import type { JSX } from 'react';

/** An amount in the smallest unit of its currency, with the decimals that the currency has. */
export function Money({ amount, currency }: { readonly amount: number; readonly currency: string }): JSX.Element {
  return <span>{formatOf(currency).format(amount / 10 ** decimalsOf(currency))}</span>;
}

/** The digits after the point of a currency. */
export function decimalsOf(currency: string): number {
  return formatOf(currency).resolvedOptions().maximumFractionDigits ?? 2;
}

function formatOf(currency: string): Intl.NumberFormat {
  return new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'code' });
}
