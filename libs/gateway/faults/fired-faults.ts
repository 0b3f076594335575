import { AsyncLocalStorage } from 'node:async_hooks';
import type { Request, Response } from 'express';

/** Names the faults that an answer, or a webhook, was hit by. */
export const FAULT_HEADER = 'Tollgate-Fault';

declare module 'express-serve-static-core' {
  interface Request {
    /** The names of the faults that it was hit by. */
    faults?: string;
  }
}

/** A request that is worked on, and the faults that it was hit by so far. */
interface HitRequest {
  readonly req: Request;
  readonly names: Set<string>;
}

const current = new AsyncLocalStorage<HitRequest>();

/** Runs the work of a request; the names of faults that it is hit by meanwhile are in its answer's header. */
export function tellingFaults<T>(res: Response, work: () => Promise<T>): Promise<T> {
  const hit = { req: res.req, names: new Set<string>() };
  return current.run(hit, work).finally(() => tell(res, hit.names));
}

/** Notes that the request that the caller works for was hit, if it works for one: also one that is never answered. */
export function noteFired(name: string): void {
  const hit = current.getStore();
  if (!hit) return;
  hit.names.add(name);
  hit.req.faults = [...hit.names].join(', ');
}

function tell(res: Response, names: ReadonlySet<string>): void {
  if (names.size > 0 && !res.headersSent) res.setHeader(FAULT_HEADER, [...names].join(', '));
}
