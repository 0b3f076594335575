import type { Answer, Exchange } from './exchange.js';
import { matches, type Path } from './paths.js';

export const HTTP_STATUS = 'HTTP status';

/** A difference of two answers. `undefined` is a missing field. */
export interface Difference {
  /** {@link HTTP_STATUS}, `content type`, or a path in the body, such as `data.0.amount`. */
  readonly path: string;
  /** `members` has what only one list has, `order` has what both have. */
  readonly kind: 'value' | 'members' | 'order';
  readonly there: unknown;
  readonly here: unknown;
  /** The row of docs/fidelity.md. */
  readonly row: string;
}

type Found = Omit<Difference, 'path' | 'row'> & { readonly path: Path; readonly owners: readonly Fields[] };
type Fields = Readonly<Record<string, unknown>>;

/** Rows of fields of objects, wherever the object is. */
const FIELD_ROWS: readonly {
  readonly object: Fields;
  readonly fields: readonly string[];
  readonly row: string;
}[] = [
  {
    object: { object: 'charge', status: 'expired' },
    fields: ['failure_code', 'failure_message'],
    row: 'C40',
  },
  { object: { object: 'charge' }, fields: ['fee', 'fee_vat', 'net', 'transaction_fees'], row: 'C14' },
  { object: { object: 'card' }, fields: ['bank', 'brand', 'financing', 'country'], row: 'T8' },
  { object: { object: 'list' }, fields: ['from', 'to', 'limit', 'offset', 'order'], row: 'L2' },
];

/** The differences, each with its row. With different statuses the bodies are not compared. */
export function differencesOf(exchange: Exchange, there: Answer, here: Answer): Difference[] {
  if (there.status !== here.status)
    return [
      {
        path: HTTP_STATUS,
        kind: 'value',
        there: statusOf(there),
        here: statusOf(here),
        row: rowOf(exchange, [HTTP_STATUS], []),
      },
    ];
  const found = [...compared(there.body, here.body, [], [])];
  if (there.type !== here.type)
    found.unshift({ path: ['content type'], kind: 'value', there: there.type, here: here.type, owners: [] });
  return found.map(({ path, owners, ...rest }) => ({
    path: path.join('.'),
    ...rest,
    row: rowOf(exchange, path, owners),
  }));
}

/** Such as `400 invalid_charge`. */
function statusOf({ status, body }: Answer): string {
  const code = isFields(body) && body['object'] === 'error' ? body['code'] : undefined;
  return typeof code === 'string' ? `${status} ${code}` : String(status);
}

function rowOf({ row, rows = {} }: Exchange, path: Path, owners: readonly Fields[]): string {
  const [, own] = Object.entries(rows).find(([pattern]) => matches(pattern, path)) ?? [];
  if (own !== undefined) return own;
  const field = String(path.at(-1));
  const general = FIELD_ROWS.find(
    ({ object, fields }) =>
      fields.includes(field) &&
      owners.some((owner) => Object.entries(object).every(([name, value]) => owner[name] === value)),
  );
  return general?.row ?? row;
}

function* compared(there: unknown, here: unknown, path: Path, owners: readonly Fields[]): Generator<Found> {
  if (Array.isArray(there) && Array.isArray(here)) yield* comparedLists(there, here, path, owners);
  else if (isFields(there) && isFields(here)) {
    for (const name of new Set([...Object.keys(there), ...Object.keys(here)]))
      yield* compared(own(there, name), own(here, name), [...path, name], [there, here]);
  } else if (there !== here) yield { path, kind: 'value', there, here, owners };
}

/** Items are matched by key if all have one, otherwise by position. */
function* comparedLists(
  there: readonly unknown[],
  here: readonly unknown[],
  path: Path,
  owners: readonly Fields[],
): Generator<Found> {
  const [theirs, ours] = [keyed(there), keyed(here)];
  if (!theirs || !ours) {
    for (let index = 0; index < Math.max(there.length, here.length); index++)
      yield* compared(there[index], here[index], [...path, index], owners);
    return;
  }
  const onlyThere = [...theirs.keys()].filter((key) => !ours.has(key));
  const onlyHere = [...ours.keys()].filter((key) => !theirs.has(key));
  if (onlyThere.length + onlyHere.length > 0)
    yield { path, kind: 'members', there: onlyThere, here: onlyHere, owners };
  const [common, commonHere] = [
    [...theirs.keys()].filter((key) => ours.has(key)),
    [...ours.keys()].filter((key) => theirs.has(key)),
  ];
  if (common.join('\n') !== commonHere.join('\n'))
    yield { path, kind: 'order', there: common, here: commonHere, owners };
  for (const key of common) yield* compared(theirs.get(key), ours.get(key), [...path, key], owners);
}

/** By {@link keyOf}; `undefined` if an item has no key, or one that repeats. */
function keyed(items: readonly unknown[]): ReadonlyMap<string, unknown> | undefined {
  const keys = items.map(keyOf);
  const map = new Map(keys.map((key, index) => [key ?? '', items[index]]));
  return keys.includes(undefined) || map.size < items.length ? undefined : map;
}

/** A scalar itself, the `id` or `name` of an object, or its only field. */
function keyOf(item: unknown): string | undefined {
  const names = isFields(item) ? Object.keys(item) : [];
  const key = isFields(item) ? (item['id'] ?? item['name'] ?? (names.length === 1 ? names[0] : null)) : item;
  return typeof key === 'string' || typeof key === 'number' ? String(key) : undefined;
}

/** A field that both inherit, such as `constructor`, is missing. */
function own(fields: Fields, name: string): unknown {
  return Object.hasOwn(fields, name) ? fields[name] : undefined;
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
