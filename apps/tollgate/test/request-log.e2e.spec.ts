import request from 'supertest';
import { until } from '#platform/testing/until.js';
import { RequestLog } from '#engine/request-log/request-log.js';
import { useOwnGateway, type Gateway } from './harness.js';
import { inTransaction } from './open-transaction.js';
import { control, createSandbox, type Sandbox } from './sandbox.js';

const gateway = useOwnGateway();
const second = useOwnGateway(() => ({ DATABASE_URL: gateway.databaseUrl }));
const off = useOwnGateway({ REQUEST_LOG: 'off' });

const CARD = '4242424242424242';

interface Entry {
  readonly method: string;
  readonly path: string;
  readonly status: number | null;
  readonly [field: string]: unknown;
}
interface List {
  readonly data: readonly Entry[];
  readonly next: string;
  readonly gap: boolean;
  readonly reason: string | null;
}

async function requests(sandbox: Sandbox, query: object = {}, at: Gateway = gateway): Promise<List> {
  const { body, status } = await control(at).get(`/api/sandboxes/${sandbox.name}/requests`).query(query);
  expect({ status, body: body as object }).toMatchObject({ status: 200 });
  return body as List;
}

/** Waits for `count` of them. */
const logged = (sandbox: Sandbox, query: object = {}, count = 1): Promise<List> =>
  requests(sandbox, { wait: '60s', count, ...query });

const shown = ({ data }: List): unknown[] => data.map(({ method, path, status }) => [method, path, status]);

async function keyless(): Promise<List> {
  return (await control(gateway).get('/api/requests').query({ limit: 100 })).body as List;
}

