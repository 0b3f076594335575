import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request, Response } from 'express';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { ApiError } from '#kernel/errors.js';
import type { Account } from '../accounts/account.js';
import { AccountDirectory, throwClosedAccount } from '../accounts/account-directory.js';
import { isRefusal, MOST_READS, outcomeOf, resultOf, type Outcome } from '../accounts/one-epoch.js';
import { SandboxAccounts } from '../accounts/sandbox-accounts.js';
import { enterScope } from './request-scope.js';

const READING: readonly string[] = ['GET', 'HEAD'];

/**
 * Answers each request from one epoch of its sandbox. A restore replaces rows, which keep their ids, and a
 * request has several statements: one that began before the commit could miss rows after it. So a read whose
 * account was closed meanwhile begins again in the next epoch, and a write that was refused is answered 503,
 * as are writes that come too late.
 */
@Injectable()
export class RestartOnResetInterceptor implements NestInterceptor {
  constructor(
    private readonly reflector: Reflector,
    private readonly directory: AccountDirectory,
    private readonly accounts: SandboxAccounts,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const { scope, sandboxName } = context.switchToHttp().getRequest<Request>();
    if (!scope && sandboxName === undefined) return next.handle();
    return from(this.answer(context, () => lastValueFrom(next.handle(), { defaultValue: undefined })));
  }

  private async answer(context: ExecutionContext, work: () => Promise<unknown>): Promise<unknown> {
    const http = context.switchToHttp();
    const req = http.getRequest<Request>();
    const isRead = READING.includes(req.method);
    for (let read = 1; ; read += 1) {
      const accountId = req.scope?.accountId ?? (await this.accounts.idOf(String(req.sandboxName)));
      const outcome = await outcomeOf(work);
      const isFinal = isRead
        ? read === MOST_READS || http.getResponse<Response>().headersSent || isEndOfWait(req, outcome)
        : !isRefusal(outcome);
      if (isFinal || accountId === undefined || (await this.directory.isStillOpen(accountId)))
        return resultOf(outcome);
      if (!isRead) throwClosedAccount();
      // A deleted sandbox has no next epoch. Its rows are still there.
      if (!(await this.enterNext(context, req))) return resultOf(outcome);
    }
  }

  /** Gives the request the scope of the present epoch. */
  private async enterNext(context: ExecutionContext, req: Request): Promise<boolean> {
    const { scope } = req;
    if (!scope) return true;
    const account = await this.accountOf(req);
    if (!account) return false;
    if (req.account) req.account = account;
    enterScope(context, this.reflector, { livemode: scope.livemode, kind: scope.keyKind }, account);
    return true;
  }

  private async accountOf({ account, sandboxName }: Request): Promise<Account | undefined> {
    return sandboxName === undefined
      ? account && this.directory.findSuccessor(account)
      : this.accounts.get(sandboxName);
  }
}

/**
 * True for a wait of the control host that a reset ended: its cursor is one of the old epoch, so its caller
 * has to decide what to do.
 */
function isEndOfWait({ scope }: Request, outcome: Outcome<unknown>): boolean {
  return (
    !scope &&
    'error' in outcome &&
    outcome.error instanceof ApiError &&
    outcome.error.code === 'service_unavailable'
  );
}
