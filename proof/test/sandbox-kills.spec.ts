import request from 'supertest';
import { OWNED_TABLES } from '../../libs/control/sandboxes/closed-accounts.sweeper.js';
import { until } from '../../libs/platform/testing/until.js';
import { useOwnProcess } from '../../apps/tollgate/test/own-process.js';
import type { SandboxBody } from '../../apps/tollgate/test/sandbox.js';

const CHARGES = 12_000;
const tollgate = useOwnProcess();

async function countOf(table: string, column: string, accountId: string): Promise<number> {
  const { rows } = await tollgate.database.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM ${table} WHERE ${column} = $1`,
    [accountId],
  );
  return rows[0]?.count ?? 0;
}

/** Sources and charges by the thousand, more than one round of the worker removes. */
async function fill(accountId: string): Promise<void> {
  await tollgate.database.query(
    `INSERT INTO source SELECT (jsonb_populate_record(one, jsonb_build_object('id', one.id || number))).*
     FROM source one, generate_series(1, $2::int) AS number WHERE account_id = $1`,
    [accountId, CHARGES],
  );
  await tollgate.database.query(
    `INSERT INTO charge SELECT (jsonb_populate_record(one, jsonb_build_object(
       'id', one.id || number, 'source_id', one.source_id || number, 'payment_id', one.payment_id || number))).*
     FROM charge one, generate_series(1, $2::int) AS number WHERE account_id = $1`,
    [accountId, CHARGES],
  );
}

describe('a deleted sandbox', () => {
  it('leaves no row behind, even if its worker is killed repeatedly', async () => {
    const control = request(`http://127.0.0.1:${tollgate.ports.control}`);
    const api = request(`http://127.0.0.1:${tollgate.ports.api}`);
    const { body: sandbox } = (await control.post('/api/sandboxes').send({ name: 'large' })) as {
      body: SandboxBody;
    };
    const boost = {
      amount: 2000,
      currency: 'MYR',
      source: { type: 'boost' },
      return_uri: 'https://shop.example/return',
    };
    await api.post('/charges').auth(sandbox.test.secret_key, '').send(boost).expect(200);
    const { rows } = await tollgate.database.query<{ account_id: string }>(
      "SELECT account_id FROM sandbox WHERE name = 'large'",
    );
    const accountId = rows[0]?.account_id ?? '';
    await fill(accountId);
    await control.delete('/api/sandboxes/large').expect(200);
    const left = (): Promise<number> => countOf('charge', 'account_id', accountId);
    for (let kills = 0; kills < 3; kills += 1) {
      const before = await left();
      await until(async () => before === 0 || (await left()) < before, 'nothing is removed');
      await tollgate.stop('SIGKILL');
      await tollgate.start();
    }
    await until(async () => (await countOf('account', 'id', accountId)) === 0, 'the account is left');
    const counts = await Promise.all(OWNED_TABLES.map((table) => countOf(table, 'account_id', accountId)));
    expect(counts).toEqual(OWNED_TABLES.map(() => 0));
    expect((await api.get('/account').auth(sandbox.test.secret_key, '')).status).toBe(401);
  });
});
