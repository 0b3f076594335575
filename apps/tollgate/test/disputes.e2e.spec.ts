import type { ChargeBody } from './answers.js';
import { useGateway, useOwnGateway } from './harness.js';
import { Merchant } from './merchant.js';
import { inTurn } from './in-turn.js';
import { useReceiver } from './receiver.js';

interface Answer {
  readonly status: number;
  readonly body: { readonly id: string; readonly [field: string]: unknown };
}

const gateway = useGateway();
let merchant: Merchant;

beforeEach(async () => {
  merchant = await gateway.account();
  await merchant.advanceToNoon();
});

const openDispute = (chargeId: string, form: object = {}): Promise<Answer> =>
  merchant.post(`/charges/${chargeId}/disputes`, form);

/** The path of a new dispute about 1,000.00 THB, and its charge. */
async function disputed(
  form: Parameters<Merchant['cardCharge']>[0] = {},
): Promise<{ path: string; id: string; charge: ChargeBody }> {
  const charge = await merchant.cardCharge(form);
  const { id } = (await openDispute(charge.id)).body;
  return { path: `/disputes/${id}`, id, charge };
}

const balance = async (): Promise<number> =>
  ((await merchant.get('/balance')).body as { total: number }).total;

/** Sum of a ledger in the merchant's journal. */
async function ledger(name: string): Promise<number> {
  const { _sum } = await gateway.database.journalEntry.aggregate({
    _sum: { amount: true },
    where: { accountId: merchant.id, ledger: name },
  });
  return Number(_sum.amount ?? 0);
}

const FLAGS = ['refundable', 'partially_refundable', 'can_perform_void', 'disputable'] as const;

/** The names of the flags that are true. */
const flagsOf = (charge: object): string[] =>
  FLAGS.filter((flag) => (charge as Record<string, unknown>)[flag]);

