import { Injectable } from '@nestjs/common';
import type { Tenant } from '#kernel/scope.js';
import { Clock } from '#platform/clock/clock.js';
import { KeyedMutex, retryConflicts } from '#platform/contention/keyed-mutex.js';
import { Metrics } from '#platform/metrics/metrics.js';
import type { Account } from '../accounts/account.js';
import { AccountDirectory } from '../accounts/account-directory.js';
import { ObjectWriter, type Write } from './object-writer.js';
import { SeededIds } from './seeded-ids.js';

/**
 * The change to write, and the answer to the caller after its commit. Without rows, events and jobs nothing is
 * written.
 */
export interface Decision<Answer> extends Pick<Write, 'insert' | 'updates' | 'events' | 'jobs' | 'pageAct'> {
  readonly answer: Answer;
}

/**
 * Reads rows and decides on a change, at `now` of the account's clock. Called again when a row has changed
 * meanwhile. Throws to refuse the request.
 */
export type Decide<Answer> = (now: Date, account: Account) => Decision<Answer> | Promise<Decision<Answer>>;

/**
 * Creates and changes objects: reads, decides, and writes under an optimistic lock. Of two concurrent
 * changes one is written, and the other is decided again on the new state.
 */
@Injectable()
export class OptimisticWrite {
  private readonly mutexes = new Map<string, KeyedMutex>();

  constructor(
    private readonly directory: AccountDirectory,
    private readonly clock: Clock,
    private readonly writer: ObjectWriter,
    private readonly ids: SeededIds,
    private readonly metrics: Metrics,
  ) {}

  /** Writes a new object, or a change within {@link alone}. */
  async write<Answer>(tenant: Tenant, decide: Decide<Answer>): Promise<Answer> {
    const { answer } = await retryConflicts(() => this.attempt(tenant, decide));
    return answer;
  }

  /**
   * Changes the object `id`. `kind` is that of the object: `charge`. Throws `service_unavailable` when too many
   * wait.
   */
  async change<Answer>(kind: string, tenant: Tenant, id: string, decide: Decide<Answer>): Promise<Answer> {
    const { answer } = await this.alone(kind, id, () => this.attempt(tenant, decide));
    return answer;
  }

  /**
   * Runs `attempt` while no other change of the object runs in this process, and again when it answers
   * `undefined`. Throws `service_unavailable` when too many wait.
   */
  alone<T>(kind: string, id: string, attempt: () => Promise<T | undefined>): Promise<T> {
    const mutex = this.mutexes.get(kind) ?? new KeyedMutex(kind, this.metrics);
    this.mutexes.set(kind, mutex);
    return mutex.run(id, attempt);
  }

  /** `undefined`: a row has another version by now, and nothing was written. */
  private async attempt<Answer>(
    { accountId, livemode }: Tenant,
    decide: Decide<Answer>,
  ): Promise<Pick<Decision<Answer>, 'answer'> | undefined> {
    const account = await this.directory.get(accountId);
    return this.ids.within(account, async () => {
      const now = this.clock.now(account);
      const { answer, ...written } = await decide(now, account);
      if (Object.keys(written).length === 0) return { answer };
      return (await this.writer.commit({ ...written, account, livemode, now })) ? { answer } : undefined;
    });
  }
}
