import { DAY_MS } from '#kernel/time.js';
import request from 'supertest';
import { until } from '#platform/testing/until.js';
import { useGateway } from './harness.js';
import { GOOD_CARD } from './merchant.js';
import { useReceiver } from './receiver.js';
import { control, createSandbox, type Sandbox } from './sandbox.js';

const gateway = useGateway();
const receiver = useReceiver();
let sandbox: Sandbox;
/** Three charges, in the order in which they were made. */
let charges: string[];

interface Found {
  readonly id: string;
  readonly [field: string]: unknown;
}

interface List {
  readonly data: readonly Found[];
  readonly next: string | null;
  readonly previous: string | null;
}

async function find(kind: string, query: object = {}, of: Sandbox = sandbox): Promise<List> {
  const { status, body } = await control(gateway)
    .get(`/api/sandboxes/${of.name}/objects/${kind}`)
    .query(query);
  expect({ status, body: body as object }).toMatchObject({ status: 200 });
  return body as List;
}

const idsOf = ({ data }: List): string[] => data.map(({ id }) => id);

beforeAll(async () => {
  sandbox = await createSandbox(gateway, { clock: { now: '2031-01-01T00:00:00Z', frozen: true } });
  const first = await sandbox.charge({ description: 'Tea, 50% off', metadata: { order: 'A-1042' } });
  const second = await sandbox.cardCharge({ metadata: { order: 'A-1043', to: 'Café' } });
  const third = await sandbox.charge({ amount: 4200 });
  charges = [first.id, second.id, third.id];
});

