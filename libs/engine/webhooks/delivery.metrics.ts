import { Injectable } from '@nestjs/common';
import type { Counter, Histogram } from 'prom-client';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#kernel/time.js';
import { Metrics } from '#platform/metrics/metrics.js';
import type { AttemptOutcome, DeliveryVerdict } from './rules/retry-schedule.js';
import { DeliveryQueries } from './delivery.queries.js';
import type { ReceiverQueues } from './receiver-queues.js';
import { ERROR_NAMES, type SentAttempt } from './webhook-sender.js';

/** Histogram buckets for one attempt. It may take 15 seconds by default, and two minutes at most. */
const ATTEMPT_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 30, 60, 120];
/**
 * Histogram buckets for the time from an event to its 2xx: first attempts start at once, retries after
 * minutes and hours.
 */
const LAG_SECONDS = [
  0.01,
  0.025,
  0.05,
  0.1,
  0.25,
  0.5,
  1,
  2.5,
  5,
  10,
  30,
  ...[MINUTE_MS, 6 * MINUTE_MS, 40 * MINUTE_MS, 3 * HOUR_MS, 8 * HOUR_MS, DAY_MS, 2 * DAY_MS].map(
    (ms) => ms / SECOND_MS,
  ),
];
const NAMED_ERRORS: ReadonlySet<string> = new Set(Object.values(ERROR_NAMES));

/** The worker's metrics of deliveries: outcomes of attempts, response times of receivers, the backlog. */
@Injectable()
export class DeliveryMetrics {
  private readonly attempts: Counter<'outcome'>;
  private readonly durations: Histogram;
  private readonly ends: Counter<'end'>;
  private readonly lag: Histogram;

  constructor(
    private readonly metrics: Metrics,
    queries: DeliveryQueries,
  ) {
    this.attempts = metrics.counter('tollgate_webhook_attempts_total', 'Webhook attempts, by outcome.', [
      'outcome',
    ]);
    this.durations = metrics.histogram(
      'tollgate_webhook_attempt_duration_seconds',
      'Seconds until the receiver answered or the attempt failed.',
      [],
      ATTEMPT_SECONDS,
    );
    this.ends = metrics.counter(
      'tollgate_webhook_deliveries_total',
      'Finished deliveries: delivered or exhausted.',
      ['end'],
    );
    for (const end of ['delivered', 'exhausted'] as const) this.ends.inc({ end }, 0);
    this.lag = metrics.histogram(
      'tollgate_webhook_delivery_lag_seconds',
      'Seconds from an event to its 2xx response, including retries.',
      [],
      LAG_SECONDS,
    );
    const pending = metrics.gauge(
      'tollgate_webhook_deliveries_pending',
      'Unfinished deliveries, counted up to 100,000.',
      ['mode'],
    );
    const oldest = metrics.gauge(
      'tollgate_webhook_oldest_pending_seconds',
      'Age of the oldest unfinished delivery, in seconds.',
      ['mode'],
    );
    const overdue = metrics.gauge(
      'tollgate_webhook_overdue_seconds',
      'Seconds since the most overdue attempt became due.',
      ['mode'],
    );
    metrics.readBefore([pending, oldest, overdue], async () => {
      for (const { mode, count, oldestSeconds, overdueSeconds } of await queries.backlog()) {
        pending.set({ mode }, count);
        oldest.set({ mode }, oldestSeconds);
        overdue.set({ mode }, overdueSeconds);
      }
    });
  }

  watch(queues: ReceiverQueues): void {
    const { part } = this.metrics;
    const running = this.metrics.gauge(
      'tollgate_webhook_attempts_in_progress',
      'Webhook attempts in progress.',
      ['part'],
    );
    const waiting = this.metrics.gauge(
      'tollgate_webhook_attempts_waiting',
      'Deliveries in memory waiting for their receiver.',
      ['part'],
    );
    this.metrics.readBefore([running, waiting], () => {
      running.set({ part }, queues.unfinishedCount);
      waiting.set({ part }, queues.waitingCount);
    });
  }

  /** Counts an attempt that was recorded `ageMs` after the event. */
  attempted(sent: SentAttempt, verdict: DeliveryVerdict | undefined, ageMs: number): void {
    this.attempts.inc({ outcome: outcomeLabel(sent) });
    this.durations.observe(sent.durationMs / SECOND_MS);
    if (verdict && verdict.status !== 'pending') this.ends.inc({ end: verdict.status });
    if (verdict?.status === 'delivered') this.lag.observe(ageMs / SECOND_MS);
  }
}

/** The class of the status, or the name of the error (docs/fidelity.md W7): a label with few values. */
function outcomeLabel({ status, error }: AttemptOutcome): string {
  if (status !== null) return `${Math.floor(status / 100)}xx`;
  if (error?.startsWith('TLS')) return 'TLS';
  return error !== null && NAMED_ERRORS.has(error) ? error : 'other';
}
