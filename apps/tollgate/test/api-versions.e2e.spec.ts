import request from 'supertest';
import { faults, OLDER, upgradeOf, versioned, type Body } from './older-versions.js';
import { useGateway } from './harness.js';
import type { Merchant } from './merchant.js';
import { useReceiver } from './receiver.js';

const TOO_OLD = 'you are using api version which does not support this operation';

const gateway = useGateway();
const receiver = useReceiver();
const upgrade = upgradeOf(gateway);

/** The fields of a list in every version. */
const LIST = 'object data limit offset total location order from to'.split(' ');

const RETRIEVED = [
  'charge',
  'refund',
  'customer',
  'card',
  'transaction',
  'balance',
  'account',
  'dispute',
  'document',
  'recipient',
  'transfer',
] as const;

describe.each(OLDER)('version %s', (version) => {
  let merchant: Merchant;
  let paths: Readonly<Record<(typeof RETRIEVED)[number] | 'token', string>>;
  let customerId: string;

  beforeAll(async () => {
    merchant = await gateway.account();
    const charge = await merchant.cardCharge({
      'metadata[object]': 'charge',
      return_uri: 'https://shop.example/return',
    });
    const refund = await merchant.post(`/charges/${charge.id}/refunds`, { amount: 10_000 });
    const disputed = await merchant.cardCharge();
    const dispute = (await merchant.post(`/charges/${disputed.id}/disputes`)).body as { location: string };
    const document = await merchant.upload(`${dispute.location}/documents`);
    const customer = await merchant.customer({
      card: (await merchant.token()).id,
      email: 'somchai@shop.example',
    });
    customerId = customer.id;
    paths = {
      charge: `/charges/${charge.id}`,
      refund: (refund.body as { location: string }).location,
      customer: `/customers/${customer.id}`,
      card: `/customers/${customer.id}/cards/${customer.default_card}`,
      token: `/tokens/${(await merchant.token()).id}`,
      transaction: `/transactions/${charge['transaction'] as string}`,
      balance: '/balance',
      account: '/account',
      dispute: dispute.location,
      document: (document.body as { location: string }).location,
      recipient: `/recipients/${(await merchant.recipient()).id}`,
      transfer: ((await merchant.post('/transfers', { amount: 3000 })).body as { location: string }).location,
    };
  });

  const get = (path: string, query: object = {}): ReturnType<typeof versioned> =>
    versioned(merchant.get(path, query), version);

  it.each(RETRIEVED)('has the fields of that version in a %s', async (resource) => {
    const { status, body, headers } = await get(paths[resource]);
    expect([status, headers['omise-version']]).toEqual([200, version]);
    expect(faults(body, version, resource)).toEqual([]);
  });

  it('applies to tokens of the vault', async () => {
    const call = request(gateway.settings.vaultUrl).get(paths.token).auth(merchant.key('public'), '');
    expect(faults((await versioned(call, version)).body, version, 'token')).toEqual([]);
  });

  it('has the facts of a charge under their older names', async () => {
    const { body: newest } = await merchant.get(paths.charge);
    const {
      amount,
      status,
      description,
      transaction,
      authorize_uri: uri,
      created_at: created,
    } = newest as Body;
    const paid = version === '2014-07-27' ? { captured: true } : { paid: true };
    const { body } = await get(paths.charge);
    expect(body).toMatchObject({
      amount,
      status,
      description,
      transaction,
      created,
      currency: 'thb',
      refunded: 10_000,
      ...paid,
    });
    expect(body).toMatchObject({
      metadata: { object: 'charge' },
      reference: /paym_test_\w+/.exec(String(uri))?.[0],
    });
    expect(body).toMatchObject({
      refunds: { order: 'chronological', total: 1, data: [{ amount: 10_000, currency: 'thb' }] },
    });
  });

  it('applies to a list and to each object in it', async () => {
    const { body } = await get('/charges');
    expect(Object.keys(body)).toEqual(LIST);
    expect(body).toMatchObject({
      order: 'chronological',
      total: 2,
      data: [{ dispute: null }, { dispute: { currency: 'thb' } }],
    });
    expect((body['data'] as Body[]).flatMap((item) => faults(item, version, 'charge'))).toEqual([]);
    const cards = await get(`/customers/${customerId}/cards`);
    expect(Object.keys(cards.body)).toEqual(LIST);
    expect(cards.body).toMatchObject({ location: `/customers/${customerId}/cards`, order: 'chronological' });
  });

  it('applies to responses of changes; a deleted object has four fields', async () => {
    const patched = await versioned(merchant.patch(paths.charge, { description: 'new' }), version);
    expect(faults(patched.body, version, 'charge')).toEqual([]);
    const { default_card: card, id } = await merchant.customer({ card: (await merchant.token()).id });
    const { body } = await versioned(merchant.delete(`/customers/${id}/cards/${card}`), version);
    expect(body).toEqual({ object: 'card', id: card, livemode: false, deleted: true });
    const { body: gone } = await versioned(merchant.delete(`/customers/${id}`), version);
    expect(gone).toEqual({ object: 'customer', id, livemode: false, deleted: true });
  });

  it('keeps the card in a charge after the card is deleted', async () => {
    const { default_card: card, id } = await merchant.customer({ card: (await merchant.token()).id });
    const charge = await merchant.cardCharge({ customer: id, card: card ?? '' });
    await merchant.delete(`/customers/${id}/cards/${card}`);
    const { body } = await get(`/charges/${charge.id}`);
    expect(body['card']).toMatchObject({ id: card, deleted: true, brand: 'Visa', last_digits: '4242' });
    expect(body['card']).not.toHaveProperty('location');
  });

  it('shows the transaction of a dispute’s start, even after it is won', async () => {
    const { body } = await versioned(merchant.patch(`${paths.dispute}/close`, { status: 'won' }), version);
    const { transactions } = (await merchant.get(paths.dispute)).body as {
      transactions: { id: string; key: string }[];
    };
    expect(transactions).toHaveLength(2);
    expect(body).toMatchObject({
      status: 'won',
      transaction: transactions.find(({ key }) => key === 'dispute.started.debit')?.id,
    });
  });

  it('replays an idempotent response unchanged', async () => {
    const send = (): request.Test =>
      merchant.post('/customers', { description: 'once' }).set('Idempotency-Key', `once in ${version}`);
    const first = await versioned(send(), version);
    const again = await versioned(send(), version);
    expect(faults(first.body, version, 'customer')).toEqual([]);
    expect(JSON.stringify(again.body)).toBe(JSON.stringify(first.body));
    expect(again.headers['idempotent-replayed']).toBe('true');
  });

  it('applies to expanded objects', async () => {
    const { body } = await get(paths.charge, { expand: 'true' });
    expect(faults(body['transaction'], version, 'transaction')).toEqual([]);
  });

  it('has the errors of every version', async () => {
    const { status, body } = await get('/charges/chrg_test_nothing');
    expect({ status, body }).toEqual({
      status: 404,
      body: (await merchant.get('/charges/chrg_test_nothing')).body as Body,
    });
  });

  it('applies to the stored and sent events of an account of that version', async () => {
    const shop = await gateway.account({ webhookUri: receiver.uri });
    await upgrade(shop, version);
    const { id } = await shop.cardCharge();
    const { text, event } = await receiver.next((webhook) => webhook.event.data.id === id);
    const stored = await versioned(shop.get(`/events/${event.id}`), '2019-05-29');
    expect(event).toMatchObject({ key: 'charge.create', data: { id, currency: 'thb' } });
    expect(faults(JSON.parse(text), version, 'sent event')).toEqual([]);
    expect(faults(stored.body, version, 'event')).toEqual([]);
    expect(stored.body).toEqual({
      ...(JSON.parse(text) as Body),
      webhook_deliveries: [expect.objectContaining({ payload: text })],
    });
  });
});

