import { AsyncLocalStorage } from 'node:async_hooks';
import type { Request, Response } from 'express';
import { endingOf } from '#platform/http/ending-signal.js';

/** The header that names the faults that hit an answer or a webhook. */
export const FAULT_HEADER = 'Tollgate-Fault';

declare module 'express-serve-static-core' {
  interface Request {
    /** The names of the faults that hit it, with commas between them. */
    faults?: string;
  }
}

/** A request under way, and the names of the faults that have hit it. */
interface HitRequest {
  readonly req: Request;
  readonly names: Set<string>;
}

const current = new AsyncLocalStorage<HitRequest>();

/** Runs the work of a request, and puts the names of the faults that hit it into a header of the answer. */
export function withFaultHeader<T>(res: Response, work: () => Promise<T>): Promise<T> {
  const hit = { req: res.req, names: new Set<string>() };
  return current.run(hit, work).finally(() => setHeader(res, hit.names));
}

/**
 * Adds a fault to the request of the asynchronous context, if there is one. The request may never be
 * answered.
 */
export function addFiredFault(name: string): void {
  const hit = current.getStore();
  if (!hit) return;
  hit.names.add(name);
  hit.req.faults = [...hit.names].join(', ');
}

/** A signal that aborts when the client of the current request disconnects. */
export function endingOfRequest(): AbortSignal | undefined {
  const { res } = current.getStore()?.req ?? {};
  return res && endingOf(res);
}

function setHeader(res: Response, names: ReadonlySet<string>): void {
  if (names.size > 0 && !res.headersSent) res.setHeader(FAULT_HEADER, [...names].join(', '));
}
