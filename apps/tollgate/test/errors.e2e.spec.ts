import { readFileSync } from 'node:fs';
import request from 'supertest';
import { ERRORS, type ErrorCode } from '#kernel/errors.js';
import { Door } from './door.js';
import { errorObjectProblem } from './error-object.js';
import { useOwnGateway } from './harness.js';
import type { Merchant } from './merchant.js';
import { createDatabase } from './test-database.js';

let door: Door;
const gateway = useOwnGateway(async () => {
  door = await Door.open(await createDatabase());
  return { DATABASE_URL: door.url };
});
let merchant: Merchant;

beforeAll(async () => {
  merchant = await gateway.account();
});

afterAll(() => door.shut());

function expectError(answer: request.Response, code: ErrorCode, message: string | RegExp): void {
  expect(errorObjectProblem(answer)).toBeUndefined();
  expect(answer.body).toMatchObject({ code, message: expect.stringMatching(message) });
}

type Call = PromiseLike<request.Response>;

interface Case {
  readonly provoke: () => Call | Promise<request.Response>;
  /** The whole message, or a part of it. */
  readonly message: string | RegExp;
}

const vault = (form: object): request.Test =>
  request(gateway.settings.vaultUrl).post('/tokens').auth(merchant.key('public'), '').type('form').send(form);
const onCharge = async (
  action: string,
  form: object,
  make: () => Promise<{ id: string }>,
): Promise<request.Response> => merchant.post(`/charges/${(await make()).id}/${action}`, form);
const authorized = (form: object = {}): Promise<{ id: string }> =>
  merchant.cardCharge({ capture: false, ...form });
const paidByBank = async (): Promise<{ id: string }> => {
  const charge = await merchant.kbankCharge();
  await merchant.post(`/charges/${charge.id}/mark_as_paid`);
  return charge;
};
const dispute = async (): Promise<string> => {
  const { body } = await onCharge('disputes', {}, () => merchant.cardCharge());
  return `/disputes/${(body as { id: string }).id}`;
};
const sentence = (code: ErrorCode): string => ERRORS[code][1];

