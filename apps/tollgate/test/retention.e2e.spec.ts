import request from 'supertest';
import { DAY_MS } from '#kernel/time.js';
import { until } from '#platform/testing/until.js';
import { setFault } from './faults.js';
import { useOwnGateway } from './harness.js';
import { ORDER } from './merchant.js';
import { useReceiver } from './receiver.js';
import { betweenTimes, sweeperAt, sweepThrough } from './retention.js';
import { control, createSandbox, type Sandbox } from './sandbox.js';
import { snapshotsOf } from './snapshots.js';

const gateway = useOwnGateway();
const receiver = useReceiver();

const KEPT = { retention: '30d' };
const KEPT_MS = 30 * DAY_MS;

beforeEach(() => {
  receiver.answer((_, response) => void response.end('ok'));
});

/** Sweeps at a time when exactly the earlier work is older than 30 days. */
const sweep = (time: number, retentionMs?: number): Promise<number> =>
  sweepThrough(sweeperAt(gateway, time + KEPT_MS, retentionMs));

/** Row counts of the sandbox in these tables. */
async function rowsOf(sandbox: Sandbox, ...tables: string[]): Promise<number[]> {
  const accountId = await sandbox.accountId();
  const counts = tables.map(async (table) => {
    const [row] = await gateway.database.$queryRawUnsafe<{ count: number }[]>(
      `SELECT count(*)::int AS count FROM ${table} WHERE account_id = $1`,
      accountId,
    );
    return row?.count;
  });
  return (await Promise.all(counts)) as number[];
}

async function done<T = Record<string, unknown>>(call: request.Test): Promise<T> {
  const { status, body } = await call;
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body as T;
}

const post = (sandbox: Sandbox, path: string, body: object = {}): request.Test =>
  control(gateway).post(`/api/sandboxes/${sandbox.name}/${path}`).send(body);

/** A charge that ended without being paid. */
async function expired(sandbox: Sandbox): Promise<string> {
  const { id } = await sandbox.charge();
  await done(sandbox.post(`/charges/${id}/expire`));
  return id;
}

/** A charge on a card that its issuer refuses. */
async function failed(sandbox: Sandbox): Promise<string> {
  const card = await sandbox.token({ number: '4111111111140011' });
  return (await done<{ id: string }>(sandbox.post('/charges', { amount: 100_000, currency: 'THB', card })))
    .id;
}

async function reversed(sandbox: Sandbox): Promise<string> {
  const { id } = await sandbox.cardCharge({ capture: false });
  await done(sandbox.post(`/charges/${id}/reverse`));
  return id;
}

const idsOf = async (sandbox: Sandbox, list: string): Promise<string[]> =>
  (await done<{ data: { id: string }[] }>(sandbox.get(`${list}?limit=100&order=chronological`))).data.map(
    ({ id }) => id,
  );

/** The money of the sandbox, as its merchant sees it. */
const moneyOf = async (sandbox: Sandbox): Promise<unknown[]> => {
  const { total, transferable, on_hold } = await done(sandbox.get('/balance'));
  return [
    total,
    transferable,
    on_hold,
    (await done(sandbox.get('/transactions?order=chronological')))['data'],
  ];
};

/** Waits until nothing is to be sent any more. */
const delivered = async (sandbox: Sandbox): Promise<void> => {
  const where = { accountId: await sandbox.accountId(), status: 'pending' };
  await until(
    async () => (await gateway.database.webhookDelivery.count({ where })) === 0,
    'they are not delivered',
  );
};

