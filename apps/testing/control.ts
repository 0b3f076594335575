import { request as overHttp, type IncomingMessage } from 'node:http';
import { request as overTls } from 'node:https';
import { text } from 'node:stream/consumers';
import { readSurroundings } from '../cli/surroundings.js';

/** Time limit of a response, besides the requested wait. */
const ANSWER_MS = 30_000;
const FORBIDDEN = [401, 403, 421];

/** The address and token of a Tollgate. */
export interface ControlAddress {
  /** Address of the control host, such as `http://127.0.0.1:7403`. */
  readonly controlUrl: string;
  /** `CONTROL_TOKEN` of the server, if it has one. */
  readonly token?: string;
}

/** An error response of Tollgate, or no response. */
export class TollgateError extends Error {
  override readonly name: string = 'TollgateError';

  constructor(
    message: string,
    /** HTTP status; undefined without a response. */
    readonly status?: number,
  ) {
    super(message);
  }
}

/**
 * The contents of a request: a text is sent as it is, all else as JSON. `waitMs` is the wait that the server
 * is asked for.
 */
export interface Sent {
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  readonly body?: unknown;
  readonly waitMs?: number;
  /** Time limit of the response; default 30 s, besides the wait. */
  readonly limitMs?: number;
}

/**
 * Client of the control host. Uses `node:http`: a test may replace `fetch`, and fake timers do not affect
 * socket time-outs. Opens a connection for each call, because the server may close an idle one.
 */
export class Control {
  readonly url: string;
  private readonly token: string | undefined;

  constructor(address: ControlAddress = fromEnvironment()) {
    this.url = address.controlUrl.replace(/\/+$/, '');
    this.token = address.token;
  }

  /** Throws a {@link TollgateError} unless the status is 200. */
  async ask<Answer>(
    method: string,
    path: string,
    { query = {}, body, waitMs = 0, limitMs = ANSWER_MS }: Sent = {},
  ): Promise<Answer> {
    const url = new URL(this.url + path);
    for (const [name, value] of Object.entries(query))
      if (value !== undefined) url.searchParams.set(name, String(value));
    if (waitMs > 0) url.searchParams.set('wait', `${Math.ceil(waitMs)}ms`);
    const answer = await this.send(url, method, body, waitMs + limitMs);
    const words = await text(answer);
    const { statusCode: status = 0 } = answer;
    if (status !== 200) throw this.refusal(`${method} ${path}`, status, words);
    return JSON.parse(words) as Answer;
  }

  private send(url: URL, method: string, body: unknown, limitMs: number): Promise<IncomingMessage> {
    const isText = typeof body === 'string';
    const content = body === undefined || isText ? body : JSON.stringify(body);
    const headers = {
      accept: 'application/json',
      ...(this.token !== undefined && { authorization: `Bearer ${this.token}` }),
      ...(content !== undefined && {
        'content-type': isText ? 'application/x-ndjson' : 'application/json',
        'content-length': Buffer.byteLength(content),
      }),
    };
    return new Promise((resolve, reject) => {
      const request = (url.protocol === 'https:' ? overTls : overHttp)(
        url,
        { method, headers, agent: false },
        resolve,
      );
      request.setTimeout(limitMs, () => request.destroy(new Error(`no answer within ${limitMs} ms`)));
      request.on('error', ({ code, message }: NodeJS.ErrnoException) =>
        reject(
          new TollgateError(
            `cannot reach Tollgate at ${this.url} (${code ?? message}); run "npx tollgate", or set TOLLGATE_CONTROL_URL to its address`,
          ),
        ),
      );
      request.end(content);
    });
  }

  private refusal(call: string, status: number, words: string): TollgateError {
    const message = messageIn(words);
    if (message === undefined)
      return new TollgateError(
        `${call}: ${this.url} is not a Tollgate control host (status ${status})`,
        status,
      );
    const hint = FORBIDDEN.includes(status) ? '; set CONTROL_TOKEN to the token of the server' : '';
    return new TollgateError(`${call}: ${message}${hint}`, status);
  }
}

/** Reads the same environment as the command line. */
function fromEnvironment(): ControlAddress {
  const { controlUrl, token } = readSurroundings();
  return { controlUrl, ...(token !== undefined && { token }) };
}

function messageIn(words: string): string | undefined {
  try {
    const { object, message, code } = JSON.parse(words) as {
      object?: string;
      message?: string;
      code?: string;
    };
    return object === 'error' ? `${message} (${code})` : undefined;
  } catch {
    return undefined;
  }
}