/** WooCommerce treats an order as fully refunded if both fields are missing or equal. */
const looksRefunded = ({ refunded_amount: refunded, funding_amount: funding }: Body): boolean =>
  refunded === funding;

describe('a paid charge in 2017-11-02', () => {
  it('is not refunded for a shop that compares refunded with funding amounts', async () => {
    const merchant = await gateway.account();
    const { id } = await merchant.cardCharge();
    const { body } = await versioned(merchant.get(`/charges/${id}`), '2017-11-02');
    expect(body).toMatchObject({ paid: true, refunded: 0, funding_amount: 100_000 });
    expect(looksRefunded(body)).toBe(false);
  });
});

describe('sources', () => {
  const boost = { amount: 2000, currency: 'MYR', type: 'boost' };
  const payment = { amount: 2000, currency: 'MYR', return_uri: 'https://shop.example/return' };

  it('have the recorded fields of 2017-11-02, in order, alone and in a charge', async () => {
    const merchant = await gateway.account();
    const { body } = await versioned(merchant.post('/sources', boost), '2017-11-02');
    expect(faults(body, '2017-11-02', 'source')).toEqual([]);
    expect(body).toMatchObject({ currency: 'myr', flow: 'redirect', charge_status: 'unknown' });
    const charge = await versioned(
      merchant.post('/charges', { ...payment, source: body['id'] }),
      '2017-11-02',
    );
    expect(faults(charge.body, '2017-11-02', 'charge')).toEqual([]);
    expect(charge.body).toMatchObject({
      source: { ...body, charge_status: 'pending' },
      reference: expect.stringMatching(/^pay2_test_/) as string,
    });
  });

  it.each(['2014-07-27', '2015-11-17'])('do not exist in %s, and cannot be charged', async (version) => {
    const merchant = await gateway.account();
    const { id } = (await merchant.post('/sources', boost)).body as { id: string };
    const calls = [
      merchant.post('/sources', boost),
      merchant.get(`/sources/${id}`),
      merchant.post('/charges', { ...payment, source: id }),
      merchant.post('/charges', { ...payment, 'source[type]': 'boost' }),
    ];
    for (const call of calls) {
      const { status, body, headers } = await versioned(call, version);
      expect({ status, ...body }).toMatchObject({ status: 404, object: 'error', code: 'service_not_found' });
      expect(body['message']).toBe(`${TOO_OLD}; send Omise-Version 2017-11-02 or later`);
      expect(headers['omise-version']).toBeUndefined();
    }
    expect((await merchant.get('/charges')).body).toMatchObject({ total: 0 });
  });

  it.each([
    [
      'bill_payment_tesco_lotus',
      { references: { device_id: null, reference_number_1: expect.stringMatching(/^\d{18}$/) as string } },
    ],
    ['installment_bay', { installment_terms: 6, absorption_type: 'customer' }],
    ['mobile_banking_kbank', { flow: 'app_redirect', references: null }],
  ])('of %s have additional fields in 2017-11-02 once they are charged', async (type, facts) => {
    const merchant = await gateway.account();
    const form = {
      amount: 500_000,
      currency: 'THB',
      return_uri: payment.return_uri,
      'source[type]': type,
      'source[installment_term]': 6,
    };
    const { body } = await versioned(merchant.post('/charges', form), '2017-11-02');
    expect(faults(body, '2017-11-02', 'charge')).toEqual([]);
    expect(body).toMatchObject({ status: 'pending', source: { type, charge_status: 'pending', ...facts } });
  });

  it('have their code in 2017-11-02', async () => {
    const merchant = await gateway.account();
    const promptpay = { amount: 2000, currency: 'THB', 'source[type]': 'promptpay' };
    const { body } = await versioned(merchant.post('/charges', promptpay), '2017-11-02');
    expect(faults(body['source'], '2017-11-02', 'source')).toEqual([]);
    expect(body).toMatchObject({
      source: { scannable_code: { image: { download_uri: expect.stringMatching(/^http/) as string } } },
    });
    const { body: older } = await versioned(merchant.get(`/charges/${body['id'] as string}`), '2015-11-17');
    expect(older).toMatchObject({ source_of_fund: 'offline', offsite: null, offline: 'promptpay' });
  });

  it('map to source_of_fund in older versions', async () => {
    const merchant = await gateway.account();
    const { id } = await merchant.charge();
    const { body } = await versioned(merchant.get(`/charges/${id}`), '2015-11-17');
    expect(body).toMatchObject({ source_of_fund: 'offsite', offsite: 'boost', offline: null, card: null });
    expect(faults(body, '2015-11-17', 'charge')).toEqual([]);
  });
});

