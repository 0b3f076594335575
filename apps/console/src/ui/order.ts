import { ORDER_KEYS } from '../../../../libs/kernel/order-keys';

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

const LONGEST = 60;

function isSet(value: unknown): boolean {
  return value !== null && value !== undefined && value !== '';
}

function textOf(value: unknown): string {
  return (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, LONGEST);
}
