import request from 'supertest';
import { HOUR_MS } from '../../libs/kernel/time.js';
import { until } from '../../libs/platform/testing/until.js';
import { useOwnProcess } from '../../apps/tollgate/test/own-process.js';
import { useReceiver } from '../../apps/tollgate/test/receiver.js';
import type { SandboxBody } from '../../apps/tollgate/test/sandbox.js';

const BEGIN = Date.parse('2027-01-01T00:00:00Z');
const CHARGES = 150;
const tollgate = useOwnProcess();
const receiver = useReceiver();
const dueAt = (index: number): string =>
  `${new Date(BEGIN + (index + 1) * HOUR_MS).toISOString().slice(0, 19)}Z`;

describe('an advance after its process is killed', () => {
  it('ends at the clock’s time, and the next advance does each remaining task once, at its own instant', async () => {
    const control = request(`http://127.0.0.1:${tollgate.ports.control}`);
    const api = request(`http://127.0.0.1:${tollgate.ports.api}`);
    const clock = '/api/sandboxes/killed/clock';
    const form = {
      name: 'killed',
      clock: { now: new Date(BEGIN).toISOString(), frozen: true },
      webhook_uri: receiver.uri,
    };
    const { body: sandbox } = (await control.post('/api/sandboxes').send(form).expect(200)) as {
      body: SandboxBody;
    };
    const key = sandbox.test.secret_key;
    const ids: string[] = [];
    for (let index = 0; index < CHARGES; index += 1) {
      const boost = {
        amount: 2000,
        currency: 'MYR',
        source: { type: 'boost' },
        return_uri: 'https://shop.example/return',
      };
      const { body } = await api
        .post('/charges')
        .auth(key, '')
        .send({ ...boost, expires_at: dueAt(index) })
        .expect(200);
      ids.push((body as { id: string }).id);
    }
    const told = (): string[] =>
      receiver.received
        .filter(({ event }) => event.key === 'charge.complete')
        .map(({ event }) => event.data.id);
    for (let kills = 0; kills < 2; kills += 1) {
      const before = new Set(told()).size;
      // The connection is cut, so there is no response.
      void control
        .post(`${clock}/advance`)
        .send({ by: '365d', max_real: '10m' })
        .catch(() => undefined);
      await until(() => new Set(told()).size >= before + 20, 'no charge expires');
      await tollgate.stop('SIGKILL');
      await tollgate.start();
      const isEnded = async (): Promise<boolean> =>
        (await tollgate.database.query("SELECT FROM clock_move WHERE status = 'running'")).rows.length === 0;
      await until(isEnded, 'the advance is not ended');
    }
    const { rows } = await tollgate.database.query('SELECT status FROM clock_move');
    expect(rows).toEqual([{ status: 'interrupted' }, { status: 'interrupted' }]);
    const { body: stands } = (await control.get(clock).expect(200)) as {
      body: { now: string; frozen: boolean };
    };
    expect(stands.frozen).toBe(true);
    expect(Date.parse(stands.now)).toBeLessThan(BEGIN + CHARGES * HOUR_MS);

    const { body: walked } = await control
      .post(`${clock}/advance`)
      .send({ until: 'idle', max_real: '10m' })
      .expect(200);
    expect(walked).toMatchObject({ status: 'done', unfinished: [] });
    for (const [index, id] of ids.entries()) {
      const { body: charge } = await api.get(`/charges/${id}`).auth(key, '').expect(200);
      expect(charge).toMatchObject({ status: 'expired', expired_at: dueAt(index) });
    }
    const { body: events } = await api
      .get('/events')
      .query({ limit: 100, order: 'chronological', offset: CHARGES })
      .auth(key, '');
    const completed = await tollgate.database.query<{ object_id: string; count: number }>(
      "SELECT object_id, count(*)::int AS count FROM event WHERE key = 'charge.complete' GROUP BY object_id",
    );
    expect((events as { total: number }).total).toBe(2 * CHARGES);
    expect(completed.rows.every(({ count }) => count === 1)).toBe(true);
    expect(new Set(told())).toEqual(new Set(ids));
  });
});
