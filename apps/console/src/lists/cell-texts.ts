import { labelOf } from '../ui/words';

/** Metadata keys of orders. */
const ORDER_KEYS = ['order', 'order_id', 'orderId', 'order_number'];

/** The order in an object's metadata; without one, the first value with its key. Empty without metadata. */
export function orderOf(metadata: object): string {
  const pairs = Object.entries(metadata).filter(([, value]) => value !== null && value !== '');
  const order = ORDER_KEYS.flatMap((key) => pairs.filter(([name]) => name === key))[0];
  if (order) return textOf(order[1]);
  const [first] = pairs;
  return first ? `${first[0]}: ${textOf(first[1])}` : '';
}

const LONGEST = 60;

function textOf(value: unknown): string {
  return (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, LONGEST);
}

/** `Visa •4242`. */
export function cardText({ brand, last_digits: digits }: { readonly brand: string; readonly last_digits: string }): string {
  return `${brand} •${digits}`;
}

/** The method of a payment: `Visa •4242`, `K PLUS`. */
export function methodText(type: string | null, card: Parameters<typeof cardText>[0] | null): string {
  return card ? cardText(card) : labelOf(type ?? '');
}
