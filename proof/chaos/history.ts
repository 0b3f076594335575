import type { IncomingHttpHeaders } from 'node:http';

/**
 * Requests of clients. A `click` on the payment page does what `pay` does, but its response does not show the
 * result; nor does that of the page of a link (`payLink`).
 */
export type Kind =
  | 'source'
  | 'token'
  | 'charge'
  | 'pay'
  | 'click'
  | 'fail'
  | 'expire'
  | 'capture'
  | 'reverse'
  | 'describe'
  | 'link'
  | 'payLink'
  | 'refund'
  | 'dispute'
  | 'message'
  | 'accept'
  | 'close';

/** An attempt to send a request. */
export interface Try {
  readonly process: string;
  /** Null without a complete response. */
  readonly status: number | null;
  readonly text: string;
  /** True if it was sent after the recovery. */
  readonly isHealed: boolean;
}

/** A request of a client, with all its attempts. */
export interface Call {
  /** Identifies the request; sent in metadata where the API has it. */
  readonly tag: string;
  readonly kind: Kind;
  /** The ID of the charge, dispute or link. */
  readonly target: string | null;
  readonly key: string | null;
  readonly sent: Readonly<Record<string, unknown>>;
  readonly tries: readonly Try[];
}

/** A webhook that a receiver got. */
export interface Posted {
  readonly uri: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** The start of the request, in milliseconds since 1970. */
  readonly at: number;
  /** The response's status; null without a response in time. */
  readonly answered: number | null;
}

/**
 * `done`: answered with 200. `refused`: must not have changed anything. `unknown`: has changed all or nothing.
 */
export type Outcome = 'done' | 'refused' | 'unknown';

export function outcomeOf({ tries }: Pick<Call, 'tries'>): Outcome {
  if (tries.some(({ status }) => status === 200)) return 'done';
  return tries.some(({ status }) => status !== null && status >= 400 && status < 500) ? 'refused' : 'unknown';
}

/** The response of a `done` request. */
export function answerOf({ tries }: Pick<Call, 'tries'>): Readonly<Record<string, unknown>> {
  const text = tries.find(({ status }) => status === 200)?.text ?? '{}';
  return JSON.parse(text) as Record<string, unknown>;
}