describe('a dispute', () => {
  it('has the recorded fields', async () => {
    const charge = await merchant.cardCharge();
    const { status, body } = await openDispute(charge.id, { message: 'not heard' });
    expect(status).toBe(200);
    expect(body.id).toMatch(/^dspt_test_[0-9a-z]{19}$/);
    const path = `/disputes/${body.id}`;
    const [transaction] = body['transactions'] as { id: string }[];
    const { to } = body['documents'] as { to: string };
    const documents = {
      object: 'list',
      data: [],
      limit: 20,
      offset: 0,
      total: 0,
      location: `${path}/documents`,
      order: 'chronological',
    };
    expect(Object.entries(body)).toEqual(
      Object.entries({
        object: 'dispute',
        id: body.id,
        livemode: false,
        location: path,
        currency: 'THB',
        amount: 100_000,
        funding_amount: 100_000,
        funding_currency: 'THB',
        metadata: {},
        charge: charge.id,
        documents: { ...documents, from: '1970-01-01T00:00:00Z', to },
        transactions: [
          {
            object: 'transaction',
            id: transaction?.id,
            livemode: false,
            currency: 'THB',
            amount: 100_000,
            location: `/transactions/${transaction?.id}`,
            direction: 'debit',
            key: 'dispute.started.debit',
            origin: body.id,
            transferable_at: body['created_at'],
            created_at: body['created_at'],
          },
        ],
        admin_message: null,
        message: null,
        reason_code: 'goods_or_services_not_provided',
        reason_message: 'Merchandise/Services Not Received',
        status: 'open',
        closed_at: null,
        created_at: body['created_at'],
        merchant_name: null,
        merchant_uid: null,
      }),
    );
    expect((await merchant.get(path)).body).toMatchObject({ ...body, documents });
    expect((await merchant.get(`/transactions/${transaction?.id}`)).body).toEqual(transaction);
  });

  it('has the captured and not refunded amount, in the account’s currency too', async () => {
    const { id } = await merchant.cardCharge({
      currency: 'USD',
      amount: 10_000,
      capture: false,
      authorization_type: 'pre_auth',
    });
    await merchant.post(`/charges/${id}/capture`, { capture_amount: 5_000 });
    await merchant.post(`/charges/${id}/refunds`, { amount: 1_000 });
    const { body } = await openDispute(id);
    expect(body).toMatchObject({
      amount: 4_000,
      currency: 'USD',
      funding_amount: 132_000,
      funding_currency: 'THB',
    });
    expect(body['transactions']).toMatchObject([{ amount: 132_000, currency: 'THB' }]);
  });

  it('is shown in its charge, which is not refundable or disputable then', async () => {
    const { id, path, charge } = await disputed();
    expect(flagsOf(charge)).toEqual(['refundable', 'partially_refundable', 'can_perform_void', 'disputable']);
    const after = await merchant.retrieve(charge.id);
    const dispute = (await merchant.get(path)).body as object;
    expect({ flags: flagsOf(after), ...after }).toMatchObject({
      flags: [],
      status: 'successful',
      paid: true,
      dispute: { id, charge: charge.id },
    });
    expect(Object.keys(after['dispute'] as object)).toEqual(Object.keys(dispute));
    const { data } = (await merchant.get('/charges')).body as { data: object[] };
    expect(data).toMatchObject([{ dispute: { id } }]);
  });

  it('takes the money from the balance until it is won', async () => {
    const { path } = await disputed();
    expect([await balance(), await ledger('disputes'), await ledger('customers')]).toEqual([
      -3_906, 100_000, -100_000,
    ]);
    const { body } = await merchant.patch(`${path}/close`, { status: 'won' });
    const keys = ['dispute.won.credit', 'dispute.started.debit'];
    expect(body).toMatchObject({
      status: 'won',
      transactions: keys.map((key) => ({ key, amount: 100_000 })),
    });
    expect((body as { closed_at: string }).closed_at).toMatch(/Z$/);
    expect([await balance(), await ledger('disputes'), await ledger('customers')]).toEqual([
      96_094, 0, -100_000,
    ]);
    expect((await merchant.get('/transactions')).body).toMatchObject({ total: 3 });
  });

  it.each([
    ['accept', {}],
    ['close', { status: 'lost' }],
    ['close', {}],
  ])(
    'pays the customer when it is lost, by %s with %j, without a line on the merchant’s statement',
    async (action, form) => {
      const { path, charge } = await disputed();
      const { body } = await merchant.patch(`${path}/${action}`, form);
      expect(body).toMatchObject({ status: 'lost', transactions: [{ key: 'dispute.started.debit' }] });
      expect([await balance(), await ledger('disputes'), await ledger('customers')]).toEqual([-3_906, 0, 0]);
      expect((await merchant.get('/transactions')).body).toMatchObject({ total: 2 });
      expect(flagsOf(await merchant.retrieve(charge.id))).toEqual([]);
    },
  );

  it('leaves its charge as before after it is won: refundable and disputable', async () => {
    const { path, id, charge } = await disputed();
    await merchant.patch(`${path}/close`, { status: 'won' });
    const after = await merchant.retrieve(charge.id);
    expect({ flags: flagsOf(after), ...after }).toMatchObject({
      flags: flagsOf(charge),
      dispute: { id, status: 'won' },
    });
    expect((await merchant.post(`/charges/${charge.id}/refunds`, { amount: 40_000 })).status).toBe(200);
    const { body } = await openDispute(charge.id);
    expect(body).toMatchObject({ amount: 60_000, status: 'open' });
    expect(await merchant.retrieve(charge.id)).toMatchObject({ dispute: { id: body.id } });
  });
});

describe('a merchant with a dispute', () => {
  it('answers it with a message, which makes it pending', async () => {
    const { path } = await disputed();
    const { body } = await merchant.patch(path, { message: 'it was delivered', 'metadata[parcel]': 'TH123' });
    expect(body).toMatchObject({
      status: 'pending',
      message: 'it was delivered',
      metadata: { parcel: 'TH123' },
      closed_at: null,
    });
    expect((body as { transactions: unknown[] }).transactions).toHaveLength(1);
  });

  it('can change metadata alone, which leaves it open', async () => {
    const { path } = await disputed();
    await merchant.patch(path, { 'metadata[parcel]': 'TH123' });
    expect((await merchant.patch(path, { message: '' })).body).toMatchObject({
      status: 'open',
      message: null,
      metadata: { parcel: 'TH123' },
    });
    expect((await merchant.patch(path, { metadata: '' })).body).toMatchObject({ metadata: {} });
  });

  it('accepts it, which is shown in its message', async () => {
    const { path } = await disputed();
    const { body } = await merchant.patch(`${path}/accept`);
    expect(body).toMatchObject({ status: 'lost', message: 'Merchant accepts the dispute' });
    expect((body as { closed_at: unknown }).closed_at).not.toBeNull();
  });
});