describe('the objects of a sandbox', () => {
  it('are found by their contents', async () => {
    const found = async (search: string): Promise<string[]> => idsOf(await find('charges', { search }));
    const [first, second, third] = charges;
    expect(await found('a-1042')).toEqual([first]);
    expect(await found('A-104')).toEqual([first, second]);
    expect(await found('a-104 café')).toEqual([second]);
    expect(await found('50% off')).toEqual([first]);
    expect(await found('5_%')).toEqual([]);
    expect(await found('boost')).toEqual([first, third]);
    expect(await found('4200')).toEqual([third]);
    expect(await found(String(second))).toEqual([second]);
  });

  it('are found by state and mode, with the columns of lists', async () => {
    expect(idsOf(await find('charges', { status: 'successful' }))).toEqual([charges[1]]);
    expect(idsOf(await find('charges', { livemode: true }))).toEqual([]);
    expect((await find('charges', { limit: 1 })).data).toEqual([
      {
        object: 'found_object',
        id: charges[0],
        livemode: false,
        status: 'pending',
        amount: 2000,
        currency: 'MYR',
        method: 'boost',
        description: 'Tea, 50% off',
        customer: null,
        metadata: { order: 'A-1042' },
        at: '2031-01-01T00:00:00.000Z',
        failure_code: null,
        refunded_amount: 0,
        disputed: false,
        card: null,
        expires_at: expect.stringMatching(/^2031-01-/) as string,
        webhooks: { delivered: 0, pending: 0, retrying: 0, held: 0, exhausted: 0 },
        type: 'boost',
        about: 'Tea, 50% off',
      },
    ]);
  });

  it('are read page by page from either end', async () => {
    const last = await find('charges', { before: 'end', limit: 2 });
    expect([idsOf(last), last.next]).toEqual([charges.slice(1), null]);
    const before = await find('charges', { before: last.previous, limit: 2 });
    expect([idsOf(before), before.previous]).toEqual([charges.slice(0, 1), null]);
    expect(idsOf(await find('charges', { after: before.next }))).toEqual(charges.slice(1));
    const first = await find('charges', { limit: 2 });
    expect([idsOf(first), first.previous]).toEqual([charges.slice(0, 2), null]);
    const end = await find('charges', { after: first.next, limit: 2 });
    expect([idsOf(end), end.next]).toEqual([charges.slice(2), null]);
    expect(idsOf(await find('charges', { after: '999999999999999999' }))).toEqual([]);
  });

  it('include every kind', async () => {
    const { id: customer } = (
      await sandbox.post('/customers', { email: 'ann@shop.example', description: 'Ann' })
    ).body as Found;
    const { id: refund } = (await sandbox.post(`/charges/${charges[1]}/refunds`, { amount: 10_000 }))
      .body as Found;
    const { id: disputed } = await sandbox.cardCharge();
    const { id: dispute } = (await sandbox.post(`/charges/${disputed}/disputes`)).body as Found;
    expect((await find('customers', { search: 'ann@' })).data).toMatchObject([
      { id: customer, email: 'ann@shop.example', description: 'Ann' },
    ]);
    expect((await find('refunds', { search: charges[1] })).data).toMatchObject([
      { id: refund, charge: charges[1], amount: 10_000 },
    ]);
    expect((await find('refunds', { search: 'a-1043' })).data).toMatchObject([
      { id: refund, metadata: { order: 'A-1043', to: 'Café' } },
    ]);
    const late = { amount: 10_000, metadata: { reason: 'late', to: 'Ann' } };
    const { id: own } = (await sandbox.post(`/charges/${charges[1]}/refunds`, late)).body as Found;
    expect((await find('refunds', { search: own })).data).toMatchObject([
      { id: own, metadata: { order: 'A-1043', reason: 'late', to: 'Ann' } },
    ]);
    expect((await find('disputes', { status: 'open' })).data).toMatchObject([
      { id: dispute, charge: disputed },
    ]);
    expect((await find('transactions', { search: 'refund' })).data).toMatchObject([
      { direction: 'debit', currency: 'THB' },
      { direction: 'debit', currency: 'THB' },
    ]);
    expect(idsOf(await find('linked_accounts'))).toEqual([]);
  });

  it('show the webhooks of charges by state', async () => {
    receiver.answer(
      ({ event }, response) => void response.writeHead(event.key === 'charge.complete' ? 500 : 200).end(),
    );
    const own = await createSandbox(gateway, { webhook_uri: receiver.uri, webhook_retry_delays: '1h' });
    const { id } = await own.charge();
    await own.post(`/charges/${id}/mark_as_paid`).expect(200);
    const webhooks = async (): Promise<unknown[]> =>
      (await find('charges', {}, own)).data.map((one) => one['webhooks']);
    const tried = { delivered: 1, pending: 0, retrying: 1, held: 0, exhausted: 0 };
    await until(
      async () => JSON.stringify(await webhooks()) === JSON.stringify([tried]),
      'the webhooks are not counted',
    );
    await control(gateway).post(`/api/sandboxes/${own.name}/webhooks/hold`).expect(200);
    await own.charge();
    expect(await webhooks()).toMatchObject([
      { delivered: 1, held: 1, retrying: 0 },
      { delivered: 0, held: 1 },
    ]);
  });

  it("show the page where a link or checkout session is paid, at the sandbox's own URL", async () => {
    const settings = { country: 'TH', urls: { pay: 'http://pay.shop.test' } };
    const own = await createSandbox(gateway, settings);
    const order = { amount: 100_000, currency: 'THB', title: 'Shoes', description: 'A pair' };
    const link = (await own.post('/links', order).expect(200)).body as { payment_uri: string };
    expect(link.payment_uri).toMatch(/^http:\/\/pay\.shop\.test\//);
    expect((await find('links', {}, own)).data).toMatchObject([{ page_url: link.payment_uri }]);
    const terms = {
      amount: 59_000,
      currency: 'THB',
      payment_methods: ['promptpay'],
      redirect_urls: { complete_url: 'https://shop.example/done', cancel_url: 'https://shop.example/cart' },
    };
    const { body } = await control(gateway)
      .post(`/api/sandboxes/${own.name}/api/test/api/sessions`)
      .send(terms)
      .expect(200);
    const session = body as { redirect_url: string };
    expect((await find('checkout_sessions', {}, own)).data).toMatchObject([
      { page_url: session.redirect_url },
    ]);
  });

  it('show the balance after transactions, on every page, and are found by direction', async () => {
    const own = await createSandbox(gateway);
    const { id } = await own.cardCharge();
    for (const amount of [10_000, 20_000]) await own.post(`/charges/${id}/refunds`, { amount }).expect(200);
    await own.cardCharge();
    const { data } = await find('transactions', { limit: 100 }, own);
    let balance = 0;
    for (const { direction, amount, balance_after: after } of data) {
      balance += (direction === 'debit' ? -1 : 1) * Number(amount);
      expect(after).toBe(balance);
    }
    expect((await own.get('/balance')).body).toMatchObject({ total: balance });
    const last = await find('transactions', { before: 'end', limit: 1 }, own);
    const before = await find('transactions', { before: last.previous, limit: 2 }, own);
    expect([...before.data, ...last.data]).toEqual(data.slice(-3));
    const debits = await find('transactions', { direction: 'debit' }, own);
    expect(debits.data).toEqual(data.filter(({ direction }) => direction === 'debit'));
    expect(debits.data.length).toBeGreaterThanOrEqual(2);
  });

  it.each([
    ['transactions', 'up', 'direction must be credit or debit'],
    ['refunds', 'debit', 'only transactions are found by direction'],
    ['charges', 'credit', 'only transactions are found by direction'],
  ])('of the kind %s are not found by the direction %s', async (kind, direction, message) => {
    const answer = await control(gateway)
      .get(`/api/sandboxes/${sandbox.name}/objects/${kind}`)
      .query({ direction });
    expect([answer.status, (answer.body as { message: string }).message]).toEqual([400, message]);
  });

  it('include payouts, links and schedules', async () => {
    const other = await createSandbox(gateway);
    const end = new Date(Date.now() + 30 * DAY_MS).toISOString().slice(0, 10);
    const made = async (path: string, form: object): Promise<string> =>
      ((await other.post(path, form)).body as Found).id;
    const account = { brand: 'scb', number: '1234567890', name: 'Somchai Prasert' };
    await other.cardCharge();
    const recipient = await made('/recipients', {
      name: 'Somchai Prasert',
      email: 'cook@shop.example',
      bank_account: account,
    });
    const link = await made('/links', {
      amount: 100_000,
      currency: 'THB',
      title: 'Order-384',
      description: 'New',
    });
    const customer = await made('/customers', { card: await other.token() });
    const daily = { every: 1, period: 'day', end_date: end };
    const schedule = await made('/schedules', {
      ...daily,
      charge: { customer, amount: 2_000, metadata: { team: 'night' } },
    });
    const transfer = await made('/transfers', { amount: 3_000 });
    const found = async (kind: string, search: string): Promise<readonly Found[]> =>
      (await find(kind, { search }, other)).data;
    expect(await found('recipients', 'cook@')).toMatchObject([
      { id: recipient, status: 'inactive', name: 'Somchai Prasert', recipient_type: 'individual' },
    ]);
    expect(await found('links', 'order-384')).toMatchObject([
      { id: link, status: 'unused', amount: 100_000, currency: 'THB' },
    ]);
    expect(await found('schedules', 'night')).toMatchObject([
      { id: schedule, scheduled: 'charge', amount: 2_000, party: customer },
    ]);
    expect(await found('transfers', '3000')).toMatchObject([
      { id: transfer, status: 'pending', amount: 3_000, due_at: expect.stringMatching(/Z$/) as string },
    ]);
  });

  it('include saved cards with their customers, and checkout sessions with the state of their payment', async () => {
    const other = await createSandbox(gateway);
    const found = async (kind: string, query: object = {}): Promise<readonly Found[]> =>
      (await find(kind, query, other)).data;
    const { id: customer } = (await other.post('/customers', { card: await other.token() })).body as Found;
    await other.cardCharge();
    expect(await found('cards', { search: customer })).toMatchObject([
      { brand: 'Visa', customer, last_digits: '4242', about: expect.stringMatching(/, 4242$/) as string },
    ]);
    expect(await found('cards')).toHaveLength(1);
    await other.post('/charges', { amount: 2_000, currency: 'THB', customer }).expect(200);
    expect(await found('customers')).toMatchObject([
      { id: customer, cards: [{ brand: 'Visa', last_digits: '4242' }], payments: 1 },
    ]);
    const redirect = { complete_url: 'https://shop.example/done', cancel_url: 'https://shop.example/cart' };
    const order = {
      amount: 59_000,
      currency: 'THB',
      payment_methods: ['promptpay'],
      order_id: 'C-1045',
      redirect_urls: redirect,
    };
    const sessions = `/api/sandboxes/${other.name}/api/test/api/sessions`;
    const { body } = await control(gateway).post(sessions).send(order).expect(200);
    const { id, redirect_url: page } = body as { id: string; redirect_url: string };
    expect((await control(gateway).get(`${sessions}/${id}`).expect(200)).body).toMatchObject({
      id,
      status: 'pending',
      order_id: 'C-1045',
    });
    expect(await found('checkout_sessions', { search: 'c-1045' })).toMatchObject([
      { id, status: 'pending', amount: 59_000, order: 'C-1045', methods: ['promptpay'], type: 'promptpay' },
    ]);
    await request(page).post('').type('form').send({ method: 'promptpay' });
    const [{ charge } = { charge: undefined }] = await found('checkout_sessions', { status: 'pending' });
    await other.post(`/charges/${String(charge)}/mark_as_paid`).expect(200);
    expect(await found('checkout_sessions', { status: 'successful', search: String(charge) })).toMatchObject([
      { id, charge },
    ]);
    await control(gateway).post(sessions).send(order).expect(200);
    await control(gateway)
      .post(`/api/sandboxes/${other.name}/clock/advance`)
      .send({ by: '2d', max_real: '2m' })
      .expect(200);
    expect(await found('checkout_sessions', { status: 'expired' })).toHaveLength(1);
  });

  it('include sources of both modes, with the state of their charge', async () => {
    const other = await createSandbox(gateway);
    const found = async (query: object = {}, of: Sandbox = other): Promise<readonly Found[]> =>
      (await find('sources', query, of)).data;
    const promptpay = {
      type: 'promptpay',
      amount: 20_000,
      currency: 'THB',
      name: 'Somchai Prasert',
      email: 'ann@shop.example',
    };
    const { id } = (await other.post('/sources', promptpay)).body as Found;
    const truemoney = { type: 'truemoney', amount: 30_000, currency: 'THB', phone_number: '0812345678' };
    const { id: live } = (
      await control(gateway).post(`/api/sandboxes/${other.name}/api/live/sources`).send(truemoney)
    ).body as Found;
    const { id: charge, source } = (await other.charge()) as unknown as Found & { readonly source: Found };
    expect(await found({ search: 'prasert' })).toEqual([
      {
        object: 'found_object',
        id,
        livemode: false,
        status: 'unknown',
        amount: 20_000,
        currency: 'THB',
        method: 'promptpay',
        payer_name: 'Somchai Prasert',
        email: 'ann@shop.example',
        charge: null,
        customer: null,
        at: expect.any(String) as string,
        type: 'promptpay',
        about: 'Somchai Prasert',
      },
    ]);
    expect(await found({ search: 'truemoney 0812345678' })).toMatchObject([{ id: live, livemode: true }]);
    expect(await found({ livemode: true })).toMatchObject([{ id: live }]);
    expect(await found({ search: charge, status: 'pending' })).toMatchObject([
      { id: source.id, charge, method: 'boost' },
    ]);
    await other.post(`/charges/${charge}/mark_as_paid`).expect(200);
    expect(await found({ status: 'successful' })).toMatchObject([{ id: source.id }]);
    const { data, next } = await find('sources', { limit: 2 }, other);
    expect([...data, ...(await found({ after: next }))].map((one) => one.id)).toEqual([id, live, source.id]);
    expect(await found({}, await createSandbox(gateway))).toEqual([]);
    await control(gateway).get(`/api/sandboxes/${other.name}/objects/sources?livemode=maybe`).expect(400);
    await control(gateway).get(`/api/sandboxes/${other.name}/objects/sources?amount=1`).expect(400);
  });

  it('include tokens with their cards and the state of their charge, without card numbers', async () => {
    const other = await createSandbox(gateway);
    const found = async (query: object = {}): Promise<readonly Found[]> =>
      (await find('tokens', query, other)).data;
    const unused = await other.token({ name: 'Ann Example' });
    const used = await other.token();
    const charge = await other.post('/charges', { amount: 20_000, currency: 'THB', card: used });
    expect(await found({ search: 'ann 4242' })).toEqual([
      {
        object: 'found_object',
        id: unused,
        livemode: false,
        status: 'unknown',
        brand: 'Visa',
        last_digits: '4242',
        name: 'Ann Example',
        charge: null,
        customer: null,
        at: expect.any(String) as string,
        type: 'Visa',
        about: 'Ann Example, 4242',
      },
    ]);
    expect(await found({ status: 'successful' })).toMatchObject([
      { id: used, charge: (charge.body as Found).id },
    ]);
    const path = `/api/sandboxes/${other.name}/api/test/tokens`;
    const shown = await control(gateway).get(`${path}/${used}`);
    const { vaultUrl } = gateway.settings;
    expect(shown.body).toEqual(
      (await request(vaultUrl).get(`/tokens/${used}`).auth(other.body.test.public_key, '')).body,
    );
    expect(shown.body).toMatchObject({ id: used, used: true, charge_status: 'successful' });
    await control(gateway).post(path).send({ card: GOOD_CARD }).expect(404);
  });

  it('exclude other sandboxes, and reject unknown kinds', async () => {
    expect(idsOf(await find('charges', {}, await createSandbox(gateway)))).toEqual([]);
    await control(gateway).get(`/api/sandboxes/${sandbox.name}/objects/nonsense`).expect(404);
    await control(gateway).get(`/api/sandboxes/${sandbox.name}/objects/charges?before=x`).expect(400);
  });

  it('are counted by kind, in both modes, without deleted ones', async () => {
    const other = await createSandbox(gateway);
    await other.charge();
    await control(gateway)
      .post(`/api/sandboxes/${other.name}/api/live/customers`)
      .send({ email: 'ann@shop.example' })
      .expect(200);
    const { id } = (await other.post('/customers', { email: 'bob@shop.example' })).body as Found;
    await control(gateway).delete(`/api/sandboxes/${other.name}/api/test/customers/${id}`).expect(200);
    const counts = async (): Promise<object> => {
      const { body } = await control(gateway).get(`/api/sandboxes/${other.name}/objects`).expect(200);
      const { data } = body as { data: readonly { readonly kind: string; readonly count: number }[] };
      return Object.fromEntries(
        data.filter(({ count }) => count > 0).map(({ kind, count }) => [kind, count]),
      );
    };
    expect(await counts()).toEqual({ charges: 1, customers: 1, sources: 1, events: 4 });
    await other.reset();
    expect(await counts()).toEqual({});
  });

  it('are summed by currency and state', async () => {
    const other = await createSandbox(gateway);
    await other.charge();
    await other.charge();
    await other.cardCharge();
    const { body } = await control(gateway).get(`/api/sandboxes/${other.name}/money`).expect(200);
    expect(body).toEqual({
      object: 'money',
      data: [
        { livemode: false, currency: 'MYR', status: 'pending', count: 2, amount: 4000, refunded_amount: 0 },
        {
          livemode: false,
          currency: 'THB',
          status: 'successful',
          count: 1,
          amount: 100_000,
          refunded_amount: 0,
        },
      ],
    });
  });
});
