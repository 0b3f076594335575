import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { Response } from 'express';
import type { Observable } from 'rxjs';
import { HOUR_MS, MINUTE_MS } from '#kernel/time.js';

/** Longer than any answer may take to begin. */
const MAX_SILENCE_MS = HOUR_MS + MINUTE_MS;

/**
 * For routes whose answer takes as long as its caller allows: the connection is not closed meanwhile for its
 * silence.
 */
@Injectable()
export class SlowAnswerInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    context.switchToHttp().getResponse<Response>().socket?.setTimeout(MAX_SILENCE_MS);
    return next.handle();
  }
}
