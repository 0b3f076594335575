import { Controller, Get, Param, Res } from '@nestjs/common';
import type { Response } from 'express';
import type { Scope } from '#domain/scope.js';
import { CurrentScope } from '#platform/http/current-scope.js';
import { Keys, NoKey } from '#platform/http/route-keys.js';
import { filenameOf, type CodeDocumentView } from './code-document.view.js';
import { CodeDocuments } from './code-documents.service.js';

/** The pictures of codes that customers scan. */
@Controller('charges/:id/documents/:document')
export class CodeDocumentsController {
  constructor(private readonly documents: CodeDocuments) {}

  /** Retrieves what the picture of a charge's code is. */
  @Get()
  @Keys('secret')
  find(@CurrentScope() scope: Scope, @Param('id') id: string, @Param('document') document: string): Promise<CodeDocumentView> {
    return this.documents.find(scope, id, document);
  }

  /**
   * Shows the picture of the code that the customer scans. Whoever has the address may look: it is the secret.
   * @answers 200 image/svg+xml
   */
  @Get('downloads/:key')
  @NoKey()
  async download(
    @Param('id') id: string,
    @Param('document') document: string,
    @Param('key') key: string,
    @Res() res: Response,
  ): Promise<void> {
    const { charge, svg } = await this.documents.draw(id, document, key);
    res
      .type('image/svg+xml')
      .setHeader('Content-Disposition', `inline; filename="${filenameOf(charge)}"`)
      .send(svg);
  }
}