describe('the requests of a sandbox', () => {
  it('are logged with request, response, both times and the request id', async () => {
    const sandbox = await createSandbox(gateway, { clock: { now: '2031-01-01T00:00:00Z', frozen: true } });
    await sandbox
      .post('/charges?expand=true', { amount: 'none', currency: 'MYR', no_parameter: 'x' })
      .set('X-Request-Id', 'the-first-try');
    const { data } = await logged(sandbox);
    expect(data).toMatchObject([
      {
        object: 'request',
        state: 'done',
        host: 'api',
        method: 'POST',
        path: '/charges',
        status: 404,
        livemode: false,
        query: { expand: 'true' },
        parameters: { amount: 'none', currency: 'MYR', no_parameter: '[masked]' },
        error: { code: 'not_found', message: expect.any(String) as string },
        answer: { object: 'error', code: 'not_found' },
        request_id: 'the-first-try',
        at: '2031-01-01T00:00:00.000Z',
        fault: null,
        key: null,
      },
    ]);
    expect(data[0]?.['machine_at']).not.toMatch(/^2031/);
    expect(data[0]?.['duration_ms']).toBeGreaterThan(0);
  });

  it('include those to the vault and the pages, and rejected ones', async () => {
    const sandbox = await createSandbox(gateway);
    const { authorize_uri: page, id } = await sandbox.charge();
    await request(page).get('').expect(200);
    await request(gateway.settings.vaultUrl)
      .post('/tokens')
      .auth(sandbox.body.live.public_key, '')
      .send({ card: { number: CARD, name: 'A' } });
    await sandbox.get('/no-such-path');
    await request(gateway.settings.baseUrl)
      .get(`/charges/${id}`)
      .auth(sandbox.body.test.public_key, '')
      .expect(401);
    await sandbox.post('/charges').set('Content-Type', 'text/plain').send('x').expect(400);
    const list = await logged(sandbox, {}, 6);
    expect(new Set(shown(list))).toEqual(
      new Set([
        ['POST', '/charges', 200],
        ['GET', new URL(page).pathname, 200],
        ['POST', '/tokens', 400],
        ['GET', '/no-such-path', 404],
        ['GET', `/charges/${id}`, 401],
        ['POST', '/charges', 400],
      ]),
    );
    expect(list.data.find(({ host }) => host === 'vault')).toMatchObject({
      livemode: true,
      parameters: { card: '[masked]' },
    });
  });

  it('hide the sandbox’s webhook secret, which is not the process’s', async () => {
    const sandbox = await createSandbox(gateway);
    const secret = sandbox.body.webhook_secret;
    const inAddress = encodeURIComponent(secret);
    const source = { type: 'promptpay' };
    await sandbox
      .post('/charges', {
        amount: 2000,
        currency: 'THB',
        source,
        description: `it is ${secret}`,
        metadata: { secret },
      })
      .expect(200);
    await sandbox.get(`/charges/${inAddress}?note=${inAddress}`).expect(404);
    await sandbox
      .post('/linked_accounts', {
        type: 'direct_debit_scb',
        return_uri: `https://shop.example/?k=${inAddress}`,
      })
      .expect(200);
    const text = JSON.stringify(await logged(sandbox, {}, 3));
    expect(text).toContain('it is [masked]');
    for (const part of [secret, inAddress, secret.slice(0, 12)]) expect(text).not.toContain(part);
  });

  it('are found and counted by part, pages with what they are about', async () => {
    const sandbox = await createSandbox(gateway);
    const { authorize_uri: page, id } = await sandbox.charge({ metadata: { order: '1042', tier: 'gold' } });
    await request(page).get('').expect(200);
    await sandbox.token();
    await request(gateway.settings.payUrl)
      .get('/api/sessions/sess_test_none')
      .auth(sandbox.secretKey, '')
      .expect(404);
    await logged(sandbox, {}, 4);
    const of = async (part: string): Promise<List> => requests(sandbox, { part });
    expect(shown(await of('api'))).toEqual([
      ['POST', '/charges', 200],
      ['GET', '/api/sessions/sess_test_none', 404],
    ]);
    expect(shown(await of('vault'))).toEqual([['POST', '/tokens', 200]]);
    const { data: pages } = await of('pages');
    const subject = {
      object_id: id,
      amount: 2_000,
      currency: 'MYR',
      metadata: { order: '1042', tier: 'gold' },
    };
    expect(pages).toMatchObject([{ path: new URL(page).pathname, page: subject }]);
    expect((await of('api')).data).toMatchObject([{ page: null }, { page: null }]);
    expect(await requests(sandbox, { part: 'pages', object: id })).toMatchObject({
      data: [{ page: subject }],
    });
    const base = `/api/sandboxes/${sandbox.name}/requests`;
    expect((await control(gateway).get(`${base}/${String(pages[0]?.['id'])}`)).body).toMatchObject({
      page: subject,
    });
    const counts = { object: 'request_counts', api: 2, vault: 1, pages: 1 };
    expect((await control(gateway).get(`${base}/counts`).expect(200)).body).toEqual(counts);
    expect((await control(gateway).get(`${base}/counts?livemode=true`).expect(200)).body).toEqual({
      ...counts,
      api: 0,
      vault: 0,
      pages: 0,
    });
    expect((await control(gateway).get(`${base}?part=pay`).expect(400)).body).toMatchObject({
      code: 'bad_request',
      message: 'part must be one of api, vault, pages',
    });
  });

  it('are found by method, path, status, object and mode', async () => {
    const sandbox = await createSandbox(gateway);
    const { id } = await sandbox.charge();
    await sandbox.get(`/charges/${id}`);
    await sandbox.get('/charges/chrg_test_none');
    await logged(sandbox, {}, 3);
    const found = async (query: object): Promise<unknown[]> => shown(await requests(sandbox, query));
    const [made, read, missing] = [
      ['POST', '/charges', 200],
      ['GET', `/charges/${id}`, 200],
      ['GET', '/charges/chrg_test_none', 404],
    ];
    expect(await found({ method: 'post' })).toEqual([made]);
    expect(await found({ path: '/charges' })).toEqual([made]);
    expect(await found({ path: '/charges/*' })).toEqual([read, missing]);
    expect(await found({ path: '/charges/chrg_test_n_ne' })).toEqual([]);
    expect(await found({ status: '4xx' })).toEqual([missing]);
    expect(await found({ status: 200 })).toEqual([made, read]);
    expect(await found({ object: id })).toEqual([made, read]);
    expect(await found({ livemode: true })).toEqual([]);
  });

  it('are found by id while they are stored', async () => {
    const [sandbox, stranger] = [await createSandbox(gateway), await createSandbox(gateway)];
    await sandbox.charge();
    const { data } = await logged(sandbox);
    const id = String(data[0]?.['id']);
    const one = (of: Sandbox): request.Test =>
      control(gateway).get(`/api/sandboxes/${of.name}/requests/${id}`);
    expect((await one(sandbox).expect(200)).body).toEqual(data[0]);
    await one(stranger).expect(404);
    await sandbox.reset();
    expect((await one(sandbox).expect(404)).body).toMatchObject({
      code: 'not_found',
      message: `request ${id} was not found`,
    });
  });

  it('are invisible to other sandboxes, and gone after a reset', async () => {
    const [sandbox, stranger] = [await createSandbox(gateway), await createSandbox(gateway)];
    await sandbox.charge();
    await logged(sandbox);
    expect(shown(await requests(stranger))).toEqual([]);
    await sandbox.reset();
    expect(shown(await requests(sandbox))).toEqual([]);
  });

  it('end a wait in another process, with an explanation if none came', async () => {
    const sandbox = await createSandbox(gateway);
    // A slow request is logged before it is answered.
    const waiting = requests(sandbox, { path: '/account', status: 200, wait: '60s' }, second);
    await sandbox.get('/account');
    expect(shown(await waiting)).toEqual([['GET', '/account', 200]]);
    const { reason, data } = await requests(sandbox, { path: '/account', method: 'PATCH', wait: '1ms' });
    expect([data, reason]).toEqual([[], expect.stringContaining('its method is GET, not PATCH')]);
  });

  it('are shown while in progress', async () => {
    const sandbox = await createSandbox(gateway);
    const { id } = await sandbox.charge();
    const path = `/charges/${id}/mark_as_paid`;
    // The lock is an open transaction that holds back the list's end.
    const paying = await inTransaction(gateway, async (client) => {
      await client.query('SELECT 1 FROM charge WHERE id = $1 FOR UPDATE', [id]);
      const status = sandbox.post(path).then((answer) => answer.status);
      await until(
        async () =>
          (await gateway.database.requestLog.count({ where: { path, isInProgress: true, status: null } })) ===
          1,
        'the request is not there',
      );
      return { status };
    });
    expect(await paying.status).toBe(200);
    await until(async () => (await requests(sandbox, { path })).data[0]?.status === 200, 'it is not done');
    expect((await requests(sandbox, { path })).data).toMatchObject([{ state: 'done' }]);
  });

  it('include the beginning of a long response, without card numbers at the cut', async () => {
    const sandbox = await createSandbox(gateway);
    const metadata = { note: `${CARD} a `.repeat(700) };
    for (let made = 0; made < 2; made += 1) await sandbox.charge({ metadata });
    await sandbox.get('/charges').expect(200);
    const { data } = await logged(sandbox, { path: '/charges', method: 'GET' });
    const { answer, answer_cut: isCut } = data[0] as unknown as { answer: string; answer_cut: boolean };
    expect([isCut, answer.startsWith('{"object":"list"'), answer.length <= 16 * 1024]).toEqual([
      true,
      true,
      true,
    ]);
    const rows = await gateway.database.requestLog.findMany({
      where: { accountId: await sandbox.accountId() },
    });
    expect(JSON.stringify(rows.map(({ answer, parameters }) => [answer, parameters]))).not.toContain('4242');
  });

  it('include only the name and size of an upload, without card numbers', async () => {
    const sandbox = await createSandbox(gateway);
    const { id } = await sandbox.cardCharge();
    const { body } = await sandbox.post(`/charges/${id}/disputes`);
    const path = `/disputes/${(body as { id: string }).id}/documents`;
    const content = Buffer.from('what is in the file');
    await request(gateway.settings.baseUrl)
      .post(path)
      .auth(sandbox.secretKey, '')
      .attach('file', content, `slip of ${CARD}.png`);
    const { data } = await logged(sandbox, { path });
    expect(data).toMatchObject([
      { parameters: { file: { name: 'slip of [card number].png', size: content.length } } },
    ]);
    expect(JSON.stringify(data)).not.toContain('what is in');
  });

  it('are lost if too many come at once, which a cursor reports', async () => {
    const sandbox = await createSandbox(gateway);
    await sandbox.get('/account');
    const { next, gap } = await logged(sandbox);
    const log = gateway.tollgate.api.get(RequestLog, { strict: false });
    const full = { tokens: 2_000 };
    Object.assign(log, { tokens: -1_000_000 });
    try {
      await sandbox.get('/account').expect(200);
    } finally {
      Object.assign(log, full);
    }
    await until(async () => (await requests(sandbox, { after: next })).gap, 'the list reports no gap');
    expect([gap, (await requests(sandbox, { after: next })).data]).toEqual([false, []]);
    await sandbox.get('/account');
    expect(shown(await logged(sandbox, { after: next }))).toEqual([['GET', '/account', 200]]);
  });

  it('are deleted when too old, which a cursor reports', async () => {
    const sandbox = await createSandbox(gateway);
    await sandbox.get('/account');
    const { next, gap } = await logged(sandbox);
    await sandbox.get('/account');
    await logged(sandbox, { after: next });
    const accountId = await sandbox.accountId();
    await gateway.database
      .$executeRaw`UPDATE request_log SET id = 'req_0' || substr(id, 6) WHERE account_id = ${accountId}`;
    await until(async () => (await requests(sandbox)).data.length === 0, 'they are not removed');
    expect([gap, (await requests(sandbox, { after: next })).gap]).toEqual([false, true]);
    const { next: end } = await requests(sandbox);
    expect((await requests(sandbox, { after: end })).gap).toBe(false);
  });

  it.each([
    [{ status: 'good' }, 'status must be a status such as 200, a class such as 4xx, or in_progress'],
    [{ method: { a: 1 } }, 'method must be a string of at most 200 characters'],
    [{ wait: '2m' }, 'wait must be a duration of at most 60 s, such as 10s or 500ms'],
  ])('are rejected for %j', async (query, message) => {
    const { name } = await createSandbox(gateway);
    const { status, body } = await control(gateway).get(`/api/sandboxes/${name}/requests`).query(query);
    expect([status, (body as { message: string }).message]).toEqual([400, message]);
  });
});

