import { DEFAULT_LIMIT } from '#kernel/list.js';
import type { JsonRow } from '#platform/database/json-rows.js';
import { toRow, toUpdate, type Row, type RowUpdate } from '#engine/writes/rows.js';
import type {
  Occurrence,
  OccurrenceStatus,
  Schedule,
  ScheduledKindName,
  ScheduleTerms,
  ScheduleStatus,
} from './rules/schedule.js';
import type { On, Period } from './rules/recurrence.js';

/** A schedule with what its view embeds. */
export interface LoadedSchedule {
  readonly schedule: Schedule;
  /** The first ones, oldest first. */
  readonly occurrences: readonly Occurrence[];
  readonly occurrenceCount: number;
}

export function toLoadedSchedule(
  { days, ...stored }: JsonRow<'Schedule'>,
  { occurrences }: { readonly occurrences: { readonly first: Occurrence[]; readonly count: number } },
): LoadedSchedule {
  const schedule: Schedule = {
    ...stored,
    status: stored.status as ScheduleStatus,
    period: stored.period as Period,
    on: days as On,
    kind: stored.kind as ScheduledKindName,
    terms: stored.terms as ScheduleTerms,
  };
  return { schedule, occurrences: occurrences.first, occurrenceCount: occurrences.count };
}

export function toOccurrence(stored: JsonRow<'Occurrence'>): Occurrence {
  return { ...stored, status: stored.status as OccurrenceStatus };
}

/** The schedule with an occurrence as it is now, which may be new. */
export function withOccurrence(
  { schedule, occurrences, occurrenceCount }: LoadedSchedule,
  occurrence: Occurrence,
): LoadedSchedule {
  const isNew = occurrence.version === 0;
  const shown = isNew
    ? [...occurrences, occurrence]
    : occurrences.map((other) => (other.id === occurrence.id ? occurrence : other));
  return {
    schedule,
    occurrences: shown.slice(0, DEFAULT_LIMIT),
    occurrenceCount: occurrenceCount + Number(isNew),
  };
}

export function toScheduleRow(schedule: Schedule): Row<'schedule'> {
  return toRow('schedule', fieldsOf(schedule));
}

export function scheduleUpdate(before: Schedule, after: Schedule): RowUpdate {
  return toUpdate('schedule', fieldsOf(before), fieldsOf(after));
}

function fieldsOf(schedule: Schedule) {
  return { ...schedule, days: schedule.on };
}