/** A request for each code. A code without a request does not compile. */
const CASES: Readonly<Record<ErrorCode, Case>> = {
  bad_request: {
    provoke: () => merchant.post('/sources', { type: 'boost', amount: 'much', currency: 'MYR' }),
    message: 'amount is not a number',
  },
  invalid_checkout_session: {
    provoke: () => merchant.postSession({ payment_methods: ['cash'] }),
    message:
      'payment_methods contains cash, which is not available; GET /capability lists the payment methods of the account',
  },
  invalid_link: {
    provoke: () =>
      merchant.post('/links', {
        amount: 2_000,
        currency: 'XXX',
        title: 'Order-384',
        description: 'New Product',
      }),
    message: 'currency is not currently supported',
  },
  invalid_filter: {
    provoke: () => merchant.get('/search', { scope: 'charge', 'filters[colour]': 'red' }),
    message: 'invalid filters: charge has no filter colour',
  },
  invalid_page: {
    provoke: () => merchant.get('/search', { scope: 'charge', page: 0 }),
    message: sentence('invalid_page'),
  },
  invalid_per_page: {
    provoke: () => merchant.get('/search', { scope: 'charge', per_page: 0 }),
    message: sentence('invalid_per_page'),
  },
  invalid_scope: {
    provoke: () => merchant.get('/search', { scope: 'card' }),
    message: sentence('invalid_scope'),
  },
  documents_locked: {
    provoke: async () => {
      const closed = await dispute();
      await merchant.patch(`${closed}/accept`);
      return merchant.upload(`${closed}/documents`);
    },
    message: sentence('documents_locked'),
  },
  expired_charge: {
    provoke: async () => {
      const { id } = await authorized();
      await merchant.advance(7 * 24 * 60 * 60 * 1000);
      return merchant.post(`/charges/${id}/capture`);
    },
    message: sentence('expired_charge'),
  },
  failed_capture: {
    provoke: () => onCharge('capture', {}, () => merchant.cardCharge()),
    message: 'charge was already captured',
  },
  failed_expire: {
    provoke: () => onCharge('expire', {}, () => merchant.cardCharge()),
    message: / can be expired; this one is successful$/,
  },
  failed_refund: {
    provoke: () => onCharge('refunds', { amount: 2000 }, paidByBank),
    message: /^charge can't be refunded: /,
  },
  failed_reverse: {
    provoke: () => onCharge('reverse', {}, () => merchant.cardCharge()),
    message: sentence('failed_reverse'),
  },
  failed_void: {
    provoke: () => onCharge('refunds', { amount: 1, void: true }, () => merchant.cardCharge()),
    message: /^a void must be of/,
  },
  invalid_amount: {
    provoke: () => merchant.post('/charges', { amount: '20.50' }),
    message: sentence('invalid_amount'),
  },
  invalid_bank_account: {
    provoke: () =>
      merchant.post('/recipients', {
        name: 'Somchai',
        'bank_account[brand]': 'nobank',
        'bank_account[number]': '1234',
      }),
    message: "brand is not included in the list and name can't be blank",
  },
  invalid_recipient: {
    provoke: () => merchant.post('/recipients', { email: 'somchai@shop.example' }),
    message: "name can't be blank and bank_account can't be blank",
  },
  invalid_transfer: {
    provoke: () => merchant.post('/transfers', { amount: 1 }),
    message: 'amount must be at least 3000',
  },
  failed_deletion: {
    provoke: async () => {
      const { body } = await merchant.get('/recipients');
      return merchant.delete(`/recipients/${(body as { data: { id: string }[] }).data[0]?.id}`);
    },
    message: 'the default recipient cannot be deleted',
  },
  invalid_card: {
    provoke: () => vault({ 'card[name]': 'A', 'card[expiration_year]': 2040 }),
    message: /^expiration month can't be blank/,
  },
  invalid_charge: {
    provoke: () => merchant.post('/charges', { amount: 2000, currency: 'XXX', 'source[type]': 'boost' }),
    message: 'currency is currently not supported and return uri is invalid',
  },
  invalid_dispute: {
    provoke: () => onCharge('disputes', {}, () => merchant.charge()),
    message: 'only a card charge can be disputed',
  },
  invalid_file_type: {
    provoke: async () =>
      request(gateway.settings.baseUrl)
        .post(`${await dispute()}/documents`)
        .auth(merchant.key('secret'), '')
        .attach('file', Buffer.from('text'), 'photo.png'),
    message: sentence('invalid_file_type'),
  },
  missing_card: { provoke: () => vault({}), message: sentence('missing_card') },
  missing_file: {
    provoke: async () => merchant.post(`${await dispute()}/documents`),
    message: sentence('missing_file'),
  },
  used_token: {
    provoke: async () => {
      const { id: card } = await merchant.token();
      await merchant.cardCharge({ card });
      return merchant.post('/customers', { card });
    },
    message: sentence('used_token'),
  },
  authentication_failure: {
    provoke: () => merchant.get('/charges').auth('skey_test_nobodys', ''),
    message: sentence('authentication_failure'),
  },
  not_found: {
    provoke: () => merchant.get('/customers/cust_test_none'),
    message: 'customer cust_test_none was not found',
  },
  service_not_found: {
    provoke: () => merchant.post('/sources').set('Omise-Version', '2015-11-17'),
    message: `${sentence('service_not_found')}; send Omise-Version 2017-11-02 or later`,
  },
  internal_error: {
    // A constraint that rejects valid rows.
    provoke: async () => {
      await gateway.database.$executeRaw`ALTER TABLE customer ADD CONSTRAINT nobody CHECK (false) NOT VALID`;
      const answer = await merchant.post('/customers');
      await gateway.database.$executeRaw`ALTER TABLE customer DROP CONSTRAINT nobody`;
      return answer;
    },
    message: sentence('internal_error'),
  },
  service_unavailable: {
    provoke: async () => {
      await door.shut();
      const answer = await merchant.post('/customers');
      await door.reopen();
      return answer;
    },
    message: sentence('service_unavailable'),
  },
};

describe('the API error', () => {
  it.each(Object.keys(ERRORS) as ErrorCode[])(
    '%s has its status, its four keys and its message',
    async (code) => {
      const { provoke, message } = CASES[code];
      expectError(await provoke(), code, message);
    },
  );
});