describe('a dispute request', () => {
  const invalid = (message: string): object => ({
    status: 400,
    body: { object: 'error', code: 'invalid_dispute', message },
  });

  it('is rejected for a charge that is unpaid, without a card, or refunded', async () => {
    const authorized = await merchant.cardCharge({ capture: false });
    expect(await openDispute(authorized.id)).toMatchObject(
      invalid('only a paid charge can be disputed; this one is pending'),
    );
    const boost = await merchant.charge();
    await merchant.post(`/charges/${boost.id}/mark_as_paid`);
    expect(await openDispute(boost.id)).toMatchObject(invalid('only a card charge can be disputed'));
    const refunded = await merchant.cardCharge();
    await merchant.post(`/charges/${refunded.id}/refunds`, { amount: 100_000 });
    expect(await openDispute(refunded.id)).toMatchObject(
      invalid('a fully refunded charge cannot be disputed'),
    );
    expect((await merchant.get('/disputes')).body).toMatchObject({ total: 0 });
  });

  it('is rejected for a charge with an open or lost dispute', async () => {
    const { path, charge } = await disputed();
    expect(await openDispute(charge.id)).toMatchObject(
      invalid('charge already has a dispute, which is open'),
    );
    await merchant.patch(`${path}/accept`);
    expect(await openDispute(charge.id)).toMatchObject(
      invalid('charge already has a dispute, which is lost'),
    );
  });

  it('to refund a charge with an open or lost dispute is rejected', async () => {
    const { path, charge } = await disputed();
    const refused = {
      code: 'failed_refund',
      message: "charge can't be refunded: it has a dispute that is not won",
    };
    expect((await merchant.post(`/charges/${charge.id}/refunds`, { amount: 1 })).body).toMatchObject(refused);
    await merchant.patch(`${path}/close`, { status: 'lost' });
    expect((await merchant.post(`/charges/${charge.id}/refunds`, { amount: 1 })).body).toMatchObject(refused);
  });

  it('to change a dispute that is no longer open is rejected', async () => {
    const { path } = await disputed();
    await merchant.patch(path, { message: 'it was delivered' });
    const open = 'only an open dispute can be';
    expect(await merchant.patch(path, { message: 'again' })).toMatchObject(
      invalid(`${open} updated; this one is pending`),
    );
    expect(await merchant.patch(`${path}/accept`)).toMatchObject(
      invalid(`${open} accepted; this one is pending`),
    );
    await merchant.patch(`${path}/close`, { status: 'won' });
    expect(await merchant.patch(`${path}/close`, { status: 'lost' })).toMatchObject(
      invalid('only an open or pending dispute can be closed; this one is won'),
    );
  });

  it.each([
    [
      '',
      { message: 'x'.repeat(5_001) },
      'invalid_dispute',
      'message is too long (maximum is 5000 characters)',
    ],
    ['', { 'message[text]': 'x' }, 'invalid_dispute', 'message must be a string'],
    ['', { metadata: 'text' }, 'bad_request', 'Metadata should be a JSON hash'],
    ['/close', { status: 'pending' }, 'invalid_dispute', 'status must be won or lost'],
  ])('to PATCH /disputes/{id}%s is rejected with %j', async (action, form, code, message) => {
    const { path } = await disputed();
    expect(await merchant.patch(`${path}${action}`, form)).toMatchObject({
      status: 400,
      body: { code, message },
    });
    expect((await merchant.get(path)).body).toMatchObject({ status: 'open' });
  });

  it('finds no dispute of another account or of the other mode', async () => {
    const { id, path } = await disputed();
    const neighbour = await gateway.account();
    const gone = { status: 404, body: { message: `dispute ${id} was not found` } };
    expect(await neighbour.get(path)).toMatchObject(gone);
    expect(await merchant.get(path, {}, 'live')).toMatchObject(gone);
    expect(await neighbour.patch(`${path}/accept`)).toMatchObject(gone);
    expect((await neighbour.get('/disputes')).body).toMatchObject({ total: 0 });
  });
});

describe('a dispute of a live charge', () => {
  it('is created, answered and closed with a live key', async () => {
    const { id } = await merchant.cardCharge({}, {}, 'live');
    const { body } = await merchant.post(`/charges/${id}/disputes`, {}, 'live');
    expect(body).toMatchObject({ object: 'dispute', livemode: true, status: 'open', charge: id });
    const path = `/disputes/${(body as { id: string }).id}`;
    expect((await merchant.patch(path, { message: 'It was delivered' }, 'live')).body).toMatchObject({
      status: 'pending',
    });
    expect((await merchant.patch(`${path}/close`, { status: 'won' }, 'live')).body).toMatchObject({
      livemode: true,
      status: 'won',
    });
    expect((await merchant.get('/disputes')).body).not.toMatchObject({ data: [{ livemode: true }] });
  });
});

