import type { RequestHandler } from 'express';
import { fail } from '#domain/errors.js';

/** Whoever asks this wants to know whether the process is alive, which it is when it is busy. */
const ALWAYS_ADMITTED = '/healthz';

/**
 * Sends away at once who comes while `most` are being worked on: those who wait would fill the memory (docs/fidelity.md E13). Comes after
 * the body is read, and lets go once the answer is made, so that those who send or read slowly keep nobody out.
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
    let isIn = true;
    const letGo = (): void => {
      if (isIn) admitted -= 1;
      isIn = false;
    };
    res.once('prefinish', letGo);
    res.once('close', letGo);
    next();
  };
}
