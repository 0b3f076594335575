import { decimalsOf } from './money-text';

/**
 * A typed amount in the smallest unit of its currency; `undefined` for another text, or one with more
 * decimals than the currency has.
 */
export function minorUnits(typed: string, currency: string): number | undefined {
  const [text, fraction = ''] = /^\d+(?:\.(\d*))?$/.exec(typed.replaceAll(/[\s,]/g, '')) ?? [];
  const decimals = decimalsOf(currency);
  return text !== undefined && fraction.length <= decimals
    ? Math.round(Number(text) * 10 ** decimals)
    : undefined;
}

/** `1500.00`: an amount as fields show it, with the decimals of its currency. */
export function mainUnits(amount: number, currency: string): string {
  const decimals = decimalsOf(currency);
  return (amount / 10 ** decimals).toFixed(decimals);
}
