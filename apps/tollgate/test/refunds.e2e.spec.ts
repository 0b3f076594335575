import type { ChargeBody } from './answers.js';
import { useGateway, useOwnGateway } from './harness.js';
import { Merchant } from './merchant.js';
import { inTurn } from './in-turn.js';
import { useReceiver } from './receiver.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

interface Answer {
  readonly status: number;
  readonly body: { readonly id: string; readonly [field: string]: unknown };
}

const gateway = useGateway();
const receiver = useReceiver();
let merchant: Merchant;

beforeEach(async () => {
  merchant = await gateway.account();
});

/** A paid charge of boost over 20.00 MYR, which are 156.00 THB. */
async function paidCharge(form: object = {}): Promise<ChargeBody> {
  const { id } = await merchant.charge(form);
  return (await merchant.post(`/charges/${id}/mark_as_paid`)).body as ChargeBody;
}

const refund = (id: string, form: object): Promise<Answer> => merchant.post(`/charges/${id}/refunds`, form);

const FLAGS = ['refundable', 'partially_refundable', 'can_perform_void', 'disputable', 'voided'] as const;

/** The names of the flags that are true. */
function flagsOf(charge: object): string[] {
  return FLAGS.filter((flag) => (charge as Record<string, unknown>)[flag]);
}

describe('a refund', () => {
  it('has the recorded fields', async () => {
    const { id } = await paidCharge();
    const { status, body } = await refund(id, { amount: 500, 'metadata[reason]': 'too small' });
    expect(status).toBe(200);
    expect(body.id).toMatch(/^rfnd_test_[0-9a-z]{19}$/);
    expect(body['transaction']).toMatch(/^trxn_test_[0-9a-z]{19}$/);
    expect(Object.entries(body)).toEqual(
      Object.entries({
        object: 'refund',
        id: body.id,
        location: `/charges/${id}/refunds/${body.id}`,
        livemode: false,
        voided: false,
        currency: 'MYR',
        amount: 500,
        metadata: { reason: 'too small' },
        charge: id,
        capture: null,
        terminal: null,
        transaction: body['transaction'],
        status: 'closed',
        funding_amount: 3900,
        funding_currency: 'THB',
        created_at: body['created_at'],
        acquirer_reference_number: null,
        approval_code: null,
      }),
    );
    expect((await merchant.get(`/charges/${id}/refunds/${body.id}`)).body).toEqual(body);
  });

  it('is shown in its charge, which stays successful', async () => {
    const { id } = await paidCharge();
    const { body: first } = await refund(id, { amount: 500 });
    const { body: second } = await refund(id, { amount: 700 });
    const charge = await merchant.retrieve(id);
    expect(charge).toMatchObject({
      status: 'successful',
      captured_amount: 2000,
      refunded_amount: 1200,
      funding_amount: 15_600,
    });
    expect(charge['refunds']).toMatchObject({
      total: 2,
      location: `/charges/${id}/refunds`,
      data: [first, second],
    });
  });

  it('can occur fifteen times and no more', async () => {
    const { id } = await paidCharge();
    for (let index = 1; index <= 15; index += 1) await refund(id, { amount: index });
    const { refunds, refunded_amount: refunded } = await merchant.retrieve(id);
    expect({ refunded, ...(refunds as object) }).toMatchObject({ refunded: 120, total: 15, limit: 20 });
    expect((refunds as { data: { amount: number }[] }).data.map(({ amount }) => amount)).toEqual(
      Array.from({ length: 15 }, (_, i) => i + 1),
    );
    const { status, body } = await refund(id, { amount: 1 });
    const message = "charge can't be refunded: it already has 15 refunds, the maximum";
    expect({ status, ...body }).toMatchObject({ status: 400, code: 'failed_refund', message });
    expect(flagsOf(await merchant.retrieve(id))).toEqual([]);
  });

  it('returns exactly the funding amount in total, however the parts are rounded', async () => {
    merchant = await gateway.account({ currency: 'USD' });
    const { id, funding_amount: whole } = await paidCharge();
    const given: unknown[] = [];
    for (const amount of [1, 2, 3, 333, 1000, 661])
      given.push((await refund(id, { amount })).body['funding_amount']);
    expect(whole).toBe(473);
    expect(given).toEqual([0, 1, 0, 79, 237, 156]);
  });

  it('emits refund.create to the account’s and the charge’s addresses', async () => {
    merchant = await gateway.account({ webhookUri: receiver.uri });
    const { id } = await paidCharge({ 'webhook_endpoints[]': `${receiver.uri}/of-the-charge` });
    const { body } = await refund(id, { amount: 500 });
    const deliveries = [await receiver.next('refund.create'), await receiver.next('refund.create')];
    expect(deliveries.map(({ path }) => path).sort()).toEqual(['/hook', '/hook/of-the-charge']);
    expect(deliveries.map(({ event }) => event.data)).toEqual([body, body]);
    expect(await merchant.eventKeys(id)).toEqual(['charge.create', 'charge.complete']);
  });
});

