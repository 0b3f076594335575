import {
  applyDecorators,
  Injectable,
  SetMetadata,
  UseInterceptors,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { isBlank } from '#kernel/values.js';
import { queryParams } from '#platform/http/params.js';
import { PollPlaces } from './poll-places.js';

const WAITS = 'waits';

/** When a request to a route counts as one that waits: where it sends `wait`, or always. */
type Waits = 'if asked' | 'always';

/**
 * Reads wait for entries; what changes something waits for its turn, or for receivers. One keeps no place
 * from the other.
 */
const tooManyReads = (most: number): string =>
  `${most} requests of this sandbox are already waiting; end unused waits and streams, or wait for several entries in one request with count`;
const tooManyChanges = (most: number): string =>
  `${most} long changes of this sandbox are already in progress; retry when one of them has finished`;

/** Lets the requests that one sandbox has waiting on this host take no more than its places. */
@Injectable()
class LongPollInterceptor implements NestInterceptor {
  constructor(
    private readonly reflector: Reflector,
    private readonly places: PollPlaces,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const req = context.switchToHttp().getRequest<Request>();
    const owner = req.sandboxName ?? req.account?.id;
    const isAsked = !isBlank(queryParams(req)['wait']);
    const waits = this.reflector.get<Waits>(WAITS, context.getHandler());
    if (owner === undefined || (waits === 'if asked' && !isAsked)) return next.handle();
    const isRead = req.method === 'GET' || req.method === 'HEAD';
    const work = (): Promise<unknown> => lastValueFrom(next.handle(), { defaultValue: undefined });
    return from(
      this.places.hold(
        `${isRead ? 'GET' : req.method} ${owner}`,
        isRead ? tooManyReads : tooManyChanges,
        work,
      ),
    );
  }
}

/**
 * A route whose requests wait for something: they take one of the sandbox's places. Its module imports {@link
 * LongPollModule}.
 */
export function LongPoll(waits: Waits): MethodDecorator {
  return applyDecorators(SetMetadata(WAITS, waits), UseInterceptors(LongPollInterceptor));
}