describe('objects that are finished and older than the retention period', () => {
  it('are deleted: charges without money movements, with their parts, and events with their deliveries', async () => {
    const sandbox = await createSandbox(gateway, { ...KEPT, webhook_uri: receiver.uri });
    const old = [await expired(sandbox), await failed(sandbox), await reversed(sandbox)];
    await delivered(sandbox);
    const time = await betweenTimes();
    const young = [await expired(sandbox), await failed(sandbox)];
    await delivered(sandbox);
    const tables = ['event', 'webhook_delivery', 'webhook_attempt', 'source', 'token', 'card'];
    expect(await rowsOf(sandbox, ...tables)).toEqual([8, 8, 8, 2, 3, 3]);
    await sweep(time);
    expect(await idsOf(sandbox, '/charges')).toEqual(young);
    expect(await rowsOf(sandbox, ...tables)).toEqual([3, 3, 3, 1, 1, 1]);
    const { body } = await sandbox.get(`/charges/${old[0]}`).expect(404);
    expect((body as { code: string }).code).toBe('not_found');
  });

  it('are kept in a sandbox with an id_seed, whose ids do not tell their age', async () => {
    const sandbox = await createSandbox(gateway, { ...KEPT, id_seed: 'kept' });
    const charges = [await expired(sandbox), await failed(sandbox)];
    await sweep(await betweenTimes());
    expect(await idsOf(sandbox, '/charges')).toEqual(charges);
    expect(await rowsOf(sandbox, 'event', 'token')).toEqual([3, 1]);
  });

  it('are kept while a delivery is pending or held, or its last attempt is recent', async () => {
    receiver.answer((_, response) => void response.writeHead(500).end());
    const held = await createSandbox(gateway, { ...KEPT, webhook_uri: receiver.uri });
    await done(post(held, 'webhooks/hold'));
    const pending = await createSandbox(gateway, {
      ...KEPT,
      webhook_uri: receiver.uri,
      webhook_retry_delays: '30d',
    });
    const retried = await createSandbox(gateway, {
      ...KEPT,
      webhook_uri: receiver.uri,
      webhook_retry_delays: '',
    });
    const sandboxes = [held, pending, retried];
    const charges = await Promise.all(sandboxes.map(expired));
    for (const sandbox of [pending, retried])
      await until(async () => (await rowsOf(sandbox, 'webhook_attempt'))[0] === 2, 'they are not sent');
    const time = await betweenTimes();
    const where = { accountId: await retried.accountId() };
    const deliveries = await gateway.database.webhookDelivery.findMany({ where });
    await gateway.database.webhookDelivery.updateMany({
      where,
      data: { status: 'exhausted', nextAttemptAt: null },
    });
    for (const { id } of deliveries) await post(retried, `deliveries/${id}/redeliver`);
    await sweep(time);
    for (const [index, sandbox] of sandboxes.entries()) {
      expect(await rowsOf(sandbox, 'event', 'webhook_delivery')).toEqual([2, 2]);
      expect(await idsOf(sandbox, '/charges')).toEqual([charges[index]]);
    }
    await sweep(await betweenTimes());
    expect(await rowsOf(retried, 'event', 'webhook_delivery', 'charge')).toEqual([0, 0, 0]);
  });

  it('are kept if money moved or another object refers to them, and the balance is unchanged', async () => {
    const sandbox = await createSandbox(gateway, KEPT);
    const { id: paid } = await sandbox.cardCharge();
    await done(sandbox.post(`/charges/${paid}/refunds`, { amount: 10_000 }));
    const pending = await sandbox.charge();
    const made = request(gateway.settings.payUrl)
      .post('/api/sessions')
      .auth(sandbox.secretKey, '')
      .send(ORDER);
    const { id: sessionId } = await done<{ id: string }>(made);
    const ofSession = await expired(sandbox);
    await gateway.database.checkoutSession.update({
      where: { id: sessionId },
      data: { chargeId: ofSession },
    });
    const before = await moneyOf(sandbox);
    await sweep(await betweenTimes());
    expect(await idsOf(sandbox, '/charges')).toEqual([paid, pending.id, ofSession]);
    expect(await moneyOf(sandbox)).toEqual(before);
    expect(await rowsOf(sandbox, 'event')).toEqual([0]);
    await done(sandbox.post(`/charges/${paid}/refunds`, { amount: 10_000 }));
  });

  it('include used tokens, acts, fault hits, clock moves except the furthest, and inbox entries', async () => {
    const sandbox = await createSandbox(gateway, KEPT);
    const inbox = `/api/sandboxes/${sandbox.name}/inbox/shop`;
    const { url } = await done<{ url: string }>(control(gateway).put(inbox).send({}));
    await request(url).post('').send({ hello: 'there' });
    await done(sandbox.post('/customers', { card: await sandbox.token() }));
    const unused = await sandbox.token();
    await setFault(sandbox, { on: 'api', do: { status: 503 }, times: 1 });
    await sandbox.get('/account').expect(503);
    for (const by of ['1h', '2h']) await done(post(sandbox, 'clock/advance', { by }));
    await done(post(sandbox, 'webhooks/hold'));
    const tables = ['token', 'act', 'fault_firing', 'clock_move', 'inbox_entry', 'card'];
    expect(await rowsOf(sandbox, ...tables)).toEqual([2, expect.any(Number), 1, 2, 1, 2]);
    await sweep(await betweenTimes());
    expect(await rowsOf(sandbox, ...tables)).toEqual([1, 0, 0, 1, 0, 2]);
    expect(await gateway.database.token.count({ where: { id: unused } })).toBe(1);
    expect(await done(control(gateway).get(inbox))).toMatchObject({ data: [], gap: true });
  });

  it('are found by real time: an advance of a year deletes nothing', async () => {
    const sandbox = await createSandbox(gateway, { retention: '1d' });
    const ids = [await expired(sandbox), await failed(sandbox)];
    await done(post(sandbox, 'clock/advance', { by: '365d' }));
    expect(await sweepThrough(sweeperAt(gateway, Date.now()))).toBe(0);
    expect(await idsOf(sandbox, '/charges')).toEqual(ids);
    expect(await rowsOf(sandbox, 'event')).toEqual([3]);
  });

  it('include restored ones only after the retention period', async () => {
    const sandbox = await createSandbox(gateway, KEPT);
    const id = await expired(sandbox);
    await done(snapshotsOf(sandbox).save());
    const time = await betweenTimes();
    await done(snapshotsOf(sandbox).restore());
    await sweep(time);
    expect([await idsOf(sandbox, '/charges'), await rowsOf(sandbox, 'event')]).toEqual([[id], [2]]);
    await sweep(await betweenTimes());
    expect(await rowsOf(sandbox, 'charge', 'event')).toEqual([0, 0]);
  });

  it('are not missed: the rest can be exported and imported', async () => {
    const sandbox = await createSandbox(gateway, { ...KEPT, webhook_uri: receiver.uri });
    const ids = [await expired(sandbox), await failed(sandbox)];
    await sandbox.cardCharge();
    await delivered(sandbox);
    const time = await betweenTimes();
    await expired(sandbox);
    await sweep(time);
    await done(snapshotsOf(sandbox).save());
    const other = await createSandbox(gateway);
    await done(snapshotsOf(other).import(await snapshotsOf(sandbox).export(), { new_ids: true }));
    expect([await other.total('/charges'), await sandbox.total('/charges'), ids.length]).toEqual([2, 2, 2]);
  });
});

