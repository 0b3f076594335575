import request from 'supertest';
import { request as undici } from 'undici';
import { useGateway } from './harness.js';
import type { Merchant } from './merchant.js';
import { rawClient } from './raw-client.js';

const gateway = useGateway();
let merchant: Merchant;

beforeAll(async () => {
  merchant = await gateway.account();
});

const RETURN_URI = 'https://shop.example/return';
const KBANK = {
  amount: 2000,
  currency: 'THB',
  'source[type]': 'mobile_banking_kbank',
  return_uri: RETURN_URI,
};

/** A request with JSON exactly as it is written here. */
function sendJson(method: 'post' | 'patch', path: string, json: string): request.Test {
  return request(gateway.settings.baseUrl)
    [method](path)
    .auth(merchant.key('secret'), '')
    .type('json')
    .send(json);
}

/** A charge on a card that waits for its capture. */
const authorized = (form: object = {}): ReturnType<Merchant['cardCharge']> =>
  merchant.cardCharge({ capture: false, ...form });

describe('a client that always sends numbers', () => {
  it.each([0, '0'])('captures the whole charge with a capture_amount of %p', async (capture_amount) => {
    const { id, amount } = await authorized();
    const { body } = await merchant.post(`/charges/${id}/capture`, { capture_amount });
    expect(body).toMatchObject({ status: 'successful', captured_amount: amount });
  });

  it('renames a card and keeps its date', async () => {
    const customer = await merchant.customer({ card: (await merchant.token()).id });
    const path = `/customers/${customer.id}/cards/${customer.default_card}`;
    const { body } = await merchant.patch(path, { name: 'Jane', expiration_month: 0, expiration_year: 0 });
    expect(body).toMatchObject({ name: 'Jane', expiration_month: 12, expiration_year: 2040 });
  });
});

describe('capture=false', () => {
  it('is accepted for a method that captures at once, and shown as capture=true', async () => {
    const { body: made } = await merchant.post('/charges', { ...KBANK, capture: false });
    expect(made).toMatchObject({ status: 'pending', capture: true });
    const { body: paid } = await merchant.post(`/charges/${(made as { id: string }).id}/mark_as_paid`);
    expect(paid).toMatchObject({ status: 'successful', paid: true, captured_amount: 2000 });
  });

  it('is accepted for a linked account', async () => {
    const { id } = await merchant.registeredAccount();
    const customer = await merchant.customer({ linked_account: id });
    const form = { amount: 2000, currency: 'THB', customer: customer.id, linked_account: id, capture: false };
    expect((await merchant.post('/charges', form)).body).toMatchObject({
      status: 'successful',
      capture: true,
      captured_amount: 2000,
    });
  });

  it('authorizes the money if the method supports it', async () => {
    const { id } = await merchant.charge({ capture: false });
    const { body } = await merchant.post(`/charges/${id}/mark_as_paid`);
    expect(body).toMatchObject({ status: 'pending', capture: false, capturable: true, captured_amount: 0 });
  });
});

describe('a source that is sent as an object', () => {
  it('is found by its id, and not created again', async () => {
    const { body } = await merchant.post('/sources', {
      type: 'mobile_banking_kbank',
      amount: 2000,
      currency: 'THB',
    });
    const { id } = body as { id: string };
    const before = await gateway.database.source.count({ where: { accountId: merchant.id } });
    const source = {
      id,
      type: 'promptpay',
      flow: 'redirect',
      platform_type: 'Toaster',
      amount: 0,
      currency: null,
    };
    const charge = await merchant
      .post('/charges', { amount: 2000, currency: 'THB', return_uri: RETURN_URI, source })
      .type('json');
    expect(charge.body).toMatchObject({ status: 'pending', source: { id, type: 'mobile_banking_kbank' } });
    expect(await gateway.database.source.count({ where: { accountId: merchant.id } })).toBe(before);
  });

  it('is rejected if its id is unknown or not a text', async () => {
    const charge = (source: object): request.Test =>
      merchant.post('/charges', { ...KBANK, source }).type('json');
    expect((await charge({ id: 'src_test_none', type: 'promptpay' })).status).toBe(404);
    expect((await charge({ id: 7, type: 'promptpay' })).body).toMatchObject({ code: 'invalid_charge' });
  });

  it('is created if its id is empty', async () => {
    const source = { id: '', type: 'mobile_banking_kbank', platform_type: 'None' };
    const form = { amount: 2000, currency: 'THB', return_uri: RETURN_URI, source };
    expect((await merchant.post('/charges', form).type('json')).body).toMatchObject({
      source: { platform_type: null },
    });
  });

  it.each([
    ['iOS', 'IOS'],
    ['android', 'ANDROID'],
    ['WEB', 'WEB'],
    ['', null],
  ])('can have the platform %p, which is shown as %p', async (platform_type, shown) => {
    const { body } = await merchant.post('/charges', { ...KBANK, 'source[platform_type]': platform_type });
    expect(body).toMatchObject({ source: { platform_type: shown } });
  });
});

