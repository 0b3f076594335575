import { Agent, request } from 'undici';

/** A connection that broke, or was refused, before there was an answer; or no answer came in time. */
export const NO_ANSWER = 0;
/** Longer than any response takes, even on a slow machine; a time-out is reported. */
const LIMIT_MS = 90_000;

export interface Outcome {
  /** {@link NO_ANSWER} without a response. */
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  readonly tookMs: number;
  /** Why there was no answer: the code of the error. */
  readonly reason?: string;
}

/** A client with any number of connections, which ignores failed requests. */
export interface Caller {
  get(path: string): Promise<Outcome>;
  post(path: string, form?: Readonly<Record<string, string>>, idempotencyKey?: string): Promise<Outcome>;
  /** A Boost charge, identified by its description. */
  create(description: string, idempotencyKey?: string): Promise<Outcome>;
  close(): Promise<void>;
}

/** Calls `url` with this secret key, on keep-alive connections by default. */
export function openCaller(url: string, key: string, { keepsConnections = true } = {}): Caller {
  const limits = { connect: { timeout: LIMIT_MS }, headersTimeout: LIMIT_MS, bodyTimeout: LIMIT_MS };
  const dispatcher = new Agent({ ...limits, connections: null, pipelining: keepsConnections ? 1 : 0 });
  const authorization = `Basic ${Buffer.from(`${key}:`).toString('base64')}`;
  const send = async (
    method: 'GET' | 'POST',
    path: string,
    more: Readonly<Record<string, string>>,
    body?: string,
  ): Promise<Outcome> => {
    const began = performance.now();
    const tookMs = (): number => performance.now() - began;
    try {
      const answer = await request(`${url}${path}`, {
        method,
        dispatcher,
        body,
        headers: { authorization, ...more },
      });
      const text = await answer.body.text();
      return { status: answer.statusCode, headers: answer.headers, text, tookMs: tookMs() };
    } catch (error) {
      return {
        status: NO_ANSWER,
        headers: {},
        text: '',
        tookMs: tookMs(),
        reason: (error as NodeJS.ErrnoException).code,
      };
    }
  };
  const post: Caller['post'] = (path, form = {}, idempotencyKey) => {
    const headers = {
      'content-type': 'application/x-www-form-urlencoded',
      ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
    };
    return send('POST', path, headers, new URLSearchParams(form).toString());
  };
  const boost = {
    amount: '2000',
    currency: 'MYR',
    'source[type]': 'boost',
    return_uri: 'https://shop.example/return',
  };
  return {
    get: (path) => send('GET', path, {}),
    post,
    create: (description, idempotencyKey) => post('/charges', { ...boost, description }, idempotencyKey),
    close: () => dispatcher.destroy(),
  };
}

/** The id in a response. */
export function idOf({ text }: Outcome): string {
  return (JSON.parse(text) as { id: string }).id;
}

/** Expects 503 with `Retry-After`. */
export function expectTryAgain({ status, headers, text }: Outcome): void {
  expect([status, headers['retry-after']]).toEqual([503, '1']);
  const location = 'https://www.omise.co/api-errors#service-unavailable';
  expect(JSON.parse(text)).toEqual({
    object: 'error',
    location,
    code: 'service_unavailable',
    message: expect.any(String) as string,
  });
}
