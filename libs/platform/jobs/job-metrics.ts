import type { Counter, Gauge } from 'prom-client';
import type { Metrics } from '../metrics/metrics.js';
import type { JobProducer } from './job-producer.js';

/** A worker's metrics of its sweeps, and of the queues, which all workers share. */
export class JobMetrics {
  readonly found: Counter<'sweeper'>;
  readonly failed: Counter<'sweeper'>;
  readonly endedAt: Gauge<'sweeper'>;

  constructor(metrics: Metrics, producer: JobProducer) {
    this.found = metrics.counter(
      'tollgate_sweep_found_total',
      'Overdue rows found by sweeps; a row counts in each sweep until its work is done.',
      ['sweeper'],
    );
    this.failed = metrics.counter('tollgate_sweep_failures_total', 'Sweeps that failed.', ['sweeper']);
    this.endedAt = metrics.gauge(
      'tollgate_sweep_last_success_timestamp_seconds',
      'Unix time of the last successful sweep, in seconds.',
      ['sweeper'],
    );
    const depth = metrics.gauge(
      'tollgate_queue_jobs',
      'Jobs in the queue, by state; absent while the queue is unreachable.',
      ['queue', 'state'],
    );
    const read = async (queue: string): Promise<void> => {
      const counts = await producer.depthOf(queue);
      for (const [state, count] of Object.entries(counts)) depth.set({ queue, state }, count);
    };
    metrics.readBefore([depth], async () => {
      await Promise.all(producer.queueNames.map(read));
    });
  }
}
