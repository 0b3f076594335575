import type { Counter } from 'prom-client';
import type { Log } from '../logging/log.js';
import type { Metrics } from '../metrics/metrics.js';

/** Pauses after a replica was behind, and after it failed. */
const REST_MS = { behind: 100, away: 1_000 } as const;
/** The lag after which the replica is reported. */
const BEHIND_TOLD_AFTER_MS = 10_000;

type Trouble = keyof typeof REST_MS;

/** The replica shows less than the primary, or more. */
export class BehindError extends Error {}

/** Decides by the latest reads if the replica is used. Each change is logged once. */
export class ReplicaHealth {
  private readonly reads: Counter<'part' | 'by'>;
  private trouble: Trouble | undefined;
  private since = 0;
  private restsUntil = 0;
  private isTold = false;

  constructor(
    private readonly log: Log,
    private readonly metrics: Metrics,
  ) {
    const help =
      'Reads that a replica may serve, by server: replica, or the primary because the replica was behind or away.';
    this.reads = metrics.counter('tollgate_database_replica_reads_total', help, ['part', 'by']);
    for (const by of ['replica', 'behind', 'away'] as const) this.count(by, 0);
  }

  /** False during a pause, after which a single read tries it first. */
  isToBeAsked(): boolean {
    const now = performance.now();
    if (this.trouble === undefined) return true;
    if (now < this.restsUntil) {
      this.count(this.trouble);
      return false;
    }
    this.restsUntil = now + REST_MS[this.trouble];
    return true;
  }

  hasServed(): void {
    this.count('replica');
    this.trouble = undefined;
    if (this.isTold) this.log.info('replica available; it serves reads again', { requestId: undefined });
    this.isTold = false;
  }

  hasFailed(error: Error): void {
    const now = performance.now();
    const trouble = error instanceof BehindError ? 'behind' : 'away';
    if (this.trouble !== trouble) this.since = now;
    this.trouble = trouble;
    this.restsUntil = now + REST_MS[trouble];
    this.count(trouble);
    if (this.isTold || (trouble === 'behind' && now - this.since < BEHIND_TOLD_AFTER_MS)) return;
    this.log.warn('replica unavailable; the primary serves all reads', {
      requestId: undefined,
      reason: error.message,
    });
    this.isTold = true;
  }

  private count(by: 'replica' | Trouble, value = 1): void {
    this.reads.inc({ part: this.metrics.part, by }, value);
  }
}
