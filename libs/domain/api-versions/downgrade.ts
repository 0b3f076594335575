/** An object of the API: it names its kind. */
export interface ApiObject {
  readonly object: string;
  readonly [field: string]: unknown;
}

/** Stands for every kind of object. */
export const ANY = '*';

/** One thing that was different before a version: how an object of the later version becomes one of the earlier. */
export interface Downgrade {
  /** The kind of object that is different, or {@link ANY}. */
  readonly object: string;
  /** What is different in the earlier version, as a sentence. */
  readonly change: string;
  /** What the object embeds is still of the newest version, and its turn comes later. */
  readonly apply: (view: ApiObject, isEmbedded: boolean) => ApiObject;
}

/** The object with other names for some of its fields, each at its place; a field that has the new name already gives way. */
export function renamed(view: ApiObject, names: Readonly<Record<string, string>>): ApiObject {
  const taken = new Set(Object.entries(names).flatMap(([from, to]) => (from in view ? [to] : [])));
  const kept = Object.entries(view).filter(([field]) => !taken.has(field));
  return toView(kept.map(([field, value]) => [names[field] ?? field, value]));
}

/** Of an object, the fields that are named, in this order. */
export function only(view: ApiObject, fields: readonly string[]): ApiObject {
  return toView(fields.filter((field) => field in view).map((field) => [field, view[field]]));
}

/** The object without some of its fields. */
export function without(view: ApiObject, ...fields: readonly string[]): ApiObject {
  return toView(Object.entries(view).filter(([field]) => !fields.includes(field)));
}

/** The object with some of its values made anew, where it has them. */
export function mapped(view: ApiObject, fields: readonly string[], change: (value: unknown) => unknown): ApiObject {
  return toView(Object.entries(view).map(([field, value]) => [field, fields.includes(field) ? change(value) : value]));
}

/** Whether this is an object of the API, and no metadata, money or address. */
export function isApiObject(value: unknown): value is ApiObject {
  return typeof value === 'object' && value !== null && 'object' in value && typeof value.object === 'string';
}

/** The id of the first of these transactions that has the key; null when there is none. */
export function idOfKind(transactions: unknown, key: string): unknown {
  const all = Array.isArray(transactions) ? transactions.filter(isApiObject) : [];
  return all.find((transaction) => transaction['key'] === key)?.['id'] ?? null;
}

function toView(entries: readonly (readonly [string, unknown])[]): ApiObject {
  return Object.fromEntries(entries) as unknown as ApiObject;
}
