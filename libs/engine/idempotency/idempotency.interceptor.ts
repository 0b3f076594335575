import {
  Inject,
  Injectable,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Counter } from 'prom-client';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { withoutCardNumbers } from '#kernel/card-numbers-in-text.js';
import { ApiError, fail, type ErrorBody } from '#kernel/errors.js';
import type { Scope } from '#kernel/scope.js';
import { Clock } from '#platform/clock/clock.js';
import { SETTINGS, type Settings } from '#platform/config/settings.js';
import { Database } from '#platform/database/database.js';
import { routeOf } from '#platform/http/observe.js';
import type { ReceivedFile } from '#platform/http/upload.js';
import { Metrics } from '#platform/metrics/metrics.js';
import { AccountDirectory } from '../accounts/account-directory.js';
import { idempotencyKeyHash, idempotencyKeyProblem, requestFingerprint } from './rules/idempotency.js';
import { IdempotencyStore, type Claim, type KeptAnswer } from './idempotency.store.js';

const REPLAYED_HEADER = 'Idempotent-Replayed';
/** Methods that are not idempotent by themselves, as GET and DELETE are (docs/fidelity.md N2). */
const METHODS: ReadonlySet<string> = new Set(['POST', 'PATCH']);
const OK = 200;
const INTERNAL_ERROR = 500;

/**
 * Does the work of a request with an `Idempotency-Key` once. Key, work and answer are one transaction, so a
 * crash cannot separate them. A request with the same key waits for the end of that transaction: the unique
 * index makes it wait (docs/decisions/0001-state-changes.md).
 */
@Injectable()
export class IdempotencyInterceptor implements NestInterceptor {
  private readonly answers: Counter<'outcome'>;

  constructor(
    private readonly store: IdempotencyStore,
    private readonly database: Database,
    private readonly directory: AccountDirectory,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
    metrics: Metrics,
  ) {
    this.answers = metrics.counter(
      'tollgate_idempotency_answers_total',
      'Responses to requests with an Idempotency-Key, by outcome.',
      ['outcome'],
    );
  }

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    const req = http.getRequest<Request>();
    const key = req.headers['idempotency-key'];
    if (typeof key !== 'string' || !req.scope || !this.appliesTo(req)) return next.handle();
    return from(this.answer(key, req.scope, req, http.getResponse(), () => lastValueFrom(next.handle())));
  }

  /**
   * Not for uploads, whose file the route reads after this interceptor: see {@link
   * UploadIdempotencyInterceptor}.
   */
  protected appliesTo(req: Request): boolean {
    return METHODS.has(req.method) && !isUpload(req);
  }

  private async answer(
    key: string,
    scope: Scope,
    req: Request,
    res: Response,
    work: () => Promise<unknown>,
  ): Promise<unknown> {
    const claim = await this.claimOf(key, scope, req);
    const { isReplayed, answer } = await this.database.atomically(async () => {
      const kept = await this.store.claim(claim);
      if (kept) return { isReplayed: true, answer: kept };
      const fresh = await answerOf(work);
      await this.store.keep(claim, fresh);
      return { isReplayed: false, answer: fresh };
    });
    if (isReplayed) res.setHeader(REPLAYED_HEADER, 'true');
    this.answers.inc({ outcome: isReplayed ? 'replayed' : 'new' });
    return readAnswer(answer);
  }

  private async claimOf(
    key: string,
    { accountId, livemode, keyKind, apiVersion }: Scope,
    req: Request,
  ): Promise<Claim> {
    const problem = idempotencyKeyProblem(key);
    if (problem) fail('bad_request', problem);
    const { method, query, file } = req as Request & { file?: ReceivedFile };
    const { vaultSecret } = this.settings;
    const keyHash = idempotencyKeyHash(vaultSecret, key);
    const identity = { method, path: pathOf(req), query, body: req.body as unknown, apiVersion };
    const sent = file && { name: file.originalname, content: file.buffer };
    const fingerprint = requestFingerprint(vaultSecret, { ...identity, file: sent });
    return {
      accountId,
      livemode,
      keyKind,
      keyHash,
      fingerprint,
      now: this.clock.now(await this.directory.get(accountId)),
    };
  }
}

/** The same for uploads. A route lists it after the interceptor that reads the file. */
@Injectable()
export class UploadIdempotencyInterceptor extends IdempotencyInterceptor {
  protected override appliesTo(req: Request): boolean {
    return isUpload(req);
  }
}

function isUpload(req: Request): boolean {
  return typeof req.is('multipart/form-data') === 'string';
}

/**
 * The path in its canonical form: the router ignores letter case, a slash at the end and percent-encoding.
 */
function pathOf(req: Request): string {
  return routeOf(req).replaceAll(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(req.params[name])),
  );
}

/**
 * The answer to keep, which may be a refusal. An error that a retry may not meet is thrown, so that key and
 * work are rolled back.
 */
async function answerOf(work: () => Promise<unknown>): Promise<KeptAnswer> {
  try {
    return { status: OK, body: JSON.stringify(await work()) };
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= INTERNAL_ERROR || error.code === 'service_not_found')
      throw error;
    return {
      status: error.status,
      body: JSON.stringify({ ...error.toBody(), message: withoutCardNumbers(error.message) }),
    };
  }
}

/** The answer to render. A new answer is read back from its text too, so that a replay has the same bytes. */
function readAnswer({ status, body }: KeptAnswer): unknown {
  const answer = JSON.parse(body) as unknown;
  if (status === OK) return answer;
  const { code, message } = answer as ErrorBody;
  throw new ApiError(code, message);
}
