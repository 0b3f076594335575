import { addDays, nextBusinessDay, type Day } from '#kernel/calendar.js';
import { dayIn, dueOn } from '#kernel/local-time.js';
import type { EventKey } from '#engine/events/rules/event-keys.js';
import { nextDay, type Recurrence } from './recurrence.js';
import type { Occurrence, Outcome, Schedule, ScheduledKindName, ScheduleStatus } from './schedule.js';

/**
 * The delay before a retry, the maximum number of attempts, and whether the schedule is suspended after the
 * last.
 */
interface Retries {
  readonly after: (day: Day) => Day;
  readonly maxAttempts: number;
  readonly thenSuspended: boolean;
}

/** Of charges (docs/fidelity.md SC9), and of transfers (SC13). */
const RETRIES: Readonly<Record<ScheduledKindName, Retries>> = {
  charge: { after: (day) => addDays(day, 1), maxAttempts: 3, thenSuspended: true },
  transfer: { after: nextBusinessDay, maxAttempts: Infinity, thenSuspended: false },
};

type SchedulePatch = Pick<Schedule, 'status' | 'nextOn' | 'nextAt' | 'endedAt'>;
type OccurrencePatch = Pick<
  Occurrence,
  | 'status'
  | 'resultId'
  | 'message'
  | 'transferAmount'
  | 'attemptCount'
  | 'retryOn'
  | 'retryAt'
  | 'processedAt'
>;

/** Why an occurrence is skipped: a retry of an earlier one is pending. */
export function skippedFor({ scheduledOn }: Occurrence): string {
  return `the occurrence of ${scheduledOn} is still being retried`;
}

/** The initial state of a schedule. */
export function begin(recurrence: Recurrence, country: string): SchedulePatch {
  const next = nextAfter(recurrence, null, country);
  return { ...next, status: statusOf(recurrence, next.nextOn, false), endedAt: null };
}

/** The schedule once the occurrence that was its next is made. */
export function moveOn(
  schedule: Schedule,
  made: Occurrence,
  isRetrying: boolean,
  now: Date,
  country: string,
): SchedulePatch {
  if (suspends(schedule, made)) return suspended(now);
  const next = nextAfter(schedule, schedule.nextOn, country);
  const status = statusOf(schedule, next.nextOn, isRetrying || made.retryOn !== null);
  return { ...next, status, endedAt: status === 'expired' ? now : null };
}

/** The schedule once an occurrence was tried again. */
export function afterRetry(schedule: Schedule, retried: Occurrence, now: Date): SchedulePatch {
  if (suspends(schedule, retried)) return suspended(now);
  const { nextOn, nextAt } = schedule;
  const status = statusOf(schedule, nextOn, retried.retryOn !== null);
  return { nextOn, nextAt, status, endedAt: status === 'expired' ? now : null };
}

/** Deletes the schedule. Keeps an earlier end. */
export function remove({ endedAt }: Schedule, now: Date): SchedulePatch {
  return { status: 'deleted', nextOn: null, nextAt: null, endedAt: endedAt ?? now };
}

/** The occurrence after an attempt: failures are retried on another day. */
export function attempted(
  kind: ScheduledKindName,
  { attemptCount: attemptsBefore }: Pick<Occurrence, 'attemptCount'>,
  { isFinal = false, ...outcome }: Outcome,
  now: Date,
  country: string,
): OccurrencePatch {
  const attemptCount = attemptsBefore + 1;
  const { after, maxAttempts } = RETRIES[kind];
  const retryOn =
    outcome.status === 'failed' && !isFinal && attemptCount < maxAttempts ? after(dayIn(country, now)) : null;
  return {
    ...outcome,
    attemptCount,
    retryOn,
    retryAt: retryOn === null ? null : dueOn(country, retryOn),
    processedAt: now,
  };
}

/** The event of a change to this status, if there is one. */
export function eventOf(before: ScheduleStatus, after: ScheduleStatus): EventKey | undefined {
  return before === after ? undefined : EVENTS[after];
}

const EVENTS: Readonly<Partial<Record<ScheduleStatus, EventKey>>> = {
  expiring: 'schedule.expiring',
  expired: 'schedule.expire',
  suspended: 'schedule.suspend',
  deleted: 'schedule.destroy',
};

function suspends({ kind }: Schedule, { status, retryOn }: Occurrence): boolean {
  return RETRIES[kind].thenSuspended && status === 'failed' && retryOn === null;
}

function suspended(now: Date): SchedulePatch {
  return { status: 'suspended', nextOn: null, nextAt: null, endedAt: now };
}

function nextAfter(
  recurrence: Recurrence,
  after: string | null,
  country: string,
): Pick<Schedule, 'nextOn' | 'nextAt'> {
  const nextOn = nextDay(recurrence, after);
  return { nextOn, nextAt: nextOn === null ? null : dueOn(country, nextOn) };
}

/** A schedule with a pending retry of its last occurrence has not expired. */
function statusOf(recurrence: Recurrence, nextOn: string | null, isRetrying: boolean): ScheduleStatus {
  if (nextOn === null) return isRetrying ? 'expiring' : 'expired';
  return nextDay(recurrence, nextOn) === null ? 'expiring' : 'running';
}