describe('a request body', () => {
  it('has no parameters if it is JSON null', async () => {
    const { id } = await authorized();
    expect((await sendJson('post', `/charges/${id}/capture`, 'null')).body).toMatchObject({
      status: 'successful',
    });
    expect((await sendJson('post', '/customers', 'null')).body).toMatchObject({ object: 'customer' });
    expect((await sendJson('post', '/charges', 'null')).body).toMatchObject({ code: 'invalid_amount' });
  });

  it.each(['get', 'post', 'patch', 'delete'] as const)(
    'has no parameters if it is an empty list in a %s',
    async (method) => {
      const { id } = await merchant.customer({ description: 'kept' });
      const path = method === 'post' ? '/customers' : `/customers/${id}`;
      const answer = await request(gateway.settings.baseUrl)
        [method](path)
        .auth(merchant.key('secret'), '')
        .type('json')
        .send('[]');
      expect(answer).toMatchObject({ status: 200, body: { object: 'customer' } });
      if (method !== 'delete')
        expect((await merchant.get(`/customers/${id}`)).body).toMatchObject({ description: 'kept' });
    },
  );

  /** A body without a type. */
  const sendUntyped = async (
    method: 'GET' | 'PUT' | 'POST' | 'PATCH',
    path: string,
    body: string,
    { url = gateway.settings.baseUrl, key = merchant.key('secret'), headers = {} } = {},
  ): Promise<{ status: number; body: unknown }> => {
    const authorization = `Basic ${Buffer.from(`${key}:`).toString('base64')}`;
    const answer = await undici(`${url}${path}`, { method, headers: { authorization, ...headers }, body });
    return { status: answer.statusCode, body: await answer.body.json() };
  };

  it('needs no type in a GET', async () => {
    const { id } = await merchant.charge();
    expect(await sendUntyped('GET', `/charges/${id}`, '{}')).toMatchObject({ status: 200, body: { id } });
    expect(await sendUntyped('GET', '/charges', '{"limit": 1}')).toMatchObject({
      status: 200,
      body: { limit: 1 },
    });
  });

  it('is a form without a type, on the vault too', async () => {
    const form = `amount=2000&currency=MYR&source[type]=boost&return_uri=${RETURN_URI}`;
    const made = await sendUntyped('POST', '/charges', form);
    expect(made).toMatchObject({ status: 200, body: { source: { type: 'boost' } } });
    const { id } = made.body as { id: string };
    expect(await sendUntyped('PATCH', `/charges/${id}`, 'description=a%20form')).toMatchObject({
      body: { description: 'a form' },
    });
    const card =
      'card[name]=A&card[number]=4242424242424242&card[expiration_month]=12&card[expiration_year]=2040';
    const emptyType = { headers: { 'content-type': '' } };
    expect(await sendUntyped('PATCH', `/charges/${id}`, 'description=no%20type', emptyType)).toMatchObject({
      body: { description: 'no type' },
    });
    const vault = { url: gateway.settings.vaultUrl, key: merchant.key('public') };
    expect(await sendUntyped('POST', '/tokens', card, vault)).toMatchObject({
      status: 200,
      body: { object: 'token' },
    });
  });

  it('is JSON if its type ends in +json', async () => {
    const body = JSON.stringify({ amount: 2000, currency: 'THB', source: { type: 'promptpay' } });
    const headers = { 'content-type': 'application/vnd.api+json' };
    expect(await sendUntyped('POST', '/charges', body, { headers })).toMatchObject({
      status: 200,
      body: { amount: 2000 },
    });
  });

  it.each(['{"amount": 2000}', ' [1]'])('needs the type of JSON if it looks like it: %s', async (body) => {
    const message = 'the body looks like JSON; send it with Content-Type: application/json';
    const answer = { status: 400, body: { code: 'bad_request', message } };
    const vault = { url: gateway.settings.vaultUrl, key: merchant.key('public') };
    const asForm = { headers: { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' } };
    expect(await sendUntyped('POST', '/charges', body)).toMatchObject(answer);
    expect(await sendUntyped('POST', '/charges', body, asForm)).toMatchObject(answer);
    expect(await sendUntyped('PATCH', '/account', body, asForm)).toMatchObject(answer);
    expect(await sendUntyped('POST', '/tokens', body, { ...vault, ...asForm })).toMatchObject(answer);
  });

  it.each(['{}', '{', 'text'])('is ignored for an unknown path: %s', async (body) => {
    expect(await sendUntyped('GET', '/nowhere', body)).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    });
    const message = 'PUT /charges was not found';
    expect(await sendUntyped('PUT', '/charges', body)).toMatchObject({
      status: 404,
      body: { code: 'not_found', message },
    });
    expect(await sendJson('post', '/nowhere', body)).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    });
  });
});

