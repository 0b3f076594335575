import type { Request } from 'express';
import { ApiError } from '#kernel/errors.js';

/** A refused client has so long after the answer to stop sending. */
const LINGER_MS = 5_000;

/**
 * Reads a body that was left to its route; `take` counts its bytes as they come. Throws `body_too_large`, and
 * `bad_request` if the client hangs up.
 */
export async function readLeftBody(
  req: Request,
  maxBytes: number,
  take: (bytes: number) => void,
): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let size = 0;
  try {
    for await (const piece of req.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      size += piece.length;
      if (size > maxBytes) throw new ApiError('body_too_large');
      take(piece.length);
      pieces.push(piece);
    }
  } catch (error) {
    discardRest(req);
    throw error instanceof ApiError ? error : new ApiError('bad_request', 'the body was not received whole');
  }
  return Buffer.concat(pieces);
}

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
