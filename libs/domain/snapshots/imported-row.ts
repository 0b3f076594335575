import { createHmac } from 'node:crypto';
import { withOtherSuffixes } from '../ids.js';
import { ROW_RULES } from './row-rules.js';

type Row = Readonly<Record<string, unknown>>;

/** What the merchant has written stays as it was sent. */
const FREE_TEXTS: ReadonlySet<string> = new Set(['metadata', 'description', 'message', 'return_uri', 'name', 'email', 'details']);
const NUL = '\0';
const CLOCK_MOVE = /^clkm_/;
const FAULT = /^(flt_)([0-9a-z]{19})$/;

/** A row of a file as it lies in the database but for its order, or what is wrong with it. */
export function importedRow(line: Row, orders: number, mayLackColumns: boolean): { readonly problem: string } | { readonly row: Row } {
  const { table, order, ...row } = line;
  const rules = typeof table === 'string' && Object.hasOwn(ROW_RULES, table) ? ROW_RULES[table] : undefined;
  if (!rules) return { problem: 'table must be one that is saved' };
  const unknown = Object.keys(row).find((name) => !Object.hasOwn(rules.columns, name));
  if (unknown !== undefined) return { problem: `${table as string} has no column ${shortened(unknown)}` };
  if (!isStorable(row)) return { problem: 'it must be valid Unicode text without NUL characters' };
  const livemode = row['livemode'] === true;
  for (const [name, rule] of Object.entries(rules.columns)) {
    if (!Object.hasOwn(row, name) && mayLackColumns) continue;
    const problem = Object.hasOwn(row, name) ? rule(row[name], livemode) : 'is missing';
    if (problem !== undefined) return { problem: `${table as string}.${name} ${problem}` };
  }
  if (order !== undefined && !(Number.isSafeInteger(order) && (order as number) >= 1 && (order as number) <= orders))
    return { problem: `order must be a whole number from 1 to ${orders}` };
  const problem = rules.together?.(row);
  return problem === undefined ? { row } : { problem: `${table as string}: ${problem}` };
}

/** Gives every id in the rows of one file another, the same wherever it stands, and leaves them in their order. */
export class NewIds {
  private readonly known = new Map<string, string>();

  /** `key` is random, for each file. */
  constructor(private readonly key: Buffer) {}

  row(row: Row): Row {
    return this.value(row) as Row;
  }

  private value(value: unknown): unknown {
    if (typeof value === 'string') return this.text(value);
    if (Array.isArray(value)) return value.map((item) => this.value(item));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, child]) => [name, FREE_TEXTS.has(name) ? child : this.value(child)]));
  }

  private text(text: string): string {
    if (CLOCK_MOVE.test(text)) return `clkm_${asUuid(createHmac('sha256', this.key).update(text).digest('hex'))}`;
    const [, prefix, suffix] = FAULT.exec(text) ?? [];
    if (prefix && suffix) return `${prefix}${this.other(suffix)}`;
    return withOtherSuffixes(text, (known) => this.other(known));
  }

  private other(suffix: string): string {
    const other = this.known.get(suffix) ?? shifted(suffix, this.shift);
    this.known.set(suffix, other);
    return other;
  }

  /** All are moved on by the same, so that what grows grows still; by less than a millisecond, which is what an id begins with. */
  private get shift(): bigint {
    return this.key.readBigUInt64BE(0) >> 9n;
  }
}

/** The row as PostgreSQL reads it from JSON. */
export function storedRow(row: Row): Row {
  const body = row['body'];
  return {
    ...row,
    ...(typeof body === 'object' && body !== null && { body: JSON.stringify(body) }),
    ...(typeof row['content'] === 'string' && { content: `\\x${Buffer.from(row['content'], 'base64').toString('hex')}` }),
  };
}

function shifted(suffix: string, by: bigint): string {
  let value = 0n;
  for (const digit of suffix) value = value * 36n + BigInt(parseInt(digit, 36));
  return ((value + by) % 36n ** BigInt(suffix.length)).toString(36).padStart(suffix.length, '0');
}

function asUuid(hex: string): string {
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-');
}

function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return !value.includes(NUL) && value.isWellFormed();
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([name, child]) => isStorable(name) && isStorable(child));
}

/** What somebody sent, as far as it is told them again. */
function shortened(text: string): string {
  return JSON.stringify(text.slice(0, 60));
}
