import type { Counter, Gauge } from 'prom-client';
import type { Metrics } from '../metrics/metrics.js';
import type { JobProducer } from './job-producer.js';

/** What a worker tells of its sweeps, and of the queues, which are the same for every worker. */
export class JobMetrics {
  readonly found: Counter<'sweeper'>;
  readonly failed: Counter<'sweeper'>;
  readonly endedAt: Gauge<'sweeper'>;

  constructor(metrics: Metrics, producer: JobProducer) {
    this.found = metrics.counter(
      'tollgate_sweep_found_total',
      'Overdue rows that sweeps came upon; one counts in every round until it is done.',
      ['sweeper'],
    );
    this.failed = metrics.counter('tollgate_sweep_failures_total', 'Sweeps that failed.', ['sweeper']);
    this.endedAt = metrics.gauge('tollgate_sweep_last_success_timestamp_seconds', 'When a sweep last ended well, in unix time.', [
      'sweeper',
    ]);
    const depth = metrics.gauge('tollgate_queue_jobs', 'Jobs in the queue; absent while it cannot be reached.', ['queue', 'state']);
    const read = async (queue: string): Promise<void> => {
      const counts = await producer.depthOf(queue);
      for (const [state, count] of Object.entries(counts)) depth.set({ queue, state }, count);
    };
    metrics.readBefore([depth], async () => {
      await Promise.all(producer.queueNames.map(read));
    });
  }
}
