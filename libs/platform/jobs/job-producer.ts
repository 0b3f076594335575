import { setTimeout as delay } from 'node:timers/promises';
import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { Counter } from 'prom-client';
import { SETTINGS, type Settings } from '../config/settings.js';
import { Log } from '../logging/log.js';
import { Metrics } from '../metrics/metrics.js';
import { waitAtMost } from '../process/timeout.js';
import { MAX_SINGLE_ADDS, openQueueBackend, type JobQueue, type QueueBackend } from './queue-backend.js';
import type { NewJob } from './job.js';
import { LocalJobs } from './local-jobs.js';

/**
 * The most jobs that are buffered while the queue is slow. Further ones are dropped: a sweep does their work.
 */
const MAX_BUFFERED = 10_000;
const MAX_BATCH = 500;
const CLOSE_TIMEOUT_MS = 5_000;
const LOOK_INTERVAL_MS = 5_000;
/**
 * The pause after a bulk insert, in times of its duration, so that the next one is larger and the queue can
 * rest.
 */
const PAUSE_FACTOR = 3;
const MAX_PAUSE_MS = 100;

type StoredJob = Parameters<JobQueue['addAll']>[0][number];

/** A queue, its buffered jobs, and the insert in progress. */
interface RegisteredQueue {
  readonly stored: JobQueue;
  readonly buffer: NewJob[];
  sending?: Promise<void>;
}

/**
 * Adds jobs to the queues after a commit. Callers do not wait and never get an error, because sweeps do the
 * work of lost jobs. Jobs that arrive during an insert share the next one.
 */
@Injectable()
export class JobProducer implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly backend: QueueBackend;
  private readonly queues = new Map<string, RegisteredQueue>();
  private readonly dropped: Counter<'queue'>;
  private isFailing = false;
  private isClosing = false;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    @Inject(SETTINGS) settings: Settings,
    private readonly log: Log,
    private readonly local: LocalJobs,
    metrics: Metrics,
  ) {
    this.backend = openQueueBackend(settings, metrics, 'producer', (error) => this.failed(error));
    this.dropped = metrics.counter(
      'tollgate_jobs_dropped_total',
      'Jobs that could not be added to the queue; a sweep does their work.',
      ['queue'],
    );
    const up = metrics.gauge('tollgate_queue_up', '1 while the queue accepts jobs, otherwise 0.', ['part']);
    metrics.readBefore([up], () => up.set({ part: metrics.part }, Number(!this.isFailing)));
    const buffered = metrics.gauge(
      'tollgate_jobs_buffered',
      'Jobs in memory waiting to be added to the queue.',
      ['part', 'queue'],
    );
    metrics.readBefore([buffered], () => {
      for (const [queue, { buffer }] of this.queues)
        buffered.set({ part: metrics.part, queue }, buffer.length);
    });
  }

  get queueNames(): readonly string[] {
    return [...this.queues.keys()];
  }

  /** Opens a queue. The module that adds jobs to it calls this; a second call changes nothing. */
  register(name: string): void {
    if (this.queues.has(name)) return;
    this.queues.set(name, { stored: this.backend.queue(name), buffer: [] });
    this.dropped.inc({ queue: name }, 0);
  }

  /**
   * Hands due jobs to the worker of this process if it takes them, and buffers the others for their queues. Throws
   * when a job names an unregistered queue.
   */
  add(jobs: readonly NewJob[]): void {
    for (const job of jobs) {
      if (this.local.offer(job)) continue;
      const queue = this.find(job.queue);
      if (queue.buffer.length < MAX_BUFFERED) queue.buffer.push(job);
      else this.dropped.inc({ queue: job.queue });
      queue.sending ??= this.drain(job.queue, queue);
    }
  }

  /** The jobs in the queue by state. Throws when the queue is unreachable. */
  depthOf(queue: string): Promise<Readonly<Record<string, number>>> {
    return this.find(queue).stored.getJobCounts('wait', 'active', 'delayed');
  }

  /** True if the queue accepts jobs; a reachable one may reject them. Changes are logged. */
  async isUp(): Promise<boolean> {
    try {
      await this.backend.ping();
      this.worked();
      return true;
    } catch (error) {
      this.failed(error);
      return false;
    }
  }

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.isUp(), LOOK_INTERVAL_MS);
  }

  async onApplicationShutdown(): Promise<void> {
    this.isClosing = true;
    clearInterval(this.timer);
    // An insert waits for ever for a queue that has never connected. Disconnecting fails it, and a sweep does
    // the work.
    const isUnreachable = !(await this.isUp());
    if (isUnreachable) await this.backend.close();
    const queues = [...this.queues.values()];
    await waitAtMost(CLOSE_TIMEOUT_MS, Promise.all(queues.map(async ({ sending }) => sending)));
    await waitAtMost(
      CLOSE_TIMEOUT_MS,
      Promise.all(queues.map(({ stored }) => stored.close().catch(() => undefined))),
    );
    if (!isUnreachable) await waitAtMost(CLOSE_TIMEOUT_MS, this.backend.close());
  }

  private find(name: string): RegisteredQueue {
    const queue = this.queues.get(name);
    if (!queue) throw new Error(`Queue ${name} is not registered`);
    return queue;
  }

  private async drain(name: string, queue: RegisteredQueue): Promise<void> {
    await Promise.resolve();
    for (let batch = take(queue); batch.length > 0; batch = take(queue)) {
      const jobs = storedJobs(batch);
      const beganAt = performance.now();
      try {
        await queue.stored.addAll(jobs);
        this.worked();
      } catch (error) {
        this.dropped.inc({ queue: name }, batch.length);
        this.failed(error);
      }
      if (jobs.length > MAX_SINGLE_ADDS && !this.isClosing)
        await delay(Math.min(MAX_PAUSE_MS, PAUSE_FACTOR * (performance.now() - beganAt)));
    }
    delete queue.sending;
  }

  /** Logged once per outage, without a request id. */
  private failed(error: unknown): void {
    if (!this.isFailing && !this.isClosing)
      this.log.warn('queue unreachable; sweeps do its work', {
        requestId: undefined,
        reason: (error as Error).message,
      });
    this.isFailing = true;
  }

  private worked(): void {
    if (this.isFailing && !this.isClosing) this.log.info('queue reachable again', { requestId: undefined });
    this.isFailing = false;
  }
}

function take({ buffer }: RegisteredQueue): NewJob[] {
  return buffer.splice(0, MAX_BATCH);
}

/** Jobs that are queued by group and due at once share one: adding, claiming and ending a job are statements. */
function storedJobs(batch: readonly NewJob[]): StoredJob[] {
  const shares = ({ group, delayMs }: NewJob): boolean => group !== undefined && delayMs <= 0;
  const [first, ...others] = batch.filter(shares);
  const apart = batch.filter((job) => !shares(job)).map((job) => storedJob(job));
  return first ? [...apart, storedJob(first, others)] : apart;
}

function storedJob(job: NewJob, others: readonly NewJob[] = []): StoredJob {
  const more = others.map(({ subject, group = '' }) => [subject, group] as const);
  return {
    name: job.queue,
    data: {
      subject: job.subject,
      ...(job.group !== undefined && { group: job.group }),
      ...(more.length > 0 && { more }),
    },
    opts: {
      // A job with its first id alone may be in the queue already.
      jobId: more.length > 0 ? `${job.id}-and-${more.length}-from-${others.at(-1)?.id}` : job.id,
      delay: Math.max(0, Math.ceil(job.delayMs)),
      removeOnComplete: true,
      removeOnFail: true,
    },
  };
}
