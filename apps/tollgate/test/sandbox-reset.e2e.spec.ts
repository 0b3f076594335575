import { Client } from 'pg';
import request from 'supertest';
import { JobRunner } from '#platform/jobs/job-runner.js';
import { until } from '#platform/testing/until.js';
import { useGateway, useOwnGateway } from './harness.js';
import { ACCOUNT_LISTS } from './lists.js';
import { inTransaction } from './open-transaction.js';
import { useReceiver } from './receiver.js';
import { control, createSandbox, type Sandbox } from './sandbox.js';

/** Two gateways on one database stand for two processes: they share nothing else. */
const gateway = useGateway();
const twin = useOwnGateway(() => ({ DATABASE_URL: gateway.databaseUrl }));
const receiver = useReceiver();
let sandbox: Sandbox;

beforeEach(async () => {
  sandbox = await createSandbox(gateway, { webhook_retry_delays: '1s,1s,1s' });
});

/** Both processes have cached the account. */
async function isKnownToBoth(): Promise<void> {
  expect([await sandbox.isOpen(), await sandbox.isOpen(twin)]).toEqual([true, true]);
}

const sweepBoth = (): Promise<unknown> =>
  Promise.all([gateway, twin].map(({ tollgate }) => tollgate.worker.get(JobRunner).sweep()));

describe('a reset sandbox', () => {
  it('has empty lists, in every process, from the response on', async () => {
    for (let round = 0; round < 10; round += 1) {
      await sandbox.charge();
      await isKnownToBoth();
      expect(await sandbox.total('/charges', twin)).toBe(1);
      await sandbox.reset();
      for (const at of [twin, gateway]) expect(await sandbox.total('/charges', at)).toBe(0);
    }
    // Every account has a recipient of its own.
    for (const list of ACCOUNT_LISTS)
      expect([list, await sandbox.total(list, twin)]).toEqual([list, list === '/recipients' ? 1 : 0]);
  });

  it('has none of the old objects: by id, page or file', async () => {
    const { id, authorize_uri: page } = await sandbox.charge();
    const promptpay = { amount: 2000, currency: 'THB', source: { type: 'promptpay' } };
    const { body: scanned } = await sandbox.post('/charges', promptpay);
    const { download_uri: picture } = (
      scanned as { source: { scannable_code: { image: { download_uri: string } } } }
    ).source.scannable_code.image;
    const found = async (): Promise<number[]> => [
      (await sandbox.get(`/charges/${id}`)).status,
      (await sandbox.post(`/charges/${id}/mark_as_paid`)).status,
      (await request(page).get('')).status,
      (await request(page).post('').type('form').send({ outcome: 'successful' })).status,
      (await request(picture).get('')).status,
    ];
    expect((await request(page).get('')).status).toBe(200);
    expect((await request(picture).get('')).status).toBe(200);
    await sandbox.reset();
    expect(await found()).toEqual([404, 404, 404, 404, 404]);
    const { body } = await sandbox.get('/events');
    expect(body).toMatchObject({ total: 0 });
  });

  it('delivers no old webhooks, only new ones', async () => {
    receiver.answer((_, response) => void response.writeHead(500).end());
    await control(gateway)
      .patch(`/api/sandboxes/${sandbox.name}`)
      .send({ webhook_uri: receiver.uri })
      .expect(200);
    const { id } = await sandbox.charge();
    const ofCharge =
      (charge: string) =>
      ({ event }: { event: { data: { id: string } } }) =>
        event.data.id === charge;
    expect((await receiver.next(ofCharge(id))).headers['tollgate-epoch']).toBe('1');
    const old = await sandbox.accountId();
    const isRecorded = async (): Promise<boolean> =>
      (await gateway.database.webhookDelivery.count({
        where: { accountId: old, status: 'pending', claimedUntil: null },
      })) === 1;
    await until(isRecorded, 'the attempt is not recorded');
    await sandbox.reset();
    const tried = receiver.received.filter(ofCharge(id)).length;
    // As if the time of the next attempt had come.
    await gateway.database.webhookDelivery.updateMany({
      where: { accountId: old },
      data: { nextAttemptAt: new Date(0) },
    });
    await sweepBoth();
    const { id: next } = await sandbox.charge();
    expect((await receiver.next(ofCharge(next))).headers['tollgate-epoch']).toBe('2');
    await sweepBoth();
    expect(receiver.received.filter(ofCharge(id))).toHaveLength(tried);
  });

  it('does not expire an old charge', async () => {
    await sandbox.charge();
    const old = await sandbox.accountId();
    // Nothing of it may be removed meanwhile: a transaction is open that may have found it open.
    await inTransaction(gateway, async () => {
      await sandbox.reset();
      await gateway.database.charge.updateMany({
        where: { accountId: old },
        data: { expiresAt: new Date(0) },
      });
      await sweepBoth();
      const charges = await gateway.database.charge.findMany({ where: { accountId: old } });
      expect(charges.map(({ status }) => status)).toEqual(['pending']);
    });
    expect(await sandbox.total('/events')).toBe(0);
  });

  it('accepts an old Idempotency-Key as new', async () => {
    const charge = {
      amount: 2000,
      currency: 'MYR',
      source: { type: 'boost' },
      return_uri: 'https://shop.example/return',
    };
    const create = async (): Promise<string> =>
      ((await sandbox.post('/charges', charge).set('Idempotency-Key', 'order-1042')).body as { id: string })
        .id;
    const first = await create();
    expect(await create()).toBe(first);
    await sandbox.reset();
    expect(await create()).not.toBe(first);
  });

  it('keeps keys, settings, webhook address and public id, and its clock is real time again', async () => {
    const form = { country: 'SG', webhook_uri: 'http://127.0.0.1:9/hook', clock: { now: '2031-01-01' } };
    const moved = await createSandbox(gateway, form);
    const { body: before } = await moved.get('/account');
    const body = await moved.reset();
    expect({ ...body, clock: undefined, expires_at: undefined }).toEqual({
      ...moved.body,
      clock: undefined,
      expires_at: undefined,
    });
    expect((await moved.get('/account')).body).toEqual(before);
    expect((body['clock'] as { now: string }).now < '2031').toBe(true);
  });

  it('keeps the fingerprints of cards', async () => {
    const fingerprint = async (): Promise<unknown> => {
      const card = {
        number: '4242424242424242',
        expiration_month: 12,
        expiration_year: 2040,
        name: 'Somchai',
        security_code: '123',
      };
      const { body } = await request(gateway.settings.vaultUrl)
        .post('/tokens')
        .auth(sandbox.body.test.public_key, '')
        .send({ card });
      return (body as { card: { fingerprint: string } }).card.fingerprint;
    };
    const before = await fingerprint();
    await sandbox.reset();
    expect(await fingerprint()).toBe(before);
  });
});

