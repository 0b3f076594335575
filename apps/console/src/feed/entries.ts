import type { Schemas } from '../api/client';

export type Entry = Schemas['TimelineEntry'];

export function idOf({ kind, id }: Entry): string {
  return `${kind} ${id}`;
}

/** Of which delivery an attempt is, and its number there. */
export function attemptOf({ details }: Entry): { readonly delivery?: string; readonly number?: number } {
  return details;
}

/** What a request or an attempt was answered; 0 where there was no answer. */
export function statusOf({ details }: Entry): number {
  return Number((details as { status?: number | null }).status ?? 0);
}

/** Whether an attempt did. */
export function hasArrived(attempt: Entry): boolean {
  const status = statusOf(attempt);
  return status >= 200 && status < 300;
}

/** Whether an attempt was the last of a webhook that is given up. */
export function isLast({ details }: Entry): boolean {
  return (details as { given_up?: boolean }).given_up === true;
}
