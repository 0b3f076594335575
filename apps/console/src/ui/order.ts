/** Metadata keys of orders, the commonest first. */
const ORDER_KEYS = ['order', 'order_id', 'orderId', 'order_number'];

/** The metadata key that names the order: the `key` if one is given. */
export function orderKeyOf(metadata: unknown, key?: string): string | undefined {
  const values = (metadata ?? {}) as Readonly<Record<string, unknown>>;
  return (key === undefined ? ORDER_KEYS : [key]).find((each) => isSet(values[each]));
}

/** The order that an object's metadata names, by the `key` if one is given. */
export function orderOf(metadata: unknown, key?: string): string | undefined {
  const found = orderKeyOf(metadata, key);
  return found === undefined ? undefined : textOf((metadata as Record<string, unknown>)[found]);
}

/**
 * The order as lists show it. Without one and without a `key`, the first value of the metadata with its key;
 * empty without metadata.
 */
export function orderText(metadata: object, key?: string): string {
  const order = orderOf(metadata, key);
  if (order !== undefined || key !== undefined) return order ?? '';
  const first = Object.entries(metadata).find(([, value]) => isSet(value));
  return first ? `${first[0]}: ${textOf(first[1])}` : '';
}

const LONGEST = 60;

function isSet(value: unknown): boolean {
  return value !== null && value !== undefined && value !== '';
}

function textOf(value: unknown): string {
  return (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, LONGEST);
}
