import type { Request } from 'express';
import { ApiError } from '#kernel/errors.js';
import { discardRest } from './rest-of-body.js';

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
