import { Client } from 'pg';
import request from 'supertest';
import { SAVED_TABLES } from '../../libs/control/snapshots/saved-tables.js';
import { until } from '../../libs/platform/testing/until.js';
import { useOwnProcess } from '../../apps/tollgate/test/own-process.js';
import type { SandboxBody } from '../../apps/tollgate/test/sandbox.js';
import { readText } from '../../apps/tollgate/test/snapshots.js';

const CHARGES = 12_000;
const tollgate = useOwnProcess();
const path = '/api/sandboxes/large';
let key: string;
let paid: string;

const control = (): ReturnType<typeof request> => request(`http://127.0.0.1:${tollgate.ports.control}`);
const api = (): ReturnType<typeof request> => request(`http://127.0.0.1:${tollgate.ports.api}`);

async function number(sql: string): Promise<number> {
  const { rows } = await tollgate.database.query<{ number: number }>(`SELECT (${sql})::int AS number`);
  return rows[0]?.number ?? 0;
}

/** Sources and charges by the thousand. */
async function fill(): Promise<void> {
  const own = "account_id = (SELECT account_id FROM sandbox WHERE name = 'large')";
  await tollgate.database
    .query(`INSERT INTO source SELECT (jsonb_populate_record(one, jsonb_build_object('id', one.id || number))).*
     FROM source one, generate_series(1, ${CHARGES}) AS number WHERE ${own}`);
  await tollgate.database.query(`INSERT INTO charge SELECT (jsonb_populate_record(one, jsonb_build_object(
       'id', one.id || number, 'source_id', one.source_id || number, 'payment_id', one.payment_id || number))).*
     FROM charge one, generate_series(1, ${CHARGES}) AS number WHERE ${own}`);
}

/** Begins a request, kills the process when it has come to this table, and starts it again. */
async function killedAt(table: string, begin: () => request.Test): Promise<void> {
  const keeper = new Client({ connectionString: tollgate.databaseUrl });
  await keeper.connect();
  await keeper.query(
    `BEGIN; LOCK TABLE ${table} IN ${table.includes('.') ? 'ACCESS EXCLUSIVE' : 'EXCLUSIVE'} MODE`,
  );
  const answer = begin().then(
    ({ status }) => status,
    () => undefined,
  );
  const isWaiting = `SELECT count(*) FROM pg_locks WHERE NOT granted AND relation = '${table}'::regclass`;
  await until(async () => (await number(isWaiting)) > 0, `the request does not come to ${table}`);
  await tollgate.stop('SIGKILL');
  expect(await answer).toBeUndefined();
  await keeper.end();
  const isThere = `SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'tollgate'`;
  await until(async () => (await number(isThere)) === 0, 'PostgreSQL does not notice');
  await tollgate.start();
}

const seen = async (): Promise<unknown> => {
  const [list, one, snapshots] = await Promise.all([
    api().get('/charges').auth(key, '').query({ limit: 1 }),
    api().get(`/charges/${paid}`).auth(key, ''),
    control().get(`${path}/snapshots`),
  ]);
  return [
    (list.body as { total: number }).total,
    (one.body as { status: string }).status,
    (snapshots.body as { data: { name: string }[] }).data.map(({ name }) => name),
  ];
};

beforeAll(async () => {
  const { body } = (await control().post('/api/sandboxes').send({ name: 'large' })) as { body: SandboxBody };
  key = body.test.secret_key;
  const boost = {
    amount: 2000,
    currency: 'MYR',
    source: { type: 'boost' },
    return_uri: 'https://shop.example/return',
  };
  const create = async (): Promise<string> =>
    ((await api().post('/charges').auth(key, '').send(boost).expect(200)).body as { id: string }).id;
  await create();
  await fill();
  paid = await create();
});

it('a snapshot of a killed process does not exist, nor do its rows', async () => {
  const before = await seen();
  await killedAt('snapshot.clock_move', () => control().post(`${path}/snapshots`).send({ name: 'before' }));
  expect(await seen()).toEqual(before);
  for (const { name } of SAVED_TABLES)
    expect([name, await number(`SELECT count(*) FROM snapshot.${name}`)]).toEqual([name, 0]);
});

it('a sandbox with a killed restore is unchanged, and can be restored', async () => {
  await control().post(`${path}/snapshots`).send({ name: 'before' }).expect(200);
  const before = await seen();
  await api().post(`/charges/${paid}/mark_as_paid`).auth(key, '').expect(200);
  const after = await seen();
  expect(after).not.toEqual(before);
  // When all is removed, and when all is there again.
  for (const table of ['snapshot.charge', 'api_key']) {
    await killedAt(table, () => control().post(`${path}/snapshots/before/restore`));
    expect(await seen()).toEqual(after);
  }
  await control().post(`${path}/snapshots/before/restore`).expect(200);
  expect(await seen()).toEqual(before);
});

it('a sandbox with a killed import is unchanged, without rows of the file', async () => {
  await control().post('/api/sandboxes').send({ name: 'small' }).expect(200);
  await control().post('/api/sandboxes/small/scenarios/paid/run').send({}).expect(200);
  await control().post('/api/sandboxes/small/snapshots').send({ name: 'paid' }).expect(200);
  const { text } = await control()
    .get('/api/sandboxes/small/snapshots/paid/export')
    .buffer(true)
    .parse(readText);
  const before = await seen();
  const rows = (): Promise<number> => number('SELECT count(*) FROM snapshot.charge');
  const stored = await rows();
  const begin = (): request.Test =>
    control().post(`${path}/import?new_ids=true`).type('application/x-ndjson').send(text);
  // When rows are staged, and when they are to be the sandbox's.
  for (const table of ['snapshot.webhook_delivery', 'api_key']) {
    await killedAt(table, begin);
    expect(await seen()).toEqual(before);
    await until(async () => (await rows()) === stored, 'rows of the file are left');
  }
  await control().delete('/api/sandboxes/small').expect(200);
});

it('a deleted snapshot leaves no row behind, even if its worker is killed', async () => {
  await control().delete(`${path}/snapshots/before`).expect(200);
  const left = (): Promise<number> => number('SELECT count(*) FROM snapshot.charge');
  const before = await left();
  await until(async () => before === 0 || (await left()) < before, 'nothing is removed');
  await tollgate.stop('SIGKILL');
  await tollgate.start();
  await until(async () => (await number('SELECT count(*) FROM snapshot')) === 0, 'the snapshot is left');
  for (const { name } of SAVED_TABLES)
    expect([name, await number(`SELECT count(*) FROM snapshot.${name}`)]).toEqual([name, 0]);
});
