/** An object of the API: it names its kind. */
export interface ApiObject {
  readonly object: string;
  readonly [field: string]: unknown;
}

/** Stands for every kind of object. */
export const ANY = '*';

/** A field that a version shows otherwise than the version after it. */
export interface Difference {
  /** The kind of object, or {@link ANY}. For one field, the difference of a kind replaces that of any. */
  readonly object: string;
  /** Its name in the later version; `null` if only the earlier version has the field. */
  readonly later: string | null;
  /** Its name in the earlier version; `null` if only the later version has the field. */
  readonly earlier: string | null;
  /** The form of the earlier value, in the words of docs/fidelity/version-tables.md. */
  readonly form?: string;
  /** The earlier value, computed from the object of the later version; `undefined` omits the field. */
  readonly value?: (value: unknown, view: ApiObject) => unknown;
}

type Value = NonNullable<Difference['value']>;

/** Fields that have another name in the earlier version: the later name, then the earlier one. */
export function renamed(object: string, names: Readonly<Record<string, string>>): Difference[] {
  return Object.entries(names).map(([later, earlier]) => ({ object, later, earlier }));
}

/** A field that has another value in the earlier version, and another name if one is given. */
export function retyped(
  object: string,
  later: string,
  form: string,
  value: Value,
  earlier = later,
): Difference {
  return { object, later, earlier, form, value };
}

/** A field that only the earlier version has. */
export function former(object: string, earlier: string, form: string, value: Value): Difference {
  return { object, later: null, earlier, form, value };
}

/** A field that only the later version has. */
export function missing(object: string, later: string, form: string): Difference {
  return { object, later, earlier: null, form };
}

/** Excludes metadata, amounts of money and addresses. */
export function isApiObject(value: unknown): value is ApiObject {
  return typeof value === 'object' && value !== null && 'object' in value && typeof value.object === 'string';
}

/** The id of the first transaction with this key, or null. */
export function idOfKind(transactions: unknown, key: string): unknown {
  const all = Array.isArray(transactions) ? transactions.filter(isApiObject) : [];
  return all.find((transaction) => transaction['key'] === key)?.['id'] ?? null;
}
