import { objectOfId } from '#kernel/ids.js';
import { isObject } from '#kernel/values.js';
import { Failure } from '../failure.js';

/** An object of the API. Another implementation may have sent it, so any field may be missing. */
export type ApiObject = Readonly<Record<string, unknown>>;

export function picked(object: ApiObject, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(names.map((name) => [name, object[name] ?? null]));
}

export function objectIn(value: unknown): ApiObject {
  return isObject(value) ? value : {};
}

export function listIn(value: unknown): readonly ApiObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

export function idOf(value: unknown): string | null {
  const { id } = objectIn(value);
  return typeof id === 'string' && objectOfId(id) !== undefined ? id : null;
}

/** To the millisecond. */
export function timeOf(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  const time = new Date(typeof value === 'string' ? value : Number.NaN);
  if (Number.isNaN(time.getTime()))
    throw new Failure(`the answers do not make a bundle: ${JSON.stringify(value)} is no time`);
  return time.toISOString();
}