describe('a request for a refund', () => {
  it.each([
    [{}, 'amount is not a number'],
    [{ amount: 'all' }, 'amount is not a number'],
    [{ amount: '1.5' }, 'amount must be an integer'],
    [{ amount: 0 }, 'amount must be at least 1'],
    [{ amount: 2001 }, 'amount cannot be higher than the remaining charge amount'],
    [{ amount: 500, void: 'perhaps' }, 'void must be true or false'],
  ])('is rejected with %j', async (form, message) => {
    const { id } = await paidCharge();
    const { status, body } = await refund(id, form);
    expect({ status, ...body }).toMatchObject({
      status: 400,
      object: 'error',
      code: 'failed_refund',
      message,
    });
    expect(await merchant.retrieve(id)).toMatchObject({ refunded_amount: 0, refunds: { total: 0 } });
  });

  it('is rejected with void=true for a method without voids', async () => {
    const { id } = await paidCharge();
    const { body } = await refund(id, { amount: 2000, void: 'true' });
    expect(body).toMatchObject({ code: 'failed_void', message: 'a charge of boost cannot be voided' });
  });

  it('is rejected with metadata that is no object', async () => {
    const { id } = await paidCharge();
    expect((await refund(id, { amount: 1, metadata: 'text' })).body).toMatchObject({ code: 'bad_request' });
  });

  it('is rejected for an unpaid charge', async () => {
    const { id } = await merchant.charge({ capture: 'false' });
    const refused = { code: 'failed_refund', message: "charge can't be refunded: it is pending, not paid" };
    expect((await refund(id, { amount: 1 })).body).toMatchObject(refused);
    await merchant.post(`/charges/${id}/mark_as_paid`);
    expect((await refund(id, { amount: 1 })).body).toMatchObject(refused);
    await merchant.post(`/charges/${id}/capture`);
    expect((await refund(id, { amount: 1 })).status).toBe(200);
  });

  it('is rejected for mobile banking, whose charges are never refundable', async () => {
    const { id } = await merchant.kbankCharge();
    const { body: paid } = await merchant.post(`/charges/${id}/mark_as_paid`);
    expect(flagsOf(paid as object)).toEqual([]);
    const { body } = await refund(id, { amount: 2000 });
    expect(body).toMatchObject({
      code: 'failed_refund',
      message: "charge can't be refunded: mobile_banking_kbank does not support refunds",
    });
  });

  it('is rejected for more than the rest of the charge', async () => {
    const { id } = await paidCharge();
    await refund(id, { amount: 1500 });
    expect(flagsOf(await merchant.retrieve(id))).toEqual(['refundable', 'partially_refundable']);
    expect((await refund(id, { amount: 501 })).body['message']).toBe(
      'amount cannot be higher than the remaining charge amount',
    );
    await refund(id, { amount: 500 });
    expect(flagsOf(await merchant.retrieve(id))).toEqual([]);
    expect((await refund(id, { amount: 1 })).body['message']).toBe(
      "charge can't be refunded: it was already refunded in full",
    );
  });

  it('is rejected after 180 days, when the charge is no longer refundable', async () => {
    const { id } = await paidCharge();
    await merchant.advance(180 * DAY_MS - HOUR_MS);
    expect(flagsOf(await merchant.retrieve(id))).toEqual(['refundable', 'partially_refundable']);
    expect((await refund(id, { amount: 1 })).status).toBe(200);
    await merchant.advance(HOUR_MS + 1_000);
    expect(flagsOf(await merchant.retrieve(id))).toEqual([]);
    const { body } = await refund(id, { amount: 1 });
    expect(body).toMatchObject({ code: 'failed_refund' });
    expect(body['message']).toMatch(/^charge can't be refunded: its refund period of 180 days ended at /);
  });
});

describe('a card charge', () => {
  beforeEach(() => merchant.advanceToNoon());

  it('can be refunded, also in parts, voided and disputed', async () => {
    expect(flagsOf(await merchant.cardCharge())).toEqual([
      'refundable',
      'partially_refundable',
      'can_perform_void',
      'disputable',
    ]);
  });

  it('is voided by a full refund on the same day', async () => {
    const before = (await merchant.get('/balance')).body as object;
    const { id, transaction } = await merchant.cardCharge();
    const captured = (await merchant.get(`/transactions/${String(transaction)}`)).body as {
      transferable_at: string;
    };
    const { body } = await refund(id, { amount: 100_000 });
    expect(body).toMatchObject({ voided: true, status: 'closed', amount: 100_000, funding_amount: 100_000 });
    const charge = await merchant.retrieve(id);
    expect(charge).toMatchObject({
      status: 'successful',
      paid: true,
      voided: true,
      refunded_amount: 100_000,
    });
    expect(flagsOf(charge)).toEqual(['voided']);
    // The fee and its VAT come back, too.
    const voided = { key: 'refund.voided.debit', amount: 96_094, transferable_at: captured.transferable_at };
    expect((await merchant.get(`/transactions/${body['transaction'] as string}`)).body).toMatchObject(voided);
    // A balance is of its moment.
    const after = { ...before, created_at: expect.any(String) as unknown };
    expect((await merchant.get('/balance')).body).toEqual(after);
    expect((await refund(id, { amount: 1 })).body).toMatchObject({
      code: 'failed_refund',
      message: "charge can't be refunded: it was already voided",
    });
  });

  it('is refunded, not voided, with void=false, and on any later day', async () => {
    const [one, two] = [await merchant.cardCharge(), await merchant.cardCharge()];
    expect((await refund(one.id, { amount: 100_000, void: false })).body).toMatchObject({ voided: false });
    expect(flagsOf(await merchant.retrieve(one.id))).toEqual([]);
    await merchant.advance(DAY_MS);
    const { body } = await refund(two.id, { amount: 100_000, void: true });
    expect(body).toMatchObject({
      code: 'failed_void',
      message: 'a charge can be voided only on its payment day (UTC)',
    });
    expect((await refund(two.id, { amount: 100_000 })).body).toMatchObject({ voided: false });
    expect(await merchant.retrieve(two.id)).toMatchObject({ voided: false, refunded_amount: 100_000 });
  });

  it('can no longer be voided after a partial refund', async () => {
    const { id } = await merchant.cardCharge();
    expect((await refund(id, { amount: 99_999, void: true })).body).toMatchObject({ code: 'failed_void' });
    expect((await refund(id, { amount: 99_999 })).body).toMatchObject({ voided: false });
    expect(flagsOf(await merchant.retrieve(id))).toEqual([
      'refundable',
      'partially_refundable',
      'disputable',
    ]);
    expect((await refund(id, { amount: 1 })).body).toMatchObject({ voided: false });
    expect(flagsOf(await merchant.retrieve(id))).toEqual([]);
  });

  it('refunds the captured amount, not the authorized one', async () => {
    const { id } = await merchant.cardCharge({ capture: false, authorization_type: 'pre_auth' });
    await merchant.post(`/charges/${id}/capture`, { capture_amount: 30_000 });
    expect((await refund(id, { amount: 30_001 })).body).toMatchObject({ code: 'failed_refund' });
    expect((await refund(id, { amount: 30_000 })).body).toMatchObject({
      voided: true,
      funding_amount: 30_000,
    });
  });

  it('can be refunded for a year', async () => {
    const { id } = await merchant.cardCharge();
    await merchant.advance(365 * DAY_MS - HOUR_MS);
    expect(flagsOf(await merchant.retrieve(id))).toContain('refundable');
    await merchant.advance(HOUR_MS + 1_000);
    expect(flagsOf(await merchant.retrieve(id))).toEqual(['disputable']);
    expect((await refund(id, { amount: 1 })).body).toMatchObject({ code: 'failed_refund' });
  });
});

describe('concurrent refunds through two gateways', () => {
  const other = useOwnGateway(() => ({ DATABASE_URL: gateway.databaseUrl }));
  let twin: Merchant;

  beforeEach(() => {
    twin = new Merchant(other.tollgate, other.settings, merchant.id);
  });

  it('never exceed the paid amount', async () => {
    const charges = await Promise.all(Array.from({ length: 10 }, () => paidCharge()));
    for (const { id } of charges) {
      const send = (shop: Merchant): Promise<Answer> => shop.post(`/charges/${id}/refunds`, { amount: 1200 });
      const answers = await Promise.all([merchant, twin, merchant, twin].map(send));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400]);
      const lost = answers.filter(({ status }) => status === 400).map(({ body }) => body['message']);
      expect(new Set(lost)).toEqual(new Set(['amount cannot be higher than the remaining charge amount']));
      expect(await merchant.retrieve(id)).toMatchObject({ refunded_amount: 1200, refunds: { total: 1 } });
    }
    expect((await merchant.get('/refunds')).body).toMatchObject({ total: charges.length });
  });

  it('all succeed up to fifteen', async () => {
    const { id } = await paidCharge();
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        inTurn((): Promise<Answer> =>
          (index % 2 ? merchant : twin).post(`/charges/${id}/refunds`, { amount: 40 }),
        ),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([
      ...Array<number>(15).fill(200),
      ...Array<number>(15).fill(400),
    ]);
    expect(await merchant.retrieve(id)).toMatchObject({
      refunded_amount: 600,
      refunds: { total: 15, data: { length: 15 } },
    });
  });
});

