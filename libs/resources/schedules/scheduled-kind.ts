import type { IdentifiedObject } from '#kernel/ids.js';
import type { Scope } from '#kernel/scope.js';
import type { Account } from '#engine/accounts/account.js';
import type { Write } from '#engine/writes/object-writer.js';
import type { Outcome, Schedule, ScheduledKindName, ScheduleTerms } from './rules/schedule.js';

/** The validated parameters of scheduled work. */
export interface ScheduledWish {
  readonly terms: ScheduleTerms;
  /** Whom it is about. */
  readonly partyId: string;
}

/** The decision about one attempt at an occurrence: its outcome, and the rows, events and jobs to write. */
export interface Attempt extends Required<Pick<Write, 'insert' | 'events' | 'jobs'>> {
  readonly outcome: Outcome;
}

/** Something that can be scheduled. Its view is beside it. */
export interface ScheduledKind {
  /** The parameter that describes it, and the field that shows it. */
  readonly name: ScheduledKindName;
  /** The object type of its id. */
  readonly identifiedAs: IdentifiedObject;

  /**
   * Reads what is to be done from that parameter. Throws `bad_request` with `problems` and its own, and
   * `not_found`.
   */
  read(
    scope: Scope,
    account: Account,
    described: object,
    problems: readonly string[],
    now: Date,
  ): Promise<ScheduledWish>;

  /** Does it for one day. What keeps it from being done is its outcome; anything else is thrown. */
  attempt(schedule: Schedule, account: Account, now: Date): Promise<Attempt>;
}
