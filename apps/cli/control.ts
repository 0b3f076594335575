import { parse, token } from '#platform/config/setting-types.js';
import { EXIT, Failure, reasonOf } from './failure.js';
import type { Surroundings } from './surroundings.js';

export interface Sent {
  readonly query?: URLSearchParams;
  /** A function gives what is read while it is sent, until the signal of the end of the call. */
  readonly body?:
    | URLSearchParams
    | FormData
    | Uint8Array<ArrayBuffer>
    | string
    | ((ended: AbortSignal) => AsyncIterable<Uint8Array<ArrayBuffer>>);
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

const UNAUTHENTICATED = 401;
const FORBIDDEN = [UNAUTHENTICATED, 403, 421];

export class Control {
  constructor(private readonly surroundings: Pick<Surroundings, 'controlUrl' | 'token' | 'key'>) {}

  get url(): string {
    return this.surroundings.controlUrl;
  }

  /** The same client for one sandbox, with its secret key. */
  of({ test }: { readonly test: { readonly secret_key: string } }): Control {
    return new Control({ ...this.surroundings, key: test.secret_key });
  }

  /** Throws a {@link Failure} unless the status is 2xx. */
  async ask(method: string, path: string, sent?: Sent): Promise<Response> {
    const answer = await this.send(method, path, sent);
    if (!answer.ok) throw await refusal(answer);
    return answer;
  }

  /** Any answer. Throws a {@link Failure} if there is none. */
  async send(method: string, path: string, { query, headers, body, ...sent }: Sent = {}): Promise<Response> {
    const ended = new AbortController();
    const search = query && query.size > 0 ? `?${query.toString()}` : '';
    // Tollgate never redirects, and another host must not get the token.
    const request = {
      method,
      redirect: 'manual' as const,
      // Required for bodies that are read while they are sent.
      duplex: 'half' as const,
      headers: {
        accept: 'application/json',
        'tollgate-client': 'cli',
        ...this.authorization(path),
        ...headers,
      },
      ...sent,
      body: typeof body === 'function' ? body(ended.signal) : body,
    };
    return (
      fetch(`${this.url}${path}${search}`, request)
        .catch((error: Error) => {
          if (sent.signal?.aborted) throw error;
          if (error.cause instanceof Failure) throw error.cause;
          const code = reasonOf(error);
          throw new Failure(
            `cannot reach Tollgate at ${this.url} (${code}); run "tollgate start", or set TOLLGATE_CONTROL_URL to its address`,
            EXIT.unreachable,
          );
        })
        // After a broken connection, fetch would read the rest of the body into memory.
        .finally(() => ended.abort())
    );
  }

  async json<Answer>(method: string, path: string, sent?: Sent): Promise<Answer> {
    return (await (await this.ask(method, path, sent)).json()) as Answer;
  }

  /** The token has access to everything, a key only to its own sandbox: it is sent to no other route. */
  private authorization(path: string): Record<string, string> {
    const { token, key } = this.surroundings;
    if (token !== undefined) return { authorization: bearer(token) };
    const isInSandbox = /^\/api\/(sandboxes\/|session|scenarios)/.test(path);
    return key !== undefined && isInSandbox
      ? { authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}` }
      : {};
  }
}

/** Validates the token as Tollgate does: a header cannot carry some characters. */
function bearer(text: string): string {
  const read = parse(token, text.trim());
  if ('problem' in read) throw new Failure(`CONTROL_TOKEN ${read.problem}`, EXIT.usage);
  return `Bearer ${read.value}`;
}

async function refusal(answer: Response): Promise<Failure> {
  const text = await answer.text();
  const { status } = answer;
  const exitCode = FORBIDDEN.includes(status) ? EXIT.forbidden : EXIT.refused;
  try {
    const { object, message, code } = JSON.parse(text) as {
      object?: string;
      message?: string;
      code?: string;
    };
    if (object === 'error')
      return new Failure(
        `${message} (${code})${status === UNAUTHENTICATED ? '; check CONTROL_TOKEN or TOLLGATE_SECRET_KEY' : ''}`,
        exitCode,
      );
  } catch {
    // The body is not an error of Tollgate.
  }
  return new Failure(
    `${answer.url} answered ${status} without an error of Tollgate; check that TOLLGATE_CONTROL_URL is the control host`,
    exitCode,
  );
}
