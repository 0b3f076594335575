import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { AuthGuard } from '@nestjs/passport';
import type { Request } from 'express';
import { fail } from '#kernel/errors.js';
import { opensFor, ROUTE_KEYS, type RouteKeys } from '#platform/http/route-keys.js';
import { AccountDirectory } from '../accounts/account-directory.js';
import { AccountUses } from '../accounts/account-uses.js';
import { enterScope } from './request-scope.js';

/**
 * Opens a route only for the kinds of key that it declares. A route that declares nothing opens for nobody.
 */
@Injectable()
export class ApiKeyGuard extends AuthGuard('api-key') implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly directory: AccountDirectory,
    private readonly uses: AccountUses,
  ) {
    super();
  }

  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const route = [context.getHandler(), context.getClass()];
    const keys = this.reflector.getAllAndOverride<RouteKeys | undefined>(ROUTE_KEYS, route);
    if (keys?.length === 0) return true;
    await super.canActivate(context);
    const http = context.switchToHttp();
    const req = http.getRequest<Request>();
    const { holder, account } =
      (await this.directory.findKeyHolder(req.user as string)) ?? fail('authentication_failure');
    // Set before a refusal: the request log of the sandbox has refused requests too.
    req.account = account;
    if (!keys || !opensFor(keys, holder.kind, account.fidelity)) fail('authentication_failure');
    if (holder.kind === 'secret' && isCrossSiteWrite(req)) fail('authentication_failure');
    enterScope(context, this.reflector, holder, account);
    this.uses.note(account);
    return true;
  }

  /** Answers the key, which passport knows as the user. */
  override handleRequest<T>(error: unknown, key: T | false): T {
    if (error) throw error instanceof Error ? error : new Error('The key could not be read');
    return key || fail('authentication_failure');
  }
}

/**
 * True for a cross-site write, such as a form on another site, which needs no CORS (docs/fidelity.md H13).
 */
function isCrossSiteWrite(req: Request): boolean {
  return (
    !['GET', 'HEAD'].includes(req.method) &&
    ['cross-site', 'same-site'].includes(req.get('Sec-Fetch-Site') ?? '')
  );
}
