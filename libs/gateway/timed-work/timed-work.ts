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
  /** Whether somebody is at it. */
  readonly isUnderWay: boolean;
}

/** What came of an item. */
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
  /** Whether it failed as it did before and is tried again later, without an end. */
  readonly isTriedAgain?: boolean;
}

/** An item that is done. */
export type DoneItem = Omit<WorkOutcome, 'isTriedAgain'> & Pick<TimedItem, 'at' | 'kind' | 'objectId' | 'livemode'>;

/**
 * Work that time brings. Its pending rows say what is due: its own sweep, the list of what will come, and a clock that is advanced all ask
 * {@link pending}.
 */
export abstract class TimedWork extends JobHandler {
  /** What may happen, and why, as a sentence. */
  abstract readonly kinds: Readonly<Record<string, string>>;
  /** Its place among what is due at the same instant: the lowest comes first. */
  abstract readonly rank: number;
  /** Whether it changes what callers see, one item after the other. What only tells others is done for several items at once. */
  abstract readonly changesState: boolean;

  /**
   * A query of what is still to come for the account of the row `account`, with the columns `id`, `account_id`, `livemode`, `at`, `kind`,
   * `object_id` and `is_under_way`. An index must give it in the order of `at`.
   */
  abstract pending(machineNow: Date): Prisma.Sql;

  /** Does it for the move of the account's clock that is under way; `undefined` when it needs nothing any more, or somebody else is at it. */
  abstract perform(item: TimedItem, clockMoveId: string): Promise<WorkOutcome | undefined>;

  /**
   * What any process has done for the account and committed since `snapshot`, a `pg_snapshot`; in order. Only work that takes more than one statement has to
   * answer it.
   */
  // eslint-disable-next-line @typescript-eslint/no-unused-vars -- for those that override it
  doneSince(_accountId: string, _snapshot: string): Promise<readonly DoneItem[]> {
    return Promise.resolve([]);
  }
}
