import { createHmac } from 'node:crypto';
import { holdsCardNumber } from '#kernel/card-numbers-in-text.js';
import { withOtherSuffixes } from '#kernel/ids.js';
import { ROW_RULES } from './row-rules.js';

type Row = Readonly<Record<string, unknown>>;

/**
 * Texts of the merchant, imported unchanged. Return addresses are not among them: they contain the charge's
 * id.
 */
const FREE_TEXTS: ReadonlySet<string> = new Set([
  'metadata',
  'description',
  'message',
  'name',
  'email',
  'details',
  'idemp_key',
]);
/**
 * Fields that merchants, customers and receivers fill freely, even with digits that look like a card number
 * (docs/fidelity.md T9), and addresses with Tollgate's random digits.
 */
const UNREAD: ReadonlySet<string> = new Set([
  'metadata',
  'description',
  'message',
  'title',
  'name',
  'email',
  'tax_id',
  'phone_number',
  'order_id',
  'idemp_key',
  'details',
  'content',
  'items',
  'billing',
  'shipping',
  'barcode',
  'bank',
  'store_id',
  'store_name',
  'terminal_id',
  'return_uri',
  'complete_url',
  'cancel_url',
  'webhook_endpoints',
  'uri',
  'download_uri',
  'answer_start',
  'answer_headers',
]);
const NOTHING_FREE: ReadonlySet<string> = new Set();
const MANY_DIGITS = /(?:\p{Nd}\P{Nd}{0,8}){13}/u;
/** Hashes, signatures and UUIDs have long runs of digits by chance. */
const HEX = /^(?:[0-9a-f]{32,}|(?:clkm_)?[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;
const SECRET_KEY = /\bskey_[0-9a-z_]+/i;
const NUL = '\0';
const CLOCK_MOVE = /^clkm_/;
const FAULT = /^(flt_)([0-9a-z]{19})$/;
const SUFFIX_LENGTH = 19;
/** A link's page is named by the suffix of its id in capital letters. */
const LINK_PAGE = /(?<=\/)[0-9A-Z]{19}$/;
/** A number of so many digits in base 36 is read without `BigInt`. */
const LOW_DIGITS = 10;
const LOW = 36n ** BigInt(LOW_DIGITS);
const ALL = 36n ** BigInt(SUFFIX_LENGTH);
/** Limit of the memory for a file of any number of ids. */
const MAX_KNOWN = 10_000;
const SHORTEST_ID = 'src_'.length + SUFFIX_LENGTH;

/**
 * Converts a line of a file, whose depth the reader has limited, to a database row with its order, or returns
 * the problem.
 */
export function importedRow(
  line: Row,
  orders: number,
  mayLackColumns: boolean,
): { readonly problem: string } | { readonly row: Row } {
  const { table, order, ...row } = line;
  const rules = typeof table === 'string' && Object.hasOwn(ROW_RULES, table) ? ROW_RULES[table] : undefined;
  if (!rules) return { problem: 'table must be a table of snapshots' };
  const unknown = Object.keys(row).find((name) => !Object.hasOwn(rules.columns, name));
  if (unknown !== undefined) return { problem: `${table as string} has no column ${shortened(unknown)}` };
  if (!isStorable(row)) return { problem: 'it must be valid Unicode text without NUL characters' };
  const livemode = row['livemode'] === true;
  for (const [name, rule] of Object.entries(rules.columns)) {
    if (!Object.hasOwn(row, name) && mayLackColumns) continue;
    const problem = Object.hasOwn(row, name) ? rule(row[name], livemode) : 'is missing';
    if (problem !== undefined) return { problem: `${table as string}.${name} ${problem}` };
  }
  if (
    order !== undefined &&
    !(Number.isSafeInteger(order) && (order as number) >= 1 && (order as number) <= orders)
  )
    return { problem: `order must be a whole number from 1 to ${orders}` };
  if (holdsSecret(row, table === 'fault' ? NOTHING_FREE : UNREAD))
    return { problem: 'it contains a card number or a secret key' };
  const problem = rules.together?.(row);
  return problem === undefined ? { row } : { problem: `${table as string}: ${problem}` };
}

/** Replaces every id in the rows of one file consistently, and keeps their order. */
export class NewIds {
  /** Saves the arithmetic of repeated ids. */
  private readonly known = new Map<string, string>();
  /**
   * One offset for all ids keeps their order. It is less than a millisecond, because ids begin with a time in
   * milliseconds.
   */
  private readonly shift: bigint;

  /** `key` is random, for each file. */
  constructor(private readonly key: Buffer) {
    this.shift = key.readBigUInt64BE(0) >> 9n;
  }

  row(row: Row): Row {
    return this.value(row) as Row;
  }

  private value(value: unknown): unknown {
    if (typeof value === 'string') return this.text(value);
    if (Array.isArray(value)) return value.map((item) => this.value(item));
    if (typeof value !== 'object' || value === null) return value;
    const copy: Record<string, unknown> = { ...value };
    for (const name of Object.keys(copy)) if (!FREE_TEXTS.has(name)) copy[name] = this.value(copy[name]);
    if (typeof copy['payment_uri'] === 'string') copy['payment_uri'] = this.paymentUri(copy['payment_uri']);
    return copy;
  }

  private paymentUri(uri: string): string {
    return uri.replace(LINK_PAGE, (suffix) => this.other(suffix.toLowerCase()).toUpperCase());
  }

  private text(text: string): string {
    if (text.length < SHORTEST_ID || !text.includes('_')) return text;
    if (CLOCK_MOVE.test(text))
      return `clkm_${asUuid(createHmac('sha256', this.key).update(text).digest('hex'))}`;
    const [, prefix, suffix] = FAULT.exec(text) ?? [];
    if (prefix && suffix) return `${prefix}${this.other(suffix)}`;
    return withOtherSuffixes(text, (known) => this.other(known));
  }

  private other(suffix: string): string {
    const known = this.known.get(suffix);
    if (known !== undefined) return known;
    if (this.known.size >= MAX_KNOWN) this.known.clear();
    const other = shifted(suffix, this.shift);
    this.known.set(suffix, other);
    return other;
  }
}

/** The row as PostgreSQL reads it from JSON. */
export function storedRow(row: Row): Row {
  const body = row['body'];
  return {
    ...row,
    ...(typeof body === 'object' && body !== null && { body: JSON.stringify(body) }),
    ...(typeof row['content'] === 'string' && {
      content: `\\x${Buffer.from(row['content'], 'base64').toString('hex')}`,
    }),
  };
}

function shifted(suffix: string, by: bigint): string {
  const value =
    BigInt(parseInt(suffix.slice(0, -LOW_DIGITS), 36)) * LOW +
    BigInt(parseInt(suffix.slice(-LOW_DIGITS), 36));
  return ((value + by) % ALL).toString(36).padStart(SUFFIX_LENGTH, '0');
}

function asUuid(hex: string): string {
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join(
    '-',
  );
}

/** True if a field outside `unread` contains a card number or a secret key. */
function holdsSecret(value: unknown, unread: ReadonlySet<string>): boolean {
  if (typeof value === 'string')
    return SECRET_KEY.test(value) || (MANY_DIGITS.test(value) && !HEX.test(value) && holdsCardNumber(value));
  if (typeof value !== 'object' || value === null) return false;
  return Object.keys(value).some((name) => !unread.has(name) && holdsSecret((value as Row)[name], unread));
}

function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return !value.includes(NUL) && value.isWellFormed();
  if (typeof value !== 'object' || value === null) return true;
  return Object.keys(value).every((name) => isStorable(name) && isStorable((value as Row)[name]));
}

/** Shortens a sent text for an error message. */
function shortened(text: string): string {
  return JSON.stringify(text.slice(0, 60));
}