describe('the retention of a sandbox', () => {
  it('overrides the default retention', async () => {
    const [all, shorter, longer, forever] = await Promise.all(
      [{}, { retention: '1d' }, { retention: '60d' }, { retention: 'forever' }].map((form) =>
        createSandbox(gateway, form),
      ),
    );
    const sandboxes = [all, shorter, longer, forever] as Sandbox[];
    await Promise.all(sandboxes.map(expired));
    const time = await betweenTimes();
    const left = async (): Promise<number[]> =>
      (await Promise.all(sandboxes.map((sandbox) => rowsOf(sandbox, 'charge')))).flat();
    await sweep(time - 29 * DAY_MS, KEPT_MS);
    expect(await left()).toEqual([1, 0, 1, 1]);
    await sweep(time, KEPT_MS);
    expect(await left()).toEqual([0, 0, 1, 1]);
    await sweep(time + 3_650 * DAY_MS, KEPT_MS);
    expect(await left()).toEqual([0, 0, 0, 1]);
  });

  it('is set, shown, kept by a reset, and cleared', async () => {
    const sandbox = await createSandbox(gateway, { retention: '48h' });
    const path = `/api/sandboxes/${sandbox.name}`;
    const { retention } = await sandbox.reset();
    const forever = await done(control(gateway).patch(path).send({ retention: 'forever' }));
    const cleared = await done(control(gateway).patch(path).send({ retention: '' }));
    expect([sandbox.body['retention'], retention, forever['retention'], cleared['retention']]).toEqual([
      '2d',
      '2d',
      'forever',
      null,
    ]);
    const { status, body } = await control(gateway).patch(path).send({ retention: '1h' });
    const message = 'retention must be forever, or a duration from 1d to 3650d, such as 30d';
    expect([status, (body as { message: string }).message]).toEqual([400, message]);
  });
});
