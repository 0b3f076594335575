import request from 'supertest';
import { until } from '../../libs/platform/testing/until.js';
import { GOOD_CARD } from '../../apps/tollgate/test/merchant.js';
import { useOwnProcess } from '../../apps/tollgate/test/own-process.js';
import type { SandboxBody } from '../../apps/tollgate/test/sandbox.js';

const BEGIN = '2027-01-01T00:00:00Z';
const DAYS = 365;
/** Days with a transfer: until the end of March. */
const TRANSFER_DAYS = 90;
const KILLS = 3;
const tollgate = useOwnProcess();

describe('schedules of a process that is killed on their days', () => {
  it('create each day’s charge and transfer once, at its own instant, and pay each transfer once', async () => {
    const control = request(`http://127.0.0.1:${tollgate.ports.control}`);
    const api = request(`http://127.0.0.1:${tollgate.ports.api}`);
    const vault = request(`http://127.0.0.1:${tollgate.ports.vault}`);
    const clock = '/api/sandboxes/killed/clock';
    const form = { name: 'killed', clock: { now: BEGIN, frozen: true } };
    const { body: sandbox } = (await control.post('/api/sandboxes').send(form).expect(200)) as {
      body: SandboxBody;
    };
    const key = sandbox.test.secret_key;
    const { body: token } = await vault
      .post('/tokens')
      .auth(sandbox.test.public_key, '')
      .send({ card: GOOD_CARD })
      .expect(200);
    const { body: customer } = await api
      .post('/customers')
      .auth(key, '')
      .send({ card: (token as { id: string }).id })
      .expect(200);
    const earning = { amount: 1_000_000, currency: 'THB', customer: (customer as { id: string }).id };
    await api.post('/charges').auth(key, '').send(earning).expect(200);
    const { body: recipients } = await api.get('/recipients').auth(key, '').expect(200);
    const transfer = { recipient: (recipients as { data: { id: string }[] }).data[0]?.id, amount: 3_000 };
    const charge = { customer: (customer as { id: string }).id, amount: 2_000 };
    const daily = { every: 1, period: 'day', end_date: '2027-12-31', charge };
    await api.post('/schedules').auth(key, '').send(daily).expect(200);
    const transfers = { every: 1, period: 'day', end_date: '2027-03-31', transfer };
    await api.post('/schedules').auth(key, '').send(transfers).expect(200);
    const counted = async (sql: string): Promise<number> =>
      (await tollgate.database.query<{ count: number }>(sql)).rows[0]?.count ?? 0;
    const occurrences = (): Promise<number> => counted('SELECT count(*)::int AS count FROM occurrence');
    for (let kills = 0; kills < KILLS; kills += 1) {
      const before = await occurrences();
      // The connection is cut, so there is no response.
      void control
        .post(`${clock}/advance`)
        .send({ by: '366d', max_real: '10m' })
        .catch(() => undefined);
      await until(async () => (await occurrences()) >= before + 10, 'no day comes');
      await tollgate.stop('SIGKILL');
      await tollgate.start();
      await until(
        async () =>
          (await counted("SELECT count(*)::int AS count FROM clock_move WHERE status = 'running'")) === 0,
        'it is not ended',
      );
    }
    expect(await occurrences()).toBeLessThan(DAYS);
    await control.post(`${clock}/advance`).send({ until: 'idle', max_real: '10m' }).expect(200);
    const { rows } = await tollgate.database.query<{ scheduled_on: string; at: string; captures: number }>(`
      SELECT scheduled_on, to_char(charge.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI') AS at,
        (SELECT count(*)::int FROM transaction WHERE origin = charge.id) AS captures
      FROM charge LEFT JOIN occurrence ON result_id = charge.id WHERE charge.schedule_id IS NOT NULL ORDER BY charge.id`);
    expect(rows).toHaveLength(DAYS);
    expect(new Set(rows.map(({ scheduled_on: day }) => day)).size).toBe(DAYS);
    expect(rows.slice(1).every(({ scheduled_on: day, at }) => at === `${day} 01:30`)).toBe(true);
    expect(rows.every(({ captures }) => captures === 1)).toBe(true);
    expect(await counted("SELECT count(*)::int AS count FROM event WHERE key = 'charge.create'")).toBe(
      DAYS + 1,
    );
    const { body } = await api.get('/schedules').auth(key, '').expect(200);
    const ended = { status: 'expired' };
    expect(body).toMatchObject({
      data: [
        { ...ended, occurrences: { total: DAYS } },
        { ...ended, occurrences: { total: TRANSFER_DAYS } },
      ],
    });
    const { rows: transferred } = await tollgate.database.query<{
      scheduled_on: string;
      at: string;
      postings: string[];
    }>(`
      SELECT scheduled_on, to_char(transfer.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI') AS at,
        (SELECT array_agg(key) FROM transaction WHERE origin = transfer.id) AS postings
      FROM transfer LEFT JOIN occurrence ON result_id = transfer.id WHERE state = 'paid' ORDER BY transfer.id`);
    expect(new Set(transferred.map(({ scheduled_on: day }) => day)).size).toBe(TRANSFER_DAYS);
    expect(transferred.slice(1).every(({ scheduled_on: day, at }) => at === `${day} 01:30`)).toBe(true);
    expect(transferred.map(({ postings }) => postings)).toEqual(
      Array.from({ length: TRANSFER_DAYS }, () => ['transfer.sent.debit']),
    );
    expect(await counted("SELECT count(*)::int AS count FROM event WHERE key = 'transfer.pay'")).toBe(
      TRANSFER_DAYS,
    );
  });
});
