import type { Tenant } from '#kernel/scope.js';
import type { Day } from '#kernel/calendar.js';
import type { Recurrence } from './recurrence.js';

export const SCHEDULE_STATUSES = ['running', 'expiring', 'expired', 'deleted', 'suspended'] as const;
export type ScheduleStatus = (typeof SCHEDULE_STATUSES)[number];

export const OCCURRENCE_STATUSES = ['successful', 'failed', 'skipped'] as const;
export type OccurrenceStatus = (typeof OCCURRENCE_STATUSES)[number];

/** Kinds of scheduled objects, named like their parameters. */
export const SCHEDULED_KINDS = ['charge', 'transfer'] as const;
export type ScheduledKindName = (typeof SCHEDULED_KINDS)[number];

/** The parameters of the objects that a schedule makes. Only their `ScheduledKind` reads them. */
export type ScheduleTerms = Readonly<Record<string, unknown>>;

/** Charges or transfers at regular intervals. */
export interface Schedule extends Tenant, Recurrence {
  readonly id: string;
  readonly version: number;
  readonly status: ScheduleStatus;
  readonly kind: ScheduledKindName;
  /** Of what is scheduled. */
  readonly scheduledId: string;
  readonly terms: ScheduleTerms;
  /** The customer or recipient, by which schedules are listed. */
  readonly partyId: string;
  /** The day that it falls on next, and when that is due. */
  readonly nextOn: Day | null;
  readonly nextAt: Date | null;
  readonly createdAt: Date;
  readonly endedAt: Date | null;
}

/** The result of one day of a schedule. */
export interface Occurrence extends Tenant {
  readonly id: string;
  readonly version: number;
  readonly scheduleId: string;
  readonly scheduledOn: Day;
  readonly status: OccurrenceStatus;
  /** The charge or the transfer of the last attempt. */
  readonly resultId: string | null;
  /** Why it failed or was skipped. */
  readonly message: string | null;
  /** Transferred amount in the smallest unit of the account's currency; 0 for charges. */
  readonly transferAmount: number;
  readonly attemptCount: number;
  /** The day of the next attempt, and its due time. */
  readonly retryOn: Day | null;
  readonly retryAt: Date | null;
  readonly processedAt: Date;
  readonly createdAt: Date;
}

/** The result of one attempt. */
export interface Outcome {
  readonly status: 'successful' | 'failed';
  readonly resultId: string | null;
  readonly message: string | null;
  readonly transferAmount: number;
  /** True if a failed attempt is not retried. */
  readonly isFinal?: boolean;
}

/** True while further occurrences are due. */
export function isActive({ status }: Pick<Schedule, 'status'>): boolean {
  return status === 'running' || status === 'expiring';
}
