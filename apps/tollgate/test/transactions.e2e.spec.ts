import { DAY_MS } from '#kernel/time.js';
import { useGateway } from './harness.js';
import type { Merchant } from './merchant.js';

const gateway = useGateway();
let merchant: Merchant;

beforeEach(async () => {
  merchant = await gateway.account();
});

/** A charge of boost: 20.00 MYR are 15,600 satang; the fee is 257, its VAT 18. */
const NET = 15_325;

async function paidCharge(shop: Merchant = merchant): Promise<string> {
  const { id } = await shop.charge();
  await shop.post(`/charges/${id}/mark_as_paid`);
  return id;
}

const bodyOf = async (path: string, query: object = {}): Promise<{ [field: string]: unknown }> =>
  (await merchant.get(path, query)).body as { [field: string]: unknown };

describe('GET /balance', () => {
  it('is 0 before any payment', async () => {
    const body = await bodyOf('/balance');
    expect(Object.keys(body)).toEqual([
      'object',
      'livemode',
      'location',
      'currency',
      'total',
      'transferable',
      'reserve',
      'on_hold',
      'created_at',
    ]);
    const amounts = { total: 0, transferable: 0, reserve: 0, on_hold: 0 };
    expect(body).toMatchObject({
      object: 'balance',
      livemode: false,
      location: '/balance',
      currency: 'THB',
      ...amounts,
    });
    expect(body['created_at']).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
  });

  it('grows only by the net amount of payments', async () => {
    await merchant.charge();
    const declined = await merchant.charge();
    await merchant.post(`/charges/${declined.id}/mark_as_failed`);
    const authorized = await merchant.charge({ capture: 'false' });
    await merchant.post(`/charges/${authorized.id}/mark_as_paid`);
    expect(await bodyOf('/balance')).toMatchObject({ total: 0 });

    await merchant.post(`/charges/${authorized.id}/capture`);
    await paidCharge();
    expect(await bodyOf('/balance')).toMatchObject({ total: 2 * NET, transferable: 2 * NET });
  });

  it('counts live money as transferable after the seventh day', async () => {
    await merchant.cardCharge({}, {}, 'live');
    const shown = async (): Promise<unknown> => (await merchant.get('/balance', {}, 'live')).body;
    expect(await shown()).toMatchObject({ total: 96_094, transferable: 0 });
    await merchant.advance(6 * DAY_MS);
    expect(await shown()).toMatchObject({ total: 96_094, transferable: 0 });
    await merchant.advance(2 * DAY_MS);
    expect(await shown()).toMatchObject({ total: 96_094, transferable: 96_094 });
  });

  it('can be negative: a refund takes the whole amount, and the gateway keeps its fee', async () => {
    const id = await paidCharge();
    await merchant.post(`/charges/${id}/refunds`, { amount: 2000 });
    expect(await bodyOf('/balance')).toMatchObject({ total: NET - 15_600 });
  });

  it('is in the account’s currency', async () => {
    merchant = await gateway.account({ currency: 'USD' });
    await paidCharge();
    // 20.00 MYR are 4.73 USD; the fee is 8 cents, its VAT 1.
    expect(await bodyOf('/balance')).toMatchObject({ currency: 'USD', total: 464 });
  });

  it('sums amounts beyond 32 bits', async () => {
    const id = await paidCharge();
    const { transaction } = await merchant.retrieve(id);
    const where = { postingId_ledger: { postingId: transaction as string, ledger: 'merchant' } };
    await gateway.database.journalEntry.update({ where, data: { amount: 9_007_199_254_740_991n } });
    expect(await bodyOf('/balance')).toMatchObject({ total: 9_007_199_254_740_991 });
  });

  it('is of one account and one mode', async () => {
    await paidCharge();
    const neighbour = await gateway.account();
    expect((await neighbour.get('/balance')).body).toMatchObject({ total: 0 });
    expect((await merchant.get('/balance', {}, 'live')).body).toMatchObject({ livemode: true, total: 0 });
  });
});

describe('GET /transactions', () => {
  it('shows a captured charge as a credit of its net amount', async () => {
    const id = await paidCharge();
    const charge = await merchant.retrieve(id);
    const body = await bodyOf(`/transactions/${charge['transaction'] as string}`);
    expect(Object.keys(body)).toEqual([
      'object',
      'id',
      'livemode',
      'currency',
      'amount',
      'location',
      'direction',
      'key',
      'origin',
      'transferable_at',
      'created_at',
    ]);
    expect(body).toEqual({
      object: 'transaction',
      id: charge['transaction'],
      livemode: false,
      currency: 'THB',
      amount: NET,
      location: `/transactions/${charge['transaction'] as string}`,
      direction: 'credit',
      key: 'charge.captured.net',
      origin: id,
      transferable_at: charge['paid_at'],
      created_at: charge['paid_at'],
    });
    expect(charge['net']).toBe(NET);
  });

  it('shows a refund as a debit of its funding amount', async () => {
    const id = await paidCharge();
    const { body: refund } = await merchant.post(`/charges/${id}/refunds`, { amount: 500 });
    const { transaction, id: origin } = refund as { transaction: string; id: string };
    const debit = { amount: 3900, direction: 'debit', key: 'refund.refunded.debit', origin };
    expect(await bodyOf(`/transactions/${transaction}`)).toMatchObject(debit);
  });

  it('lists them, oldest first by default', async () => {
    const first = await paidCharge();
    const second = await paidCharge();
    const { body: refund } = await merchant.post(`/charges/${first}/refunds`, { amount: 1 });
    const origins = [first, second, (refund as { id: string }).id];
    const list = await bodyOf('/transactions');
    expect(list).toMatchObject({
      object: 'list',
      location: '/transactions',
      total: 3,
      order: 'chronological',
    });
    expect((list['data'] as { origin: string }[]).map(({ origin }) => origin)).toEqual(origins);

    const page = await bodyOf('/transactions', { limit: 1, offset: 1, order: 'reverse_chronological' });
    expect(page).toMatchObject({ total: 3, data: [{ origin: second }] });
    expect(await bodyOf('/transactions', { to: '2020-01-01' })).toMatchObject({ total: 0, data: [] });
    expect(await bodyOf('/transactions', { limit: 0 })).toMatchObject({
      object: 'error',
      code: 'bad_request',
    });
  });

  it('returns nothing of another account or mode', async () => {
    const { transaction } = await merchant.retrieve(await paidCharge());
    const path = `/transactions/${transaction as string}`;
    const neighbour = await gateway.account();
    for (const call of [neighbour.get(path), merchant.get(path, {}, 'live')]) {
      const { status, body } = await call;
      expect({ status, message: body.message }).toEqual({
        status: 404,
        message: `transaction ${transaction as string} was not found`,
      });
    }
    expect((await neighbour.get('/transactions')).body).toMatchObject({ total: 0, data: [] });
    expect((await merchant.get('/transactions', {}, 'live')).body).toMatchObject({ total: 0, data: [] });
  });
});
