import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { Request } from 'express';
import type { Observable } from 'rxjs';
import { parametersOf } from '#platform/http/dto.js';

type Handler = ReturnType<ExecutionContext['getHandler']>;

/** Stores with the request which parameters its route has. Only those are logged with their values. */
@Injectable()
export class KnownParametersInterceptor implements NestInterceptor {
  private readonly known = new WeakMap<Handler, ReadonlySet<string>>();

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const handler = context.getHandler();
    let names = this.known.get(handler);
    if (!names) {
      const types = (Reflect.getMetadata(
        'design:paramtypes',
        context.getClass().prototype as object,
        handler.name,
      ) ?? []) as unknown[];
      const ofDtos = types.flatMap((type) =>
        typeof type === 'function' ? [...parametersOf(type as new () => object)] : [],
      );
      this.known.set(handler, (names = new Set(ofDtos)));
    }
    context.switchToHttp().getRequest<Request>().knownParameters = names;
    return next.handle();
  }
}
