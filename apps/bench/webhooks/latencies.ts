import { CREATE_FORM } from '../forms.js';
import type { Helper } from '../helper.js';
import { basic } from '../http.js';
import { overAndOver, type LoadPlan, type LoadResult } from '../load/plan.js';
import type { Round } from '../round.js';
import type { Deployment } from '../deployment.js';
import type { BarePost } from './bare-worker.js';
import { untilDelivered } from './bursts.js';
import type { WebhookFixtures, Tollgate } from './webhook-fixtures.js';
import type { Receipt } from './receiver.js';

/** Milliseconds that each of `count` webhooks took, one after the other, from the commit of its event to its receipt. A worker runs. */
export async function latenciesOfTollgate(
  { fixture: { deployment }, create }: Tollgate,
  { receiver }: WebhookFixtures,
  count: number,
): Promise<number[]> {
  const receipts: Receipt[] = [];
  for (let number = 0; number < count; number += 1) {
    await create();
    receipts.push(...(await receiver.ask({ atLeast: 1 })).receipts);
  }
  const latencies = await latenciesOf(receipts, deployment);
  if (latencies.length !== count) throw new Error(`Of ${count} webhooks ${latencies.length} can be told apart`);
  return latencies;
}

/** What clients who create without a pause do to webhooks. */
export interface UnderLoad {
  /** How many webhooks arrived a second, until the last had. */
  readonly perSecond: number;
  /** Milliseconds from the commit of each event to its receipt. */
  readonly latencies: readonly number[];
}

/** The same of all the charges that so many clients make meanwhile. A worker runs. */
export async function latenciesUnderLoad(
  { fixture: { deployment, writer } }: Tollgate,
  { receiver }: WebhookFixtures,
  load: Helper<LoadPlan, LoadResult>,
  { connections, processes, round }: { connections: number; processes: number; round: Round },
): Promise<UnderLoad> {
  const { problem } = await load.ask({
    urls: deployment.urls('api').slice(0, processes),
    connections,
    authorization: basic(writer.secretKey),
    ...overAndOver([{ method: 'POST', path: '/charges', body: CREATE_FORM }], round),
  });
  if (problem !== null) throw new Error(`Charges for webhooks: ${problem}`);
  await untilDelivered(deployment);
  const { receipts } = await receiver.ask({ atLeast: 0 });
  const times = receipts.map(({ at }) => at);
  const lastedMs = Math.max(...times) - Math.min(...times);
  return { perSecond: (receipts.length * 1_000) / lastedMs, latencies: await latenciesOf(receipts, deployment) };
}

/** What was received twice counts when it came first. */
async function latenciesOf(receipts: readonly Receipt[], { postgres, database }: Deployment): Promise<number[]> {
  const received = new Map<string, number>();
  for (const { at, body } of receipts) {
    const { id } = JSON.parse(body) as { id: string };
    if (!received.has(id)) received.set(id, at);
  }
  const commits = await postgres.query<{ id: string; at: number }>(
    database,
    'SELECT id, (extract(epoch FROM pg_xact_commit_timestamp(xmin)) * 1000)::float8 AS at FROM event WHERE id = ANY($1)',
    [[...received.keys()]],
  );
  const latencies = commits.map(({ id, at }) => (received.get(id) ?? Number.NaN) - at);
  if (latencies.length !== received.size || latencies.some((ms) => !(ms > 0)))
    throw new Error('Some webhooks came before their events were committed');
  return latencies;
}

/** As many jobs of a bare queue: from before the call that adds one to its handler, and to its receipt. */
export async function latenciesOfBareQueue(
  { bare: { producer }, receiver }: WebhookFixtures,
  count: number,
): Promise<{ handled: number[]; received: number[] }> {
  const [handled, received]: [number[], number[]] = [[], []];
  for (let number = 0; number < count; number += 1) {
    const addedAt = await producer.ask(1);
    const [receipt] = (await receiver.ask({ atLeast: 1 })).receipts;
    if (!receipt) throw new Error('No webhook came');
    handled.push((JSON.parse(receipt.body) as BarePost).handledAt - addedAt);
    received.push(receipt.at - addedAt);
  }
  return { handled, received };
}