describe('requests without a valid key', () => {
  it('are listed separately, with only the beginning of the key', async () => {
    const stamp = 'without-a-key-1';
    await request(gateway.settings.baseUrl)
      .post('/charges')
      .auth('skey_test_nobodyhasthiskey', '')
      .set('X-Request-Id', stamp)
      .send({ amount: 1 });
    await request(gateway.settings.baseUrl).get('/charges').expect(401);
    const mine = async (): Promise<Entry | undefined> =>
      (await keyless()).data.find((entry) => entry['request_id'] === stamp);
    await until(async () => (await mine()) !== undefined, 'it is not listed');
    expect(await mine()).toMatchObject({
      method: 'POST',
      path: '/charges',
      status: 401,
      key: 'skey_test_…',
      parameters: null,
      answer: null,
    });
    expect(JSON.stringify(await keyless())).not.toContain('nobodyhasthiskey');
  });
});

it('REQUEST_LOG=off logs nothing, and the list says so', async () => {
  const sandbox = await createSandbox(off);
  await sandbox.get('/account');
  const { data, reason } = await requests(sandbox, { wait: '1ms' }, off);
  expect([data, reason]).toEqual([[], expect.stringContaining('REQUEST_LOG is off')]);
  expect(await off.database.requestLog.count()).toBe(0);
});
