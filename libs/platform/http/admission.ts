import type { RequestHandler } from 'express';
import { fail } from '#domain/errors.js';

/** Whoever asks this wants to know whether the process is alive, which it is when it is busy. */
const ALWAYS_ADMITTED = '/healthz';

/**
 * Sends away at once who comes while `most` are being worked on: those who wait would fill the memory (docs/fidelity.md E13). Comes after
 * the body is read, but for a file's, and lets go once the answer is made, whether or not anybody is there to take it: those who send or
 * read slowly keep nobody out, and those who gave up count as long as their work goes on.
 */
export function admitAtMost(most: number): RequestHandler {
  let admitted = 0;
  return (req, res, next) => {
    if (req.path === ALWAYS_ADMITTED) {
      next();
      return;
    }
    if (admitted >= most) fail('service_unavailable', 'too many requests are in progress; try again');
    admitted += 1;
    // Not an event: they come when the answer is being taken, or nobody is there any more.
    const end = res.end.bind(res) as (...args: unknown[]) => typeof res;
    res.end = (...args: unknown[]) => {
      admitted -= 1;
      res.end = end;
      return end(...args);
    };
    next();
  };
}
