import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { Client } from 'pg';
import { until } from '#platform/testing/until.js';
import { useGateway } from './harness.js';
import { control, createSandbox } from './sandbox.js';
import { exportedFrom, FILLED_CHARGES, snapshotsOf } from './snapshots.js';
import { useOpened } from './use-opened.js';

const gateway = useGateway();
/** A connection that makes an import wait. */
const keeper = useOpened(async () => {
  const client = new Client({ connectionString: gateway.databaseUrl });
  await client.connect();
  return { client, close: () => client.end() };
});

const locks = async (granted: boolean): Promise<number | null> =>
  (
    await keeper.client.query(
      `SELECT FROM pg_locks WHERE locktype = 'advisory' AND classid = 740078 AND granted = $1
         AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
      [granted],
    )
  ).rowCount;

let text: string;

beforeAll(async () => {
  ({ text } = await exportedFrom(gateway));
});

it('an aborted import changes nothing', async () => {
  const sandbox = await createSandbox(gateway);
  const { id } = await sandbox.charge();
  await keeper.client.query('SELECT pg_advisory_lock(740078, hashtext($1))', [sandbox.name]);
  const server = gateway.tollgate.control.getHttpServer();
  const asked = once(server, 'request') as Promise<[unknown, ServerResponse]>;
  const call = snapshotsOf(sandbox).import(text, { new_ids: true });
  call.catch(() => undefined);
  const [, res] = await asked;
  await until(async () => (await locks(false)) === 1, 'the import does not come to the lock');
  const closed = once(res, 'close');
  call.abort();
  await closed;
  await keeper.client.query('SELECT pg_advisory_unlock(740078, hashtext($1))', [sandbox.name]);
  await until(async () => (await locks(true)) === 0 && (await locks(false)) === 0, 'the import does not end');
  expect((await sandbox.get('/charges')).body).toMatchObject({ total: 1, data: [{ id }] });
});

it('a long import does not delay other sandboxes’ lists', async () => {
  const [sandbox, other] = [await createSandbox(gateway), await createSandbox(gateway)];
  await keeper.client.query('BEGIN; LOCK TABLE snapshot.webhook_delivery IN EXCLUSIVE MODE');
  const answer = snapshotsOf(sandbox)
    .import(text, { new_ids: true })
    .then(({ status }) => status);
  const waiting = `SELECT FROM pg_locks WHERE NOT granted AND relation = 'snapshot.webhook_delivery'::regclass`;
  await until(
    async () => (await keeper.client.query(waiting)).rowCount === 1,
    'the import does not come to the table',
  );
  const { id } = await other.charge();
  const { body } = await control(gateway)
    .get(`/api/sandboxes/${other.name}/events`)
    .query({ object: id, wait: '60s' });
  expect((body as { data: object[] }).data).toHaveLength(1);
  await keeper.client.query('COMMIT');
  expect(await answer).toBe(200);
  expect(await sandbox.total('/charges')).toBe(FILLED_CHARGES);
});
