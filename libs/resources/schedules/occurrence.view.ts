import { isoSeconds, type Timestamp } from '#kernel/time.js';
import type { Occurrence, OccurrenceStatus } from './rules/schedule.js';

/**
 * A day of the calendar.
 * @schema { "type": "string", "format": "date" }
 * @example "2026-01-31"
 */
export type DayView = string;

/** One day of a schedule. */
export interface OccurrenceView {
  object: 'occurrence';
  livemode: boolean;
  /** @example "/occurrences/occu_test_60aaaaaaaaaaaaaaaa4" */
  location: string;
  /** @example "occu_test_60aaaaaaaaaaaaaaaa4" */
  id: string;
  /**
   * ID of the charge or transfer of the last attempt, or null.
   * @example "chrg_test_60aaaaaaaaaaaaaaaa7"
   */
  result: string | null;
  /** @example "schd_test_60aaaaaaaaaaaaaaaa2" */
  schedule: string;
  /**
   * Why the occurrence failed or was skipped.
   * @example null
   */
  message: string | null;
  /** @example "successful" */
  status: OccurrenceStatus;
  processed_at: Timestamp;
  created_at: Timestamp;
  scheduled_on: DayView;
  /**
   * Date of the next attempt.
   * @example null
   */
  retry_on: DayView | null;
  execute_time: null;
  split_metadata: null;
  /**
   * Transferred amount, in the smallest unit of the account's currency. 0 for charges.
   * @example 0
   */
  transfer_amount: number;
}

/** The occurrence object, keys in the recorded order (docs/fidelity.md SC1). */
export function occurrenceView(occurrence: Occurrence): OccurrenceView {
  return {
    object: 'occurrence',
    livemode: occurrence.livemode,
    location: `/occurrences/${occurrence.id}`,
    id: occurrence.id,
    result: occurrence.resultId,
    schedule: occurrence.scheduleId,
    message: occurrence.message,
    status: occurrence.status,
    processed_at: isoSeconds(occurrence.processedAt),
    created_at: isoSeconds(occurrence.createdAt),
    scheduled_on: occurrence.scheduledOn,
    retry_on: occurrence.retryOn,
    execute_time: null,
    split_metadata: null,
    transfer_amount: occurrence.transferAmount,
  };
}
