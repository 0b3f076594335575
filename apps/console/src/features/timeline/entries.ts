import type { Schemas } from '../../api/client';

export type Entry = Schemas['TimelineEntry'];

export function idOf({ kind, id }: Entry): string {
  return `${kind} ${id}`;
}

/** Of which delivery an attempt is, and its number there. */
export function attemptOf({ details }: Entry): { readonly delivery?: string; readonly number?: number } {
  return details;
}

/** The HTTP status of a request or an attempt; 0 without a response. */
export function statusOf({ details }: Entry): number {
  return Number((details as { status?: number | null }).status ?? 0);
}

/** True for a request without an answer yet, and for an attempt of a webhook that was resent. */
export function isInProgress({ kind, details }: Entry): boolean {
  const { state, status, error } = details as Readonly<Record<string, unknown>>;
  return kind === 'attempt' ? status === null && error === null : state === 'in_progress';
}

/** True for an attempt that was answered 2xx. */
export function hasArrived(attempt: Entry): boolean {
  const status = statusOf(attempt);
  return status >= 200 && status < 300;
}

/** True for the last attempt of an exhausted webhook. */
export function isLast({ details }: Entry): boolean {
  return (details as { given_up?: boolean }).given_up === true;
}
