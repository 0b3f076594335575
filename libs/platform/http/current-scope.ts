import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import type { Scope } from '#kernel/scope.js';

declare module 'express-serve-static-core' {
  interface Request {
    scope?: Scope;
  }
}

/** The caller's scope, which the guard sets. */
export const CurrentScope = createParamDecorator((_: unknown, context: ExecutionContext): Scope => {
  const { scope } = context.switchToHttp().getRequest<Request>();
  if (!scope) throw new Error('A route that asks for the scope must declare which keys open it');
  return scope;
});
