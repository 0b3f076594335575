import { setImmediate as turn } from 'node:timers/promises';
import { jest } from '@jest/globals';
import { JobProducer } from '#platform/jobs/job-producer.js';
import type { NewJob } from '#platform/jobs/job.js';
import { until } from '#platform/testing/until.js';
import { ChargeDueWork } from '#resources/charges/charge.work.js';
import { steadyPort } from '../../../proof/rig/ports.js';
import { useOwnGateway } from './harness.js';
import { useReceiver } from './receiver.js';
import { scrape } from './scrape.js';

const MOST_WAITING = 10_000;
/** The most that go to the queue together. */
const BATCH = 500;
const DAY_MS = 24 * 3_600_000;
const QUEUE = 'charge-expiry';

let metricsPort: number;
const gateway = useOwnGateway(async () => {
  metricsPort = await steadyPort();
  return { METRICS_PORT: String(metricsPort) };
});
const receiver = useReceiver();
let producer: JobProducer;

beforeAll(() => {
  producer = gateway.tollgate.api.get(JobProducer);
});

afterEach(() => jest.restoreAllMocks());

/** Jobs that wake for nothing. */
function jobs(name: string, count: number, delayMs: number): NewJob[] {
  return Array.from({ length: count }, (_, index) => {
    const id = `${name}-${index}`;
    return { queue: QUEUE, id, subject: id, delayMs };
  });
}

/** Blocks waiting jobs until it is opened. */
function gate(): { readonly opened: Promise<void>; readonly open: () => void } {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open };
}

/**
 * Has no queue take the jobs of the API until it is let. `counts` is how many jobs each attempt had, of the
 * queue that specs add to.
 */
function holdQueues(): { readonly letGo: () => void; readonly counts: readonly number[] } {
  const { opened, open } = gate();
  const counts: number[] = [];
  for (const [name, { stored }] of producer['queues']) {
    const addAll = stored.addAll.bind(stored);
    jest.spyOn(stored, 'addAll').mockImplementation(async (jobs) => {
      if (name === QUEUE) counts.push(jobs.length);
      await opened;
      await addAll(jobs);
    });
  }
  return { letGo: open, counts };
}

const depth = (): ReturnType<JobProducer['depthOf']> => producer.depthOf(QUEUE);

/** Resolves when the queue has this many due jobs, and this many active ones. */
async function untilDepth(active: number, wait: number): Promise<void> {
  const holds = async (): Promise<boolean> => {
    const now = await depth();
    return (now['active'] ?? 0) === active && (now['wait'] ?? 0) === wait;
  };
  await until(
    holds,
    async () => `not ${active} active and ${wait} waiting: ${JSON.stringify(await depth())}`,
  );
}

describe('a queue that accepts no jobs', () => {
  it('keeps ten thousand in memory, leaves the rest to the sweep, and adds them later', async () => {
    const merchant = await gateway.account({ webhookUri: receiver.uri });
    const before = await scrape(metricsPort);
    const { letGo, counts } = holdQueues();
    producer.add(jobs('first', BATCH, DAY_MS));
    await until(() => counts.length > 0, 'the first jobs do not go to the queue');
    producer.add(jobs('second', MOST_WAITING + 50, DAY_MS));
    const { id } = await merchant.charge({ expires_at: new Date(Date.now() + 100_000).toISOString() });
    const after = await scrape(metricsPort);
    expect(after.sum('tollgate_jobs_buffered', { part: 'api', queue: QUEUE })).toBe(MOST_WAITING);
    const lost = (figures: typeof after): number =>
      figures.sum('tollgate_jobs_dropped_total', { queue: QUEUE }) ?? NaN;
    // The charge's is one of them.
    expect(lost(after) - lost(before)).toBe(50 + 1);
    await merchant.advance(30 * DAY_MS);
    expect(await merchant.retrieve(id)).toMatchObject({ status: 'expired' });
    await receiver.next(({ event }) => event.data.id === id && event.key === 'charge.create');

    letGo();
    const delayed = async (): Promise<number> => (await depth())['delayed'] ?? 0;
    await until(
      async () => (await delayed()) >= BATCH + MOST_WAITING,
      async () => `only ${await delayed()} arrive`,
    );
    expect(await delayed()).toBe(BATCH + MOST_WAITING);
    expect(counts).toEqual(Array(1 + MOST_WAITING / BATCH).fill(BATCH));
    expect(lost(await scrape(metricsPort))).toBe(lost(after));
  });
});

describe('the queue of expiries', () => {
  it('limits its worker’s concurrency, and loses no job', async () => {
    const [count, most] = [40, 8];
    const { opened, open } = gate();
    const handled: string[] = [];
    let underWay = 0;
    let mostUnderWay = 0;
    jest
      .spyOn(gateway.tollgate.worker.get(ChargeDueWork, { strict: false }), 'handle')
      .mockImplementation(async (subject) => {
        underWay += 1;
        mostUnderWay = Math.max(mostUnderWay, underWay);
        await opened;
        await turn();
        underWay -= 1;
        handled.push(subject);
      });
    const added = jobs('now', count, 0);
    producer.add(added);
    await untilDepth(most, count - most);
    expect(underWay).toBe(most);
    open();
    await until(
      () => handled.length >= count,
      () => `only ${handled.length} are handled`,
    );
    await untilDepth(0, 0);
    expect(handled.sort()).toEqual(added.map(({ id }) => id).sort());
    expect(mostUnderWay).toBe(most);
  });
});
