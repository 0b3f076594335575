import { AsyncLocalStorage } from 'node:async_hooks';
import { Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { ApiError } from '#kernel/errors.js';
import { SECOND_MS } from '#kernel/time.js';
import { Database } from '#platform/database/database.js';
import type { ShopRun } from '#platform/database/generated/client.js';
import { Log } from '#platform/logging/log.js';
import type { Account } from '#engine/accounts/account.js';
import { HeldWebhooksService } from '../deliveries/held-webhooks.service.js';
import type { ScenarioRun } from '../scenarios/scenario-run.js';
import { NotPossible, startOf } from './order-run.js';
import { ShopReach } from './shop-reach.js';
import { ShopRunStore, stopped } from './shop-run.store.js';
import type { ShopParameters } from './shop-run.view.js';

const ALIVE_EVERY_MS = SECOND_MS;
/** The most characters of the reason for an early end. */
const MAX_REASON = 2_000;

/** A run of this process: whose shop is examined, and where. */
export interface RunningShop {
  readonly row: ShopRun;
  readonly sandbox: string;
  readonly account: Account;
  /** Aborted when this process stops, and within a second after a stop of the run. */
  readonly signal: AbortSignal;
}

/** A scenario whose order is still to be named. */
export function newScenario(
  { sandbox, account: { id: accountId, apiVersion }, signal }: RunningShop,
  { orderKey }: ShopParameters,
): ScenarioRun {
  return {
    sandbox,
    scope: { accountId, livemode: false, keyKind: 'secret', apiVersion },
    order: '',
    orderKey,
    parameters: {},
    made: new Map(),
    faults: new Set(),
    signal,
  };
}

/** Runs exams and soaks in this process, each until its end or the process's. */
@Injectable()
export class ShopRunner implements BeforeApplicationShutdown {
  /** A run outlives the request that starts it, so it runs outside of its transaction and log context. */
  private readonly outside = AsyncLocalStorage.snapshot();
  private readonly stopping = new AbortController();
  private readonly running = new Set<Promise<void>>();

  constructor(
    private readonly store: ShopRunStore,
    private readonly reach: ShopReach,
    private readonly held: HeldWebhooksService,
    private readonly database: Database,
    private readonly log: Log,
  ) {}

  /**
   * Begins `work` once the shop answers. Until its end, `work` alone decides which webhooks the shop gets. The
   * problem of a {@link NotPossible} that it throws is kept.
   */
  start(row: ShopRun, sandbox: string, account: Account, work: (run: RunningShop) => Promise<void>): void {
    const ended = this.outside(() => this.run({ row, sandbox, account }, work)).catch((error: unknown) =>
      this.fail(row, error),
    );
    this.running.add(ended);
    void ended.finally(() => this.running.delete(ended));
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    await Promise.all(this.running);
  }

  /** A run that a stop of this process interrupts is ended by the sweeper. */
  private async fail(row: ShopRun, error: unknown): Promise<void> {
    if (this.stopping.signal.aborted) return;
    const isRefusal = error instanceof ApiError;
    if (!isRefusal) this.log.error('the run against a shop failed', error, { id: row.id });
    const problem = isRefusal ? error.message : 'Tollgate failed; its log has the error';
    await this.store.end(row, problem).catch(() => undefined);
  }

  private async run(
    about: Pick<RunningShop, 'row' | 'sandbox' | 'account'>,
    work: (run: RunningShop) => Promise<void>,
  ): Promise<void> {
    const { row } = about;
    const stop = new AbortController();
    const signal = AbortSignal.any([this.stopping.signal, stop.signal]);
    const keepAlive = async (): Promise<void> => {
      if (!(await this.store.keepAlive(row))) stop.abort(new NotPossible(stopped(row.kind)));
    };
    const alive = setInterval(() => void keepAlive().catch(() => undefined), ALIVE_EVERY_MS);
    try {
      await this.store.end(row, await this.reasonOf({ ...about, signal }, work));
    } finally {
      clearInterval(alive);
    }
  }

  /** Does the work of a run, and answers the reason for an early end. */
  private async reasonOf(
    run: RunningShop,
    work: (run: RunningShop) => Promise<void>,
  ): Promise<string | null> {
    const { row, sandbox, account, signal } = run;
    let holds = false;
    try {
      const wasHeld = await this.isHolding(account);
      const problem = await this.reach.until(row.parameters as unknown as ShopParameters, signal);
      if (problem !== undefined) throw new NotPossible(problem);
      if (!wasHeld) {
        await this.store.noteHold(row);
        await this.held.hold(sandbox);
        holds = true;
      }
      await work(run);
      signal.throwIfAborted();
      return null;
    } catch (error) {
      const cause: unknown = signal.aborted ? signal.reason : error;
      if (!(cause instanceof NotPossible)) throw error;
      return startOf(cause.message, MAX_REASON);
    } finally {
      await this.store.giveUp(row);
      if (holds) await this.held.release(sandbox, {}, this.stopping.signal);
    }
  }

  private async isHolding({ id }: Account): Promise<boolean> {
    const found = await this.database.account.findFirst({ where: { id }, select: { webhooksHeldAt: true } });
    return found !== null && found.webhooksHeldAt !== null;
  }
}
