import { lookup } from 'node:dns';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Agent, request, type Dispatcher } from 'undici';
import { isForbiddenAddress } from '#domain/webhooks/addresses.js';
import { INTERRUPTED, parseRetryAfter, type AttemptOutcome } from '#domain/webhooks/retry-schedule.js';
import type { SignatureHeaders } from '#domain/webhooks/signature.js';
import { Clock } from '#platform/clock/clock.js';
import { SETTINGS } from '#platform/config/config.module.js';
import type { Settings } from '#platform/config/settings.js';
import { forbiddenAddress, guarded } from './guarded-lookup.js';

/** What is read of an answer before the connection is cut, and what is kept of it, in bytes. */
const MAX_ANSWER_BYTES = 64 * 1024;
const KEPT_ANSWER_BYTES = 1_024;
const MAX_HEADER_BYTES = 16 * 1024;
const USER_AGENT = 'Tollgate';

/** Errors by the names that they are recorded under (docs/fidelity.md W7). */
export const ERROR_NAMES: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'connection reset',
  ENOTFOUND: 'host not found',
  EAI_AGAIN: 'host not found',
  ETIMEDOUT: 'timeout',
  UND_ERR_CONNECT_TIMEOUT: 'timeout',
  UND_ERR_SOCKET: 'connection closed',
  UND_ERR_HEADERS_OVERFLOW: 'headers too large',
  FORBIDDEN_ADDRESS: 'address not allowed',
  TimeoutError: 'timeout',
  AbortError: INTERRUPTED,
};

/** The headers that differ between attempts. */
export interface OwnHeaders extends SignatureHeaders {
  readonly 'Tollgate-Time': string;
  readonly 'Tollgate-Epoch': string;
  /** Of the request that caused the event (docs/fidelity.md W16). */
  readonly 'X-Request-Id'?: string;
}

export interface SentAttempt extends AttemptOutcome {
  readonly durationMs: number;
  readonly answerStart: string | null;
}

/** Makes the one HTTP request of an attempt. Redirects are answers, not followed; no answer keeps it longer than the time-out. */
@Injectable()
export class WebhookSender implements OnApplicationShutdown {
  private readonly agent: Agent;
  /** Attempts under way. */
  private readonly underWay = new Set<AbortController>();
  private isAborted = false;

  constructor(
    @Inject(SETTINGS) { webhookTimeoutMs: timeout }: Settings,
    private readonly clock: Clock,
  ) {
    this.agent = new Agent({ connect: { timeout, lookup: guarded(lookup) }, maxHeaderSize: MAX_HEADER_BYTES, keepAliveTimeout: 4_000 });
  }

  /** POSTs `body` as it is, and waits `timeoutMs` for the answer. Never throws: an error is an outcome with a name. */
  async send(uri: string, body: string, own: OwnHeaders, timeoutMs: number): Promise<SentAttempt> {
    const started = performance.now();
    const limit = new AbortController();
    // AbortSignal.timeout() in AbortSignal.any() would be shorter, but what nothing else holds may be collected before its time has come (nodejs/node#57736).
    const timer = setTimeout(() => limit.abort(new DOMException('The receiver did not answer in time', 'TimeoutError')), timeoutMs);
    this.underWay.add(limit);
    if (this.isAborted) limit.abort();
    const outcome = await this.attempt(uri, body, own, limit.signal).catch((error: unknown) => failedOutcome(error));
    this.underWay.delete(limit);
    clearTimeout(timer);
    return { ...outcome, durationMs: Math.round(performance.now() - started) };
  }

  /** Breaks off every attempt under way, and those that come: they end as `interrupted`. */
  abort(): void {
    this.isAborted = true;
    for (const limit of this.underWay) limit.abort();
  }

  /** No attempt is under way any more, but connections of some that were broken off may still be tried. */
  async onApplicationShutdown(): Promise<void> {
    await this.agent.destroy();
  }

  private async attempt(uri: string, body: string, own: OwnHeaders, signal: AbortSignal): Promise<Omit<SentAttempt, 'durationMs'>> {
    // A literal address is never looked up, so it is judged here; names are judged by what they resolve to.
    if (isForbiddenAddress(new URL(uri).hostname)) throw forbiddenAddress();
    const asked = request(uri, {
      method: 'POST',
      body,
      headers: { 'Content-Type': 'application/json', 'User-Agent': USER_AGENT, ...own },
      dispatcher: this.agent,
      signal,
    });
    // undici listens to the signal only once it is connected.
    const answer = await Promise.race([asked, abortOf(signal)]);
    const retryAfter = answer.headers['retry-after'];
    return {
      status: answer.statusCode,
      error: null,
      retryAfterMs: parseRetryAfter(typeof retryAfter === 'string' ? retryAfter : undefined, this.clock.machineNow()),
      answerStart: await readStart(answer.body),
    };
  }
}

/** Never resolves; rejects when, or if, the signal aborts. */
function abortOf(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const fail = (): void => reject(signal.reason as Error);
    if (signal.aborted) fail();
    else signal.addEventListener('abort', fail, { once: true });
  });
}

/** The start of an answer as text that PostgreSQL can store. The rest is read up to a limit, and what is beyond it never. */
async function readStart(body: Dispatcher.ResponseData['body']): Promise<string> {
  const kept: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      if (size < KEPT_ANSWER_BYTES) kept.push(chunk.subarray(0, KEPT_ANSWER_BYTES - size));
      size += chunk.length;
      if (size > MAX_ANSWER_BYTES) break;
    }
  } catch {
    // The status is the answer; a body that breaks off or never ends changes nothing about it.
  }
  return Buffer.concat(kept).toString('utf8').replaceAll('\0', '');
}

function failedOutcome(error: unknown): Omit<SentAttempt, 'durationMs'> {
  const { code, name } = error as NodeJS.ErrnoException;
  const key = code && code in ERROR_NAMES ? code : name in ERROR_NAMES ? name : undefined;
  const isTls = typeof code === 'string' && /CERT|SSL|TLS|UNABLE_TO/.test(code);
  const known = key === undefined ? undefined : ERROR_NAMES[key];
  return { status: null, error: known ?? (isTls ? `TLS: ${code}` : (code ?? name)), answerStart: null };
}
