import {
  MAX_DESCRIPTION_LENGTH,
  MAX_METADATA_LENGTH,
  type JsonValue,
  type Metadata,
} from '#kernel/metadata.js';

/** Three bytes in UTF-8 for nearly each of its characters. */
const THAI = 'ลูกค้าขอใบกำกับภาษีและให้ส่งสินค้าที่สำนักงาน☕️🧾';

/**
 * The change that makes the event of a charge as large as events become: a description and metadata of the most
 * characters that the API takes (docs/fidelity.md C6), in Thai.
 */
export function largestPatch(metadata: Metadata): { readonly [name: string]: JsonValue } {
  const room = MAX_METADATA_LENGTH - JSON.stringify({ ...metadata, note: '' }).length;
  return {
    data: { description: filled(MAX_DESCRIPTION_LENGTH), metadata: { note: filled(Math.max(room, 0)) } },
  };
}

/** Text of this length that does not end in half of a surrogate pair. */
function filled(length: number): string {
  return `${THAI.repeat(Math.floor(length / THAI.length))}${'ก'.repeat(length % THAI.length)}`;
}
