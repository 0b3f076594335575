import { Client } from 'pg';
import { JobRunner } from '#platform/jobs/job-runner.js';
import { until } from '#platform/testing/until.js';
import { useGateway } from './harness.js';
import { useReceiver } from './receiver.js';
import { control, createSandbox, type Sandbox } from './sandbox.js';
import { exportedFrom, fileOf, FILLED_CHARGES, linesOf } from './snapshots.js';

const gateway = useGateway();
const receiver = useReceiver();
let text: string;

beforeAll(async () => {
  ({ text } = await exportedFrom(gateway));
});

describe('a sandbox with a seed', () => {
  it('has the file’s objects under its own ids, and sends nothing', async () => {
    const own = fileOf(
      linesOf(text).map((line) =>
        line['table'] === 'webhook_delivery' ? { ...line, uri: receiver.uri } : line,
      ),
    );
    const [one, other] = [
      await createSandbox(gateway, { seed: own }),
      await createSandbox(gateway, { seed: own }),
    ];
    for (const sandbox of [one, other]) {
      expect(sandbox.body['clock']).toEqual({
        object: 'clock',
        now: '2031-02-03T05:05:06.000Z',
        frozen: true,
      });
      expect(await sandbox.total('/charges')).toBe(FILLED_CHARGES);
    }
    const idsOf = async (sandbox: Sandbox): Promise<string[]> =>
      ((await sandbox.get('/charges')).body as { data: { id: string }[] }).data.map(({ id }) => id);
    const others = await idsOf(other);
    expect((await idsOf(one)).filter((id) => others.includes(id))).toEqual([]);
    const count = receiver.received.length;
    await gateway.tollgate.worker.get(JobRunner).sweep();
    await control(gateway)
      .patch(`/api/sandboxes/${one.name}`)
      .send({ webhook_uri: receiver.uri })
      .expect(200);
    const { id } = await one.charge();
    await receiver.next(({ event }) => (event.data as { id: string }).id === id);
    expect(receiver.received.slice(count)).toHaveLength(1);
  });

  it('has the other parameters too', async () => {
    const sandbox = await createSandbox(gateway, {
      seed: text,
      currency: 'SGD',
      clock: { now: '2032-01-01T00:00:00Z', frozen: false },
      webhook_uri: 'http://127.0.0.1:9/own',
    });
    expect((await sandbox.get('/account')).body).toMatchObject({
      currency: 'SGD',
      webhook_uri: 'http://127.0.0.1:9/own',
    });
    expect(sandbox.body['clock']).toMatchObject({ now: expect.stringMatching(/^2032-01-01/), frozen: false });
  });

  it('can be reset and seeded again, and is unchanged by reuse', async () => {
    const sandbox = await createSandbox(gateway, { name: 'seeded', seed: text });
    await sandbox.charge();
    await createSandbox(gateway, { name: 'seeded', seed: text, if_exists: 'reuse' });
    expect(await sandbox.total('/charges')).toBe(FILLED_CHARGES + 1);
    await createSandbox(gateway, { name: 'seeded', seed: text, if_exists: 'reset' });
    expect(await sandbox.total('/charges')).toBe(FILLED_CHARGES);
  });

  it('does not exist before its seed', async () => {
    const keeper = new Client({ connectionString: gateway.databaseUrl });
    await keeper.connect();
    // The last that a seed writes.
    await keeper.query('BEGIN; LOCK TABLE act IN EXCLUSIVE MODE');
    const making = createSandbox(gateway, { name: 'half', seed: text });
    const isWaiting = "SELECT FROM pg_locks WHERE NOT granted AND relation = 'act'::regclass";
    await until(
      async () => (await keeper.query(isWaiting)).rowCount === 1,
      'the seed does not come to the lock',
    );
    expect((await control(gateway).get('/api/sandboxes/half')).status).toBe(404);
    await keeper.end();
    expect(await (await making).total('/charges')).toBe(FILLED_CHARGES);
  });

  it('is created once by two requests', async () => {
    const ask = (): Promise<Sandbox> =>
      createSandbox(gateway, { name: 'both', seed: text, if_exists: 'reuse' });
    const [one, other] = await Promise.all([ask(), ask()]);
    expect(one.secretKey).toBe(other.secretKey);
    expect(await one.total('/charges')).toBe(FILLED_CHARGES);
  });

  it('does not exist if its seed is rejected', async () => {
    const { status } = await control(gateway)
      .post('/api/sandboxes')
      .send({ name: 'refused', seed: text.slice(0, -200) });
    expect(status).toBe(400);
    expect((await control(gateway).get('/api/sandboxes/refused')).status).toBe(404);
  });

  it('is not reset for a rejected seed', async () => {
    const sandbox = await createSandbox(gateway);
    const { id } = await sandbox.charge();
    const { status } = await control(gateway)
      .post('/api/sandboxes')
      .send({ name: sandbox.name, seed: text.slice(0, -200), if_exists: 'reset' });
    expect(status).toBe(400);
    expect((await sandbox.get(`/charges/${id}`)).status).toBe(200);
  });
});
