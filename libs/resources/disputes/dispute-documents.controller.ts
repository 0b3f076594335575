import {
  Controller,
  Delete,
  Get,
  HttpCode,
  Param,
  Post,
  Res,
  UploadedFile,
  UseInterceptors,
} from '@nestjs/common';
import type { Response } from 'express';
import type { ListView } from '#kernel/list.js';
import type { Scope } from '#kernel/scope.js';
import { CurrentScope } from '#platform/http/current-scope.js';
import { QueryParams, type Params } from '#platform/http/params.js';
import { Keys, NoKey } from '#platform/http/route-keys.js';
import { FileUpload, type ReceivedFile } from '#platform/http/upload.js';
import { UploadIdempotencyInterceptor } from '#engine/idempotency/idempotency.interceptor.js';
import { LongPoll } from '#engine/long-poll/long-poll.interceptor.js';
import { MAX_DOCUMENT_BYTES } from './rules/document.rules.js';
import { DisputeDocumentsService } from './dispute-documents.service.js';
import type { DocumentView } from './document.view.js';

/**
 * The path of a dispute's documents, to which files are uploaded: on the API and, below a sandbox, on the
 * control host.
 */
export const DOCUMENTS_PATH = /^(\/api\/sandboxes\/[^/]+\/api\/[^/]+)?\/disputes\/[^/]+\/documents\/?$/i;

/** Evidence files of a dispute. */
@Controller('disputes/:id/documents')
@Keys('secret')
export class DisputeDocumentsController {
  constructor(private readonly documents: DisputeDocumentsService) {}

  /**
   * Upload a dispute document. The dispute must be open.
   * @throws documents_locked, invalid_file_type, missing_file, invalid_dispute
   */
  @Post()
  @HttpCode(200)
  @UseInterceptors(new FileUpload(MAX_DOCUMENT_BYTES), UploadIdempotencyInterceptor)
  @LongPoll('always')
  add(
    @CurrentScope() scope: Scope,
    @Param('id') disputeId: string,
    @UploadedFile() file: ReceivedFile | undefined,
  ): Promise<DocumentView> {
    return this.documents.add(scope, disputeId, file && { name: file.originalname, content: file.buffer });
  }

  /** List the documents of a dispute. */
  @Get()
  list(
    @CurrentScope() scope: Scope,
    @Param('id') disputeId: string,
    @QueryParams() params: Params,
  ): Promise<ListView<DocumentView>> {
    return this.documents.list(scope, disputeId, params);
  }

  /** Retrieve a dispute document. */
  @Get(':document')
  find(
    @CurrentScope() scope: Scope,
    @Param('id') disputeId: string,
    @Param('document') id: string,
  ): Promise<DocumentView> {
    return this.documents.find(scope, disputeId, id);
  }

  /**
   * Delete a dispute document. The dispute must be open.
   * @throws documents_locked
   */
  @Delete(':document')
  remove(
    @CurrentScope() scope: Scope,
    @Param('id') disputeId: string,
    @Param('document') id: string,
  ): Promise<DocumentView> {
    return this.documents.remove(scope, disputeId, id);
  }

  /**
   * Download a dispute document. The URL is the secret: no key is required.
   * @answers 200 image/png image/jpeg application/pdf
   */
  @Get(':document/downloads/:token')
  @NoKey()
  async download(
    @Param('id') disputeId: string,
    @Param('document') id: string,
    @Param('token') token: string,
    @Res() res: Response,
  ): Promise<void> {
    const { filename, contentType, content } = await this.documents.download(disputeId, id, token);
    res.attachment(filename).type(contentType).set('X-Content-Type-Options', 'nosniff').send(content);
  }
}
