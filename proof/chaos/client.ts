import { request, type Dispatcher } from 'undici';
import type { Role, TollgateProcess } from '../rig/tollgate-process.js';
import type { Random } from './random.js';

export interface Sending {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly url: string;
  /** JSON, unless it is undefined. */
  readonly body?: unknown;
  readonly user?: string;
  readonly idempotencyKey?: string | null;
}

/** Status null and an empty body without a complete response in time. */
export interface Answer {
  readonly status: number | null;
  readonly text: string;
}

/** One of the running processes of this kind, as a load balancer would choose. */
export function pickMember(members: readonly TollgateProcess[], role: Role, random: Random): TollgateProcess {
  const candidates = members.filter(({ place }) => place.role === role);
  const up = candidates.filter(({ isUp }) => isUp);
  return random.pick(up.length > 0 ? up : candidates);
}

/** Sends the request once, with a time limit. Never rejects. */
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
