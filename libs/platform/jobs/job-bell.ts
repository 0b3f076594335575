import { setTimeout as delay } from 'node:timers/promises';
import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { Counter } from 'prom-client';
import { SETTINGS } from '../config/config.module.js';
import type { Settings } from '../config/settings.js';
import { Log } from '../logging/log.js';
import { Metrics } from '../metrics/metrics.js';
import { atMost } from '../process/at-most.js';
import { MANY, openQueueBackend, type AlarmQueue, type QueueBackend } from './queue-backend.js';
import { QUEUES, type Alarm, type QueueName } from './queues.js';

/** Alarms kept while the queue is slow; beyond that they are left to the sweeper. */
const MAX_WAITING = 10_000;
const MAX_BATCH = 500;
const CLOSE_TIMEOUT_MS = 5_000;
const LOOK_INTERVAL_MS = 5_000;
/** After putting in many alarms together the queue is left in peace for so many times as long as that took, so that the next are more. */
const REST = 3;
const MAX_REST_MS = 100;

/**
 * Rings alarms after a commit. Never waited for and never an error to the caller: an alarm that is lost is found by the sweeper.
 * Alarms that come while the queue is busy, or rests, go to it together.
 */
@Injectable()
export class JobBell implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly backend: QueueBackend;
  private readonly queues: Readonly<Record<QueueName, AlarmQueue>>;
  private readonly waiting = forEachQueue((): Alarm[] => []);
  private readonly sending = new Map<QueueName, Promise<void>>();
  private readonly lost: Counter<'queue'>;
  private isFailing = false;
  private isClosing = false;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    @Inject(SETTINGS) settings: Settings,
    private readonly log: Log,
    metrics: Metrics,
  ) {
    this.backend = openQueueBackend(settings, metrics, 'bell', (error) => this.failed(error));
    this.queues = forEachQueue((name) => this.backend.queue(name));
    this.lost = metrics.counter('tollgate_alarms_lost_total', 'Alarms that did not reach the queue and are left to the sweeper.', [
      'queue',
    ]);
    for (const queue of QUEUES) this.lost.inc({ queue }, 0);
    const up = metrics.gauge('tollgate_queue_up', 'Whether the queue takes alarms.', ['part']);
    metrics.readBefore([up], () => up.set({ part: metrics.part }, Number(!this.isFailing)));
    const waiting = metrics.gauge('tollgate_alarms_waiting', 'Alarms that wait in memory to be put into the queue.', ['part', 'queue']);
    metrics.readBefore([waiting], () => {
      for (const queue of QUEUES) waiting.set({ part: metrics.part, queue }, this.waiting[queue].length);
    });
  }

  ring(alarms: readonly Alarm[]): void {
    for (const alarm of alarms) {
      const waiting = this.waiting[alarm.queue];
      if (waiting.length < MAX_WAITING) waiting.push(alarm);
      else this.lost.inc({ queue: alarm.queue });
      if (!this.sending.has(alarm.queue)) this.sending.set(alarm.queue, this.drain(alarm.queue));
    }
  }

  /** How many alarms of each kind the queue holds. Throws when it cannot be reached. */
  depthOf(queue: QueueName): Promise<Readonly<Record<string, number>>> {
    return this.queues[queue].getJobCounts('wait', 'active', 'delayed');
  }

  /** Whether the queue takes alarms; one that can be reached may refuse them. The log says when that changes. */
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
    // What waits for a queue that was never there would wait for ever: cut off, it fails and is left to the sweeper.
    const isAway = !(await this.isUp());
    if (isAway) await this.backend.close();
    await atMost(CLOSE_TIMEOUT_MS, Promise.all(this.sending.values()));
    await atMost(CLOSE_TIMEOUT_MS, Promise.all(Object.values(this.queues).map((queue) => queue.close().catch(() => undefined))));
    if (!isAway) await atMost(CLOSE_TIMEOUT_MS, this.backend.close());
  }

  private async drain(name: QueueName): Promise<void> {
    await Promise.resolve();
    for (let batch = this.take(name); batch.length > 0; batch = this.take(name)) {
      const beganAt = performance.now();
      try {
        await this.queues[name].addAll(batch.map(toJob));
        this.worked();
      } catch (error) {
        this.lost.inc({ queue: name }, batch.length);
        this.failed(error);
      }
      if (batch.length > MANY && !this.isClosing) await delay(Math.min(MAX_REST_MS, REST * (performance.now() - beganAt)));
    }
    this.sending.delete(name);
  }

  private take(name: QueueName): Alarm[] {
    return this.waiting[name].splice(0, MAX_BATCH);
  }

  /** Said once, not for every alarm while the queue is away, and so of no one request. */
  private failed(error: unknown): void {
    if (!this.isFailing && !this.isClosing)
      this.log.warn('the queue is away; the sweeps do its work', { requestId: undefined, reason: (error as Error).message });
    this.isFailing = true;
  }

  private worked(): void {
    if (this.isFailing && !this.isClosing) this.log.info('the queue is back', { requestId: undefined });
    this.isFailing = false;
  }
}

function forEachQueue<T>(make: (name: QueueName) => T): Readonly<Record<QueueName, T>> {
  return Object.fromEntries(QUEUES.map((name) => [name, make(name)])) as Record<QueueName, T>;
}

function toJob(alarm: Alarm): Parameters<AlarmQueue['addAll']>[0][number] {
  return {
    name: alarm.queue,
    data: { subject: alarm.subject, ...(alarm.lane !== undefined && { lane: alarm.lane }) },
    opts: { jobId: alarm.id, delay: Math.max(0, Math.ceil(alarm.delayMs)), removeOnComplete: true, removeOnFail: true },
  };
}
