import { AsyncLocalStorage } from 'node:async_hooks';
import type { Response } from 'express';

/** Names the faults that an answer, or a webhook, was hit by. */
export const FAULT_HEADER = 'Tollgate-Fault';

const current = new AsyncLocalStorage<Set<string>>();

/** Runs the work of a request; the names of faults that it is hit by meanwhile are in its answer's header. */
export function tellingFaults<T>(res: Response, work: () => Promise<T>): Promise<T> {
  const names = new Set<string>();
  return current.run(names, work).finally(() => tell(res, names));
}

/** Notes that the request that the caller works for was hit, if it works for one. */
export function noteFired(name: string): void {
  current.getStore()?.add(name);
}

function tell(res: Response, names: ReadonlySet<string>): void {
  if (names.size === 0 || res.headersSent) return;
  res.setHeader(FAULT_HEADER, [...names].join(', '));
  res.req.faults = [...names].join(', ');
}
