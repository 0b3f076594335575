import { createHmac } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { fail, failNotFound } from '#kernel/errors.js';
import { type ListView } from '#kernel/list.js';
import type { Scope } from '#kernel/scope.js';
import { SETTINGS, type Settings } from '#platform/config/settings.js';
import { Database } from '#platform/database/database.js';
import type { Params } from '#platform/http/params.js';
import { AccountDirectory } from '#engine/accounts/account-directory.js';
import { Resources } from '#engine/resources/resources.js';
import { newId } from '#engine/writes/new-id.js';
import type { Dispute, DisputeDocument } from './rules/dispute.js';
import { demand, TRANSITIONS } from './rules/dispute.machine.js';
import { decideDocument, type SentFile } from './rules/document.rules.js';
import { DisputeLifecycle } from './dispute.lifecycle.js';
import { DISPUTE } from './dispute.resource.js';
import { toDocumentRow } from './dispute.row.js';
import { documentView, type DocumentView } from './document.view.js';
import { DOCUMENT } from './document.resource.js';

/**
 * The length of the secret in a document's download URL: 64 bits cannot be guessed (docs/fidelity.md D12).
 */
const TOKEN_DIGITS = 16;

const { emits } = TRANSITIONS.edit_documents;

export interface StoredFile {
  readonly filename: string;
  readonly contentType: string;
  readonly content: Uint8Array;
}

@Injectable()
export class DisputeDocumentsService {
  constructor(
    private readonly database: Database,
    private readonly directory: AccountDirectory,
    private readonly lifecycle: DisputeLifecycle,
    private readonly resources: Resources,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** Throws `documents_locked`, `missing_file`, `invalid_file_type`. */
  async add(scope: Scope, disputeId: string, file: SentFile | undefined): Promise<DocumentView> {
    return this.lifecycle.change(scope, disputeId, (dispute, now, { baseUrl }) => {
      demand('edit_documents', dispute);
      if (!file) return fail('missing_file');
      const kept = decideDocument(file, dispute.documents.length);
      const document = newDocument(dispute, kept, this.settings.vaultSecret, now);
      return {
        patch: { documents: [...dispute.documents, document] },
        emits,
        insert: { dispute_document: [toDocumentRow(document, file.content)] },
        answer: () => documentView(document, baseUrl),
      };
    });
  }

  /** Deletes the bytes too. */
  async remove(scope: Scope, disputeId: string, id: string): Promise<DocumentView> {
    return this.lifecycle.change(scope, disputeId, (dispute, _now, { baseUrl }) => {
      const document = documentOf(dispute, id);
      demand('edit_documents', dispute);
      return {
        patch: { documents: dispute.documents.filter((other) => other.id !== id) },
        emits,
        updates: [
          { table: 'dispute_document', id, version: document.version, set: { deleted: true, content: null } },
        ],
        answer: () => documentView({ ...document, deleted: true }, baseUrl),
      };
    });
  }

  async find(scope: Scope, disputeId: string, id: string): Promise<DocumentView> {
    const { baseUrl } = await this.directory.get(scope.accountId);
    return documentView(documentOf(await this.resources.load(DISPUTE, scope, disputeId), id), baseUrl);
  }

  async list(scope: Scope, disputeId: string, params: Params): Promise<ListView<DocumentView>> {
    await this.resources.load(DISPUTE, scope, disputeId);
    return this.resources.list(DOCUMENT, scope, params, {
      location: `/disputes/${disputeId}/documents`,
      only: { disputeId, deleted: false },
    });
  }

  /** Returns the file without a key: the token in the URL is the secret. */
  async download(disputeId: string, id: string, downloadToken: string): Promise<StoredFile> {
    const owned = await this.directory.findWithAccount(
      () =>
        this.database.disputeDocument.findFirst({ where: { id, disputeId, downloadToken, deleted: false } }),
      ({ accountId }) => accountId,
    );
    return owned?.found.content
      ? { ...owned.found, content: owned.found.content }
      : failNotFound('document', id);
  }
}

function documentOf({ documents }: Dispute, id: string): DisputeDocument {
  return documents.find((document) => document.id === id) ?? failNotFound('document', id);
}

function newDocument(
  { id: disputeId, accountId, livemode }: Dispute,
  kept: Pick<DisputeDocument, 'filename' | 'contentType'>,
  secret: string,
  createdAt: Date,
): DisputeDocument {
  const id = newId('document', livemode);
  const digest = createHmac('sha256', Buffer.from(secret, 'base64')).update(id).digest('hex');
  const downloadToken = digest.slice(0, TOKEN_DIGITS).toUpperCase();
  return {
    id,
    accountId,
    livemode,
    version: 0,
    disputeId,
    ...kept,
    downloadToken,
    deleted: false,
    createdAt,
  };
}
