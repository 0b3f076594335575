import { isoSeconds, type Timestamp } from '#kernel/time.js';
import type { DisputeDocument } from './rules/dispute.js';

/** An evidence file of a dispute. */
export interface DocumentView {
  object: 'document';
  /** @example "docu_test_60aaaaaaaaaaaaaaaa8" */
  id: string;
  livemode: boolean;
  /** @example "/disputes/dspt_test_60aaaaaaaaaaaaaaaa9/documents/docu_test_60aaaaaaaaaaaaaaaa8" */
  location: string;
  created_at: Timestamp;
  deleted: boolean;
  /** @example "receipt.pdf" */
  filename: string;
  /**
   * URL of the file. No key is required.
   * @example "http://127.0.0.1:7400/disputes/dspt_test_60aaaaaaaaaaaaaaaa9/documents/docu_test_60aaaaaaaaaaaaaaaa8/downloads/7C7C5D0B1E2F3A4B"
   */
  download_uri: string;
}

/**
 * The document object, keys in the recorded order; its `download_uri` opens without a key (docs/fidelity.md
 * D10, D12).
 */
export function documentView(document: DisputeDocument, baseUrl: string): DocumentView {
  const location = `/disputes/${document.disputeId}/documents/${document.id}`;
  return {
    object: 'document',
    id: document.id,
    livemode: document.livemode,
    location,
    created_at: isoSeconds(document.createdAt),
    deleted: document.deleted,
    filename: document.filename,
    download_uri: `${baseUrl}${location}/downloads/${document.downloadToken}`,
  };
}
