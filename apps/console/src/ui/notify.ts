import { useSyncExternalStore, type ReactNode } from 'react';
import { isDoubleClick } from '../api/double-click';
import { messageOf } from './trouble';

export interface Notice {
  readonly id: number;
  readonly role: 'status' | 'alert';
  readonly message: ReactNode;
  /** Milliseconds until it closes. */
  readonly ms: number;
}

const DONE_MS = 4_000;
const ERROR_MS = 15_000;

const REPEATED_MS = 600;

/** A further one closes the oldest, because the outcome of an action must not wait. */
const MOST_SHOWN = 4;

let notices: readonly Notice[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

/** The open notifications, oldest first. */
export function useNotices(): readonly Notice[] {
  return useSyncExternalStore(subscribe, () => notices);
}

export function notify(notice: Omit<Notice, 'id'>): void {
  lastId += 1;
  change([...notices, { id: lastId, ...notice }].slice(-MOST_SHOWN));
}

export function closeNotice(id: number): void {
  change(notices.filter((notice) => notice.id !== id));
}

export function closeNotices(): void {
  change([]);
}

function change(next: readonly Notice[]): void {
  notices = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

let last: { readonly message: ReactNode; readonly at: number } = { message: null, at: -REPEATED_MS };

/** Tells that an action has worked: "Webhook delivered · 200 in 27 ms". */
export function notifyDone(message: ReactNode): void {
  const at = performance.now();
  // Both clicks of a double click have the same outcome.
  const isTold = isDoubleClick() && message === last.message && at - last.at < REPEATED_MS;
  last = { message, at };
  // A message with a button takes longer.
  if (!isTold) notify({ message, role: 'status', ms: typeof message === 'string' ? DONE_MS : 2 * DONE_MS });
}

/** Tells what an action could not do: "Couldn't refund: …". */
export function notifyFailed(action: string, error: unknown): void {
  const verb = action.charAt(0).toLowerCase() + action.slice(1);
  notify({
    message: `Couldn't ${verb.replace(/…$/, '')}: ${messageOf(error)}`,
    role: 'alert',
    ms: ERROR_MS,
  });
}