describe('an error object for a malformed request', () => {
  type Host = 'baseUrl' | 'vaultUrl' | 'payUrl';
  const call = (
    method: 'get' | 'post' | 'put' | 'delete',
    path: string,
    host: Host = 'baseUrl',
  ): request.Test => request(gateway.settings[host])[method](path).auth(merchant.key('secret'), '');
  const json = (body: string): request.Test => call('post', '/charges').type('json').send(body);
  const typed = (type: string): request.Test =>
    call('post', '/charges').set('Content-Type', type).send('amount=1');

  it('with JSON that is not UTF-8', async () => {
    const headers = {
      Authorization: `Basic ${btoa(`${merchant.key('secret')}:`)}`,
      'Content-Type': 'application/json',
    };
    const answer = await fetch(`${gateway.settings.baseUrl}/charges`, {
      method: 'POST',
      headers,
      body: Buffer.from([0x7b, 0xff, 0x7d]),
    });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({
      object: 'error',
      code: 'bad_request',
      message: 'the body is not valid UTF-8',
    });
  });

  it.each<[string, ErrorCode, string | RegExp, () => Call]>([
    ['of an unknown path', 'not_found', 'GET /chargez was not found', () => call('get', '/chargez')],
    [
      'with a method that the path does not have',
      'not_found',
      'DELETE /charges was not found',
      () => call('delete', '/charges'),
    ],
    ['with a method of no path', 'not_found', 'PUT /charges was not found', () => call('put', '/charges')],
    [
      'to the API, of a route of the vault',
      'not_found',
      'POST /tokens was not found',
      () => call('post', '/tokens'),
    ],
    [
      'to the vault, of a route of the API',
      'not_found',
      'GET /charges was not found',
      () => call('get', '/charges', 'vaultUrl'),
    ],
    [
      'to the pages, of a route of the API',
      'not_found',
      'GET /charges was not found',
      () => call('get', '/charges', 'payUrl'),
    ],
    ['of a path that is no text', 'bad_request', /./, () => call('get', '/charges/%ff')],
    ['without a key', 'authentication_failure', /./, () => request(gateway.settings.baseUrl).get('/charges')],
    [
      'with the wrong kind of key',
      'authentication_failure',
      /./,
      () => merchant.get('/charges').auth(merchant.key('public'), ''),
    ],
    [
      'with another kind of password',
      'authentication_failure',
      /./,
      () => merchant.get('/charges').set('Authorization', 'Bearer x'),
    ],
    [
      'of a version that there is not',
      'service_not_found',
      /./,
      () => merchant.get('/charges').set('Omise-Version', '2019-09-29'),
    ],
    ['with JSON that breaks off', 'bad_request', 'the body is not valid JSON', () => json('{"amount":')],
    [
      'with JSON that is a list',
      'bad_request',
      'the body must be an object of named parameters',
      () => json('[1]'),
    ],
    [
      'with a body that is too large',
      'bad_request',
      'the body is too large',
      () => json(`{"description":"${'x'.repeat(200_000)}"}`),
    ],
    ['with a body of another type', 'bad_request', /^Content-Type must be/, () => typed('text/xml')],
    [
      'with a body in unknown letters',
      'bad_request',
      /cannot be read/,
      () => typed('application/json; charset=klingon'),
    ],
    [
      'with a body in an unknown encoding',
      'bad_request',
      /cannot be read/,
      () => json('{}').set('Content-Encoding', 'zip'),
    ],
    [
      'with a body that is not packed as it says',
      'bad_request',
      /cannot be read/,
      () => json('{}').set('Content-Encoding', 'gzip'),
    ],
    [
      'with an invalid idempotency key',
      'bad_request',
      /^Idempotency-Key must be/,
      () => merchant.post('/customers').set('Idempotency-Key', ''),
    ],
  ])('%s', async (_, code, message, send) => {
    expectError(await send(), code, message);
  });
});

describe('a fractional charge amount', () => {
  it('has its own error code, and no other problems', async () => {
    for (const amount of ['20.50', 20.5]) {
      expectError(
        await merchant.post('/charges').type('json').send({ amount, currency: 'XXX' }),
        'invalid_amount',
        /^amount must be an integer$/,
      );
    }
  });
});

describe('docs/fidelity/errors.md', () => {
  it('has every code of the table with its status', () => {
    const rows = readFileSync('docs/fidelity/errors.md', 'utf8').matchAll(/^\| `(\w+)` \| (\d{3}) \|/gm);
    const documented = [...rows].map(([, code, status]) => [code, Number(status)]);
    expect(Object.fromEntries(documented)).toEqual(
      Object.fromEntries(Object.entries(ERRORS).map(([code, [status]]) => [code, status])),
    );
  });
});
