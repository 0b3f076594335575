import { Injectable } from '@nestjs/common';
import QRCode from 'qrcode';
import type { Charge } from '#domain/charges/charge.js';
import { code128Svg } from '#domain/codes/code-128.js';
import { failNotFound } from '#domain/errors.js';
import { paymentMethodOf } from '#domain/payment-methods/registry.js';
import type { Scope } from '#domain/scope.js';
import { Database } from '#platform/database/database.js';
import { Prisma } from '#platform/database/generated/client.js';
import { AccountDirectory } from '../accounts/account-directory.js';
import { ChargeReader } from './charge.reader.js';
import { queryCharge } from './charge.queries.js';
import { codeDocumentView, downloadKeyOf, type CodeDocumentView } from './code-document.view.js';

@Injectable()
export class CodeDocuments {
  constructor(
    private readonly database: Database,
    private readonly charges: ChargeReader,
    private readonly directory: AccountDirectory,
  ) {}

  async find(scope: Scope, chargeId: string, id: string): Promise<CodeDocumentView> {
    const { charge } = await this.charges.load(scope, chargeId);
    const { baseUrl } = await this.directory.get(scope.accountId);
    return charge.documentId === id ? codeDocumentView(charge, id, baseUrl) : failNotFound('document', id);
  }

  /** The code as SVG. It is drawn anew each time: what it says follows from the charge. */
  async draw(chargeId: string, id: string, key: string): Promise<{ charge: Charge; svg: string }> {
    const found = await queryCharge(this.database, Prisma.sql`charge.id = ${chargeId} AND charge.document_id = ${id}`);
    const code = found?.source && paymentMethodOf(found.source.type).code;
    const account = found && (await this.directory.find(found.charge.accountId));
    if (!found || !account || !code || key !== downloadKeyOf(id)) return failNotFound('document', id);
    const content = code.contentOf(found.charge);
    const svg = code.kind === 'barcode' ? code128Svg(content) : await QRCode.toString(content, { type: 'svg', margin: 2 });
    return { charge: found.charge, svg };
  }
}