describe('the lists of disputes', () => {
  it('contain all disputes, or the open, pending or closed ones', async () => {
    const [one, two, three, four] = [await disputed(), await disputed(), await disputed(), await disputed()];
    await merchant.patch(two.path, { message: 'it was delivered' });
    await merchant.patch(`${three.path}/close`, { status: 'won' });
    await merchant.patch(`${four.path}/accept`);
    const list = async (path: string, query: object = {}): Promise<object> => {
      const { data, ...rest } = (await merchant.get(path, query)).body as { data: { id: string }[] };
      return { ...rest, data: data.map(({ id }) => id) };
    };
    expect(await list('/disputes')).toMatchObject({
      location: '/disputes',
      total: 4,
      data: [one.id, two.id, three.id, four.id],
    });
    expect(await list('/disputes/open')).toMatchObject({
      location: '/disputes/open',
      total: 1,
      data: [one.id],
    });
    expect(await list('/disputes/pending')).toMatchObject({
      location: '/disputes/pending',
      total: 1,
      data: [two.id],
    });
    const newest = { limit: 1, order: 'reverse_chronological' };
    expect(await list('/disputes/closed')).toMatchObject({
      location: '/disputes/closed',
      total: 2,
      data: [three.id, four.id],
    });
    expect(await list('/disputes/closed', newest)).toMatchObject({ total: 2, data: [four.id] });
  });
});

describe('dispute events', () => {
  const receiver = useReceiver();

  it('are sent for each change, to the account’s address and to the charge’s own', async () => {
    merchant = await gateway.account({ webhookUri: receiver.uri });
    const { path, charge } = await disputed({ 'webhook_endpoints[]': `${receiver.uri}/of-the-charge` });
    await merchant.patch(path, { message: 'it was delivered' });
    await merchant.patch(`${path}/close`, { status: 'won' });
    const other = await disputed();
    await merchant.patch(`${other.path}/accept`);
    const { data } = (await merchant.get('/events', { limit: 100 })).body as {
      data: { key: string; data: { id: string; status: string } }[];
    };
    const told = data
      .filter(({ key }) => key.startsWith('dispute.'))
      .map(({ key, data: { status } }) => [key, status]);
    const beginning = ['dispute.create', 'open'];
    expect(told).toEqual([
      beginning,
      ['dispute.update', 'pending'],
      ['dispute.close', 'won'],
      beginning,
      ['dispute.accept', 'lost'],
    ]);
    const deliveries = [await receiver.next('dispute.close'), await receiver.next('dispute.close')];
    expect(deliveries.map((delivery) => delivery.path).sort()).toEqual(['/hook', '/hook/of-the-charge']);
    expect(await merchant.eventKeys(charge.id)).toEqual(['charge.create']);
  });
});

describe('two concurrent requests to two gateways', () => {
  const twin = useOwnGateway(() => ({ DATABASE_URL: gateway.databaseUrl }));
  let shops: [Merchant, Merchant];

  beforeEach(() => {
    shops = [merchant, new Merchant(twin.tollgate, twin.settings, merchant.id)];
  });

  it('close the dispute once, and move the money once', async () => {
    for (let run = 0; run < 5; run += 1) {
      const { path, id } = await disputed();
      const before = await balance();
      const answers = await Promise.all([
        shops[0].patch(`${path}/accept`),
        shops[1].patch(`${path}/close`, { status: 'won' }),
        shops[0].patch(`${path}/close`, { status: 'won' }),
        shops[1].patch(`${path}/accept`),
      ]);
      const [winner, ...others] = answers.toSorted((a, b) => a.status - b.status);
      expect(others.map(({ status, body }) => [status, (body as { code: string }).code])).toEqual(
        Array(3).fill([400, 'invalid_dispute']),
      );
      const { status } = winner?.body as { status: string };
      expect((await merchant.get(path)).body).toMatchObject({ status });
      expect((await balance()) - before).toBe(status === 'won' ? 100_000 : 0);
      expect(await ledger('disputes')).toBe(0);
      expect(await gateway.database.event.count({ where: { objectId: id } })).toBe(2);
    }
  });

  it('change the metadata of one dispute without loss', async () => {
    const { path, id } = await disputed();
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, n) =>
        inTurn(() => shops[n % 2 === 0 ? 0 : 1].patch(path, { 'metadata[n]': n })),
      ),
    );
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
    expect(await gateway.database.event.count({ where: { objectId: id, key: 'dispute.update' } })).toBe(30);
  });

  it('dispute the charge or refund it', async () => {
    for (let run = 0; run < 5; run += 1) {
      const { id } = await merchant.cardCharge();
      const answers = await Promise.all([
        shops[0].post(`/charges/${id}/disputes`),
        shops[1].post(`/charges/${id}/disputes`),
        shops[0].post(`/charges/${id}/refunds`, { amount: 100_000 }),
        shops[1].post(`/charges/${id}/refunds`, { amount: 100_000 }),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400]);
    }
  });
});
