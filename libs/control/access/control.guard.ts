import { createHash, timingSafeEqual } from 'node:crypto';
import {
  Inject,
  Injectable,
  NotFoundException,
  type CanActivate,
  type ExecutionContext,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { fail, failNotFound } from '#kernel/errors.js';
import { SETTINGS, type Settings } from '#platform/config/settings.js';
import { Database } from '#platform/database/database.js';
import { ANY_NAME } from '#platform/http/any-name.js';
import { ROUTE_KEYS, type RouteKeys } from '#platform/http/route-keys.js';
import { AccountDirectory } from '#engine/accounts/account-directory.js';
import { SandboxAccounts } from '#engine/accounts/sandbox-accounts.js';
import { enterScope } from '#engine/auth/request-scope.js';
import { isOfEmulatedApi, livemodeOf } from '#engine/auth/emulated-api.js';
import { OWN_SANDBOX } from '../sandboxes/rules/sandbox.rules.js';
import { ConsoleSessions } from './console-sessions.js';
import { CONTROL_ACCESS, type ControlAccess, type ControlCaller } from './control-access.js';
import { isForeign, isNamedIn, namesOf } from './request-origin.js';

const UNAUTHENTICATED =
  'send the control token as a bearer token, or the secret key of a sandbox as the user name of Basic authentication';

/**
 * Authorizes requests to the control host: refuses pages of other sites, and keys of other sandboxes. A route
 * that declares nothing is closed.
 */
@Injectable()
export class ControlGuard implements CanActivate {
  private readonly names: ReadonlySet<string>;

  constructor(
    private readonly reflector: Reflector,
    private readonly directory: AccountDirectory,
    private readonly database: Database,
    private readonly accounts: SandboxAccounts,
    private readonly sessions: ConsoleSessions,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {
    this.names = namesOf(settings);
  }

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const route = [context.getHandler(), context.getClass()];
    const req = context.switchToHttp().getRequest<Request>();
    const access = this.reflector.getAllAndOverride<ControlAccess | undefined>(CONTROL_ACCESS, route);
    if (access === 'anyone') return true;
    const isAnyName = this.reflector.getAllAndOverride<boolean | undefined>(ANY_NAME, route);
    // Any other name in `Host` needs the token: a page of another site may use one too.
    if (!isAnyName && !this.carriesToken(req) && !isNamedIn(req, this.names))
      fail('misdirected_request', 'unknown Host header; add it to CONTROL_HOSTS');
    if (isForeign(req)) fail('forbidden', 'cross-site requests are not allowed');
    // Webhooks of Tollgate are rejected: anyone with a sandbox's key can choose their address.
    if (isWebhook(req)) fail('forbidden', 'webhooks cannot be sent to the control API; use an inbox');
    const caller = await this.judge(req);
    if (caller) req.caller = caller;
    if (isOfEmulatedApi(req)) {
      this.assertAccess(req, caller, 'sandbox');
      await this.enterSandbox(context, req);
      return true;
    }
    const keys = this.reflector.getAllAndOverride<RouteKeys | undefined>(ROUTE_KEYS, route);
    if (keys?.length !== 0) this.assertAccess(req, caller, access);
    return true;
  }

  /** Callers that may control a sandbox get the scope of its secret key, in the mode that the path names. */
  private async enterSandbox(context: ExecutionContext, req: Request): Promise<void> {
    const livemode = livemodeOf(req);
    if (livemode === undefined) throw new NotFoundException();
    const account = await this.accounts.get(String(req.sandboxName));
    req.account = account;
    enterScope(context, this.reflector, { livemode, kind: 'secret' }, account);
  }

  /**
   * Finds the caller by token or key, or by the session's cookie, which stands for what opened the session.
   */
  private async judge(req: Request): Promise<ControlCaller | undefined> {
    if (!req.headers.authorization) {
      const session = await this.sessions.find(req);
      if (session) req.sessionEndsAt = session.expiresAt;
      return session?.caller ?? (this.settings.controlToken === undefined ? { isAll: true } : undefined);
    }
    if (this.carriesToken(req)) return { isAll: true };
    const key = keyIn(req);
    return (key === undefined ? undefined : await this.holderOf(key)) ?? fail('authentication_failure');
  }

  /**
   * The caller with this key. Looks again, past the cache, if the sandbox was reset or restored a moment ago.
   */
  private async holderOf(key: string, isSecondLook = false): Promise<ControlCaller | undefined> {
    const found = await this.directory.findKeyHolder(key);
    if (!found) return undefined;
    if (found.holder.kind === 'public')
      fail('forbidden', 'a public key has no access to the control API; use a secret key');
    const { accountId } = found.holder;
    const sandbox = await this.database.sandbox.findFirst({ where: { accountId } });
    if (sandbox) return { isAll: false, sandbox: sandbox.name };
    if (isSecondLook) return undefined;
    this.directory.forget(accountId);
    return this.holderOf(key, true);
  }

  private assertAccess(
    req: Request,
    caller: ControlCaller | undefined,
    access: ControlAccess | undefined,
  ): void {
    if (!caller || !access) return fail('authentication_failure', UNAUTHENTICATED);
    if (access === 'caller') return;
    if (access === 'installation')
      return caller.isAll
        ? undefined
        : fail('forbidden', "a sandbox's key has access to its own sandbox only");
    const name = String(req.params['name']);
    const own = caller.isAll ? undefined : caller.sandbox;
    if (name === OWN_SANDBOX ? own === undefined : own !== undefined && own !== name)
      failNotFound('sandbox', name);
    req.sandboxName = own ?? name;
  }

  private carriesToken(req: Request): boolean {
    const { controlToken } = this.settings;
    const [, token] = /^Bearer +(\S+) *$/i.exec(req.headers.authorization ?? '') ?? [];
    return (
      token !== undefined &&
      controlToken !== undefined &&
      timingSafeEqual(digestOf(token), digestOf(controlToken))
    );
  }
}

/** True for a webhook of Tollgate, which has the header `Tollgate-Epoch`. */
function isWebhook(req: Request): boolean {
  return req.headers['tollgate-epoch'] !== undefined;
}

/** The user name of Basic authentication. */
function keyIn(req: Request): string | undefined {
  const [, encoded] = /^Basic +([A-Za-z0-9+/=_-]+) *$/i.exec(req.headers.authorization ?? '') ?? [];
  return encoded === undefined ? undefined : Buffer.from(encoded, 'base64').toString().split(':')[0];
}

/** A digest of fixed length, for a comparison in constant time. */
function digestOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
