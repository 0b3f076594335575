import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Response } from 'express';
import { MINUTE_MS } from '#kernel/time.js';

/** The setting of an application that says when it stops: a signal. */
export const STOPPING = 'stopping';

/** A connection may be silent for longer while somebody waits than one on which nothing moves. */
const MAX_SILENCE_MS = 2 * MINUTE_MS;

/** For long waits: a signal that is aborted when the client disconnects or the server stops. */
export const Ending = createParamDecorator((_: unknown, context: ExecutionContext): AbortSignal =>
  endingOf(context.switchToHttp().getResponse<Response>()),
);

/** Of each answer that is waited for. */
const endings = new WeakMap<Response, AbortSignal>();

/** The same for an answer, which has one signal however often something waits. */
export function endingOf(res: Response): AbortSignal {
  const known = endings.get(res);
  if (known) return known;
  const stopping = res.app.get(STOPPING) as AbortSignal;
  const ending = new AbortController();
  const end = (): void => ending.abort();
  if (stopping.aborted || res.closed) end();
  stopping.addEventListener('abort', end);
  res.once('close', () => {
    stopping.removeEventListener('abort', end);
    end();
  });
  const { socket } = res;
  if (socket && (socket.timeout ?? 0) < MAX_SILENCE_MS) socket.setTimeout(MAX_SILENCE_MS);
  endings.set(res, ending.signal);
  return ending.signal;
}
