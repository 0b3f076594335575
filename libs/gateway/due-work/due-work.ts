import type { Tenant } from '#domain/scope.js';
import type { Prisma } from '#platform/database/generated/client.js';
import { JobHandler } from '#platform/jobs/job-handler.js';

/** Something that is to happen at an instant of an account's time. */
export interface DueItem extends Tenant {
  /** The id of the row to work on. */
  readonly id: string;
  /** In the account's time. */
  readonly at: Date;
  /** One of the {@link DueWork.kinds}. */
  readonly kind: string;
  /** The id of the object that callers see. */
  readonly objectId: string;
  /** True if a worker has claimed it. */
  readonly isUnderWay: boolean;
  readonly work: DueWork;
}

/** The outcome of an item. */
export interface DueOutcome {
  /** One word: `expired`, `delivered`. */
  readonly outcome: string;
  /** The event that it caused, or was about. */
  readonly event?: string;
  /** The delivery that an attempt was made at, and its number. */
  readonly delivery?: string;
  readonly attempt?: number;
  /** The receiver's response status, or the error. */
  readonly status?: number | null;
  readonly error?: string | null;
  /** True if it failed and is retried later, without a limit. */
  readonly isTriedAgain?: boolean;
}

/** An item that is done. */
export type DoneItem = Omit<DueOutcome, 'isTriedAgain'> & Pick<DueItem, 'at' | 'kind' | 'objectId' | 'livemode'>;

/**
 * Work that becomes due at an instant of an account's clock. {@link pending} is the one query that says what is due: its own sweep, the list of upcoming
 * work, and an advance of the clock all use it.
 */
export abstract class DueWork extends JobHandler {
  /** The kinds of items, each with a sentence for the list of upcoming work. */
  abstract readonly kinds: Readonly<Record<string, string>>;
  /** The order among items of the same instant: the lowest rank comes first. */
  abstract readonly rank: number;
  /** True if it changes what callers see. Such items run one at a time; webhooks, which change nothing, are sent concurrently. */
  abstract readonly changesState: boolean;

  /**
   * A query of the pending items of the row `account`, with the columns `id`, `account_id`, `livemode`, `at`, `kind`,
   * `object_id` and `is_under_way`. An index must give it in the order of `at`.
   */
  abstract pending(machineNow: Date): Prisma.Sql;

  /** Does the item for the clock move that is under way. `undefined`: there is nothing left to do, or another process has it claimed. */
  abstract perform(item: DueItem, clockMoveId: string): Promise<DueOutcome | undefined>;

  /**
   * The items of the account that any process finished and committed since `snapshot`, a `pg_snapshot`, in order. Only work of more than one statement
   * needs to implement it.
   */
  // oxlint-disable-next-line typescript/no-unused-vars -- for those that override it
  doneSince(_accountId: string, _snapshot: string): Promise<readonly DoneItem[]> {
    return Promise.resolve([]);
  }
}