describe('the capability', () => {
  const ask = (merchant: Merchant, version: string): ReturnType<typeof versioned> =>
    versioned(request(gateway.settings.baseUrl).get('/capability').auth(merchant.key('public'), ''), version);

  it.each(OLDER)('has payment backends in %s, each an object with one name', async (version) => {
    const merchant = await gateway.account();
    const { status, body, headers } = await ask(merchant, version);
    expect([status, headers['omise-version']]).toEqual([200, version]);
    const { limits, banks } = (await ask(merchant, '2019-05-29')).body;
    const amount = { min: 2000, max: 500_000_000_000 };
    const expected = {
      object: 'capability',
      location: '/capability',
      banks,
      limits,
      payment_backends: expect.arrayContaining([
        {
          credit_card: expect.objectContaining({
            type: 'card',
            brands: ['JCB', 'Visa', 'MasterCard'],
          }) as object,
        },
        { internet_banking_bay: { type: 'internet_banking', currencies: ['thb'], amount } },
        { alipay: { type: 'alipay', currencies: ['thb'], amount } },
        {
          installment_scb: {
            type: 'installment',
            currencies: ['thb'],
            allowed_installment_terms: [3, 4, 6, 9, 10],
            amount,
          },
        },
        { bill_payment_tesco_lotus: { type: 'offline', currencies: ['thb'], amount } },
        { grabpay: { type: 'grabpay', currencies: ['thb', 'myr', 'sgd'], amount } },
        { mobile_banking_kbank: { type: 'mobile_banking_kbank', currencies: ['thb'], amount } },
      ]) as object[],
      country: 'TH',
      tokenization_methods: expect.arrayContaining(['googlepay']) as string[],
      zero_interest_installments: false,
    };
    expect(body).toEqual(expected);
    expect(Object.keys(body)).toEqual(Object.keys(expected));
  });

  it('has as many methods in 2017-11-02 as in the newest version, for every account', async () => {
    const merchant = await gateway.account({ country: 'MY', currency: 'MYR' });
    const { payment_methods: methods } = (await ask(merchant, '2019-05-29')).body as {
      payment_methods: { name: string }[];
    };
    const { payment_backends: backends } = (await ask(merchant, '2017-11-02')).body as {
      payment_backends: object[];
    };
    expect(backends.flatMap((backend) => Object.keys(backend))).toEqual(
      methods.map(({ name }) => (name === 'card' ? 'credit_card' : name)),
    );
  });
});

