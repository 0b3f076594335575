import { once } from 'node:events';
import { connect } from 'node:net';
import request from 'supertest';
import { within } from '#platform/testing/until.js';
import { useGateway } from './harness.js';
import type { Merchant } from './merchant.js';

const gateway = useGateway();
let merchant: Merchant;

beforeAll(async () => {
  merchant = await gateway.account();
});

const call = (method: 'get' | 'post' | 'patch' | 'put' | 'delete', path: string): request.Test =>
  request(gateway.settings.baseUrl)[method](path).auth(merchant.key('secret'), '');

/** Sends raw bytes, and returns everything received. */
async function raw(bytes: string): Promise<string> {
  const socket = connect(gateway.settings.apiPort, '127.0.0.1');
  socket.end(bytes);
  let answer = '';
  socket.on('data', (chunk: Buffer) => (answer += chunk.toString()));
  await within(once(socket, 'close'), () => `the connection stays open after: ${answer}`);
  return answer;
}

function expectError(
  answer: request.Response,
  status: number,
  code: string,
  message?: string | RegExp,
): void {
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(Object.keys(answer.body as object)).toEqual(['object', 'location', 'code', 'message']);
  expect({ status: answer.status, ...(answer.body as object) }).toMatchObject({
    status,
    object: 'error',
    code,
  });
  if (message !== undefined) expect((answer.body as { message: string }).message).toMatch(message);
}

describe('the error for an unusable body', () => {
  it.each(['{"amount": 1,', '{', 'amount=1', '\u0000', '[1]', '"text"', '12', 'true'])(
    'covers JSON that is %j',
    async (body) => {
      expectError(await call('post', '/charges').type('json').send(body), 400, 'bad_request');
    },
  );

  it.each(['text/plain', 'application/xml', 'multipart/form-data; boundary=x', 'application/octet-stream'])(
    'covers the type %s',
    async (type) => {
      expectError(
        await call('post', '/charges').set('Content-Type', type).send('amount=1'),
        400,
        'bad_request',
        /^Content-Type must be/,
      );
    },
  );

  it.each(['description=\u00ff', 'description=%FF', 'metadata[%C3]=1', 'description=%E0%B8'])(
    'covers a form with the bytes %j, which are not UTF-8',
    async (form) => {
      const answer = await fetch(`${gateway.settings.baseUrl}/customers`, {
        method: 'POST',
        headers: {
          authorization: `Basic ${btoa(`${merchant.key('secret')}:`)}`,
          'content-type': 'application/x-www-form-urlencoded',
        },
        body: Buffer.from(form, 'latin1'),
      });
      expect(await answer.json()).toMatchObject({
        code: 'bad_request',
        message: 'the body is not valid UTF-8',
      });
    },
  );

  it('covers a URL with bytes that are not UTF-8, on every host', async () => {
    const { vaultUrl, controlUrl, baseUrl, payUrl } = gateway.settings;
    for (const url of [
      `${baseUrl}/charges?order=%FF`,
      `${baseUrl}/customers/%FF`,
      `${vaultUrl}/tokens/%C3%28`,
      `${controlUrl}/api/sandboxes?sort=%FF`,
      `${payUrl}/payments/%FF/authorize`,
    ]) {
      const { status, body } = await request(url).get('').auth(merchant.key('secret'), '');
      expect([url, status, (body as { message: string }).message]).toEqual([
        url,
        400,
        'the URL is not valid UTF-8',
      ]);
    }
  });

  it('covers unknown character sets and encodings', async () => {
    expectError(
      await call('post', '/charges').set('Content-Type', 'application/json; charset=klingon').send('{}'),
      400,
      'bad_request',
    );
    expectError(
      await call('post', '/charges').set('Content-Encoding', 'secret').type('json').send('{}'),
      400,
      'bad_request',
    );
  });

  it('covers a body that is too large', async () => {
    expectError(
      await call('post', '/charges')
        .type('json')
        .send({ description: 'x'.repeat(200_000) }),
      400,
      'bad_request',
      'the body is too large',
    );
    expectError(
      await call('post', '/charges')
        .type('form')
        .send(`description=${'x'.repeat(200_000)}`),
      400,
      'bad_request',
      'the body is too large',
    );
  });

  it('covers too many parameters', async () => {
    const body = Array.from({ length: 1_500 }, (_, index) => `metadata[${index}]=1`).join('&');
    expectError(
      await call('post', '/charges').type('form').send(body),
      400,
      'bad_request',
      'the body has too many parameters',
    );
  });

  it.each([
    ['a NUL in a text', { description: 'a\u0000b' }],
    ['a NUL in a key', { metadata: { 'a\u0000b': 1 } }],
    ['half a surrogate pair', { description: '\ud800' }],
    [
      'deep nesting',
      { metadata: { a: { b: { c: { d: { e: { f: { g: { h: { i: { j: { k: { l: 1 } } } } } } } } } } } } },
    ],
  ])('covers %s', async (_, body) => {
    expectError(await call('post', '/charges').type('json').send(JSON.stringify(body)), 400, 'bad_request');
  });

  it('covers a key of the prototype', async () => {
    expectError(
      await call('post', '/charges').type('json').send('{"metadata":{"__proto__":{"admin":true}}}'),
      400,
      'bad_request',
      /__proto__/,
    );
    const form = await call('post', '/customers')
      .type('form')
      .send('metadata[__proto__][admin]=1&metadata[order]=1042');
    expect(form.body).toMatchObject({ metadata: { order: '1042' } });
    expect(({} as { admin?: unknown }).admin).toBeUndefined();
  });

  it('covers values of wrong types', async () => {
    const hostile = [
      { amount: { a: 1 } },
      { amount: [1] },
      { amount: true },
      { currency: ['MYR'] },
      { source: 5 },
      { source: ['boost'] },
      { source: { type: { a: 1 } } },
    ];
    for (const body of [
      ...hostile,
      { description: { a: 1 } },
      { return_uri: true },
      { webhook_endpoints: 'x' },
      { capture: { toString: 1 } },
      { expires_at: true },
      { ip: { a: 1 } },
    ]) {
      const answer = await call('post', '/charges').send({
        amount: 2000,
        currency: 'MYR',
        source: { type: 'boost' },
        return_uri: 'https://x.example',
        ...body,
      });
      expectError(answer, 400, 'invalid_charge');
    }
  });
});

