import { request as overHttp, type IncomingMessage } from 'node:http';
import { request as overTls } from 'node:https';
import { text } from 'node:stream/consumers';
import { readSurroundings } from '../cli/surroundings.js';

/** How long an answer may take beyond what it was asked to wait. */
const ANSWER_MS = 30_000;
const FORBIDDEN = [401, 403, 421];

/** A Tollgate, and what opens it. */
export interface ControlAddress {
  /** Of the control host: `http://127.0.0.1:7403`. */
  readonly controlUrl: string;
  /** `CONTROL_TOKEN` of that Tollgate, where it has one. */
  readonly token?: string;
}

/** What Tollgate refused. */
export class TollgateError extends Error {
  override readonly name: string = 'TollgateError';

  constructor(
    message: string,
    /** Of the answer; undefined where there was none. */
    readonly status?: number,
  ) {
    super(message);
  }
}

/** What is sent with a call; `waitMs` says how long the answer itself is to wait. */
export interface Sent {
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  readonly body?: unknown;
  readonly waitMs?: number;
}

/**
 * Asks the control host of a Tollgate. By `node:http`, for a test may have replaced `fetch`, and its fake timers do not reach the time-outs of sockets; each
 * call on a connection of its own, for one that is kept open could be closed as it is used.
 */
export class Control {
  readonly url: string;
  private readonly token: string | undefined;

  constructor(address: ControlAddress = fromEnvironment()) {
    this.url = address.controlUrl.replace(/\/+$/, '');
    this.token = address.token;
  }

  /** Throws a {@link TollgateError} unless the answer is a good one. */
  async ask<Answer>(method: string, path: string, { query = {}, body, waitMs = 0 }: Sent = {}): Promise<Answer> {
    const url = new URL(this.url + path);
    for (const [name, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(name, String(value));
    if (waitMs > 0) url.searchParams.set('wait', `${Math.ceil(waitMs)}ms`);
    const content = body === undefined ? undefined : JSON.stringify(body);
    const answer = await this.send(url, method, content, waitMs + ANSWER_MS);
    const words = await text(answer);
    const { statusCode: status = 0 } = answer;
    if (status !== 200) throw this.refusal(`${method} ${path}`, status, words);
    return JSON.parse(words) as Answer;
  }

  private send(url: URL, method: string, content: string | undefined, limitMs: number): Promise<IncomingMessage> {
    const headers = {
      accept: 'application/json',
      ...(this.token !== undefined && { authorization: `Bearer ${this.token}` }),
      ...(content !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(content) }),
    };
    return new Promise((resolve, reject) => {
      const request = (url.protocol === 'https:' ? overTls : overHttp)(url, { method, headers, agent: false }, resolve);
      request.setTimeout(limitMs, () => request.destroy(new Error(`no answer within ${limitMs} ms`)));
      request.on('error', ({ code, message }: NodeJS.ErrnoException) =>
        reject(
          new TollgateError(
            `no Tollgate answers at ${this.url} (${code ?? message}); "npx tollgate" starts one, TOLLGATE_CONTROL_URL says where one is`,
          ),
        ),
      );
      request.end(content);
    });
  }

  private refusal(call: string, status: number, words: string): TollgateError {
    const said = messageIn(words);
    if (said === undefined) return new TollgateError(`${call}: what answers at ${this.url} is not Tollgate (${status})`, status);
    const hint = FORBIDDEN.includes(status) ? '; set CONTROL_TOKEN to the token of that Tollgate' : '';
    return new TollgateError(`${call}: ${said}${hint}`, status);
  }
}

/** As the command line finds it. */
function fromEnvironment(): ControlAddress {
  const { controlUrl, token } = readSurroundings();
  return { controlUrl, ...(token !== undefined && { token }) };
}

function messageIn(words: string): string | undefined {
  try {
    const { object, message, code } = JSON.parse(words) as { object?: string; message?: string; code?: string };
    return object === 'error' ? `${message} (${code})` : undefined;
  } catch {
    return undefined;
  }
}
