import { until } from '../../rig/until.js';
import { CREATE_FORM } from '../forms.js';
import type { Helper } from '../helper.js';
import { basic } from '../http.js';
import type { LoadPlan, LoadResult } from '../load/plan.js';
import type { Deployment } from '../deployment.js';
import { timeOf, timeWithChildren } from '../processor-time.js';
import { BARE_QUEUE, openBareQueue, type QueuePlace } from './bare-queue.js';
import type { WebhookFixtures, Tollgate } from './webhook-fixtures.js';
import type { Receipt } from './receiver.js';

const CLIENTS = 20;
const SETTLE_LIMIT_MS = 120_000;
/** The first of a burst are the worker's warm-up. */
const WARM_UP_SHARE = 0.2;

/** How fast a burst was delivered, and what each webhook took of the processors, in milliseconds, where the system tells. */
export interface Burst {
  readonly perSecond: number;
  readonly workerMs: number | undefined;
  readonly databaseMs: number | undefined;
}

/** Charges made while no worker runs; then how many of their webhooks arrive a second when one starts. */
export async function burstOfTollgate(
  { fixture: { deployment, writer }, queue, startWorker }: Tollgate,
  { receiver }: WebhookFixtures,
  load: Helper<LoadPlan, LoadResult>,
  count: number,
): Promise<Burst> {
  const requests = Array.from({ length: count }, () => ({ method: 'POST', path: '/charges', body: CREATE_FORM }) as const);
  const urls = deployment.urls('api').slice(0, 1);
  const authorization = basic(writer.secretKey);
  const { problem } = await load.ask({ urls, connections: CLIENTS, authorization, requests, until: 'each is sent' });
  if (problem !== null) throw new Error(`Charges for webhooks: ${problem}`);
  await untilQueued(queue, count);
  await receiver.ask({ atLeast: 0 });
  const worker = await startWorker();
  const time = (): (number | undefined)[] => [timeOf([worker.pid ?? 0]), timeWithChildren(deployment.postgres.pid)];
  const { receipts: first } = await receiver.ask({ atLeast: Math.ceil(count * WARM_UP_SHARE) });
  const before = time();
  const { receipts: rest } = await receiver.ask({ atLeast: count - first.length });
  await untilDelivered(deployment);
  const after = time();
  await worker.end();
  // What was sent twice.
  await receiver.ask({ atLeast: 0 });
  const [workerMs, databaseMs] = after.map((to, index) => {
    const from = before[index];
    return from === undefined || to === undefined ? undefined : (to - from) / rest.length;
  });
  return { perSecond: rateOf([...first, ...rest], count), workerMs, databaseMs };
}

/** As many jobs of a bare queue. */
export async function burstOfBareQueue({ bare: { producer, startWorker }, receiver }: WebhookFixtures, count: number): Promise<number> {
  await producer.ask(count);
  const worker = await startWorker();
  try {
    const { receipts } = await receiver.ask({ atLeast: count });
    return rateOf(receipts, count);
  } finally {
    await worker.end();
  }
}

/** Arrivals a second, once it is warm. */
export function rateOf(receipts: readonly Pick<Receipt, 'at'>[], count: number): number {
  const times = receipts.map(({ at }) => at).toSorted((a, b) => a - b);
  const first = Math.floor(count * WARM_UP_SHARE);
  const [from, to] = [times[first], times[count - 1]];
  if (from === undefined || to === undefined || to <= from) throw new Error(`${times.length} webhooks are too few to tell a rate`);
  return ((count - 1 - first) * 1_000) / (to - from);
}

/** All jobs have reached the queue: from here on only the worker counts. */
async function untilQueued(place: QueuePlace, count: number): Promise<void> {
  const backend = openBareQueue(place);
  const queue = backend.queue(BARE_QUEUE);
  try {
    await until(
      async () => ((await queue.getJobCounts('wait'))['wait'] ?? 0) >= count,
      'The jobs of the charges are not all in the queue',
      SETTLE_LIMIT_MS,
    );
  } finally {
    await queue.close();
    await backend.close();
  }
}

/** The worker has written down all that it sent: nothing is sent again in the next round. */
export function untilDelivered({ postgres, database }: Deployment): Promise<void> {
  const pending = `SELECT FROM webhook_delivery WHERE status = 'pending' LIMIT 1`;
  return until(async () => (await postgres.query(database, pending)).length === 0, 'The deliveries do not end', SETTLE_LIMIT_MS);
}
