import { isObject } from '#kernel/values.js';

/** The order in the metadata of an object; `undefined` without one. */
export function orderIn(metadata: unknown, key: string): string | undefined {
  const order = isObject(metadata) ? metadata[key] : undefined;
  return typeof order === 'string' || typeof order === 'number' ? String(order) : undefined;
}
