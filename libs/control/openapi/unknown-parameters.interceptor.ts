import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { Request } from 'express';
import type { Observable } from 'rxjs';
import { throwProblems } from '#kernel/errors.js';
import { routeOf } from '#platform/http/observe.js';
import { unknownProblems } from '#platform/http/unknown-parameters.js';
import { isOfEmulatedApi } from '#engine/auth/emulated-api.js';
import { CONTROL_OPERATIONS } from '#pages/openapi/generated/operations.js';

const READING = ['GET', 'HEAD'];

/**
 * Refuses parameters that the document of the control host does not name, but those of a body that a DTO
 * reads: that refuses them itself. The emulated API ignores them there too (docs/fidelity.md H11).
 */
@Injectable()
export class UnknownParametersInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    throwProblems('bad_request', problemsOf(context.switchToHttp().getRequest<Request>()));
    return next.handle();
  }
}

function problemsOf(req: Request): string[] {
  const route = routeOf(req);
  const isReading = READING.includes(req.method);
  const operation =
    CONTROL_OPERATIONS[`${isReading ? 'GET' : req.method} ${route.replaceAll(/:(\w+)/g, '{$1}')}`];
  if (!operation || !route.startsWith('/api/') || isOfEmulatedApi(req)) return [];
  const { query: known, hasBody } = operation;
  const inBody = hasBody || Buffer.isBuffer(req.body) ? [] : Object.keys((req.body ?? {}) as object);
  const inQuery = Object.keys(req.query);
  if (isReading) return unknownProblems([...inQuery, ...inBody], known);
  const inWrongPlace =
    hasBody && inQuery.length > 0 ? ['send the parameters of this request in its body'] : [];
  return [...inWrongPlace, ...unknownProblems([...(hasBody ? [] : inQuery), ...inBody], known)];
}
