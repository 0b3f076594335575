import { Catch, HttpException, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { Request, Response } from 'express';
import { withoutCardNumbers } from '#kernel/card-numbers-in-text.js';
import { ApiError } from '#kernel/errors.js';
import {
  isDatabaseAway,
  isDatabaseBroken,
  isDatabaseBusy,
  isDatabaseFull,
  isDatabaseReadOnly,
  isWriteRefused,
} from '../database/database-errors.js';
import { Log } from '../logging/log.js';
import { maskedPath } from '../logging/masking.js';
import { routeOf } from './observe.js';

/** A page that is sent instead of an error object. */
export interface ErrorPage {
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;
}

const STATUS_NOT_FOUND = 404;
const REPORT_INTERVAL_MS = 1_000;
const MAX_PATH_LENGTH = 200;

/**
 * Renders every error as the API's error object. An unexpected error is logged, and answered without its
 * message. Card numbers are removed from messages, which may repeat what was sent (docs/fidelity.md T9).
 */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  private reportedAt = Number.NEGATIVE_INFINITY;

  /**
   * `hintFor` says where else to look for a path; `onRefusedWrite` hears of every write that the database
   * does not take; `pageFor` makes what a browser is shown, if it asked for a page.
   */
  constructor(
    private readonly log: Log,
    private readonly onRefusedWrite: () => void,
    private readonly challenge: string,
    private readonly hintFor: (path: string) => string | undefined,
    private readonly pageFor: ((status: number, req: Request) => ErrorPage | undefined) | undefined,
  ) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const [req, res] = [http.getRequest<Request>(), http.getResponse<Response>()];
    const error = this.toApiError(thrown, req);
    if (res.headersSent) {
      res.end();
      return;
    }
    res.removeHeader('Omise-Version');
    if (error.code === 'authentication_failure') res.setHeader('WWW-Authenticate', this.challenge);
    if (error.code === 'service_unavailable') res.setHeader('Retry-After', '1');
    res.status(error.status);
    if (this.pageFor) res.vary('Accept');
    const page = req.accepts(['json', 'html']) === 'html' ? this.pageFor?.(error.status, req) : undefined;
    if (page) res.type('html').vary('Accept-Language').set(page.headers).send(page.text);
    else res.json({ ...error.toBody(), message: withoutCardNumbers(error.message) });
  }

  /** At most once a second, while the database is unreachable, full or read-only. */
  private reportTrouble(trouble: string, thrown: unknown): void {
    const now = performance.now();
    if (now - this.reportedAt < REPORT_INTERVAL_MS) return;
    this.reportedAt = now;
    const reason = thrown instanceof Error ? thrown.message.trim().split('\n').at(-1) : undefined;
    this.log.warn(trouble, { reason });
  }

  private toApiError(thrown: unknown, req: Request): ApiError {
    if (thrown instanceof ApiError) return thrown;
    const cause = thrown instanceof HttpException && thrown.cause ? thrown.cause : thrown;
    const reason = unreadableReason(cause);
    if (reason !== undefined) return new ApiError('bad_request', unreadableMessage(reason));
    if (thrown instanceof HttpException && thrown.getStatus() === STATUS_NOT_FOUND)
      return pathNotFound(req, this.hintFor(req.path));
    if (thrown instanceof HttpException && thrown.getStatus() < 500)
      return new ApiError('bad_request', thrown.message);
    if (isDatabaseAway(thrown)) {
      this.reportTrouble('the database is unreachable or not migrated', thrown);
      return new ApiError('service_unavailable');
    }
    if (isWriteRefused(thrown)) this.onRefusedWrite();
    if (isDatabaseFull(thrown)) {
      this.reportTrouble('the database is out of disk space or memory', thrown);
      return new ApiError('service_unavailable');
    }
    if (isDatabaseBroken(thrown)) {
      this.reportTrouble('the database cannot use its files', thrown);
      return new ApiError('service_unavailable');
    }
    if (isDatabaseReadOnly(thrown)) {
      this.reportTrouble('the database is read-only', thrown);
      return new ApiError('service_unavailable');
    }
    if (isDatabaseBusy(thrown)) return new ApiError('service_unavailable');
    this.log.error('request failed', thrown, { requestId: req.id, method: req.method, route: routeOf(req) });
    return new ApiError('internal_error');
  }
}

/** Why Express's body parsers could not read a request: their own name for it, or what its packing broke. */
function unreadableReason(error: unknown): string | undefined {
  const { type, code, status } = (error ?? {}) as { type?: unknown; code?: unknown; status?: unknown };
  if (typeof status !== 'number' || status >= 500) return undefined;
  return [type, code].find((reason) => typeof reason === 'string');
}

function unreadableMessage(reason: string): string {
  switch (reason) {
    case 'entity.parse.failed':
      return 'the body is not valid JSON';
    case 'entity.verify.failed':
      return 'the body is not valid UTF-8';
    case 'entity.too.large':
      return 'the body is too large';
    case 'parameters.too.many':
      return 'the body has too many parameters';
    case 'querystring.parse.rangeError':
      return 'the parameters are nested too deep';
    default:
      return `the body cannot be read (${reason})`;
  }
}

function pathNotFound(req: Request, hint: string | undefined): ApiError {
  return new ApiError(
    'not_found',
    `${req.originalMethod ?? req.method} ${safePath(req)} was not found${hint === undefined ? '' : `; ${hint}`}`,
  );
}

/** The beginning of the path, without card numbers. */
function safePath({ path }: Request): string {
  return maskedPath(path, withoutCardNumbers).slice(0, MAX_PATH_LENGTH);
}
