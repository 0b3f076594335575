import type { Tenant } from '#domain/scope.js';
import type { Prisma } from '#platform/database/generated/client.js';
import { JobHandler } from '#platform/jobs/job-handler.js';

/** Something that is to happen at an instant of an account's time. */
export interface TimedItem extends Tenant {
  /** Of the row that the work is done on. */
  readonly id: string;
  /** In the account's time. */
  readonly at: Date;
  /** What will happen: one of the {@link TimedWork.kinds}. */
  readonly kind: string;
  /** Of the object that callers know. */
  readonly objectId: string;
  /** Whether a worker has it claimed. */
  readonly isUnderWay: boolean;
}

/** The outcome of an item. */
export interface WorkOutcome {
  /** One word: `expired`, `delivered`. */
  readonly outcome: string;
  /** The event that it caused, or was about. */
  readonly event?: string;
  /** The delivery that an attempt was made at, and its number. */
  readonly delivery?: string;
  readonly attempt?: number;
  /** What a receiver answered, or why it did not. */
  readonly status?: number | null;
  readonly error?: string | null;
  /** Whether it failed again and is retried later, with no limit on retries. */
  readonly isTriedAgain?: boolean;
}

/** An item that is done. */
export type DoneItem = Omit<WorkOutcome, 'isTriedAgain'> & Pick<TimedItem, 'at' | 'kind' | 'objectId' | 'livemode'>;

/**
 * Work that becomes due at an instant of an account's clock. {@link pending} is the one query that says what is due: its own sweep, the list of upcoming
 * work, and an advance of the clock all use it.
 */
export abstract class TimedWork extends JobHandler {
  /** The kinds of items, each with a sentence for the list of upcoming work. */
  abstract readonly kinds: Readonly<Record<string, string>>;
  /** The order among items of the same instant: the lowest rank comes first. */
  abstract readonly rank: number;
  /** Whether it changes what callers see. Its items are then done one at a time; webhooks, which change nothing, are sent concurrently. */
  abstract readonly changesState: boolean;

  /**
   * A query of the pending items of the row `account`, with the columns `id`, `account_id`, `livemode`, `at`, `kind`,
   * `object_id` and `is_under_way`. An index must give it in the order of `at`.
   */
  abstract pending(machineNow: Date): Prisma.Sql;

  /** Does the item for the clock move that is under way. `undefined`: there is nothing left to do, or another process has it claimed. */
  abstract perform(item: TimedItem, clockMoveId: string): Promise<WorkOutcome | undefined>;

  /**
   * What any process has done for the account and committed since `snapshot`, a `pg_snapshot`, in order. Only work that takes more than one statement
   * needs to implement it.
   */
  // oxlint-disable-next-line typescript/no-unused-vars -- for those that override it
  doneSince(_accountId: string, _snapshot: string): Promise<readonly DoneItem[]> {
    return Promise.resolve([]);
  }
}