describe('the lists of refunds', () => {
  it('contain one charge’s refunds, or the account’s', async () => {
    const [one, two] = [await paidCharge(), await paidCharge()];
    const ids: string[] = [];
    for (const { id } of [one, two, one]) ids.push((await refund(id, { amount: 100 })).body.id);
    const list = async (path: string, query: object = {}): Promise<object> => {
      const { data, ...rest } = (await merchant.get(path, query)).body as { data: { id: string }[] };
      return { ...rest, data: data.map(({ id }) => id) };
    };
    const ofOne = {
      object: 'list',
      total: 2,
      location: `/charges/${one.id}/refunds`,
      data: [ids[0], ids[2]],
    };
    expect(await list(`/charges/${one.id}/refunds`)).toMatchObject(ofOne);
    expect(await list('/refunds')).toMatchObject({ total: 3, location: '/refunds', data: ids });
    expect(await list('/refunds', { limit: 2, order: 'reverse_chronological' })).toMatchObject({
      total: 3,
      data: [ids[2], ids[1]],
    });
  });
});

describe('another account’s refund', () => {
  it('is not found, nor is one under another charge', async () => {
    const [one, two] = [await paidCharge(), await paidCharge()];
    const { body } = await refund(one.id, { amount: 100 });
    const neighbour = await gateway.account();
    const path = `/charges/${one.id}/refunds/${body.id}`;
    const messageOf = async (call: PromiseLike<{ status: number; body: unknown }>): Promise<unknown> => {
      const { status, body: error } = await call;
      return [status, (error as { message: string }).message];
    };
    expect(await messageOf(neighbour.get(path))).toEqual([404, `charge ${one.id} was not found`]);
    expect(await messageOf(merchant.get(path, {}, 'live'))).toEqual([404, `charge ${one.id} was not found`]);
    expect(await messageOf(merchant.get(`/charges/${two.id}/refunds/${body.id}`))).toEqual([
      404,
      `refund ${body.id} was not found`,
    ]);
    expect(await messageOf(merchant.post('/charges/chrg_test_0/refunds', { amount: 1 }))).toEqual([
      404,
      'charge chrg_test_0 was not found',
    ]);
    expect((await neighbour.get('/refunds')).body).toMatchObject({ total: 0 });
    expect((await merchant.get('/refunds', {}, 'live')).body).toMatchObject({ total: 0 });
  });
});
