import {
  BadRequestException,
  PayloadTooLargeException,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { FileInterceptor } from '@nestjs/platform-express';
import { lastValueFrom, of, type Observable } from 'rxjs';
import { ApiError, fail } from '#domain/errors.js';
import { Semaphore } from '../contention/semaphore.js';

/** The most other fields in an upload, and their largest size. They are ignored. */
const MAX_FIELDS = 20;
const MAX_FIELD_BYTES = 10 * 1024;

/** The most files in memory at once, and the time that further uploads wait before they are rejected. */
const MAX_UPLOADS = 8;
const UPLOAD_WAIT_MS = 5_000;

/** A file as it was received: what is used of it. */
export interface ReceivedFile {
  readonly originalname: string;
  readonly buffer: Buffer;
}

interface ReceivedParts {
  readonly file?: ReceivedFile;
  readonly body?: unknown;
}

/** The parser has replaced bytes that are not UTF-8. */
function assertUtf8({ file, body }: ReceivedParts): void {
  if (JSON.stringify([file?.originalname, body]).includes('\ufffd'))
    fail('bad_request', 'the multipart body is not valid UTF-8');
}

/**
 * Reads the one file of a multipart body into memory, after the key has been checked: `req.file` is then what
 * the part `file` holds.
 */
export class FileUpload implements NestInterceptor {
  private readonly multipart: NestInterceptor;
  private readonly semaphore = new Semaphore(MAX_UPLOADS, UPLOAD_WAIT_MS);

  constructor(private readonly maxBytes: number) {
    const limits = {
      fileSize: maxBytes,
      files: 1,
      fields: MAX_FIELDS,
      parts: MAX_FIELDS + 1,
      fieldSize: MAX_FIELD_BYTES,
    };
    this.multipart = new (FileInterceptor('file', { limits, defParamCharset: 'utf8' }))();
  }

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const upload = async (): Promise<unknown> => {
      const answer = await this.read(context, next);
      assertUtf8(context.switchToHttp().getRequest<ReceivedParts>());
      return lastValueFrom(answer);
    };
    return of(await this.semaphore.run(upload, () => fail('service_unavailable')));
  }

  private async read(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    try {
      return await this.multipart.intercept(context, next);
    } catch (error) {
      // Errors of the route come through the observable. Here only the body was read.
      throw this.refusalOf(error);
    }
  }

  private refusalOf(error: unknown): ApiError {
    if (error instanceof PayloadTooLargeException)
      return new ApiError('bad_request', `file is too large (maximum is ${this.maxBytes} bytes)`);
    if (error instanceof BadRequestException && /^Unexpected (file )?field/.test(error.message))
      return new ApiError('missing_file');
    const reason = error instanceof Error ? error.message : 'unknown';
    return new ApiError(
      'bad_request',
      `the multipart body cannot be read (${reason}); send one file, as the part named file`,
    );
  }
}
