/** An amount in the smallest unit of its currency. */
export interface Sum {
  readonly amount: number;
  readonly currency: string;
}

/** `THB 1,500.00`, with the decimals of the currency. */
export function moneyText({ amount, currency }: Sum): string {
  return formatOf(currency).format(amount / 10 ** decimalsOf(currency));
}

/** The digits after the point of a currency. */
export function decimalsOf(currency: string): number {
  return formatOf(currency).resolvedOptions().maximumFractionDigits ?? 2;
}

/** Creating one takes longer than formatting a hundred amounts. */
const formats = new Map<string, Intl.NumberFormat>();

function formatOf(currency: string): Intl.NumberFormat {
  const format =
    formats.get(currency) ??
    new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'code' });
  formats.set(currency, format);
  return format;
}
