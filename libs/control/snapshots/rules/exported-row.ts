import { withoutCardNumbers } from '#kernel/card-numbers-in-text.js';
import { ERROR_PAGES } from '#kernel/errors.js';
import { objectOfId } from '#kernel/ids.js';
import type { Table } from '#platform/database/generated/tables.js';
import { withoutPersonalData } from './personal-columns.js';

/** The number of this form of files. A file with a larger one is of a newer release. */
export const EXPORT_VERSION = 1;

/** A row by the names of its columns, as PostgreSQL writes it in JSON. */
export type StoredRow = Readonly<Record<string, unknown>>;

/** One line of an exported file: a row without the columns that only its own database needs. */
export type ExportedRow = { readonly table: string } & Readonly<Record<string, unknown>>;

export interface ExportOptions {
  /** The rank of the row's transaction among those of all rows; the first is 1. */
  readonly order: number | undefined;
  readonly hasPersonalData: boolean;
  /** Key of the metadata value that an anonymised export keeps, and of the query value in addresses. */
  readonly keptKey?: string | undefined;
}

const TIME = /_(at|until)$/;
/** Columns with rendered JSON. */
const BODIES: readonly string[] = ['body'];
/** Receivers' responses, which the first release stored with card numbers. */
const ANSWERS: readonly string[] = ['answer_start', 'answer_headers'];
const BYTES = /^\\x((?:[0-9a-f]{2})*)$/;
/** The secret of an inbox, in its address. */
const INBOX_TOKEN = /(\/inbox\/[^/?#]+\/)[^/?#]+/g;
/** An address of any scheme: a `return_uri` may be that of an app. */
const URL = /\b[a-z][a-z0-9+.-]{0,30}:\/\/[^\s"'<>\\]+/gi;
/** An e-mail address as a part of a path. */
const EMAIL_IN_PATH = /\/[^/?#@]+(?:@|%40)[^/?#@]+\.[^/?#@]+/gi;
const SECRET_KEY = /\bskey_[0-9a-z_]+/gi;
const MASK = '***';

/** The row in a file; `undefined` if it is left out because it holds only personal data. */
export function exportedRow(
  table: Table,
  row: StoredRow,
  { order, hasPersonalData, keptKey }: ExportOptions,
): ExportedRow | undefined {
  if (!hasPersonalData && isAboutPersons(table, row)) return undefined;
  const columns = Object.entries(row)
    .filter(([name]) => name !== 'xid' && name !== 'snapshot_id')
    .map(([name, value]) => [name, exportedValue(name, value, keptKey)] as const);
  const shown = Object.fromEntries(columns);
  const line = hasPersonalData ? shown : withoutPersonalData(table, shown, keptKey);
  return { table, ...line, ...(order !== undefined && { order }) };
}

/** True for stored answers, and for faults that match one order's metadata. */
function isAboutPersons(table: Table, { match }: StoredRow): boolean {
  return (
    table === 'idempotency_key' ||
    (table === 'fault' && typeof match === 'object' && match !== null && 'metadata' in match)
  );
}

/**
 * Removes secret keys, and credentials from addresses: user name and password, query values except those of
 * `keptKey` and harmless ones, the fragment, the secret of an inbox, and e-mail addresses in the path.
 */
function withoutSecrets(text: string, keptKey: string | undefined): string {
  return text.replaceAll(SECRET_KEY, MASK).replaceAll(URL, (url) =>
    withoutEmails(url.replace(/^([^:]+:\/\/)[^/?#]*@/, `$1`).replaceAll(INBOX_TOKEN, `$1${MASK}`))
      .replace(/#.+$/, (fragment) => (url.startsWith(ERROR_PAGES) ? fragment : `#${MASK}`))
      .replaceAll(
        /([?&])([^=&#]+)=([^&#]+)/g,
        (_, mark: string, name: string, value: string) =>
          `${mark}${name}=${name === keptKey || isHarmless(value) ? value : MASK}`,
      ),
  );
}

/** True for the id of a charge, and for `acs=false` of an `authorize_uri`. */
function isHarmless(value: string): boolean {
  return objectOfId(value) === 'charge' || value === 'true' || value === 'false';
}

function exportedValue(name: string, value: unknown, keptKey: string | undefined): unknown {
  if (ANSWERS.includes(name))
    return changedTexts(value, (text) => withoutCardNumbers(withoutSecrets(text, keptKey)));
  if (typeof value !== 'string') return maskedIn(value, keptKey);
  if (TIME.test(name) || name === 'at') return new Date(value).toISOString();
  if (BODIES.includes(name)) return parsedBody(value, keptKey);
  const [, bytes] = BYTES.exec(value) ?? [];
  if (name === 'content' && bytes !== undefined) return Buffer.from(bytes, 'hex').toString('base64');
  return withoutSecrets(value, keptKey);
}

/** A body as JSON; one that is not JSON stays a text. */
function parsedBody(body: string, keptKey: string | undefined): unknown {
  const masked = withoutSecrets(body, keptKey);
  try {
    const parsed = JSON.parse(masked) as unknown;
    return typeof parsed === 'object' ? parsed : masked;
  } catch {
    return masked;
  }
}

export function withoutEmails(path: string): string {
  return path.replaceAll(EMAIL_IN_PATH, `/${MASK}`);
}

/** Removes credentials from the addresses in a merchant's data. */
export function maskedIn(value: unknown, keptKey: string | undefined): unknown {
  return changedTexts(value, (text) => withoutSecrets(text, keptKey));
}

function changedTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((item) => changedTexts(item, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, child]) => [name, changedTexts(child, change)]),
  );
}
