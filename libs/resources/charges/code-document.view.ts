import { hash } from 'node:crypto';
import { isoSeconds, type Timestamp } from '#kernel/time.js';
import type { Charge } from './rules/charge.js';

const KEY_LENGTH = 16;

/** The form of a code: QR for phones, bars for counters. */
type CodeKind = 'qr' | 'barcode';

type DocumentedCharge = Pick<Charge, 'id' | 'livemode' | 'createdAt'>;

/** The image of a scannable code. */
export interface CodeDocumentView {
  object: 'document';
  livemode: boolean;
  /** @example "docu_test_60aaaaaaaaaaaaaaaa8" */
  id: string;
  deleted: false;
  /** @example "qrcode_test.svg" */
  filename: string;
  /** @example "/charges/chrg_test_60aaaaaaaaaaaaaaaa7/documents/docu_test_60aaaaaaaaaaaaaaaa8" */
  location: string;
  /** @example "qr" */
  kind: CodeKind;
  /**
   * URL of the image. No key is required.
   * @example "http://127.0.0.1:7400/charges/chrg_test_60aaaaaaaaaaaaaaaa7/documents/docu_test_60aaaaaaaaaaaaaaaa8/downloads/7C7C5D0B1E2F3A4B"
   */
  download_uri: string;
  created_at: Timestamp;
}

/** The document object of a charge's code, keys in the recorded order (docs/fidelity.md P10). */
export function codeDocumentView(
  charge: DocumentedCharge,
  { id, kind }: { readonly id: string; readonly kind: CodeKind },
  baseUrl: string,
): CodeDocumentView {
  return {
    object: 'document',
    livemode: charge.livemode,
    id,
    deleted: false,
    filename: filenameOf(charge),
    location: `/charges/${charge.id}/documents/${id}`,
    kind,
    download_uri: downloadUri(charge, id, baseUrl),
    created_at: isoSeconds(charge.createdAt),
  };
}

/** URL of the image. It requires no key, because customers open it. */
export function downloadUri({ id: chargeId }: Pick<Charge, 'id'>, id: string, baseUrl: string): string {
  return `${baseUrl}/charges/${chargeId}/documents/${id}/downloads/${downloadKeyOf(id)}`;
}

/** The last part of the URL. The random part of the id is the secret. */
export function downloadKeyOf(id: string): string {
  return hash('sha256', id).slice(0, KEY_LENGTH).toUpperCase();
}

export function filenameOf({ livemode }: Pick<Charge, 'livemode'>): string {
  return livemode ? 'qrcode.svg' : 'qrcode_test.svg';
}
