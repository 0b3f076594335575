import type { Race, Tollgate } from './race.js';
import type { BarePost } from './bare-worker.js';

/** Milliseconds that each of `count` webhooks took, one after the other, from the commit of its event to its receipt. A worker runs. */
export async function tripsOfTollgate({ scene: { stage }, create }: Tollgate, { receiver }: Race, count: number): Promise<number[]> {
  const received = new Map<string, number>();
  for (let number = 0; number < count; number += 1) {
    await create();
    const { receipts } = await receiver.ask({ atLeast: 1 });
    for (const { at, body } of receipts) received.set((JSON.parse(body) as { id: string }).id, at);
  }
  const commits = await stage.postgres.query<{ id: string; at: number }>(
    stage.database,
    'SELECT id, (extract(epoch FROM pg_xact_commit_timestamp(xmin)) * 1000)::float8 AS at FROM event WHERE id = ANY($1)',
    [[...received.keys()]],
  );
  const trips = commits.map(({ id, at }) => (received.get(id) ?? Number.NaN) - at);
  if (trips.length !== count || trips.some((ms) => !(ms > 0))) throw new Error(`Of ${count} webhooks ${trips.length} can be told apart`);
  return trips;
}

/** As many jobs of a bare queue: from before the call that adds one to its handler, and to its receipt. */
export async function tripsOfBareQueue(
  { bare: { producer }, receiver }: Race,
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
