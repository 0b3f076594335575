import { lookup } from 'node:dns';
import { rootCertificates } from 'node:tls';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Agent, request, type Dispatcher } from 'undici';
import { isForbiddenAddress } from '#domain/webhooks/addresses.js';
import { keptHeaders, storable, type KeptHeaders } from '#domain/webhooks/kept-headers.js';
import { INTERRUPTED, parseRetryAfter, type AttemptOutcome } from '#domain/webhooks/retry-schedule.js';
import type { SignatureHeaders } from '#domain/webhooks/signature.js';
import { Clock } from '#platform/clock/clock.js';
import { MAX_WEBHOOK_TIMEOUT_MS } from '#platform/config/setting-schema.js';
import { SETTINGS, type Settings } from '#platform/config/settings.js';
import { readAuthorities } from '#platform/tls/authority-file.js';
import { forbiddenAddress, guarded } from './guarded-lookup.js';
import { headersIn, traced, type SendTrace } from './send-trace.js';

/** The bytes of a response that are read before the connection is closed, and that are stored. */
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
  EHOSTUNREACH: 'host unreachable',
  ENETUNREACH: 'host unreachable',
  EHOSTDOWN: 'host unreachable',
  EADDRNOTAVAIL: 'host unreachable',
  EPIPE: 'connection closed',
  ETIMEDOUT: 'timeout',
  UND_ERR_CONNECT_TIMEOUT: 'timeout',
  UND_ERR_SOCKET: 'connection closed',
  UND_ERR_HEADERS_OVERFLOW: 'headers too large',
  HTTPParserError: 'answer is not valid HTTP',
  FORBIDDEN_ADDRESS: 'address not allowed',
  TimeoutError: 'timeout',
  AbortError: INTERRUPTED,
};

/** The headers that differ between attempts. */
export interface OwnHeaders extends SignatureHeaders {
  readonly 'Tollgate-Time': string;
  readonly 'Tollgate-Epoch': string;
  /** The number of the attempt, and who asked for it. */
  readonly 'Tollgate-Attempt': string;
  readonly 'Tollgate-Trigger': string;
  /** The id of the request that caused the event (docs/fidelity.md W16). */
  readonly 'X-Request-Id'?: string;
  /** The name of the fault that has it differ from what it would be. */
  readonly 'Tollgate-Fault'?: string;
}

/** An attempt that was made. Times are counted from its begin. */
export interface SentAttempt extends AttemptOutcome {
  readonly durationMs: number;
  /** Until it could be sent, next to nothing on a connection that was open; null if it never was. */
  readonly connectMs: number | null;
  /** Until the answer began; null if none did. */
  readonly firstByteMs: number | null;
  /** As they were sent, or were to be. */
  readonly headers: KeptHeaders;
  /** The IP address that it went to; null if that is not known. */
  readonly address: string | null;
  readonly answerHeaders: KeptHeaders | null;
  readonly answerStart: string | null;
}

/** The receiver's response, or the error. */
type Answered = AttemptOutcome & Pick<SentAttempt, 'firstByteMs' | 'answerHeaders' | 'answerStart'> & { readonly address?: string };

/** Makes the one HTTP request of an attempt. Redirects are answers, not followed; no answer keeps it longer than the time-out. */
@Injectable()
export class WebhookSender implements OnApplicationShutdown {
  private readonly agent: Agent;
  /** Attempts under way. */
  private readonly underWay = new Set<AbortController>();
  private isAborted = false;

  constructor(
    @Inject(SETTINGS) { webhookCaFile }: Settings,
    private readonly clock: Clock,
  ) {
    const ca = webhookCaFile === undefined ? {} : { ca: [...rootCertificates, readAuthorities('WEBHOOK_CA_FILE', webhookCaFile)] };
    // Each attempt ends by the time-out of its account, which may be longer than the installation's.
    const connect = { timeout: MAX_WEBHOOK_TIMEOUT_MS, lookup: guarded(lookup), ...ca };
    this.agent = new Agent({ connect, maxHeaderSize: MAX_HEADER_BYTES, keepAliveTimeout: 4_000 });
  }

  /** POSTs `body` as it is, and waits `timeoutMs` for the answer. Never throws: an error is an outcome with a name. */
  async send(uri: string, body: string, own: OwnHeaders, timeoutMs: number): Promise<SentAttempt> {
    const started = performance.now();
    const limit = new AbortController();
    // AbortSignal.timeout() in AbortSignal.any() would be shorter, but what nothing else holds may be collected before its time has come (nodejs/node#57736).
    const timer = setTimeout(() => limit.abort(new DOMException('The receiver did not answer in time', 'TimeoutError')), timeoutMs);
    this.underWay.add(limit);
    if (this.isAborted) limit.abort();
    const headers = { 'Content-Type': 'application/json', 'User-Agent': USER_AGENT, ...own };
    let trace: SendTrace | undefined;
    const asked = this.attempt(uri, body, headers, limit.signal, started, (sent) => (trace = sent));
    const { address = null, ...outcome } = await asked.catch((error: unknown) => failedOutcome(error));
    this.underWay.delete(limit);
    clearTimeout(timer);
    return {
      ...outcome,
      durationMs: since(started),
      connectMs: trace ? Math.round(trace.sentAt - started) : null,
      headers: keptHeaders(trace ? { ...headersIn(trace.head), 'content-length': String(Buffer.byteLength(body)) } : headers),
      address: trace?.address ?? address,
    };
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

  private async attempt(
    uri: string,
    body: string,
    headers: Record<string, string>,
    signal: AbortSignal,
    started: number,
    onSent: (trace: SendTrace) => void,
  ): Promise<Answered> {
    // A literal address is never looked up, so it is judged here; names are judged by what they resolve to.
    if (isForbiddenAddress(new URL(uri).hostname)) throw forbiddenAddress();
    const asked = traced(() => request(uri, { method: 'POST', body, headers, dispatcher: this.agent, signal }), onSent);
    // undici listens to the signal only once it is connected.
    const answer = await Promise.race([asked, abortOf(signal)]);
    const firstByteMs = since(started);
    const retryAfter = answer.headers['retry-after'];
    return {
      status: answer.statusCode,
      error: null,
      retryAfterMs: parseRetryAfter(typeof retryAfter === 'string' ? retryAfter : undefined, this.clock.machineNow()),
      firstByteMs,
      answerHeaders: keptHeaders(answer.headers),
      answerStart: await readStart(answer.body),
    };
  }
}

/** An attempt that never left. */
export function notSent(own: OwnHeaders, error: string): SentAttempt {
  const none = { status: null, connectMs: null, firstByteMs: null, address: null, answerHeaders: null, answerStart: null };
  return { ...none, error, durationMs: 0, headers: keptHeaders({ ...own }) };
}

function since(started: number): number {
  return Math.round(performance.now() - started);
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
  return storable(Buffer.concat(kept).toString('utf8'));
}

function failedOutcome(error: unknown): Answered {
  const { code, name, address } = error as NodeJS.ErrnoException & { address?: string };
  // The parser's code names the place in the answer where it stopped; its name suffices for merchants.
  const key = [code, name].find((one) => one !== undefined && one in ERROR_NAMES);
  const isTls = typeof code === 'string' && /CERT|SSL|TLS|UNABLE_TO|EPROTO/.test(code);
  const known = key === undefined ? undefined : ERROR_NAMES[key];
  const none = { status: null, firstByteMs: null, answerHeaders: null, answerStart: null };
  return { ...none, error: known ?? (isTls ? `TLS: ${code}` : (code ?? name)), ...(address !== undefined && { address }) };
}
