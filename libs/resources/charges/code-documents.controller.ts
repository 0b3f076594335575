import { Controller, Get, Param, Res } from '@nestjs/common';
import type { Response } from 'express';
import type { Scope } from '#kernel/scope.js';
import { CurrentScope } from '#platform/http/current-scope.js';
import { Keys, NoKey } from '#platform/http/route-keys.js';
import { filenameOf, type CodeDocumentView } from './code-document.view.js';
import { CodeDocuments } from './code-documents.service.js';

/** Images of scannable codes, such as QR codes. */
@Controller('charges/:id/documents/:document')
export class CodeDocumentsController {
  constructor(private readonly documents: CodeDocuments) {}

  /** Retrieve a code document. */
  @Get()
  @Keys('secret')
  find(
    @CurrentScope() scope: Scope,
    @Param('id') id: string,
    @Param('document') document: string,
  ): Promise<CodeDocumentView> {
    return this.documents.find(scope, id, document);
  }

  /**
   * Download the image of a code. The URL is the secret: no key is required.
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
