import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { Request } from 'express';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { Database } from '#platform/database/database.js';
import { AccountDirectory } from '#engine/accounts/account-directory.js';
import { emulatedRouteOf, isOfEmulatedApi } from '#engine/auth/emulated-api.js';
import { Audit } from '#engine/audit/audit.js';

const READING: readonly string[] = ['GET', 'HEAD'];

/**
 * Records a change that was made through the control host's emulated API as an act, in the transaction of the
 * change. The request log does not have such requests, and the timeline must show the cause of every change.
 */
@Injectable()
export class EmulatedAuditInterceptor implements NestInterceptor {
  constructor(
    private readonly audit: Audit,
    private readonly database: Database,
    private readonly directory: AccountDirectory,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const req = context.switchToHttp().getRequest<Request>();
    if (READING.includes(req.method) || !isOfEmulatedApi(req)) return next.handle();
    return from(this.database.atomically(() => this.recorded(req, next)));
  }

  private async recorded(req: Request, next: CallHandler): Promise<unknown> {
    const { scope } = req;
    if (!scope) throw new Error('A request to the emulated API has a scope');
    const { id } = req.params;
    const act = {
      action: `${req.method} ${emulatedRouteOf(req)}`,
      livemode: scope.livemode,
      ...(typeof id === 'string' && { objectId: id }),
    };
    await this.audit.record(await this.directory.get(scope.accountId), act);
    return lastValueFrom(next.handle());
  }
}