describe('a parameter', () => {
  const boost = {
    amount: 2000,
    currency: 'MYR',
    source: { type: 'boost' },
    return_uri: 'https://shop.example',
  };

  it.each([
    [true, true],
    ['true', true],
    [1, true],
    ['1', true],
    [false, false],
    ['false', false],
    [0, false],
    ['0', false],
  ])('as %j becomes %j, in JSON and in a form', async (capture, meant) => {
    expect((await call('post', '/charges').send({ ...boost, capture })).body).toMatchObject({
      capture: meant,
    });
    expect(await merchant.charge({ capture })).toMatchObject({ capture: meant });
  });

  it('of a GET can be in a form or in JSON, which overrides the query', async () => {
    const asked = (type: string, body: string): request.Test =>
      call('get', '/charges?limit=5&offset=2').type(type).send(body);
    expect((await asked('json', '{"limit":3}')).body).toMatchObject({ limit: 3, offset: 2 });
    expect((await asked('form', 'limit=4')).body).toMatchObject({ limit: 4, offset: 2 });
    expect((await asked('json', '{}')).body).toMatchObject({ limit: 5, offset: 2 });
  });

  it('of a POST is not read from the query', async () => {
    expect((await call('post', '/customers?email=somchai@shop.example')).body).toMatchObject({ email: null });
  });

  it('of an unsupported feature is ignored', async () => {
    const unbuilt = {
      transaction_indicator: 'MIT',
      recurring_reason: 'subscription',
      first_charge: 'chrg_test_1',
      reference: 'x',
    };
    const charge = await merchant.cardCharge({
      ...unbuilt,
      'platform_fee[fixed]': 100,
      zero_interest_installments: true,
    });
    const none = { fixed: null, amount: null, percentage: null };
    expect(charge).toMatchObject({
      status: 'successful',
      platform_fee: none,
      zero_interest_installments: false,
    });
  });
});

describe('the error for an unknown path', () => {
  it.each([
    ['post', '/'],
    ['get', '/chargez'],
    ['put', '/charges'],
    ['delete', '/charges/chrg_test_1'],
    ['get', '/charges/chrg_test_1/nothing'],
    ['post', '/account'],
    ['get', '/sources'],
    ['get', '//chargez'],
  ] as const)('covers %s %s', async (method, path) => {
    expectError(await call(method, path), 404, 'not_found', / was not found$/);
  });

  it('covers every host', async () => {
    for (const url of [gateway.settings.vaultUrl, gateway.settings.payUrl])
      expectError(await request(url).get('/nothing'), 404, 'not_found');
  });

  it('covers an id with a NUL', async () => {
    expectError(await call('get', '/charges/a%00b'), 400, 'bad_request');
    expectError(await call('get', '/charges?order=%00'), 400, 'bad_request');
  });

  it('covers a very long id', async () => {
    expectError(await call('get', `/charges/${'x'.repeat(8_000)}`), 404, 'not_found');
  });
});

