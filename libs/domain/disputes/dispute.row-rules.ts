import { LARGEST_AMOUNT } from '../account-limits.js';
import { DISPUTE_STATUSES } from './dispute.js';
import { MAX_DOCUMENT_BYTES } from './document.rules.js';
import {
  amounts,
  boolean,
  idOf,
  integer,
  metadata,
  nullable,
  oneOf,
  pattern,
  personal,
  reference,
  someTime,
  text,
  versioned,
} from '../snapshots/column-rules.js';
import { REMOVED } from '../snapshots/personal-texts.js';
import { have, type TableRules } from '../snapshots/table-rules.js';

/** As long as requests may have them. */
const MAX_MESSAGE_LENGTH = 5_000;
const MAX_BASE64 = Math.ceil(MAX_DOCUMENT_BYTES / 3) * 4;
/** The contents of files in an anonymised export: the signature of each type. */
const EMPTY_FILES: Readonly<Record<string, string>> = {
  'image/png': 'iVBORw0KGgo=',
  'image/jpeg': '/9j/',
  'application/pdf': 'JVBERi0=',
};

export const DISPUTE_ROWS: Readonly<Record<string, TableRules>> = {
  dispute: {
    columns: {
      id: idOf('dispute'),
      ...versioned,
      ...amounts,
      charge_id: reference('charge'),
      status: oneOf(DISPUTE_STATUSES),
      message: personal(nullable(text(MAX_MESSAGE_LENGTH))),
      metadata,
      amount: integer(1, LARGEST_AMOUNT),
      reason_code: text(255),
      reason_message: text(255),
      closed_at: someTime,
      started_transaction_id: reference('transaction'),
      won_transaction_id: nullable(reference('transaction')),
    },
    together: (row) =>
      have(row, ['won', 'lost'].includes(row['status'] as string), 'closed_at') ??
      have(row, row['status'] === 'won', 'won_transaction_id'),
  },
  dispute_document: {
    columns: {
      id: idOf('document'),
      ...versioned,
      dispute_id: reference('dispute'),
      filename: personal(text(255), () => REMOVED),
      deleted: boolean,
      content_type: oneOf(['image/png', 'image/jpeg', 'application/pdf']),
      download_token: pattern(/^[0-9A-F]{16}$/, '16 hexadecimal digits'),
      content: personal(nullable(base64), (_, row) => EMPTY_FILES[String(row['content_type'])]),
    },
    together: (row) => have(row, row['deleted'] === false, 'content'),
  },
};

function base64(value: unknown): string | undefined {
  return typeof value === 'string' &&
    value.length > 0 &&
    value.length <= MAX_BASE64 &&
    Buffer.from(value, 'base64').toString('base64') === value
    ? undefined
    : `must be at most ${MAX_DOCUMENT_BYTES} bytes in Base64`;
}
