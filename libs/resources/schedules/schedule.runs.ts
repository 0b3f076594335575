import { Injectable } from '@nestjs/common';
import type { Account } from '#engine/accounts/account.js';
import { newId } from '#engine/writes/new-id.js';
import type { EventDraft } from '#engine/writes/object-writer.js';
import type { Decision } from '#engine/writes/optimistic-write.js';
import { toRow, toUpdate } from '#engine/writes/rows.js';
import * as machine from './rules/schedule.machine.js';
import type { Occurrence, Schedule } from './rules/schedule.js';
import { jobsOf } from './schedule-job.js';
import { withOccurrence, type LoadedSchedule } from './schedule.row.js';
import { scheduleView } from './schedule.view.js';
import { ScheduledKinds } from './scheduled-kinds.js';

/** The rows that an attempt writes besides the schedule, and the result. */
export interface Run extends Required<Pick<Decision<unknown>, 'insert' | 'updates' | 'jobs'>> {
  readonly events: readonly EventDraft[];
  readonly occurrence: Occurrence;
  readonly after: LoadedSchedule;
}

const NOTHING = { insert: {}, events: [], jobs: [] } as const;

/** Decides on occurrences, as their days come. */
@Injectable()
export class ScheduleRuns {
  constructor(private readonly kinds: ScheduledKinds) {}

  /**
   * The first run that is due: the retry of the occurrence `awaiting`, or else the next day.
   */
  async due(
    before: LoadedSchedule,
    awaiting: Occurrence | null,
    now: Date,
    account: Account,
  ): Promise<Run | null> {
    if (awaiting?.retryAt && awaiting.retryAt <= now) return this.retry(before, awaiting, now, account);
    const { nextAt } = before.schedule;
    return nextAt !== null && nextAt <= now ? this.next(before, awaiting, now, account) : null;
  }

  /** Makes the occurrence of the next day. */
  async next(before: LoadedSchedule, awaiting: Occurrence | null, now: Date, account: Account): Promise<Run> {
    const { schedule } = before;
    const blank = newOccurrence(schedule, now);
    const { outcome, ...written } = awaiting
      ? skip(awaiting)
      : await this.kinds.of(schedule.kind).attempt(schedule, account, now);
    const occurrence: Occurrence =
      outcome.status === 'skipped'
        ? { ...blank, ...outcome }
        : { ...blank, ...machine.attempted(schedule.kind, blank, outcome, now, account.country) };
    const moved = machine.moveOn(schedule, occurrence, awaiting !== null, now, account.country);
    const after = withOccurrence({ ...before, schedule: { ...schedule, ...moved } }, occurrence);
    const insert = { ...written.insert, occurrence: [toRow('occurrence', occurrence)] };
    return { ...together(before, after, occurrence, written, now), insert, updates: [] };
  }

  private async retry(
    before: LoadedSchedule,
    awaiting: Occurrence,
    now: Date,
    account: Account,
  ): Promise<Run> {
    const { schedule } = before;
    const { outcome, ...written } = await this.kinds.of(schedule.kind).attempt(schedule, account, now);
    const patch = machine.attempted(schedule.kind, awaiting, outcome, now, account.country);
    const occurrence: Occurrence = { ...awaiting, ...patch, version: awaiting.version + 1 };
    const moved = machine.afterRetry(schedule, occurrence, now);
    const after = withOccurrence({ ...before, schedule: { ...schedule, ...moved } }, occurrence);
    return {
      ...together(before, after, occurrence, written, now),
      insert: written.insert,
      updates: [toUpdate('occurrence', awaiting, occurrence)],
    };
  }
}

function skip(awaiting: Occurrence) {
  return {
    outcome: { status: 'skipped', resultId: null, message: machine.skippedFor(awaiting) } as const,
    ...NOTHING,
  };
}

/** With the event of the schedule's new status, if it has one, and the jobs of what comes next. */
function together(
  before: LoadedSchedule,
  after: LoadedSchedule,
  occurrence: Occurrence,
  written: Pick<Run, 'events' | 'jobs'>,
  now: Date,
): Pick<Run, 'events' | 'jobs' | 'occurrence' | 'after'> {
  const key = machine.eventOf(before.schedule.status, after.schedule.status);
  const statusEvents = key ? [{ key, objectId: after.schedule.id, data: scheduleView(after, { now }) }] : [];
  return {
    events: [...written.events, ...statusEvents],
    jobs: [...written.jobs, ...jobsOf(after.schedule, occurrence, now)],
    occurrence,
    after,
  };
}

function newOccurrence({ id: scheduleId, accountId, livemode, nextOn }: Schedule, now: Date): Occurrence {
  const nothing = {
    resultId: null,
    message: null,
    transferAmount: 0,
    attemptCount: 0,
    retryOn: null,
    retryAt: null,
  };
  const of = {
    id: newId('occurrence', livemode),
    accountId,
    livemode,
    version: 0,
    scheduleId,
    scheduledOn: nextOn ?? '',
  };
  return { ...of, ...nothing, status: 'skipped', processedAt: now, createdAt: now };
}
