import type { Tenant } from '../scope.js';
import type { Day } from './calendar.js';
import type { Recurrence } from './recurrence.js';

export const SCHEDULE_STATUSES = ['running', 'expiring', 'expired', 'deleted', 'suspended'] as const;
export type ScheduleStatus = (typeof SCHEDULE_STATUSES)[number];

export const OCCURRENCE_STATUSES = ['successful', 'failed', 'skipped'] as const;
export type OccurrenceStatus = (typeof OCCURRENCE_STATUSES)[number];

/** What may be scheduled, by the names of the parameters that say it. */
export const SCHEDULED_KINDS = ['charge', 'transfer'] as const;
export type ScheduledKindName = (typeof SCHEDULED_KINDS)[number];

/** What is to be done on each of its days, which only the kind itself reads: see the gateway's `ScheduledKind`. */
export type ScheduledTerms = Readonly<Record<string, unknown>>;

/** Charges or transfers at regular intervals. */
export interface Schedule extends Tenant, Recurrence {
  readonly id: string;
  readonly version: number;
  readonly status: ScheduleStatus;
  readonly kind: ScheduledKindName;
  /** Of what is scheduled. */
  readonly scheduledId: string;
  readonly terms: ScheduledTerms;
  /** Whom it is about, a customer or a recipient: lists of their schedules go by it. */
  readonly partyId: string;
  /** The day that it falls on next, and when that is due. */
  readonly nextOn: Day | null;
  readonly nextAt: Date | null;
  readonly createdAt: Date;
  readonly endedAt: Date | null;
}

/** What happened on one of a schedule's days. */
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
  /** What was transferred, in the smallest unit of the account's currency; 0 of charges. */
  readonly transferAmount: number;
  /** How often it was tried. */
  readonly attemptCount: number;
  /** The day on which it is tried again, and when that is due. */
  readonly retryOn: Day | null;
  readonly retryAt: Date | null;
  readonly processedAt: Date;
  readonly createdAt: Date;
}

/** What came of one attempt. */
export interface Outcome {
  readonly status: 'successful' | 'failed';
  readonly resultId: string | null;
  readonly message: string | null;
  readonly transferAmount: number;
  /** Whether it is not tried again, though it failed. */
  readonly isFinal?: boolean;
}

/** Whether it still brings something. */
export function isActive({ status }: Pick<Schedule, 'status'>): boolean {
  return status === 'running' || status === 'expiring';
}