describe('a sandbox under repeated resets', () => {
  it('serves its merchants or returns 503, and every charge has one epoch', async () => {
    let isOver = false;
    /** Numbers of started and answered creates. */
    let [begun, answered] = [0, 0];
    const statuses = new Set<number>();
    const merchants = [gateway, twin].map(async (at) => {
      while (!isOver) {
        const boost = {
          amount: 2000,
          currency: 'MYR',
          source: { type: 'boost' },
          return_uri: 'https://shop.example/return',
        };
        begun += 1;
        statuses.add((await sandbox.post('/charges', boost, at)).status);
        answered += 1;
        statuses.add((await sandbox.get('/charges', at)).status);
      }
    });
    for (let round = 0; round < 20; round += 1) {
      const answeredBefore = answered;
      await sandbox.reset();
      const count = await gateway.database.charge.count({ where: { accountId: await sandbox.accountId() } });
      expect(count).toBeLessThanOrEqual(begun - answeredBefore);
    }
    isOver = true;
    await Promise.all(merchants);
    expect([...statuses].filter((status) => ![200, 503].includes(status))).toEqual([]);
  });
});

describe('a request in progress during a reset', () => {
  const boost = {
    amount: 2000,
    currency: 'MYR',
    source: { type: 'boost' },
    return_uri: 'https://shop.example/return',
  };

  it.each([
    ['charge', {}],
    ['idempotency_key', { 'Idempotency-Key': 'a' }],
  ])('writes nothing and returns 503 if it waits for the table %s', async (table, headers) => {
    await isKnownToBoth();
    const old = await sandbox.accountId();
    const keeper = new Client({ connectionString: gateway.databaseUrl });
    await keeper.connect();
    await keeper.query(`BEGIN; LOCK TABLE ${table} IN EXCLUSIVE MODE`);
    const answer = sandbox
      .post('/charges', boost)
      .set(headers)
      .then((response) => response);
    const isWaiting = async (): Promise<boolean> =>
      (await keeper.query(`SELECT FROM pg_locks WHERE NOT granted AND relation = '${table}'::regclass`))
        .rowCount === 1;
    await until(isWaiting, 'the request does not come to the table');
    await sandbox.reset();
    await keeper.query('COMMIT');
    await keeper.end();
    expect(await answer).toMatchObject({
      status: 503,
      body: { code: 'service_unavailable' },
      headers: { 'retry-after': '1' },
    });
    expect(await gateway.database.charge.count({ where: { accountId: old } })).toBe(0);
    expect(await gateway.database.idempotencyKey.count({ where: { accountId: old } })).toBe(0);
    expect((await sandbox.post('/charges', boost).set(headers)).status).toBe(200);
  });
});

describe('a change of settings', () => {
  it('is visible in every process from the response on', async () => {
    for (const country of ['SG', 'JP', 'MY', 'TH', 'SG']) {
      await isKnownToBoth();
      await control(gateway).patch(`/api/sandboxes/${sandbox.name}`).send({ country }).expect(200);
      expect((await sandbox.get('/account', twin)).body).toMatchObject({ country });
    }
  });
});

describe('a deleted sandbox', () => {
  it('has invalid keys, in every process, from the response on', async () => {
    await isKnownToBoth();
    await sandbox.delete();
    expect([await sandbox.isOpen(twin), await sandbox.isOpen()]).toEqual([false, false]);
    expect((await control(gateway).get(`/api/sandboxes/${sandbox.name}`)).status).toBe(404);
  });
});
