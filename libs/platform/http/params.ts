import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { withoutUnset } from '#kernel/values.js';

export type Params = Readonly<Record<string, unknown>>;

/**
 * The parameters of a GET, from the query or from a JSON body, as some clients send them (docs/fidelity.md
 * H2).
 */
export const QueryParams = createParamDecorator((_: unknown, context: ExecutionContext): Params =>
  queryParams(context.switchToHttp().getRequest<Request>()),
);

/** Like {@link QueryParams}, for what is no handler. */
export function queryParams(req: Request): Params {
  return withoutUnset({ ...req.query, ...(req.body as Params | undefined) });
}