describe('bytes that are not HTTP', () => {
  it('get the error object, and the connection is closed', async () => {
    const answer = await raw('HELLO\r\n\r\n');
    expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(answer).toContain('"code":"bad_request"');
  });

  it('include endless headers', async () => {
    const answer = await raw(`GET /charges HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(40_000)}\r\n\r\n`);
    expect(answer).toContain('"message":"the headers are too large"');
  });
});

describe('a request that does not arrive in time', () => {
  it('gets an error at the server’s time-out', async () => {
    const server = gateway.tollgate.api.getHttpServer();
    const late = Object.assign(new Error(), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
    server.once('connection', (socket) => server.emit('clientError', late, socket));
    const answer = await raw('GET /charges HTTP/1.1\r\nHost: x\r\n');
    expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(answer).toContain('"message":"the request took too long to arrive"');
    expect([server.requestTimeout, server.headersTimeout]).toEqual([30_000, 10_000]);
  });
});

describe('an API response', () => {
  it('has the request’s id and must not be cached', async () => {
    const { headers } = await call('get', '/account');
    expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    expect(headers['cache-control']).toBe('no-cache, no-store');
  });

  it('is compact, without needless headers', async () => {
    const { text, headers } = await call('get', '/account');
    expect(text).toBe(JSON.stringify(JSON.parse(text)));
    const unread = [
      'etag',
      'server',
      'status',
      'strict-transport-security',
      'vary',
      'x-powered-by',
      'x-runtime',
    ];
    expect(unread.filter((name) => name in headers)).toEqual([]);
  });

  it('exists even if the caller disconnects', async () => {
    const answer = await call('get', '/account').set('If-None-Match', '*');
    expect([answer.status, (answer.body as { object: string }).object]).toEqual([200, 'account']);
  });
});

describe('a parameter', () => {
  const NAMES = {
    constructor: 'Acme Builders',
    toString: 'x',
    hasOwnProperty: 1,
    valueOf: null,
    then: { constructor: { name: 'Array' } },
  };

  it('can have any names inside it, even those of object properties', async () => {
    const made = await call('post', '/customers').send({ metadata: NAMES });
    expect([made.status, (made.body as { metadata: object }).metadata]).toEqual([200, NAMES]);
    const { id } = made.body as { id: string };
    expect((await call('get', `/customers/${id}`).set('Omise-Version', '2014-07-27')).body).toMatchObject({
      metadata: NAMES,
    });
    const form = await call('patch', `/customers/${id}`)
      .type('form')
      .send('metadata[constructor]=Acme&metadata[hasOwnProperty]=1');
    expect((form.body as { metadata: object }).metadata).toEqual({
      constructor: 'Acme',
      hasOwnProperty: '1',
    });
  });

  it.each([
    'amount',
    'currency',
    'source',
    'capture',
    'description',
    'metadata',
    'return_uri',
    'webhook_endpoints',
  ])('with such names instead of %s is rejected like any other', async (name) => {
    const sound = {
      amount: 2000,
      currency: 'MYR',
      source: { type: 'boost' },
      return_uri: 'https://x.example',
    };
    const value = name === 'metadata' ? [NAMES] : { ...NAMES, type: NAMES };
    const answer = await call('post', '/charges').send({ ...sound, [name]: value });
    expectError(answer, 400, name === 'metadata' ? 'bad_request' : 'invalid_charge');
  });

  it('with such names in a list is rejected too', async () => {
    expectError(
      await call('get', '/charges?expand[constructor][name]=Array&limit[toString]=1'),
      400,
      'bad_request',
    );
  });
});

describe('a script of another site', () => {
  const Origin = 'https://shop.example';
  const preflight = (url: string, method = 'POST'): request.Test =>
    request(url).options('').set({
      Origin,
      'Access-Control-Request-Method': method,
      'Access-Control-Request-Headers': 'authorization',
    });

  it('can create sources with the public key', async () => {
    const asked = await preflight(`${gateway.settings.baseUrl}/sources`);
    expect(asked.status).toBe(204);
    const allowed = {
      'access-control-allow-origin': '*',
      'access-control-allow-headers': 'authorization',
      'access-control-max-age': '7200',
    };
    expect(asked.headers).toMatchObject(allowed);
    expect(asked.headers['access-control-allow-credentials']).toBeUndefined();
    const made = await request(gateway.settings.baseUrl)
      .post('/sources')
      .auth(merchant.key('public'), '')
      .set({ Origin })
      .send({ type: 'boost', amount: 100, currency: 'MYR' });
    expect([made.status, made.headers['access-control-allow-origin']]).toEqual([200, '*']);
  });

  it('can create and read tokens, and read sources, the capability and errors', async () => {
    const { baseUrl, vaultUrl } = gateway.settings;
    const open = [
      `${vaultUrl}/tokens`,
      `${vaultUrl}/tokens/tokn_test_1`,
      `${baseUrl}/Sources/src_test_1`,
      `${baseUrl}/capability/`,
    ];
    for (const url of open) {
      expect((await preflight(url)).headers['access-control-allow-origin']).toBe('*');
      expect((await request(url).get('').set({ Origin })).headers['access-control-allow-origin']).toBe('*');
    }
  });

  it('gets the allowed methods', async () => {
    const { baseUrl, vaultUrl } = gateway.settings;
    const offered = async (url: string): Promise<string | undefined> =>
      (await preflight(url)).headers['access-control-allow-methods'];
    expect(await offered(`${vaultUrl}/tokens`)).toBe('POST');
    expect(await offered(`${vaultUrl}/tokens/tokn_test_1`)).toBe('GET');
    expect(await offered(`${baseUrl}/sources`)).toBe('POST');
    expect(await offered(`${baseUrl}/Capability/`)).toBe('GET');
  });

  it('cannot do anything else', async () => {
    const { baseUrl, vaultUrl, payUrl } = gateway.settings;
    const closed = [
      '/charges',
      '/customers',
      '/account',
      '/tokens',
      '/sourcesx',
      '/',
      '/healthz',
      '/openapi.json',
    ].map((path) => baseUrl + path);
    for (const url of [...closed, `${vaultUrl}/`, `${payUrl}/`, `${payUrl}/tokens`]) {
      const asked = await preflight(url, 'PATCH');
      const answered = await request(url).get('').set({ Origin });
      for (const { headers } of [asked, answered]) {
        expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
      }
      expect(asked.status).toBe(404);
    }
  });
});

describe('a call without a body', () => {
  it.each(['capture', 'reverse', 'expire', 'mark_as_paid', 'mark_as_failed'])(
    'is valid for %s',
    async (action) => {
      const { id } = await merchant.charge({ capture: 'false' });
      const answer = await call('post', `/charges/${id}/${action}`);
      expect([200, 400]).toContain(answer.status);
      if (answer.status === 400) expect((answer.body as { code: string }).code).toMatch(/^failed_/);
    },
  );
});

describe('GET and PATCH /account', () => {
  it('stores a webhook address in each mode', async () => {
    const shop = await gateway.account();
    const set = await shop.patch('/account', { webhook_uri: 'http://127.0.0.1:9/test' });
    expect(set.body).toMatchObject({
      object: 'account',
      livemode: false,
      webhook_uri: 'http://127.0.0.1:9/test',
      country: 'TH',
      currency: 'THB',
    });
    expect((await shop.get('/account', {}, 'live')).body).toMatchObject({
      livemode: true,
      webhook_uri: null,
    });
    expect((await shop.patch('/account', { zero_interest_installments: 'true' })).body).toMatchObject({
      zero_interest_installments: true,
      webhook_uri: 'http://127.0.0.1:9/test',
    });
    expect((await shop.patch('/account', { webhook_uri: '' })).body).toMatchObject({ webhook_uri: null });
  });

  it.each([
    'nowhere',
    'ftp://x.example',
    'http://169.254.169.254/latest',
    'http://[fe80::1]/',
    'http://user:pass@x.example',
    'http://0xA9FEA9FE/',
  ])('rejects the webhook address %s', async (uri) => {
    expectError(
      await call('patch', '/account').send({ webhook_uri: uri }),
      400,
      'bad_request',
      /^webhook_uri must/,
    );
  });
});

describe('a form on a page of another site', () => {
  const fromSite = (site: string, method: 'get' | 'post' = 'post'): request.Test =>
    call(method, '/customers').set('Sec-Fetch-Site', site).set('Sec-Fetch-Mode', 'navigate');

  it.each(['cross-site', 'same-site'])(
    'changes nothing with a secret key, even if the browser sends %s',
    async (site) => {
      const before = (await merchant.get('/customers')).body as { total: number };
      expectError(
        await fromSite(site).type('form').send('description=forged'),
        401,
        'authentication_failure',
      );
      expect((await merchant.get('/customers')).body).toMatchObject({ total: before.total });
    },
  );

  it.each([
    ['same-origin', 'post'],
    ['none', 'post'],
    ['cross-site', 'get'],
  ] as const)('differs from a request that is %s, by %s', async (site, method) => {
    expect((await fromSite(site, method)).status).toBe(200);
  });
});
