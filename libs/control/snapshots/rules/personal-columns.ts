import { TABLES, type Table } from '#platform/database/generated/tables.js';
import type { AttemptChange } from '#engine/webhooks/rules/attempt-change.js';
import {
  allTextsRemoved,
  anonymousRequestId,
  keptMetadata,
  REMOVED,
  withoutPersonalText,
} from './personal-texts.js';
import type { Row } from './table-rules.js';

type Replacement = (value: unknown, keptKey: string | undefined, row: Row) => unknown;

/** The signature of each type of file. */
export const EMPTY_FILES: Readonly<Record<string, string>> = {
  'image/png': 'iVBORw0KGgo=',
  'image/jpeg': '/9j/',
  'application/pdf': 'JVBERi0=',
};
const HIDDEN_NUMBER = '0000000000';
/** By column. Other personal columns become null, or {@link REMOVED} if they must not be null. */
const REPLACEMENTS: Readonly<Record<string, Replacement>> = {
  bank_account: withoutHolder,
  body: withoutPersonalText,
  change: withoutBodyTexts,
  content: (_value, _keptKey, row) => EMPTY_FILES[String(row['content_type'])],
  details: allTextsRemoved,
  effect: withoutPersonalText,
  fault_effect: withoutPersonalText,
  headers: withoutPersonalText,
  metadata: keptMetadata,
  request_id: anonymousRequestId,
  terms: withoutPersonalText,
};

/**
 * A row without names, e-mail and postal addresses, phone numbers, IP addresses, descriptions, messages,
 * metadata, the contents of files, and receivers' responses: the columns that the schema marks. The last
 * digits and issuers of cards and bank accounts stay. So does the value of `keptKey` in metadata.
 */
export function withoutPersonalData(table: Table, row: Row, keptKey: string | undefined): Row {
  const personal: readonly string[] = TABLES[table].personal;
  const nullable: readonly string[] = TABLES[table].nullable;
  const replaced = (name: string, value: unknown): unknown => {
    const replacement = REPLACEMENTS[name];
    if (replacement) return replacement(value, keptKey, row);
    return nullable.includes(name) ? null : REMOVED;
  };
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      value !== null && personal.includes(name) ? replaced(name, value) : value,
    ]),
  );
}

function withoutHolder(account: unknown): unknown {
  return { ...(account as object), name: REMOVED, number: HIDDEN_NUMBER };
}

function withoutBodyTexts(change: unknown, keptKey: string | undefined): unknown {
  const { body, ...others } = change as AttemptChange;
  if (body === undefined) return change;
  return { ...others, body: JSON.stringify(withoutPersonalText(JSON.parse(body), keptKey)) };
}
