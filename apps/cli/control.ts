import { parse, token } from '#platform/config/setting-types.js';
import { EXIT, Failure, reasonOf } from './failure.js';
import type { Surroundings } from './surroundings.js';

/** What is sent with a call. */
export interface Sent {
  readonly query?: URLSearchParams;
  readonly body?: URLSearchParams | FormData | Uint8Array<ArrayBuffer> | string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

const FORBIDDEN = [401, 403, 421];

/** Asks the control host of a Tollgate. */
export class Control {
  constructor(private readonly surroundings: Pick<Surroundings, 'controlUrl' | 'token' | 'key'>) {}

  get url(): string {
    return this.surroundings.controlUrl;
  }

  /** Throws a {@link Failure} unless the answer is a good one. */
  async ask(method: string, path: string, { query, headers, ...sent }: Sent = {}): Promise<Response> {
    const search = query && query.size > 0 ? `?${query.toString()}` : '';
    // A redirect is no answer of Tollgate's, and whoever is behind it must not get the token.
    const request = {
      method,
      redirect: 'manual' as const,
      headers: { accept: 'application/json', ...this.authorization(path), ...headers },
      ...sent,
    };
    const answer = await fetch(`${this.url}${path}${search}`, request).catch((error: Error) => {
      if (sent.signal?.aborted) throw error;
      const code = reasonOf(error);
      throw new Failure(
        `no Tollgate answers at ${this.url} (${code}); "tollgate start" starts one, TOLLGATE_CONTROL_URL says where one is`,
        EXIT.unreachable,
      );
    });
    if (!answer.ok) throw await refusal(answer);
    return answer;
  }

  async json<Answer>(method: string, path: string, sent?: Sent): Promise<Answer> {
    return (await (await this.ask(method, path, sent)).json()) as Answer;
  }

  /** The token opens everything, a key what is in its own sandbox; it is not sent where it would be refused, and nothing may be needed. */
  private authorization(path: string): Record<string, string> {
    const { token, key } = this.surroundings;
    if (token !== undefined) return { authorization: bearer(token) };
    const isInSandbox = /^\/api\/(sandboxes\/|session|scenarios)/.test(path);
    return key !== undefined && isInSandbox ? { authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}` } : {};
  }
}

/** What Tollgate takes for a token itself; a request could not even carry some of the others. */
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
    const { object, message, code } = JSON.parse(text) as { object?: string; message?: string; code?: string };
    if (object === 'error') return new Failure(`${message} (${code})`, exitCode);
  } catch {
    // Not Tollgate's words.
  }
  return new Failure(`${answer.url} answers ${status}, which is none of Tollgate's errors`, exitCode);
}
