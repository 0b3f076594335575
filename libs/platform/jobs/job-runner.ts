import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { SECOND_MS } from '#kernel/time.js';
import { Clock } from '../clock/clock.js';
import { SETTINGS, type Settings } from '../config/settings.js';
import { Log } from '../logging/log.js';
import { Metrics } from '../metrics/metrics.js';
import { waitAtMost } from '../process/timeout.js';
import { JobProducer } from './job-producer.js';
import { JobMetrics } from './job-metrics.js';
import { LOOK_AHEAD_MS } from './job.js';
import { LocalJobs } from './local-jobs.js';
import { openQueueBackend, type JobWorker, type QueueBackend } from './queue-backend.js';
import { BackgroundWork } from './background-work.js';

const SWEEP_INTERVAL_MS = 1_000;
/** Fewer than the producer buffers. */
const MAX_UPCOMING = 5_000;
const CLOSE_TIMEOUT_MS = 5_000;

/** Handles the jobs of every queue, and runs every sweep once a second. Stopping waits for work in progress. */
@Injectable()
export class JobRunner implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly backend: QueueBackend;
  private readonly counts: JobMetrics;
  private readonly workers: JobWorker[] = [];
  private works: readonly BackgroundWork[] = [];
  /** The instant until which the upcoming jobs of each are in the queue. */
  private readonly lookedUntil = new Map<BackgroundWork, Date>();
  private timer: NodeJS.Timeout | undefined;
  private sweeping: Promise<void> = Promise.resolve();
  private readonly stopping = new AbortController();
  private onSwept: () => void = () => undefined;

  constructor(
    @Inject(SETTINGS) settings: Settings,
    private readonly log: Log,
    private readonly discovery: DiscoveryService,
    private readonly clock: Clock,
    metrics: Metrics,
    private readonly producer: JobProducer,
    private readonly local: LocalJobs,
  ) {
    this.backend = openQueueBackend(settings, metrics, 'worker', (error) =>
      log.debug('queue error', { reason: error.message }),
    );
    this.counts = new JobMetrics(metrics, producer);
  }

  onApplicationBootstrap(): void {
    this.works = this.discovery
      .getProviders()
      .map((provider) => provider.instance as unknown)
      .filter((instance) => instance instanceof BackgroundWork);
    for (const work of this.works) this.counts.failed.inc({ sweeper: work.name }, 0);
    for (const work of this.works) if (work.handle) this.producer.register(work.name);
    for (const queue of this.producer.queueNames) this.listen(queue);
    this.scheduleSweep(0);
  }

  /** Calls `listener` after every round of sweeps without a failure. */
  afterSweep(listener: () => void): void {
    this.onSwept = listener;
  }

  /** Runs all sweeps now instead of at the next second. */
  async sweep(): Promise<void> {
    this.sweeping = this.sweeping.then(async () => {
      const rounds = await Promise.all(this.works.map((work) => this.sweepOne(work)));
      if (rounds.every(Boolean)) this.onSwept();
    });
    await this.sweeping;
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    this.local.close();
    clearTimeout(this.timer);
    // An unreachable queue must not keep the process from stopping: sweeps find unfinished work.
    await waitAtMost(
      CLOSE_TIMEOUT_MS,
      Promise.all([this.sweeping, ...this.workers.map((worker) => worker.close())]),
    );
    await Promise.all(this.works.map(async (work) => work.drain?.()));
    await waitAtMost(CLOSE_TIMEOUT_MS, this.backend.close());
  }

  private async sweepOne(work: BackgroundWork): Promise<boolean> {
    const labels = { sweeper: work.name };
    try {
      this.counts.found.inc(labels, await work.sweep(this.stopping.signal));
      if (work.upcomingJobs) await this.lookAhead(work);
      this.counts.endedAt.set(labels, this.clock.machineNow().getTime() / SECOND_MS);
      return true;
    } catch (error) {
      this.counts.failed.inc(labels);
      this.log.error('sweep failed', error, labels);
      return false;
    }
  }

  /** Adds the jobs of work that is due soon. Jobs that are in the queue already do not change. */
  private async lookAhead(work: BackgroundWork): Promise<void> {
    const now = this.clock.machineNow();
    const from = this.lookedUntil.get(work) ?? now;
    if (from.getTime() - now.getTime() > LOOK_AHEAD_MS / 2) return;
    const until = new Date(now.getTime() + LOOK_AHEAD_MS);
    const jobs = (await work.upcomingJobs?.(from, until, MAX_UPCOMING)) ?? [];
    this.producer.add(jobs);
    const last = jobs[MAX_UPCOMING - 1];
    // If one instant has more jobs, the sweep does their work.
    this.lookedUntil.set(
      work,
      last ? new Date(Math.max(now.getTime() + last.delayMs, from.getTime() + 1)) : until,
    );
  }

  private listen(queue: string): void {
    const work = this.works.find(({ name }) => name === queue);
    if (!work?.handle) throw new Error(`Queue ${queue} has no handler`);
    if (work.take) this.local.open(queue, (subject, group) => work.take?.(subject, group));
    const worker = this.backend.worker(queue, {
      handle: async ({ data: { subject, group, more = [] } }) => {
        await work.handle?.(subject, group);
        for (const [another, ofGroup] of more) await work.handle?.(another, ofGroup);
      },
      concurrency: work.concurrency,
      onFailed: (error) => this.log.error('job failed; the next sweep retries it', error, { queue }),
    });
    worker.run().catch((error: unknown) => this.log.error('queue worker stopped', error, { queue }));
    this.workers.push(worker);
  }

  private scheduleSweep(delayMs: number): void {
    if (this.stopping.signal.aborted) return;
    this.timer = setTimeout(
      () => void this.sweep().finally(() => this.scheduleSweep(SWEEP_INTERVAL_MS)),
      delayMs,
    );
  }
}
