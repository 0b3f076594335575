import type { DisputeDocument } from '#domain/disputes/dispute.js';
import { isoSeconds } from '#domain/time.js';

export interface DocumentView {
  object: 'document';
  id: string;
  livemode: boolean;
  location: string;
  created_at: string;
  deleted: boolean;
  filename: string;
  download_uri: string;
}

/** The document object, keys in the recorded order; its `download_uri` opens without a key (docs/fidelity.md D10, D12). */
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
