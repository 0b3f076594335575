import { lookup } from 'node:dns';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Agent, request, type Dispatcher } from 'undici';
import { isForbiddenAddress } from '#kernel/addresses.js';
import { Clock } from '#platform/clock/clock.js';
import { MAX_WEBHOOK_TIMEOUT_MS } from '#platform/config/account-settings.js';
import { SETTINGS, type Settings } from '#platform/config/settings.js';
import { LONGEST_SECRET, masked, maskedStart } from '#platform/logging/masking.js';
import { webhookAuthorities } from '#platform/tls/authority-file.js';
import { keptHeaders, storable, type KeptHeaders } from './rules/kept-headers.js';
import { INTERRUPTED, parseRetryAfter, type AttemptOutcome } from './rules/retry-schedule.js';
import { withoutWebhookSecret } from './shown-secret.js';
import type { SignatureHeaders } from './rules/signature.js';
import { forbiddenAddress, guarded } from './guarded-lookup.js';
import { targetOf } from './inbox-target.js';
import { headersIn, traced, type SendListener, type SendTrace } from './send-trace.js';

/**
 * The limits of a response: bytes that are read before the connection is closed, that are searched for secrets
 * unless more are kept, and that are stored.
 */
export const MAX_ANSWER_BYTES = 64 * 1024;
const SEARCHED_ANSWER_BYTES = 16 * 1024;
const KEPT_ANSWER_BYTES = 1_024;
/** Of a failed attempt: the error pages of frameworks begin with kilobytes of styles. */
const KEPT_FAILURE_BYTES = 8 * 1024;
const MAX_HEADER_BYTES = 16 * 1024;
const USER_AGENT = 'Tollgate';

/** The recorded names of errors, by their codes (docs/fidelity.md W7). */
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
export interface OwnHeaders extends Partial<SignatureHeaders> {
  readonly 'Tollgate-Time': string;
  readonly 'Tollgate-Epoch': string;
  readonly 'Tollgate-Attempt': string;
  readonly 'Tollgate-Trigger': string;
  /** The id of the request that caused the event (docs/fidelity.md W16). */
  readonly 'X-Request-Id'?: string;
  /** The name of the fault that changed the attempt. */
  readonly 'Tollgate-Fault'?: string;
}

/** An attempt that was made. Times are counted from its start. */
export interface SentAttempt extends AttemptOutcome {
  readonly durationMs: number;
  /** Until the headers were sent, close to 0 on an open connection; null if they never were. */
  readonly connectMs: number | null;
  /** Until the first byte of the response; null without one. */
  readonly firstByteMs: number | null;
  /** As sent; if the attempt failed before that, as prepared. */
  readonly headers: KeptHeaders;
  /** Null if nothing was sent. */
  readonly body: string | null;
  /** The IP address of the receiver; null if unknown. */
  readonly address: string | null;
  readonly answerHeaders: KeptHeaders | null;
  readonly answerStart: string | null;
}

export interface SendOptions {
  /** The webhook secret, which is masked in the response. */
  readonly secret?: string;
  /** Closes the connection once the request has been sent, as after the time-out. */
  readonly hangsUp?: boolean | undefined;
  /** Bytes of the response that are kept, at most {@link MAX_ANSWER_BYTES}. */
  readonly keptBytes?: number;
}

/** The receiver's response, or the error. */
type Answered = AttemptOutcome &
  Pick<SentAttempt, 'firstByteMs' | 'answerHeaders' | 'answerStart'> & { readonly address?: string };

/** Sends the HTTP request of an attempt. Does not follow redirects: they are responses like others. */
@Injectable()
export class WebhookSender implements OnApplicationShutdown {
  private readonly agent: Agent;
  /** Attempts in progress. */
  private readonly underWay = new Set<AbortController>();
  private isAborted = false;

  constructor(
    @Inject(SETTINGS) private readonly settings: Pick<Settings, 'controlUrl' | 'inboxUrl' | 'webhookCaFile'>,
    private readonly clock: Clock,
  ) {
    const ca = webhookAuthorities(settings.webhookCaFile);
    // Each attempt has the time-out of its account, which may be longer than the installation's.
    const connect = { timeout: MAX_WEBHOOK_TIMEOUT_MS, lookup: guarded(lookup), ...(ca && { ca }) };
    this.agent = new Agent({ connect, maxHeaderSize: MAX_HEADER_BYTES, keepAliveTimeout: 4_000 });
  }

