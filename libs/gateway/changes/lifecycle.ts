import { Injectable } from '@nestjs/common';
import type { Tenant } from '#domain/scope.js';
import { Clock } from '#platform/clock/clock.js';
import { retryConflicts, type KeyedMutex } from '#platform/contention/keyed-mutex.js';
import type { Account } from '../accounts/account.js';
import { AccountDirectory } from '../accounts/account-directory.js';
import { Changes, type Change } from './changes.js';

/** What is to be written, if anything is, and what the caller is told once it is. */
export interface Decision<Answer> extends Pick<Change, 'insert' | 'updates' | 'events' | 'jobs'> {
  readonly answer: Answer;
}

/** Reads what it decides on, at `now` of the account's clock. It is asked again when that was changed meanwhile. Throws what it refuses with. */
export type Decide<Answer> = (now: Date, account: Account) => Decision<Answer> | Promise<Decision<Answer>>;

/**
 * How objects come to be and change: read, decide, and write under an optimistic lock. Of two changes at once one is written, and the
 * other is decided again on what the first left.
 */
@Injectable()
export class Lifecycle {
  constructor(
    private readonly directory: AccountDirectory,
    private readonly clock: Clock,
    private readonly changes: Changes,
  ) {}

  /** Writes a new object, and what is updated along with it. */
  async create<Answer>(tenant: Tenant, decide: Decide<Answer>): Promise<Answer> {
    const { answer } = await retryConflicts(() => this.attempt(tenant, decide));
    return answer;
  }

  /** Changes the object `id`, one change after the other in this process. Throws `service_unavailable` when too many want to. */
  async change<Answer>(mutex: KeyedMutex, tenant: Tenant, id: string, decide: Decide<Answer>): Promise<Answer> {
    const { answer } = await mutex.run(id, () => this.attempt(tenant, decide));
    return answer;
  }

  /** `undefined`: a row has another version by now, and nothing was written. */
  private async attempt<Answer>(
    { accountId, livemode }: Tenant,
    decide: Decide<Answer>,
  ): Promise<Pick<Decision<Answer>, 'answer'> | undefined> {
    const account = await this.directory.get(accountId);
    const now = this.clock.now(account);
    const { answer, ...written } = await decide(now, account);
    if (Object.keys(written).length === 0) return { answer };
    return (await this.changes.commit({ ...written, account, livemode, now })) ? { answer } : undefined;
  }
}
