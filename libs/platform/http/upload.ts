import type { Readable, Writable } from 'node:stream';
import {
  BadRequestException,
  PayloadTooLargeException,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { FileInterceptor } from '@nestjs/platform-express';
import type { Request } from 'express';
import { lastValueFrom, of, type Observable } from 'rxjs';
import { ApiError, fail } from '#kernel/errors.js';
import { FairBudget } from '../contention/fair-budget.js';
import { MultipartUtf8 } from './multipart-utf8.js';

/** The most other fields in an upload, and their largest size. They are ignored. */
const MAX_FIELDS = 20;
const MAX_FIELD_BYTES = 10 * 1024;

/** The memory of all uploads, and of those of one account, in files of the maximum size. */
const MAX_FILES = 16;
const MAX_FILES_OF_ONE = 8;

function refuse(): never {
  return fail('service_unavailable', 'too many files are being uploaded; retry');
}

/** A file as it was received: what is used of it. */
export interface ReceivedFile {
  readonly originalname: string;
  readonly buffer: Buffer;
}

type Take = (bytes: number) => void;

/** As multer calls it with each file of a body. */
type Stored = (error: unknown, file?: { readonly buffer: Buffer; readonly size: number }) => void;

/** Keeps files in memory, and counts their bytes as they come. */
class CountedMemory {
  private readonly counts = new WeakMap<Request, Take>();

  count(req: Request, take: Take): void {
    this.counts.set(req, take);
  }

  /** For multer. */
  _handleFile(req: Request, { stream }: { readonly stream: Readable }, done: Stored): void {
    const pieces: Buffer[] = [];
    const keep = (piece: Buffer): void => {
      try {
        this.counts.get(req)?.(piece.length);
        pieces.push(piece);
      } catch (error) {
        stream.off('data', keep).resume();
        done(error);
      }
    };
    stream.on('data', keep);
    stream.on('end', () => {
      const buffer = Buffer.concat(pieces);
      done(null, { buffer, size: buffer.length });
    });
  }

  /** For multer. */
  _removeFile(_req: Request, _file: unknown, done: (error: null) => void): void {
    done(null);
  }
}

/**
 * Reads the one file of a multipart body into memory, after the key has been checked: `req.file` is then what
 * the part `file` holds.
 */
export class FileUpload implements NestInterceptor {
  private readonly multipart: NestInterceptor;
  private readonly memory = new CountedMemory();
  private readonly bytes: FairBudget;
  private readonly notUtf8 = new WeakSet<Request>();

  constructor(private readonly maxBytes: number) {
    const limits = {
      fileSize: maxBytes,
      files: 1,
      fields: MAX_FIELDS,
      parts: MAX_FIELDS + 1,
      fieldSize: MAX_FIELD_BYTES,
    };
    const streamHandler = (req: Request, parser: Writable): void => {
      const text = new MultipartUtf8(req.headers['content-type'] ?? '');
      // The parser replaces bytes that are not UTF-8.
      req.on('data', (chunk: Buffer) => {
        if (!text.take(chunk)) this.notUtf8.add(req);
      });
      req.pipe(parser);
    };
    const options = { limits, storage: this.memory, defParamCharset: 'utf8', streamHandler };
    this.multipart = new (FileInterceptor('file', options))();
    this.bytes = new FairBudget(MAX_FILES * maxBytes, MAX_FILES_OF_ONE * maxBytes);
  }

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const req = context.switchToHttp().getRequest<Request>();
    const upload = async (take: Take): Promise<unknown> => {
      this.memory.count(req, take);
      const answer = await this.read(context, next);
      if (this.notUtf8.has(req)) fail('bad_request', 'the multipart body is not valid UTF-8');
      return lastValueFrom(answer);
    };
    return of(await this.bytes.run(req.scope?.accountId ?? '', upload, refuse));
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
    if (error instanceof ApiError) return error;
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