  /**
   * POSTs `body` unchanged, and waits `timeoutMs` for the response. Never throws: an error is an outcome with
   * a name.
   */
  async send(
    uri: string,
    body: string,
    own: OwnHeaders,
    timeoutMs: number,
    { hangsUp = false, ...kept }: SendOptions = {},
  ): Promise<SentAttempt> {
    const started = performance.now();
    const limit = new AbortController();
    // AbortSignal.timeout() in AbortSignal.any() would be shorter, but may be garbage-collected before it
    // fires (nodejs/node#57736).
    const timeOut = (): void =>
      limit.abort(new DOMException('The receiver did not answer in time', 'TimeoutError'));
    const timer = setTimeout(timeOut, timeoutMs);
    this.underWay.add(limit);
    if (this.isAborted) limit.abort();
    const headers = { 'Content-Type': 'application/json', 'User-Agent': USER_AGENT, ...own };
    let trace: SendTrace | undefined;
    const listener = {
      onHeaders: (sent: SendTrace) => (trace = sent),
      onFlushed: hangsUp ? timeOut : undefined,
    };
    const attempt = this.attempt(uri, body, headers, limit.signal, started, listener, kept);
    const { address = null, ...outcome } = await attempt.catch((error: unknown) => failedOutcome(error));
    this.underWay.delete(limit);
    clearTimeout(timer);
    return {
      ...outcome,
      durationMs: since(started),
      connectMs: trace ? Math.round(trace.sentAt - started) : null,
      headers: keptHeaders(
        trace ? { ...headersIn(trace.head), 'content-length': String(Buffer.byteLength(body)) } : headers,
      ),
      body,
      address: trace?.address ?? address,
    };
  }

  /** Aborts every attempt in progress, and every later one: they end as `interrupted`. */
  abort(): void {
    this.isAborted = true;
    for (const limit of this.underWay) limit.abort();
  }

  /** All attempts have ended, but connections of aborted ones may still be opening. */
  async onApplicationShutdown(): Promise<void> {
    await this.agent.destroy();
  }

  private async attempt(
    uri: string,
    body: string,
    headers: Record<string, string>,
    signal: AbortSignal,
    started: number,
    listener: SendListener,
    { secret, keptBytes }: Pick<SendOptions, 'secret' | 'keptBytes'>,
  ): Promise<Answered> {
    // A literal address is never looked up, so it is checked here; names are checked by the addresses that
    // they resolve to.
    if (isForbiddenAddress(new URL(uri).hostname)) throw forbiddenAddress();
    const { url, host } = targetOf(uri, this.settings);
    const sent = host === undefined ? headers : { ...headers, Host: host };
    const response = traced(
      () => request(url, { method: 'POST', body, headers: sent, dispatcher: this.agent, signal }),
      listener,
    );
    // undici listens to the signal only once it has connected.
    const aborted = abortOf(signal);
    // An endpoint may respond before it has read the whole body.
    const answer = await Promise.race([
      listener.onFlushed ? response.then(() => aborted) : response,
      aborted,
    ]);
    const firstByteMs = since(started);
    const retryAfter = answer.headers['retry-after'];
    const withoutSecret = secret === undefined ? (text: string) => text : withoutWebhookSecret(secret);
    const mask = (text: string): string => masked(withoutSecret(text));
    return {
      status: answer.statusCode,
      error: null,
      retryAfterMs: parseRetryAfter(
        typeof retryAfter === 'string' ? retryAfter : undefined,
        this.clock.machineNow(),
      ),
      firstByteMs,
      answerHeaders: keptHeaders(answer.headers, mask),
      answerStart: await readStart(
        answer.body,
        keptBytes ?? (isSuccess(answer.statusCode) ? KEPT_ANSWER_BYTES : KEPT_FAILURE_BYTES),
        mask,
      ),
    };
  }
}

export function notSent(own: OwnHeaders, error: string): SentAttempt {
  const none = {
    status: null,
    connectMs: null,
    firstByteMs: null,
    body: null,
    address: null,
    answerHeaders: null,
    answerStart: null,
  };
  return { ...none, error, durationMs: 0, headers: keptHeaders({ ...own }) };
}

function since(started: number): number {
  return Math.round(performance.now() - started);
}

/** Rejects when the signal aborts; never resolves. */
function abortOf(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const fail = (): void => reject(signal.reason as Error);
    if (signal.aborted) fail();
    else signal.addEventListener('abort', fail, { once: true });
  });
}

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

/**
 * The first `kept` bytes of a response as text that PostgreSQL can store, without secrets that the receiver
 * has shown. The rest is read up to a limit.
 */
async function readStart(
  body: Dispatcher.ResponseData['body'],
  kept: number,
  mask: (text: string) => string,
): Promise<string> {
  const searched = Math.max(SEARCHED_ANSWER_BYTES, kept + LONGEST_SECRET);
  const read: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      if (size < searched) read.push(chunk.subarray(0, searched - size));
      size += chunk.length;
      if (size > Math.max(MAX_ANSWER_BYTES, searched)) break;
    }
  } catch {
    // The status decides; a body that is cut short or never ends does not change it.
  }
  const text = storable(Buffer.concat(read).toString('utf8'));
  const start = maskedStart(text, kept, mask, size > searched);
  return Buffer.from(start).subarray(0, kept).toString('utf8');
}

function failedOutcome(error: unknown): Answered {
  const { code, name, address } = error as NodeJS.ErrnoException & { address?: string };
  // The parser's code says where in the response it stopped; its name is enough for users.
  const key = [code, name].find((one) => one !== undefined && one in ERROR_NAMES);
  const isTls = typeof code === 'string' && /CERT|SSL|TLS|UNABLE_TO|EPROTO/.test(code);
  const known = key === undefined ? undefined : ERROR_NAMES[key];
  const none = { status: null, firstByteMs: null, answerHeaders: null, answerStart: null };
  return {
    ...none,
    error: known ?? (isTls ? `TLS: ${code}` : (code ?? name)),
    ...(address !== undefined && { address }),
  };
}
