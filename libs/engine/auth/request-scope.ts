import type { ExecutionContext } from '@nestjs/common';
import type { Reflector } from '@nestjs/core';
import type { Request, Response } from 'express';
import { assertSince } from '#kernel/api-versions/since.js';
import { API_VERSIONS, isApiVersion, type ApiVersion } from '#kernel/api-versions/versions.js';
import { fail } from '#kernel/errors.js';
import { ROUTE_SINCE } from '#platform/http/route-since.js';
import type { Account, KeyHolder } from '../accounts/account.js';

const VERSION_HEADER = 'Omise-Version';

/**
 * Notes with the request in whose name it is worked on, and in which version of the API it is answered.
 * Throws `service_not_found` for a version that there is not, or that does not have the route.
 */
export function enterScope(
  context: ExecutionContext,
  reflector: Reflector,
  { livemode, kind }: Omit<KeyHolder, 'accountId'>,
  account: Account,
): void {
  const http = context.switchToHttp();
  const req = http.getRequest<Request>();
  const requested = req.get(VERSION_HEADER);
  const apiVersion = requested ? assertVersion(requested) : account.apiVersion;
  req.scope = { accountId: account.id, livemode, keyKind: kind, apiVersion };
  const since = reflector.getAllAndOverride<ApiVersion | undefined>(ROUTE_SINCE, [
    context.getHandler(),
    context.getClass(),
  ]);
  if (since) assertSince(since, apiVersion);
  http.getResponse<Response>().setHeader(VERSION_HEADER, apiVersion);
}

function assertVersion(requested: string): ApiVersion {
  if (isApiVersion(requested)) return requested;
  return fail(
    'service_not_found',
    `${VERSION_HEADER} ${requested.slice(0, 40)} is not supported; use ${API_VERSIONS.join(' or ')}`,
  );
}
