import type { Tenant } from '#domain/scope.js';
import type { Prisma } from '#platform/database/generated/client.js';
import { JobHandler } from '#platform/jobs/job-handler.js';

/** An item of work that becomes due at an instant of an account's time. */
export interface DueItem extends Tenant {
  /** The id of the item's row. */
  readonly id: string;
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
  /** The event that it caused or sent. */
  readonly event?: string;
  /** The delivery of an attempt, and the attempt's number. */
  readonly delivery?: string;
  readonly attempt?: number;
  /** The receiver's response status, or the error. */
  readonly status?: number | null;
  readonly error?: string | null;
  /** True if it failed and is retried later, without a limit. */
  readonly isTriedAgain?: boolean;
}

/** A finished item and its outcome. */
export type DoneItem = DueOutcome & Pick<DueItem, 'at' | 'kind' | 'objectId' | 'livemode'>;

/**
 * Work that becomes due at an instant of an account's clock. Its sweep, the list of upcoming items and an
 * advance of the clock all use {@link pending}.
 */
export abstract class DueWork extends JobHandler {
  /** The kinds of items, each with its reason in the list of upcoming items. */
  abstract readonly kinds: Readonly<Record<string, string>>;
  /** The order among items of the same instant: the lowest rank comes first. */
  abstract readonly rank: number;
  /**
   * True if it changes objects of the API. Such items run one at a time; webhooks, which change none, are
   * sent concurrently.
   */
  abstract readonly changesState: boolean;

  /**
   * A query of the pending items of the row `account`, with the columns `id`, `account_id`, `livemode`, `at`,
   * `kind`, `object_id` and `is_under_way`. An index must return it in the order of `at`.
   */
  abstract pending(machineNow: Date): Prisma.Sql;

  /**
   * Does the item for the running clock move. `undefined`: no work is left, or another process has claimed
   * it.
   */
  abstract perform(item: DueItem, clockMoveId: string): Promise<DueOutcome | undefined>;

  /**
   * The items of the account that any process has committed since `snapshot`, a `pg_snapshot`, in order. Only
   * needed for work of several statements.
   */
  doneSince?(accountId: string, snapshot: string): Promise<readonly DoneItem[]>;
}
