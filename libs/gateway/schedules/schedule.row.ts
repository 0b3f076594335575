import type {
  Occurrence,
  OccurrenceStatus,
  Schedule,
  ScheduledKindName,
  ScheduledTerms,
  ScheduleStatus,
} from '#domain/schedules/schedule.js';
import type { On, Period } from '#domain/schedules/recurrence.js';
import { DEFAULT_LIMIT } from '#domain/list.js';
import type { Occurrence as StoredOccurrence, Prisma } from '#platform/database/generated/client.js';
import type { Row, RowUpdate } from '../changes/rows.js';

/** A schedule with what its view embeds. */
export interface LoadedSchedule {
  readonly schedule: Schedule;
  /** The first ones, oldest first. */
  readonly occurrences: readonly Occurrence[];
  /** The total. */
  readonly occurrenceCount: number;
}

/** The relations that are read with every schedule. */
export const SCHEDULE_PARTS = {
  occurrences: { orderBy: [{ createdAt: 'asc' }, { id: 'asc' }], take: DEFAULT_LIMIT },
  _count: { select: { occurrences: true } },
} satisfies Prisma.ScheduleInclude;

type StoredSchedule = Prisma.ScheduleGetPayload<{ include: typeof SCHEDULE_PARTS }>;

export function toLoadedSchedule({ occurrences, _count, days, ...stored }: StoredSchedule): LoadedSchedule {
  const schedule: Schedule = {
    ...stored,
    status: stored.status as ScheduleStatus,
    period: stored.period as Period,
    on: days as On,
    kind: stored.kind as ScheduledKindName,
    terms: stored.terms as ScheduledTerms,
  };
  return { schedule, occurrences: occurrences.map(toOccurrence), occurrenceCount: _count.occurrences };
}

export function toOccurrence(stored: StoredOccurrence): Occurrence {
  return { ...stored, status: stored.status as OccurrenceStatus, transferAmount: Number(stored.transferAmount) };
}

/** The schedule with an occurrence as it is now, which may be new. */
export function withOccurrence({ schedule, occurrences, occurrenceCount }: LoadedSchedule, occurrence: Occurrence): LoadedSchedule {
  const isNew = occurrence.version === 0;
  const shown = isNew ? [...occurrences, occurrence] : occurrences.map((other) => (other.id === occurrence.id ? occurrence : other));
  return { schedule, occurrences: shown.slice(0, DEFAULT_LIMIT), occurrenceCount: occurrenceCount + Number(isNew) };
}

export function toScheduleRow(schedule: Schedule): Row<'schedule'> {
  return {
    id: schedule.id,
    account_id: schedule.accountId,
    livemode: schedule.livemode,
    version: schedule.version,
    every: schedule.every,
    period: schedule.period,
    days: schedule.on,
    start_on: schedule.startOn,
    end_on: schedule.endOn,
    kind: schedule.kind,
    scheduled_id: schedule.scheduledId,
    terms: schedule.terms,
    party_id: schedule.partyId,
    created_at: schedule.createdAt,
    ...changingColumns(schedule),
  };
}

export function scheduleUpdate(before: Schedule, after: Schedule): RowUpdate {
  return { table: 'schedule', id: before.id, version: before.version, set: changingColumns(after) };
}

function changingColumns(schedule: Schedule) {
  return {
    status: schedule.status,
    next_on: schedule.nextOn,
    next_at: schedule.nextAt,
    ended_at: schedule.endedAt,
  } satisfies RowUpdate<'schedule'>['set'];
}

export function toOccurrenceRow(occurrence: Occurrence): Row<'occurrence'> {
  return {
    id: occurrence.id,
    account_id: occurrence.accountId,
    livemode: occurrence.livemode,
    version: occurrence.version,
    schedule_id: occurrence.scheduleId,
    scheduled_on: occurrence.scheduledOn,
    created_at: occurrence.createdAt,
    ...changingOccurrenceColumns(occurrence),
  };
}

export function occurrenceUpdate(before: Occurrence, after: Occurrence): RowUpdate {
  return { table: 'occurrence', id: before.id, version: before.version, set: changingOccurrenceColumns(after) };
}

function changingOccurrenceColumns(occurrence: Occurrence) {
  return {
    status: occurrence.status,
    result_id: occurrence.resultId,
    message: occurrence.message,
    transfer_amount: occurrence.transferAmount,
    attempt_count: occurrence.attemptCount,
    retry_on: occurrence.retryOn,
    retry_at: occurrence.retryAt,
    processed_at: occurrence.processedAt,
  } satisfies RowUpdate<'occurrence'>['set'];
}
