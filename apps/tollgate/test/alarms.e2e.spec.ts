import { Client } from 'pg';
import { JobBell } from '#platform/jobs/job-bell.js';
import type { Alarm, QueueName } from '#platform/jobs/queues.js';
import { freePort } from '#platform/database/postgres-server.js';
import { openGateway, type Gateway, type Merchant } from './harness.js';
import { openReceiver, type Receiver } from './receiver.js';
import { scrape } from './scrape.js';
import { until } from './until.js';

const MOST_WAITING = 10_000;
/** The first that go to the queue together. */
const BATCH = 500;
/** More go to the queue together, and are followed by a rest. */
const MANY = 12;
const MAX_REST_MS = 100;
const DAY_MS = 24 * 3_600_000;

let gateway: Gateway;
let receiver: Receiver;
let merchant: Merchant;
let holder: Client;
let metricsPort: number;
let bell: JobBell;

beforeAll(async () => {
  metricsPort = await freePort();
  receiver = await openReceiver();
  gateway = await openGateway({ METRICS_PORT: String(metricsPort) });
  merchant = await gateway.account({ webhookUri: receiver.uri });
  bell = gateway.tollgate.api.get(JobBell);
  holder = new Client({ connectionString: gateway.databaseUrl });
  await holder.connect();
});

afterAll(async () => {
  await holder.end();
  await gateway.close();
  await receiver.close();
});

/** What a spec that failed still holds. */
afterEach(() => holder.query('ROLLBACK'));

/** Alarms that wake for nothing. */
function alarms(queue: QueueName, name: string, count: number, delayMs: number): Alarm[] {
  return Array.from({ length: count }, (_, index) => ({ queue, id: `${name}-${index}`, subject: 'nobody', delayMs }));
}

/** Lets nobody at the table until it is given back. */
async function hold(table: string): Promise<() => Promise<void>> {
  await holder.query('BEGIN');
  await holder.query(`LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
  return async () => void (await holder.query('ROLLBACK'));
}

/** Rings these and resolves when they are on their way to the queue, which is held: whatever is rung next waits in memory. */
async function ringFirst(first: readonly Alarm[]): Promise<void> {
  bell.ring(first);
  await until(async () => {
    const putting = await gateway.database.$queryRaw<unknown[]>`
      SELECT pid FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%add_job%'`;
    return putting.length > 0;
  });
}

/** When the alarm came to the queue, once it has. */
async function addedAt(id: string): Promise<number> {
  let at: string | undefined;
  await until(async () => {
    const { rows } = await holder.query<{ at: string }>('SELECT added_at_ms AS at FROM bullmq.job WHERE id = $1', [id]);
    at = rows[0]?.at;
    return at !== undefined;
  });
  return Number(at);
}

describe('while the queue takes no alarms', () => {
  it('ten thousand wait in memory, the others are left to the sweep, and those that waited arrive', async () => {
    const queue = 'charge-expiry';
    const before = await scrape(metricsPort);
    const giveBack = await hold('bullmq.job');
    await ringFirst(alarms(queue, 'first', BATCH, DAY_MS));
    bell.ring(alarms(queue, 'second', MOST_WAITING + 50, DAY_MS));
    const { id } = await merchant.charge();
    const after = await scrape(metricsPort);
    expect(after.sum('tollgate_alarms_waiting', { part: 'api', queue })).toBe(MOST_WAITING);
    const lost = (figures: typeof after): number => figures.sum('tollgate_alarms_lost_total', { queue }) ?? NaN;
    // The charge's is one of them.
    expect(lost(after) - lost(before)).toBe(50 + 1);
    await receiver.next(({ event }) => event.data.id === id && event.key === 'charge.create');
    await merchant.advance(30 * DAY_MS);
    expect(await merchant.retrieve(id)).toMatchObject({ status: 'expired' });

    await giveBack();
    await until(async () => (await bell.depthOf(queue))['delayed'] === BATCH + MOST_WAITING);
    expect(lost(await scrape(metricsPort))).toBe(lost(after));
  });
});

describe('the queue', () => {
  it('has a rest after many alarms were put in, but no long one', async () => {
    const giveBack = await hold('bullmq.job');
    const heldFrom = performance.now();
    await ringFirst(alarms('charge-expiry', 'before', 2 * MANY, DAY_MS));
    bell.ring(alarms('charge-expiry', 'after', 1, DAY_MS));
    // Three times as long would be a rest of three seconds.
    await until(() => Promise.resolve(performance.now() - heldFrom > 1_000));
    const givenBackAt = Date.now();
    await giveBack();
    const restMs = (await addedAt('after-0')) - givenBackAt;
    expect(restMs).toBeGreaterThanOrEqual(MAX_REST_MS - 5);
    expect(restMs).toBeLessThan(MAX_REST_MS + 2_000);
  });

  it('has none after a few', async () => {
    let number = 0;
    const waited = async (): Promise<number> => {
      number += 1;
      const giveBack = await hold('bullmq.job');
      const heldFrom = performance.now();
      await ringFirst(alarms('charge-expiry', `few-${number}`, 1, DAY_MS));
      bell.ring(alarms('charge-expiry', `next-${number}`, 1, DAY_MS));
      await until(() => Promise.resolve(performance.now() - heldFrom > MAX_REST_MS));
      const givenBackAt = Date.now();
      await giveBack();
      return (await addedAt(`next-${number}-0`)) - givenBackAt;
    };
    // On a busy machine one may take as long as a rest, but not all.
    await until(async () => (await waited()) < MAX_REST_MS);
  });

  it('of expiries has its worker at no more at once than that can do, and loses none', async () => {
    const [queue, count, most] = ['charge-expiry', 40, 8] as const;
    await until(async () => !(await bell.depthOf(queue))['active']);
    const giveBack = await hold('charge');
    bell.ring(alarms(queue, 'now', count, 0));
    await until(async () => (await bell.depthOf(queue))['active'] === most);
    for (let look = 0; look < 20; look += 1) expect(await bell.depthOf(queue)).toMatchObject({ active: most, wait: count - most });
    await giveBack();
    await until(async () => {
      const { active, wait } = await bell.depthOf(queue);
      return !active && !wait;
    });
  });
});