describe('metadata in a form', () => {
  it('can have numeric keys, at every level', async () => {
    const form = {
      'metadata[7]': 'a',
      'metadata[qty][7]': '2',
      'metadata[qty][12]': '1',
      'metadata[tags][]': 'x',
    };
    const metadata = { 7: 'a', qty: { 7: '2', 12: '1' }, tags: ['x'] };
    const { body } = await merchant.post('/customers', form);
    expect(body).toMatchObject({ metadata });
    const { id } = body as { id: string };
    expect((await merchant.get(`/customers/${id}`)).body).toMatchObject({ metadata });
    expect((await merchant.patch(`/customers/${id}`, { 'metadata[0]': 'b' })).body).toMatchObject({
      metadata: { 0: 'b' },
    });
  });

  it('cannot contain a NUL in a numeric key', async () => {
    const { status } = await merchant.post('/customers').send('metadata[%007]=a');
    expect(status).toBe(400);
  });
});

describe('a charge of amount 0', () => {
  it('authenticates the cardholder, and moves no money', async () => {
    const before = await merchant.get('/balance');
    const form = { amount: 0, currency: 'THB', authentication: 'PASSKEY', return_uri: RETURN_URI };
    const charge = await merchant.cardCharge(form);
    expect(charge).toMatchObject({
      status: 'pending',
      amount: 0,
      authorize_uri: expect.stringContaining('/payments/') as string,
    });
    const { body } = await merchant.post(`/charges/${charge.id}/mark_as_paid`);
    expect(body).toMatchObject({
      status: 'successful',
      paid: true,
      net: 0,
      fee: 0,
      refundable: false,
      disputable: false,
    });
    const after = await merchant.get('/balance');
    expect((after.body as { total: number }).total).toBe((before.body as { total: number }).total);
    expect((await merchant.post(`/charges/${charge.id}/refunds`, { amount: 1 })).body).toMatchObject({
      code: 'failed_refund',
    });
    expect((await merchant.post(`/charges/${charge.id}/disputes`)).body).toMatchObject({
      code: 'invalid_dispute',
    });
  });
});

describe('a request with two Host headers', () => {
  it.each<[string, 'apiPort' | 'vaultPort' | 'payPort' | 'controlPort']>([
    ['API', 'apiPort'],
    ['vault', 'vaultPort'],
    ['pages', 'payPort'],
    ['control host', 'controlPort'],
  ])('is rejected by the %s', async (_, port) => {
    const { socket, text, closed } = rawClient(gateway.settings[port]);
    socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nhOST: localhost\r\n\r\n');
    await closed();
    expect(text()).toMatch(/^HTTP\/1\.1 400 /);
    expect(text()).toContain('the request has several Host headers');
  });
});
