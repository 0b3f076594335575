import type request from 'supertest';
import { until } from '#platform/testing/until.js';
import { useGateway } from './harness.js';
import { control, createSandbox, type Sandbox } from './sandbox.js';

const gateway = useGateway();
let sandbox: Sandbox;

beforeEach(async () => {
  sandbox = await createSandbox(gateway);
});

const CHARGE = {
  amount: 2000,
  currency: 'MYR',
  source: { type: 'boost' },
  return_uri: 'https://shop.example/return',
};

const path = (rest: string, mode = 'test'): string => `/api/sandboxes/${sandbox.name}/api/${mode}${rest}`;
const get = (rest: string, mode?: string): request.Test => control(gateway).get(path(rest, mode));
const post = (rest: string, form: object = {}, mode?: string): request.Test =>
  control(gateway).post(path(rest, mode)).send(form);

describe('the emulated API on the control host', () => {
  it('returns what the API returns', async () => {
    await control(gateway).post(`/api/sandboxes/${sandbox.name}/clock/freeze`).expect(200);
    const { id } = await sandbox.charge({ metadata: { order: '1042' } });
    for (const route of [
      `/charges/${id}`,
      '/charges?limit=1',
      '/account',
      '/balance',
      '/events?order=reverse_chronological',
      `/charges/${id}?expand=true`,
    ])
      expect((await get(route)).body).toEqual((await sandbox.get(route)).body);
  });

  it('separates test and live mode', async () => {
    const { id } = await sandbox.charge();
    expect((await get(`/charges/${id}`, 'live')).status).toBe(404);
    expect((await post('/charges', CHARGE, 'live')).body).toMatchObject({ object: 'charge', livemode: true });
    expect((await get('/charges')).body).toMatchObject({ total: 1 });
    expect((await get('/charges', 'staging')).body).toMatchObject({ object: 'error', code: 'not_found' });
  });

  it('answers in the requested version', async () => {
    await control(gateway).post(`/api/sandboxes/${sandbox.name}/clock/freeze`).expect(200);
    const { id } = await sandbox.charge();
    const old = await get(`/charges/${id}`).set('Omise-Version', '2015-11-17');
    expect(old.headers).toMatchObject({ 'omise-version': '2015-11-17' });
    expect(old.body).toEqual((await sandbox.get(`/charges/${id}`).set('Omise-Version', '2015-11-17')).body);
    expect((await get(`/charges/${id}`).set('Omise-Version', '1999-01-01')).body).toMatchObject({
      code: 'service_not_found',
    });
  });

  it('records an act, not a request of the merchant', async () => {
    const { id } = await sandbox.charge();
    const paid = await post(`/charges/${id}/mark_as_paid`).set('X-Request-Id', 'by-hand-1').expect(200);
    expect(paid.body).toMatchObject({ id, status: 'successful' });
    const timeline = async (): Promise<{ kind: string; request_id: string; details: object }[]> => {
      const { body } = await control(gateway)
        .get(`/api/sandboxes/${sandbox.name}/timeline`)
        .query({ object: id });
      return (body as { data: { kind: string; request_id: string; details: object }[] }).data;
    };
    await until(
      async () => (await timeline()).filter(({ kind }) => kind === 'event').length === 2,
      'the two events are not on the timeline',
    );
    const byHand = (await timeline()).filter(({ request_id: cause }) => cause === 'by-hand-1');
    expect(byHand).toMatchObject([
      { kind: 'act', details: { action: 'POST /charges/:id/mark_as_paid' } },
      { kind: 'event', details: { key: 'charge.complete' } },
    ]);
    const { body: requests } = await control(gateway)
      .get(`/api/sandboxes/${sandbox.name}/requests`)
      .query({ method: 'POST', wait: '60s' });
    expect(requests).toMatchObject({ data: [{ path: '/charges' }] });
  });

  it('rejects what the API rejects, without an act', async () => {
    const { id } = await sandbox.charge();
    const { status, body } = await post(`/charges/${id}/capture`);
    expect([status, body]).toEqual([
      400,
      expect.objectContaining({ object: 'error', code: 'failed_capture' }),
    ]);
    expect(await gateway.database.act.count({ where: { accountId: await sandbox.accountId() } })).toBe(0);
  });

  it('supports Idempotency-Key', async () => {
    const once = async (): Promise<request.Response> =>
      post('/charges', CHARGE).set('Idempotency-Key', 'order-1042');
    const [first, second] = [await once(), await once()];
    expect(second.body).toEqual(first.body);
    expect(second.headers).toMatchObject({ 'idempotent-replayed': 'true' });
    expect(await gateway.database.act.count({ where: { accountId: await sandbox.accountId() } })).toBe(1);
  });

  it('is not affected by faults', async () => {
    const fault = { on: 'api', times: 'always', do: { status: 503 } };
    await control(gateway).post(`/api/sandboxes/${sandbox.name}/faults`).send(fault).expect(200);
    expect((await sandbox.get('/account')).status).toBe(503);
    await get('/account').expect(200);
  });

  it('is hit by faults on request, before anything is done', async () => {
    const fault = {
      name: 'down',
      on: 'api',
      match: { route: 'POST /charges', amount: CHARGE.amount },
      do: { status: 503 },
    };
    await control(gateway).post(`/api/sandboxes/${sandbox.name}/faults`).send(fault).expect(200);
    const asShop = (): request.Test => post('/charges', CHARGE).set('Tollgate-Faults', 'on');
    await get('/account').set('Tollgate-Faults', 'on').expect(200);
    const { headers, body } = await asShop().expect(503);
    expect([headers['tollgate-fault'], body]).toEqual([
      'down',
      expect.objectContaining({ object: 'error', code: 'service_unavailable' }),
    ]);
    expect(
      await gateway.database.act.count({
        where: { accountId: await sandbox.accountId(), action: 'POST /charges' },
      }),
    ).toBe(0);
    expect((await asShop().expect(200)).body).toMatchObject({ object: 'charge' });
  });
});
