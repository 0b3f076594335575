import { keyOf, type StoredColumn, type StoredRow, type Trace } from './stored.js';

/** An id of Tollgate in test mode, and a time as views show it. */
const ID = /\b([a-z0-9]+_test)_[0-9a-z]{19}\b/g;
const ID_OR_TIME = /\b[a-z0-9]+_test_[0-9a-z]{19}\b|\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ\b/g;
const NUMBER_DIGITS = 15;
/** Digits are written as letters: one copy in ten would hold what looks like the number of a card, which nobody may send as an id. */
const [DIGITS, LETTERS] = ['0123456789', 'abcdefghij'];
const NOTHING = "E''";

/** The ids of copies begin with this, so that they sort before those of real charges and never meet one. */
export type Series = '4' | '5';

/**
 * Where copies come from: a query of `number`, text of 15 letters that no other copy of the series has, and `at`, the
 * second in which it was made: whole, for views show no more of it.
 */
export type Numbers = string;

/**
 * One statement that writes what `after` has and `before` has not, once for each of `numbers`: new rows with new ids, and the changes of
 * rows that were there. Ids and times are replaced wherever they stand, inside the bodies of events too, so that a copy is what Tollgate
 * itself would have written at that time. `target` names the row to change by an expression of `numbers`, when it is not that of the trace.
 */
export function copyStatement(after: Trace, numbers: Numbers, series: Series, before?: Trace, target?: string): string {
  const known = new Map(before?.rows.map((row) => [keyOf(row), row]));
  const names = namesOf(after, series, before, target);
  const writer = { names, base: baseOf(after) };
  const parts = after.rows.flatMap((row) => {
    const old = known.get(keyOf(row));
    return old ? update(row, old, writer) : [insert(row, writer)];
  });
  const named = parts.map((part, index) => `part_${index} AS (${part})`);
  return `WITH fresh AS MATERIALIZED (${numbers}), ${named.join(', ')} SELECT count(*) FROM fresh`;
}

/** The id of copy `number` of what `trace` is of. */
export function copyId({ id }: Trace, series: Series, number: number): string {
  const digits = String(number).padStart(NUMBER_DIGITS, '0');
  return `${prefixOf(id)}_${series}${digits.replaceAll(/\d/g, (digit) => LETTERS.charAt(Number(digit)))}000`;
}

/** The same as an expression of SQL; `number` is one itself. */
export function copyIdExpression({ id }: Trace, series: Series, number: string): string {
  return `'${prefixOf(id)}_${series}' || ${paddedNumber(number)} || '000'`;
}

/** A number as {@link Numbers} have it. */
export function paddedNumber(number: string): string {
  return `translate(lpad((${number})::text, ${NUMBER_DIGITS}, '0'), '${DIGITS}', '${LETTERS}')`;
}

interface Writer {
  /** What to write in the place of an id. */
  readonly names: ReadonlyMap<string, string>;
  /** The second in which the trace began; times move with it. */
  readonly base: number;
}

/** The trace's own id gets 000 at its end, the others are counted. */
function namesOf(after: Trace, series: Series, before: Trace | undefined, target: string | undefined): Map<string, string> {
  const known = idsIn(before?.rows ?? []);
  const fresh = [...idsIn(after.rows)].filter((id) => id !== after.id && !known.has(id)).sort();
  const name = (id: string, index: number): string => `'${prefixOf(id)}_${series}' || number || '${String(index).padStart(3, '0')}'`;
  const names = new Map(fresh.map((id, index) => [id, name(id, index + 1)]));
  if (!known.has(after.id)) names.set(after.id, name(after.id, 0));
  if (before && target !== undefined) names.set(before.id, target);
  return names;
}

function idsIn(rows: readonly StoredRow[]): Set<string> {
  return new Set(rows.flatMap(({ columns }) => columns.flatMap(({ value }) => [...(value ?? '').matchAll(ID)].map(([id]) => id))));
}

function prefixOf(id: string): string {
  return id.slice(0, id.lastIndexOf('_'));
}

/** The second in which the trace's own row was made. */
function baseOf({ id, rows }: Trace): number {
  const own = rows.find(({ columns }) => columns.some(({ name, value }) => name === 'id' && value === id));
  const createdAt = timeOf(own?.columns.find(({ name }) => name === 'created_at')?.value ?? '');
  return createdAt - (createdAt % 1_000);
}

function insert({ table, columns }: StoredRow, writer: Writer): string {
  const names = columns.map(({ name }) => name).join(', ');
  return `INSERT INTO ${table} (${names}) SELECT ${columns.map((column) => expression(column, writer)).join(', ')} FROM fresh`;
}

function update({ table, columns }: StoredRow, old: StoredRow, writer: Writer): string[] {
  const changed = columns.filter(({ value }, index) => value !== old.columns[index]?.value);
  const id = columns.find(({ name }) => name === 'id');
  if (changed.length === 0 || !id) return [];
  const sets = changed.map((column) => `${column.name} = ${expression(column, writer)}`);
  return [`UPDATE ${table} SET ${sets.join(', ')} FROM fresh WHERE ${table}.id = ${expression(id, writer)}`];
}

function expression({ type, value }: StoredColumn, writer: Writer): string {
  if (value === null) return 'NULL';
  if (type.startsWith('timestamp')) return shifted(timeOf(value), writer);
  const pieces: string[] = [];
  let end = 0;
  for (const match of value.matchAll(ID_OR_TIME)) {
    const [text] = match;
    const replacement = text.includes('_') ? writer.names.get(text) : isoText(timeOf(text), writer);
    if (replacement === undefined) continue;
    pieces.push(literal(value.slice(end, match.index)), replacement);
    end = match.index + text.length;
  }
  pieces.push(literal(value.slice(end)));
  return `(${pieces.filter((piece) => piece !== NOTHING).join(' || ') || NOTHING})::${type}`;
}

function shifted(time: number, { base }: Writer): string {
  return `(at + interval '${time - base} milliseconds')`;
}

function isoText(time: number, writer: Writer): string {
  return `to_char(${shifted(time, writer)} AT TIME ZONE 'UTC', ${literal('YYYY-MM-DD"T"HH24:MI:SS"Z"')})`;
}

function timeOf(text: string): number {
  const time = Date.parse(text);
  if (Number.isNaN(time)) throw new Error(`Not a time: ${text}`);
  return time;
}

/** Without colons: pgbench would take one for the beginning of a variable's name. */
function literal(text: string): string {
  return `E'${text.replaceAll('\\', '\\\\').replaceAll("'", "''").replaceAll(':', '\\x3A')}'`;
}