describe('an account', () => {
  it('has zero_interest_installments in every older version', async () => {
    const merchant = await gateway.account();
    for (const version of OLDER) {
      const { body } = await versioned(
        merchant.patch('/account', { zero_interest_installments: true }),
        version,
      );
      expect(faults(body, version, 'account')).toEqual([]);
      expect(body).toMatchObject({ zero_interest_installments: true });
    }
  });

  it('has its own version, which a request can override', async () => {
    const merchant = await gateway.account();
    await upgrade(merchant, '2017-11-02');
    const own = await merchant.get('/balance');
    expect([own.headers['omise-version'], Object.keys(own.body as Body)]).toEqual([
      '2017-11-02',
      expect.arrayContaining(['available', 'reserve_amount', 'created']),
    ]);
    const { headers, body } = await versioned(merchant.get('/balance'), '2019-05-29');
    expect([headers['omise-version'], body['transferable']]).toEqual(['2019-05-29', 0]);
  });

  it('keeps its stored events when its version changes', async () => {
    const merchant = await gateway.account();
    await upgrade(merchant, '2014-07-27');
    const { id } = await merchant.cardCharge();
    await upgrade(merchant, '2017-11-02');
    await merchant.patch(`/charges/${id}`, { description: 'in 2017' });
    await upgrade(merchant, '2019-05-29');
    await merchant.patch(`/charges/${id}`, { description: 'now' });
    for (const version of ['2014-07-27', '2017-11-02', '2019-05-29'] as const) {
      const { body } = await versioned(merchant.get(`/charges/${id}/events`), version);
      const [first, second, third] = body['data'] as { data: Body }[];
      expect(faults(first, '2014-07-27', 'event')).toEqual([]);
      expect(faults(second, '2017-11-02', 'event')).toEqual([]);
      expect(Object.keys(third ?? {})).toContain('created_at');
      expect(third?.data).toMatchObject({ description: 'now', currency: 'THB', refunded_amount: 0 });
      expect(Object.keys(body)).toEqual(LIST);
    }
  });
});

describe('Omise-Version', () => {
  it('is ignored if empty', async () => {
    const merchant = await gateway.account();
    const { headers } = await versioned(merchant.get('/charges'), '');
    expect(headers['omise-version']).toBe('2019-05-29');
  });

  it('is rejected with the list of known versions if unknown', async () => {
    const merchant = await gateway.account();
    const { status, body } = await versioned(merchant.get('/charges'), '2019-09-29');
    expect({ status, ...body }).toMatchObject({ status: 404, code: 'service_not_found' });
    expect(body['message']).toBe(
      'Omise-Version 2019-09-29 is not supported; use 2014-07-27 or 2015-11-17 or 2017-11-02 or 2019-05-29',
    );
  });
});
