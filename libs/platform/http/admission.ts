import type { RequestHandler } from 'express';
import { fail } from '#kernel/errors.js';

/** Never refused: a busy process is alive. */
const ALWAYS_ADMITTED = '/healthz';

/**
 * Answers 503 while `most` requests are in progress, because a queue would fill the memory (docs/fidelity.md
 * E13). A request counts from when its body is read, or begins to be read by its route, until its answer is made. So slow
 * senders and readers do not count, and abandoned requests count while their work goes on. An answer that is
 * sent in pieces ends with its connection too, because its work may never call `end` then.
 */
export function admitAtMost(most: number): RequestHandler {
  let admitted = 0;
  return (req, res, next) => {
    if (req.path === ALWAYS_ADMITTED) {
      next();
      return;
    }
    if (admitted >= most) fail('service_unavailable', 'too many concurrent requests; retry');
    admitted += 1;
    let isIn = true;
    const leave = (): void => {
      if (isIn) admitted -= 1;
      isIn = false;
    };
    // No event fits: they are emitted when the client reads the answer, or has gone.
    const end = res.end.bind(res) as (...args: unknown[]) => typeof res;
    res.end = (...args: unknown[]) => {
      leave();
      res.end = end;
      return end(...args);
    };
    res.once('close', () => {
      if (res.headersSent) leave();
    });
    next();
  };
}
