import { notifications } from '@mantine/notifications';
import type { ReactNode } from 'react';
import { isDoubleClick } from '../api/double-click';
import { messageOf } from './trouble';

const ERROR_MS = 15_000;

const REPEATED_MS = 600;

let last: { readonly message: ReactNode; readonly at: number } = { message: null, at: -REPEATED_MS };

/** Tells that an action has worked: "Webhook delivered · 200 in 27 ms". */
export function notifyDone(message: ReactNode): void {
  const at = performance.now();
  // Both clicks of a double click have the same outcome.
  const isTold = isDoubleClick() && message === last.message && at - last.at < REPEATED_MS;
  last = { message, at };
  if (!isTold) notifications.show({ message, color: 'accent', role: 'status' });
}

/** Tells what an action could not do: "Couldn't refund: …". */
export function notifyFailed(action: string, error: unknown): void {
  const verb = action.charAt(0).toLowerCase() + action.slice(1);
  notifications.show({
    message: `Couldn't ${verb.replace(/…$/, '')}: ${messageOf(error)}`,
    color: 'red',
    role: 'alert',
    autoClose: ERROR_MS,
  });
}
