import type { JSX } from 'react';

/** An amount in the smallest unit of its currency, with the decimals that the currency has. */
export function Money({ amount, currency }: { readonly amount: number; readonly currency: string }): JSX.Element {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'code' });
  const decimals = format.resolvedOptions().maximumFractionDigits ?? 2;
  return <span>{format.format(amount / 10 ** decimals)}</span>;
}
