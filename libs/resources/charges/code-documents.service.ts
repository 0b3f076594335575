import { Injectable } from '@nestjs/common';
import { failNotFound } from '#kernel/errors.js';
import type { Scope } from '#kernel/scope.js';
import { Prisma } from '#platform/database/generated/client.js';
import { AccountDirectory } from '#engine/accounts/account-directory.js';
import { Resources } from '#engine/resources/resources.js';
import { paymentMethodOf } from '../payment-methods/rules/registry.js';
import type { Charge } from './rules/charge.js';
import { CHARGE } from './charge.resource.js';
import { drawCode } from './code-drawing.js';
import { codeDocumentView, downloadKeyOf, type CodeDocumentView } from './code-document.view.js';

@Injectable()
export class CodeDocuments {
  constructor(
    private readonly resources: Resources,
    private readonly directory: AccountDirectory,
  ) {}

  async find(scope: Scope, chargeId: string, id: string): Promise<CodeDocumentView> {
    const { charge, source } = await this.resources.load(CHARGE, scope, chargeId);
    const { baseUrl } = await this.directory.get(scope.accountId);
    const code = charge.documentId === id && source ? paymentMethodOf(source.type).code : null;
    return code ? codeDocumentView(charge, { id, kind: code.kind }, baseUrl) : failNotFound('document', id);
  }

  /** The code as SVG. */
  async draw(chargeId: string, id: string, key: string): Promise<{ charge: Charge; svg: string }> {
    const owned = await this.resources.lookUpWithAccount(
      CHARGE,
      Prisma.sql`charge.id = ${chargeId} AND charge.document_id = ${id}`,
    );
    const svg = owned && key === downloadKeyOf(id) ? await drawCode(owned.found) : undefined;
    return owned && svg !== undefined ? { charge: owned.found.charge, svg } : failNotFound('document', id);
  }
}
