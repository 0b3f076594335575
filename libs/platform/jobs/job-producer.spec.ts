import * as timers from 'node:timers/promises';
import { jest } from '@jest/globals';
import type { Settings } from '../config/settings.js';
import type { Log } from '../logging/log.js';
import { Exposition } from '../metrics/exposition.js';
import { Metrics } from '../metrics/metrics.js';
import type { NewJob } from './job.js';
import { LocalJobs } from './local-jobs.js';
import * as backends from './queue-backend.js';

/** An insert into the queue. */
type Insert = readonly [atMs: number, count: number];

let inserts: Insert[];
/** The duration of an insert. */
let takesMs: number;
let failure: Error | undefined;
let stored: { readonly data: unknown }[];
let local: LocalJobs;

async function addAll(jobs: readonly { readonly data: unknown }[]): Promise<void> {
  stored.push(...jobs);
  inserts.push([performance.now(), jobs.length]);
  await new Promise((resolve) => setTimeout(resolve, takesMs));
  if (failure) throw failure;
}

jest.unstable_mockModule('./queue-backend.js', () => ({
  ...backends,
  openQueueBackend: () => ({ queue: () => ({ addAll }) }),
}));
// Jest's clock moves these timers only if they are global.
jest.unstable_mockModule('node:timers/promises', () => ({
  ...timers,
  setTimeout: (ms: number) => new Promise((resolve) => setTimeout(resolve, ms)),
}));

const { JobProducer } = await import('./job-producer.js');

const warn = jest.fn<Log['warn']>();
const info = jest.fn<Log['info']>();
let exposition: Exposition;
let producer: InstanceType<typeof JobProducer>;

beforeEach(() => {
  jest.useFakeTimers({ now: 0 });
  warn.mockClear();
  info.mockClear();
  [inserts, takesMs, failure] = [[], 0, undefined];
  exposition = new Exposition();
  [stored, local] = [[], new LocalJobs()];
  producer = new JobProducer(
    {} as Settings,
    { warn, info } as Partial<Log> as Log,
    local,
    new Metrics('api', exposition),
  );
  producer.register('expiry');
});

afterEach(() => jest.useRealTimers());

function add(count: number): void {
  producer.add(
    Array.from({ length: count }, (_, index): NewJob => ({
      queue: 'expiry',
      id: `${index}`,
      subject: 'nobody',
      delayMs: 0,
    })),
  );
}

/** Adds jobs, and one more during their insert. Returns the milliseconds between both inserts. */
async function pauseAfter(count: number): Promise<number> {
  add(count);
  await jest.advanceTimersByTimeAsync(0);
  add(1);
  await jest.advanceTimersByTimeAsync(60_000);
  const [first, next] = inserts as [Insert, Insert];
  expect([first[1], next[1]]).toEqual([count, 1]);
  return next[0] - first[0];
}

async function lost(): Promise<number | undefined> {
  const metric = exposition.registry.getSingleMetric('tollgate_jobs_dropped_total');
  return (await metric?.get())?.values.find(({ labels }) => labels['queue'] === 'expiry')?.value;
}

describe('after a bulk insert', () => {
  it('the producer pauses for three times its duration', async () => {
    takesMs = 20;
    expect(await pauseAfter(backends.MAX_SINGLE_ADDS + 1)).toBe(20 + 60);
  });

  it('the producer pauses for at most a tenth of a second', async () => {
    takesMs = 1_000;
    expect(await pauseAfter(backends.MAX_SINGLE_ADDS + 1)).toBe(1_000 + 100);
  });
});

describe('after a few single inserts', () => {
  it('the producer does not pause', async () => {
    takesMs = 1_000;
    expect(await pauseAfter(backends.MAX_SINGLE_ADDS)).toBe(1_000);
  });
});

describe('jobs added during an insert', () => {
  it('share inserts of five hundred', async () => {
    takesMs = 5;
    add(1);
    await jest.advanceTimersByTimeAsync(0);
    for (let time = 0; time < 7; time += 1) add(100);
    await jest.advanceTimersByTimeAsync(1_000);
    expect(inserts.map(([, count]) => count)).toEqual([1, 500, 200]);
  });

  it('fill a buffer of ten thousand; further ones are dropped and counted', async () => {
    takesMs = 1_000;
    add(500);
    await jest.advanceTimersByTimeAsync(0);
    add(10_050);
    expect(await lost()).toBe(50);
    await jest.advanceTimersByTimeAsync(60_000);
    expect(inserts.map(([, count]) => count)).toEqual(Array(21).fill(500));
    expect(await lost()).toBe(50);
  });
});

describe('due jobs with a group', () => {
  const job = (id: number, more: Partial<NewJob> = {}): NewJob => ({
    queue: 'expiry',
    id: `${id}`,
    subject: `subject ${id}`,
    group: 'shop',
    delayMs: 0,
    ...more,
  });

  it('share one job', async () => {
    producer.add([job(1), job(2), job(3, { delayMs: 1_000 }), job(4)]);
    await jest.advanceTimersByTimeAsync(1_000);
    expect(stored.map(({ data }) => data)).toEqual([
      { subject: 'subject 3', group: 'shop' },
      {
        subject: 'subject 1',
        group: 'shop',
        more: [
          ['subject 2', 'shop'],
          ['subject 4', 'shop'],
        ],
      },
    ]);
  });

  it('go to the worker of the process instead, while it is open', async () => {
    const take = jest.fn();
    local.open('expiry', take);
    producer.add([job(1), job(2, { delayMs: 1 })]);
    await jest.advanceTimersByTimeAsync(1_000);
    expect(take.mock.calls).toEqual([['subject 1', 'shop']]);
    expect(stored.map(({ data }) => data)).toEqual([{ subject: 'subject 2', group: 'shop' }]);
    local.close();
    producer.add([job(3)]);
    await jest.advanceTimersByTimeAsync(1_000);
    expect(take).toHaveBeenCalledTimes(1);
    expect(stored).toHaveLength(2);
  });
});

describe('a job of an unregistered queue', () => {
  it('is rejected', () => {
    expect(() => producer.add([{ queue: 'other', id: '1', subject: 'nobody', delayMs: 0 }])).toThrow(
      'Queue other is not registered',
    );
  });
});

describe('jobs that the queue rejects', () => {
  it('are dropped and counted, and one log line reports the outage and one its end', async () => {
    failure = new Error('away');
    for (const count of [3, 2]) {
      add(count);
      await jest.advanceTimersByTimeAsync(1_000);
    }
    expect(await lost()).toBe(5);
    expect(warn).toHaveBeenCalledTimes(1);
    failure = undefined;
    add(4);
    await jest.advanceTimersByTimeAsync(1_000);
    expect(inserts.at(-1)?.[1]).toBe(4);
    expect(await lost()).toBe(5);
    expect(warn).toHaveBeenCalledTimes(1);
    expect(info).toHaveBeenCalledTimes(1);
  });
});
