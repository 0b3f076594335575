import { DISPUTE_STATUSES } from '#resources/disputes/rules/dispute.js';
import { MAX_DOCUMENT_BYTES } from '#resources/disputes/rules/document.rules.js';
import * as is from './column-rules.js';
import type { TableRules } from './table-rules.js';

/** As long as requests may have them. */
const MAX_MESSAGE_LENGTH = 5_000;
const MAX_BASE64 = Math.ceil(MAX_DOCUMENT_BYTES / 3) * 4;

export const DISPUTE_ROWS: Readonly<Record<string, TableRules>> = {
  dispute: {
    columns: {
      id: is.idOf('dispute'),
      ...is.versioned,
      ...is.amounts,
      status: is.oneOf(DISPUTE_STATUSES),
      message: is.nullable(is.text(MAX_MESSAGE_LENGTH)),
      metadata: is.metadata,
      reason_code: is.text(255),
      reason_message: is.text(255),
      closed_at: is.someTime,
    },
  },
  dispute_document: {
    columns: {
      id: is.idOf('document'),
      ...is.versioned,
      filename: is.text(255),
      deleted: is.boolean,
      content_type: is.oneOf(['image/png', 'image/jpeg', 'application/pdf']),
      download_token: is.pattern(/^[0-9A-F]{16}$/, '16 hexadecimal digits'),
      content: is.nullable(base64),
    },
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
