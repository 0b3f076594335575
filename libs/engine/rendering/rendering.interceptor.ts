import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { Request } from 'express';
import { from, mergeMap, type Observable } from 'rxjs';
import { NEWEST_VERSION } from '#kernel/api-versions/versions.js';
import { throwProblems } from '#kernel/errors.js';
import { FormBoolean, readDto } from '#platform/http/dto.js';
import { queryParams } from '#platform/http/params.js';
import { VersionRenderer } from '../versions/rules/render.js';
import { Expansion } from './expansion.js';

class ExpandDto {
  @FormBoolean()
  expand?: boolean;
}

/**
 * Renders responses as requested: with expanded ids (docs/fidelity.md V16) and in an older version (V10).
 * Other responses pass unchanged.
 */
@Injectable()
export class RenderingInterceptor implements NestInterceptor {
  constructor(
    private readonly expansion: Expansion,
    private readonly versions: VersionRenderer,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler<unknown>): Observable<unknown> {
    const req = context.switchToHttp().getRequest<Request>();
    const { scope } = req;
    if (!scope) return next.handle();
    const isExpanded = wantsExpansion(req);
    if (!isExpanded && scope.apiVersion === NEWEST_VERSION) return next.handle();
    const rendered = async (body: unknown): Promise<unknown> =>
      this.versions.render(isExpanded ? await this.expansion.expand(scope, body) : body, scope.apiVersion);
    return next.handle().pipe(mergeMap((body) => from(rendered(body))));
  }
}

/** Throws `bad_request`. */
function wantsExpansion(req: Request): boolean {
  if (req.method !== 'GET') return false;
  const { expand } = queryParams(req);
  if (expand === undefined) return false;
  const { dto, problems } = readDto(ExpandDto, { expand });
  throwProblems('bad_request', problems);
  return dto.expand === true;
}
