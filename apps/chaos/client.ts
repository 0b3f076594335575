import { request, type Dispatcher } from 'undici';

/** A request as it goes over the wire. */
export interface Sending {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly url: string;
  /** JSON, unless it is undefined. */
  readonly body?: unknown;
  /** The caller's key, if one is needed. */
  readonly user?: string;
  readonly idempotencyKey?: string | null;
}

/** Null and nothing where there was no answer in time, or only a part of one. */
export interface Answer {
  readonly status: number | null;
  readonly text: string;
}

/** Sends it once, and waits for `patienceMs` at most. Never rejects: no answer is an answer too. */
export async function send(
  { method, url, body, user, idempotencyKey }: Sending,
  agent: Dispatcher,
  patienceMs: number,
): Promise<Answer> {
  try {
    const answer = await request(url, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      headers: {
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...(user === undefined
          ? {}
          : { Authorization: `Basic ${Buffer.from(`${user}:`).toString('base64')}` }),
        ...(idempotencyKey ? { 'Idempotency-Key': idempotencyKey } : {}),
      },
      dispatcher: agent,
      signal: AbortSignal.timeout(patienceMs),
    });
    return { status: answer.statusCode, text: await answer.body.text() };
  } catch {
    return { status: null, text: '' };
  }
}
