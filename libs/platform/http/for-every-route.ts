import type { CanActivate, NestInterceptor, Provider, Type } from '@nestjs/common';
import { APP_GUARD, APP_INTERCEPTOR } from '@nestjs/core';

/** The guard and interceptors of every route of a host, the outermost interceptor first. */
export function forEveryRoute(
  guard: Type<CanActivate>,
  interceptors: readonly Type<NestInterceptor>[],
): Provider[] {
  return [
    { provide: APP_GUARD, useClass: guard },
    ...interceptors.map((useClass) => ({ provide: APP_INTERCEPTOR, useClass })),
  ];
}
