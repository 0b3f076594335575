import request from 'supertest';
import { Prisma } from '#platform/database/generated/client.js';
import { JobRunner } from '#platform/jobs/job-runner.js';
import { until } from '#platform/testing/until.js';
import { OWNED_TABLES } from '#control/sandboxes/closed-accounts.sweeper.js';
import { setFault } from './faults.js';
import { useGateway } from './harness.js';
import { inTransaction } from './open-transaction.js';
import { earningSide, makeObjects } from './route-requests.js';
import { control, createSandbox, type Sandbox } from './sandbox.js';

const gateway = useGateway();

/** Every table with a column that names its row's account. */
async function tenantTables(): Promise<string[]> {
  const rows = await gateway.database.$queryRaw<{ table_name: string }[]>`
    SELECT table_name FROM information_schema.columns
    WHERE table_schema = 'public' AND column_name = 'account_id' AND table_name <> 'sandbox' ORDER BY table_name`;
  return rows.map(({ table_name: name }) => name);
}

/** Row counts of these accounts, by table, without empty tables. */
async function rowsOf(accountIds: readonly string[]): Promise<Record<string, number>> {
  const tables = [
    ...(await tenantTables()).map((name) => [name, 'account_id'] as const),
    ['account', 'id'] as const,
  ];
  const counts = await Promise.all(
    tables.map(async ([table, column]) => {
      const [row] = await gateway.database.$queryRaw<{ count: number }[]>`
        SELECT count(*)::int AS count FROM ${Prisma.raw(table)} WHERE ${Prisma.raw(column)} = ANY(${accountIds}::text[])`;
      return [table, row?.count ?? 0] as const;
    }),
  );
  return Object.fromEntries(counts.filter(([, count]) => count > 0));
}

/** A sandbox with rows in every table. */
async function fullSandbox(form: object = {}): Promise<Sandbox> {
  const sandbox = await createSandbox(gateway, { webhook_uri: 'http://127.0.0.1:9/hook', ...form });
  await makeObjects(await earningSide(gateway, sandbox.keys));
  await setFault(sandbox, { on: 'api', do: { delay: '0s' } });
  await sandbox.post('/customers').set('Idempotency-Key', 'a').expect(200);
  await control(gateway).post(`/api/sandboxes/${sandbox.name}/clock/freeze`).expect(200);
  const accountId = await sandbox.accountId();
  const [createdAt, aliveUntil] = [new Date(), new Date()];
  await gateway.database.shopRun.create({
    data: { id: `exam_${accountId}`, accountId, parameters: {}, createdAt, aliveUntil },
  });
  await gateway.database.requestLogGap.create({ data: { accountId, xid: 1, entryId: '' } });
  const where = { where: { accountId } };
  await until(async () => (await gateway.database.webhookAttempt.count(where)) > 0, 'no webhook is tried');
  await until(async () => (await gateway.database.requestLog.count(where)) > 0, 'no request is logged');
  await control(gateway).post(`/api/sandboxes/${sandbox.name}/webhooks/hold`).expect(200);
  const { body: inbox } = await control(gateway).put(`/api/sandboxes/${sandbox.name}/inbox/shop`);
  await request((inbox as { url: string }).url)
    .post('')
    .send({ any: 'thing' })
    .expect(200);
  return sandbox;
}

const sweep = (): Promise<void> => gateway.tollgate.worker.get(JobRunner).sweep();

/** Waits until the worker has deleted all rows. */
async function expectGone(accountIds: readonly string[]): Promise<void> {
  let left: Record<string, number> = {};
  const isGone = async (): Promise<boolean> => {
    await sweep();
    left = await rowsOf(accountIds);
    return Object.keys(left).length === 0;
  };
  await until(isGone, () => `rows are left: ${JSON.stringify(left)}`);
}

describe('a sandbox’s rows', () => {
  it('are only in tables that are emptied', async () => {
    const ofAccount = ['api_key', 'webhook_endpoint'];
    expect(await tenantTables()).toEqual([...OWNED_TABLES, ...ofAccount].sort());
    const accountId = await (await fullSandbox()).accountId();
    expect(Object.keys(await rowsOf([accountId])).sort()).toEqual(
      [...OWNED_TABLES, ...ofAccount, 'account'].sort(),
    );
  });

  it('are found by an index that begins with the account, in every table', async () => {
    const indexes = await gateway.database.$queryRaw<{ tablename: string }[]>`
      SELECT DISTINCT tablename FROM pg_indexes
      WHERE schemaname = 'public' AND indexdef ~ '\\(account_id[,)]' AND indexdef !~ ' WHERE '`;
    const indexed = indexes.map(({ tablename }) => tablename);
    expect((await tenantTables()).filter((table) => !indexed.includes(table))).toEqual([]);
  });

  it('are all deleted with it', async () => {
    const sandbox = await fullSandbox();
    const accountId = await sandbox.accountId();
    await sandbox.delete();
    await expectGone([accountId]);
  });

  it('are all deleted by a reset, except new ones', async () => {
    const sandbox = await fullSandbox();
    const before = await sandbox.accountId();
    await sandbox.reset();
    await sandbox.charge();
    await expectGone([before]);
    expect(await sandbox.total('/charges')).toBe(1);
  });

  it('are kept while an older transaction could still write', async () => {
    const sandbox = await fullSandbox();
    const accountId = await sandbox.accountId();
    await inTransaction(gateway, async () => {
      await sandbox.delete();
      for (let round = 0; round < 3; round += 1) await sweep();
      expect(await gateway.database.account.count({ where: { id: accountId } })).toBe(1);
    });
    await expectGone([accountId]);
  });
});

describe('a sandbox with a ttl', () => {
  const expire = (name: string): Promise<unknown> =>
    gateway.database.sandbox.updateMany({ where: { name }, data: { expiresAt: new Date(0) } });

  it('is deleted with its contents after that time without use', async () => {
    const sandbox = await fullSandbox({ ttl: '1h' });
    const accountId = await sandbox.accountId();
    const isGone = async (): Promise<boolean> => {
      // Each time: a use of before may be written only now, and would let it live on.
      await expire(sandbox.name);
      await sweep();
      return (await control(gateway).get(`/api/sandboxes/${sandbox.name}`)).status === 404;
    };
    await until(isGone, 'it does not go');
    await until(async () => !(await sandbox.isOpen()), 'its keys are still open');
    await expectGone([accountId]);
  });

  it('is extended by each use', async () => {
    const sandbox = await createSandbox(gateway, { ttl: '1h' });
    const expiry = async (): Promise<string> =>
      (
        (await gateway.database.sandbox.findUniqueOrThrow({ where: { name: sandbox.name } }))
          .expiresAt as Date
      ).toISOString();
    const before = await expiry();
    expect(await sandbox.isOpen()).toBe(true);
    await until(async () => (await expiry()) > before, 'its use is not noted');
  });

  it('is kept for ever after the ttl is removed', async () => {
    const sandbox = await createSandbox(gateway, { ttl: '1h' });
    const { body } = await control(gateway).patch(`/api/sandboxes/${sandbox.name}`).send({ ttl: null });
    expect(body).toMatchObject({ ttl: null, expires_at: null });
  });
});
