import { embeddedList, type ListView } from '#kernel/list.js';
import { isoSeconds, isoSecondsOrNull, type Timestamp } from '#kernel/time.js';
import { inWords } from './rules/in-words.js';
import { nextDays, type On, type Period } from './rules/recurrence.js';
import { isActive, type Schedule, type ScheduleStatus } from './rules/schedule.js';
import { occurrenceView, type DayView, type OccurrenceView } from './occurrence.view.js';
import type { LoadedSchedule } from './schedule.row.js';
import { scheduledChargeView, type ScheduledChargeView } from './scheduled-charge.view.js';
import { scheduledTransferView, type ScheduledTransferView } from './scheduled-transfer.view.js';

/** The most days that a schedule says it will fall on next. */
const MAX_NEXT_DAYS = 30;

/** Something that is done at regular intervals. */
export type ScheduleView = ChargeScheduleView | TransferScheduleView;

/** A schedule of charges. */
interface ChargeScheduleView extends CommonView {
  charge: ScheduledChargeView;
}

/** A schedule of transfers. */
interface TransferScheduleView extends CommonView {
  transfer: ScheduledTransferView;
}

interface CommonView {
  object: 'schedule';
  /** @example "schd_test_60aaaaaaaaaaaaaaaa2" */
  id: string;
  deleted: boolean;
  livemode: boolean;
  /** @example "/schedules/schd_test_60aaaaaaaaaaaaaaaa2" */
  location: string;
  /**
   * Number of periods between occurrences.
   * @example 1
   */
  every: number;
  occurrences: ListView<OccurrenceView>;
  /** Days of the period. */
  on: On;
  /** @example "Every 1 month(s) on the last Friday" */
  in_words: string;
  /** @example "month" */
  period: Period;
  /** @example "running" */
  status: ScheduleStatus;
  /**
   * True if the status is `running` or `expiring`.
   * @example true
   */
  active: boolean;
  state: 'Active';
  /**
   * Next dates, at most 30. Empty once the schedule has ended.
   * @example ["2026-02-27", "2026-03-27"]
   */
  next_occurrences_on: DayView[];
  ended_at: Timestamp | null;
  start_on: DayView;
  end_on: DayView;
  created_at: Timestamp;
  execute_time: null;
  deleted_by: null;
}

/** The schedule object, keys in the recorded order (docs/fidelity.md SC1). */
export function scheduleView(
  { schedule, occurrences, occurrenceCount }: LoadedSchedule,
  { now }: { readonly now: Date },
): ScheduleView {
  const location = `/schedules/${schedule.id}`;
  return {
    object: 'schedule',
    id: schedule.id,
    deleted: schedule.status === 'deleted',
    livemode: schedule.livemode,
    location,
    every: schedule.every,
    occurrences: embeddedList(
      occurrences.map(occurrenceView),
      occurrenceCount,
      `${location}/occurrences`,
      now,
    ),
    on: schedule.on,
    in_words: inWords(schedule),
    period: schedule.period,
    status: schedule.status,
    active: isActive(schedule),
    state: 'Active',
    ...(schedule.kind === 'charge'
      ? { charge: scheduledChargeView(schedule) }
      : { transfer: scheduledTransferView(schedule) }),
    next_occurrences_on: nextOccurrences(schedule),
    ended_at: isoSecondsOrNull(schedule.endedAt),
    start_on: schedule.startOn,
    end_on: schedule.endOn,
    created_at: isoSeconds(schedule.createdAt),
    execute_time: null,
    deleted_by: null,
  };
}

function nextOccurrences(schedule: Schedule): DayView[] {
  const { nextOn } = schedule;
  return nextOn === null ? [] : [nextOn, ...nextDays(schedule, nextOn, MAX_NEXT_DAYS - 1)];
}
