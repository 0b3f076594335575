import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { Request } from 'express';
import { map, type Observable } from 'rxjs';
import { render } from '#domain/api-versions/render.js';
import { NEWEST_VERSION } from '#domain/api-versions/versions.js';

/** The one place where an answer becomes one of its request's version (docs/fidelity.md V10). One of the newest passes untouched. */
@Injectable()
export class RenderingInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler<unknown>): Observable<unknown> {
    const { scope } = context.switchToHttp().getRequest<Request>();
    if (!scope || scope.apiVersion === NEWEST_VERSION) return next.handle();
    return next.handle().pipe(map((body) => render(body, scope.apiVersion)));
  }
}
