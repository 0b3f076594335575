import type { Request } from 'express';

/** A refused client has so long after the answer to stop sending. */
const LINGER_MS = 5_000;

/**
 * Discards the rest of a body that is refused, for a short time after the answer: a client that is cut off
 * while it sends does not read its answer.
 */
export function discardRest(req: Request): void {
  req.resume();
  req.res?.once('finish', () => {
    if (req.complete) return;
    const cut = setTimeout(() => req.socket.destroy(), LINGER_MS);
    for (const event of ['end', 'close']) req.once(event, () => clearTimeout(cut));
  });
}
