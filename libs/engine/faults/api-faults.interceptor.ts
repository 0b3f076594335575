import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { Request, Response } from 'express';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { ApiError, type ErrorCode } from '#kernel/errors.js';
import { MINUTE_MS, SECOND_MS } from '#kernel/time.js';
import { Clock } from '#platform/clock/clock.js';
import { endingOf } from '#platform/http/ending-signal.js';
import type { Account } from '../accounts/account.js';
import { FAULTS_HEADER, isOfEmulatedApi } from '../auth/emulated-api.js';
import type { ApiEffect, FaultRule } from './rules/fault.js';
import { FaultDelays, skipIfFull } from './fault-delays.js';
import { FaultInjector } from './fault-injector.js';
import { RequestCalls } from './request-calls.js';
import { withFaultHeader } from './fault-header.js';
import { WebhooksBeforeAnswer } from './webhooks-before-answer.js';

/** The idle time-out of a connection whose answer is delayed by a fault. */
const MAX_SILENCE_MS = 3 * MINUTE_MS;

/** An error that a fault injects: the API's error object, with any status and code. */
class FaultError extends ApiError {
  constructor(
    private readonly statusCode: number,
    code: string,
    message: string,
  ) {
    super(code as ErrorCode, message);
  }

  override get status(): number {
    return this.statusCode;
  }
}

/**
 * Injects faults into requests, before or after the commit. It is the outermost interceptor: with a fault
 * `before`, nothing is written; with one `after`, everything is committed, the record of the
 * `Idempotency-Key` too.
 */
@Injectable()
export class ApiFaultsInterceptor implements NestInterceptor {
  constructor(
    private readonly faults: FaultInjector,
    private readonly calls: RequestCalls,
    private readonly delays: FaultDelays,
    private readonly webhooks: WebhooksBeforeAnswer,
    private readonly clock: Clock,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    const [req, res] = [http.getRequest<Request>(), http.getResponse<Response>()];
    const { account } = req;
    if (!account || account.faults.length === 0 || isExempt(req)) return next.handle();
    return from(
      withFaultHeader(res, () => this.answer(req, res, account, () => lastValueFrom(next.handle()))),
    );
  }

  private async answer(
    req: Request,
    res: Response,
    account: Account,
    work: () => Promise<unknown>,
  ): Promise<unknown> {
    const { scope } = req;
    if (!scope) return work();
    const call = await this.calls.of(req, account, scope);
    const rules = this.faults.matching(account, 'api', call);
    const hit = async (side: FaultRule['side']): Promise<void> => {
      for (const rule of rules.filter((one) => one.side === side)) {
        const isHit = await this.faults.fire(account, rule, {
          livemode: scope.livemode,
          objectId: call.objects[0] ?? null,
        });
        if (isHit) await this.apply(rule, account, res);
      }
    };
    await hit('before');
    const answer = await work();
    await this.webhooks.wait(account);
    if (!res.headersSent) await hit('after');
    return answer;
  }

  /** Resolves when the request may continue. */
  private async apply({ id, side, ...rule }: FaultRule, account: Account, res: Response): Promise<void> {
    const effect = rule.effect as ApiEffect;
    switch (effect.kind) {
      case 'status':
        throw new FaultError(effect.status, effect.code, effect.message);
      case 'rate_limit':
        res.setHeader('Retry-After', this.secondsLeft(effect.perMs));
        throw new FaultError(429, 'too_many_requests', 'too many requests');
      case 'delay':
        res.socket?.setTimeout(MAX_SILENCE_MS);
        return this.delays
          .wait(account, id, effect.ms, endingOf(res))
          .catch(side === 'after' ? skipIfFull : undefined);
      case 'disconnect':
        disconnect(res);
        // There is no client left to answer.
        return new Promise(() => undefined);
    }
  }

  /** The seconds until the next window of a rate limit. */
  private secondsLeft(perMs: number): number {
    return Math.ceil((perMs - (this.clock.machineNow().getTime() % perMs)) / SECOND_MS);
  }
}

/** True for a request to the control host that does not ask for faults: it is the tester's own. */
function isExempt(req: Request): boolean {
  return isOfEmulatedApi(req) && req.get(FAULTS_HEADER) !== 'on';
}

/**
 * Ends the answer once the connection has gone: until then the request counts among those in progress, and is
 * not logged as answered.
 */
function disconnect(res: Response): void {
  if (res.closed) res.end();
  else res.once('close', () => res.end()).destroy();
}
