import type { StoredColumn, StoredRow, Trace } from './stored.js';

/** An id of Tollgate in test mode, and a time as views show it. */
const ID = /\b[a-z0-9]+_test_[0-9a-z]{19}\b/g;
const ID_OR_TIME = /\b[a-z0-9]+_test_[0-9a-z]{19}\b|\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ\b/g;
const NUMBER_DIGITS = 15;
/** Digits are written as letters: otherwise some ids would look like card numbers, which the API rejects. */
const [DIGITS, LETTERS] = ['0123456789', 'abcdefghij'];
/** The ids of copies begin with this, so that they sort before those of real charges. */
const SERIES = '5';
const NOTHING = "E''";

/**
 * One statement that copies the rows of a trace once for each row of `numbers`, a query of `n`, a number, and
 * `at`, a whole second. Ids and times are replaced in the bodies of events too, so that a copy is what
 * Tollgate would have written at that time.
 */
export function copyStatement(trace: Trace, numbers: string): string {
  const writer = { names: namesOf(trace), base: baseOf(trace) };
  const parts = trace.rows.map((row, index) => `part_${index} AS (${insert(row, writer)})`);
  const number = `translate(lpad(n::text, ${NUMBER_DIGITS}, '0'), '${DIGITS}', '${LETTERS}')`;
  const fresh = `SELECT ${number} AS number, at FROM (${numbers}) numbers`;
  return `WITH fresh AS MATERIALIZED (${fresh}), ${parts.join(', ')} SELECT count(*) FROM fresh`;
}

export function copyId({ id }: Trace, number: number): string {
  const digits = String(number).padStart(NUMBER_DIGITS, '0');
  return `${prefixOf(id)}_${SERIES}${digits.replaceAll(/\d/g, (digit) => LETTERS.charAt(Number(digit)))}000`;
}

interface Writer {
  /** SQL expressions by id. */
  readonly names: ReadonlyMap<string, string>;
  /** The second in which the trace began; times move with it. */
  readonly base: number;
}

/** The trace's own id gets 000 at its end, the others are counted. */
function namesOf({ id: own, rows }: Trace): Map<string, string> {
  const ids = new Set(rows.flatMap(({ columns }) => columns.flatMap(({ value }) => value?.match(ID) ?? [])));
  ids.delete(own);
  const name = (id: string, index: number): [string, string] => [
    id,
    `'${prefixOf(id)}_${SERIES}' || number || '${String(index).padStart(3, '0')}'`,
  ];
  return new Map([own, ...[...ids].sort()].map(name));
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

function literal(text: string): string {
  return `E'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
}
