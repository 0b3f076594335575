import { DAY_MS } from '#kernel/time.js';
import { JobRunner } from '#platform/jobs/job-runner.js';
import { until } from '#platform/testing/until.js';
import { useOwnGateway } from './harness.js';
import { inTransaction } from './open-transaction.js';
import { betweenTimes, sweeperAt, sweepThrough } from './retention.js';
import { control, createSandbox, type Sandbox } from './sandbox.js';

const KEPT = { retention: '30d' };
const KEPT_MS = 30 * DAY_MS;
// The worker's own sweep begins with the first rows that there are, once in a while: it must not have been
// through already.
const gateway = useOwnGateway();

const sweep = (time: number): Promise<number> => sweepThrough(sweeperAt(gateway, time + KEPT_MS));

/**
 * Charges that ended without being paid, all but the first of them copies of that one, with as many events of
 * it.
 */
async function expired(sandbox: Sandbox, count: number): Promise<string> {
  const { id, source } = await sandbox.charge();
  await sandbox.post(`/charges/${id}/expire`).expect(200);
  const sourceId = (source as { id: string }).id;
  const { database } = gateway;
  await database.$executeRaw`
    INSERT INTO source SELECT copy.* FROM source one, generate_series(2, ${count}) n,
      jsonb_populate_record(one, jsonb_build_object('id', one.id || n)) copy WHERE one.id = ${sourceId}`;
  await database.$executeRaw`
    INSERT INTO charge SELECT copy.* FROM charge one, generate_series(2, ${count}) n,
      jsonb_populate_record(one, jsonb_build_object('id', one.id || n, 'source_id', one.source_id || n, 'payment_id', one.payment_id || n)) copy
    WHERE one.id = ${id}`;
  await database.$executeRaw`
    INSERT INTO event SELECT copy.* FROM event one, generate_series(2, ${count}) n,
      jsonb_populate_record(one, jsonb_build_object('id', one.id || n, 'object_id', one.object_id || n)) copy WHERE one.object_id = ${id}`;
  return id;
}

async function counts(sandbox: Sandbox): Promise<number[]> {
  const where = { accountId: await sandbox.accountId() };
  const { charge, event, source } = gateway.database;
  return Promise.all([charge.count({ where }), event.count({ where }), source.count({ where })]);
}

interface Page {
  readonly data: readonly { readonly id: string; readonly kind?: string }[];
  readonly next: string;
  readonly previous: string | null;
  readonly total: number;
}

const listOf = async (sandbox: Sandbox, list: string, query: object = {}): Promise<Page> => {
  const { status, body } = await control(gateway).get(`/api/sandboxes/${sandbox.name}/${list}`).query(query);
  expect({ status, body: body as object }).toMatchObject({ status: 200 });
  return body as Page;
};

it('two workers delete everything, each row once', async () => {
  const sandbox = await createSandbox(gateway, KEPT);
  await expired(sandbox, 1_300);
  expect(await counts(sandbox)).toEqual([1_300, 2_600, 1_300]);
  const time = (await betweenTimes()) + KEPT_MS;
  const removed = await Promise.all([sweeperAt(gateway, time), sweeperAt(gateway, time)].map(sweepThrough));
  const rest = await sweepThrough(sweeperAt(gateway, time));
  expect(await counts(sandbox)).toEqual([0, 0, 0]);
  // Besides those, the requests that made the first of them.
  const requests = removed.reduce((sum, count) => sum + count, rest) - 3_900;
  expect([requests >= 0, requests <= 3]).toEqual([true, true]);
});

it('a stopped run deletes a part, and the next run the rest', async () => {
  const sandbox = await createSandbox(gateway, KEPT);
  await expired(sandbox, 3_000);
  const sweeper = sweeperAt(gateway, (await betweenTimes()) + KEPT_MS);
  expect(await sweeper.sweep(AbortSignal.abort())).toBe(0);
  expect(await sweeper.sweep(new AbortController().signal)).toBeLessThanOrEqual(5_000);
  const [charges, events] = await counts(sandbox);
  expect([charges, (events as number) >= 1_000]).toEqual([3_000, true]);
  await sweepThrough(sweeper);
  expect(await counts(sandbox)).toEqual([0, 0, 0]);
});

it('locked rows are skipped without waiting, and deleted later', async () => {
  const sandbox = await createSandbox(gateway, KEPT);
  const charge = await expired(sandbox, 3);
  const event = await gateway.database.event.findFirstOrThrow({
    where: { objectId: { startsWith: charge } },
    orderBy: { id: 'asc' },
  });
  const time = await betweenTimes();
  await inTransaction(gateway, async (other) => {
    await other.query('SELECT id FROM event WHERE id = $1 FOR KEY SHARE', [event.id]);
    await other.query('SELECT id FROM charge WHERE id = $1 FOR UPDATE', [`${charge}2`]);
    // It would wait for this transaction, and this one waits for it.
    await sweep(time);
  });
  expect(await counts(sandbox)).toEqual([2, 1, 2]);
  await sweep(time);
  expect(await counts(sandbox)).toEqual([0, 0, 0]);
});

it('lists and cursors continue after deletions', async () => {
  const sandbox = await createSandbox(gateway, KEPT);
  await expired(sandbox, 5);
  const cursors = { events: '', timeline: '' };
  for (const list of ['events', 'timeline'] as const) {
    await until(async () => (await listOf(sandbox, list)).data.length >= 10, `the ${list} are not listed`);
    const first = await listOf(sandbox, list, { limit: 3 });
    cursors[list] = first.next;
  }
  const objects = await listOf(sandbox, 'objects/charges', { limit: 2 });
  const time = await betweenTimes();
  const { id } = await sandbox.charge();
  await sweep(time);
  for (const list of ['events', 'timeline'] as const) {
    const kinds = { limit: 100, ...(list === 'timeline' && { kinds: 'event' }) };
    const rest = async (): Promise<Page> => listOf(sandbox, list, { after: cursors[list], ...kinds });
    await until(
      async () => (await rest()).data.length === 1,
      `the event that is left is not among the ${list}`,
    );
    expect((await listOf(sandbox, list, { before: (await rest()).next, ...kinds })).data).toHaveLength(1);
  }
  expect(
    (await listOf(sandbox, 'objects/charges', { after: objects.next })).data.map((object) => object.id),
  ).toEqual([id]);
  const { body } = await sandbox.get('/charges?limit=1&offset=4').expect(200);
  expect(body).toMatchObject({ data: [], total: 1 });
  expect(await sandbox.total('/events')).toBe(1);
  expect((await sandbox.get('/search?scope=charge&query=boost').expect(200)).body).toMatchObject({
    total: 0,
  });
});

it('the worker deletes by itself, and counts the rows', async () => {
  const sandbox = await createSandbox(gateway, KEPT);
  const accountId = await sandbox.accountId();
  await control(gateway).post(`/api/sandboxes/${sandbox.name}/webhooks/hold`).expect(200);
  const acts = (): Promise<number> => gateway.database.act.count({ where: { accountId } });
  expect(await acts()).toBe(1);
  await gateway.database
    .$executeRaw`UPDATE act SET id = 'act_0' || substr(id, 6) WHERE account_id = ${accountId}`;
  await gateway.tollgate.worker.get(JobRunner).sweep();
  await until(async () => (await acts()) === 0, 'it is not removed');
});
