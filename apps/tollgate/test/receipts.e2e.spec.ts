import { DAY_MS, HOUR_MS, MINUTE_MS } from '#kernel/time.js';
import { advance, frozenSandbox } from './clock.js';
import { useGateway, useOwnGateway } from './harness.js';
import type { Merchant } from './merchant.js';
import { snapshotsOf } from './snapshots.js';

/** From a noon of UTC to midnight in Thailand. */
const UNTIL_MIDNIGHT_MS = 5 * HOUR_MS;
const FIELDS = ['object', 'data', 'limit', 'offset', 'total', 'location', 'order', 'from', 'to'];

describe('receipts', () => {
  const gateway = useGateway();

  it('are created with the fees of each day when it ends in the account’s country, in each mode', async () => {
    const shop = await gateway.account();
    await shop.advanceToNoon();
    const [first, second] = [
      await shop.cardCharge({ amount: 100_000 }),
      await shop.cardCharge({ amount: 50_000 }),
    ];
    await shop.cardCharge({ amount: 70_000 }, {}, 'live');
    await shop.cardCharge({ capture: false });
    expect((await shop.get('/receipts')).body).toMatchObject({ total: 0, data: [] });
    const day = await shop.dateIn(0);
    await shop.advance(2 * DAY_MS);
    const { body } = (await shop.get('/receipts')) as { body: { data: { id: string }[] } };
    const sum = (field: string): number =>
      [first, second].reduce((total, charge) => total + Number(charge[field]), 0);
    const [fee, vat] = [sum('fee'), sum('fee_vat')];
    expect(body).toMatchObject({
      total: 1,
      data: [{ livemode: false, issued_on: day, created_at: `${day}T17:00:00Z` }],
    });
    expect(body.data[0]).toMatchObject({
      charge_fee: fee,
      transaction_fee: fee,
      subtotal: fee,
      vat,
      total: fee + vat,
      credit_note: false,
    });
    expect(body.data[0]).toMatchObject({
      number: `OMTH${day.replaceAll('-', '')}0001`,
      customer_email: 'spec@shop.example',
    });
    const { id } = body.data[0] ?? { id: '' };
    expect((await shop.get(`/receipts/${id}`)).body).toEqual(body.data[0]);
    expect((await shop.get(`/receipts/${id}`, {}, 'live')).status).toBe(404);
    expect((await (await gateway.account()).get(`/receipts/${id}`)).status).toBe(404);
    expect((await shop.get('/receipts', {}, 'live')).body).toMatchObject({
      total: 1,
      data: [{ livemode: true }],
    });
    const { body: old } = await shop.get(`/receipts/${id}`).set('Omise-Version', '2017-11-02');
    expect(old).toMatchObject({ id, date: day, currency: 'thb', total: fee + vat });
    const { body: oldest } = await shop.get(`/receipts/${id}`).set('Omise-Version', '2015-11-17');
    expect(oldest).toMatchObject({ id, date: `${day}T16:59:59Z` });
  });

  it('show returned fees of voided charges', async () => {
    const shop = await gateway.account();
    await shop.advanceToNoon();
    const [kept, voided] = [
      await shop.cardCharge({ amount: 50_000 }),
      await shop.cardCharge({ amount: 100_000 }),
    ];
    await shop.post(`/charges/${voided.id}/refunds`, { amount: 100_000 });
    await shop.advance(2 * DAY_MS);
    const { body } = (await shop.get('/receipts')) as { body: { data: object[] } };
    const [fee, vat] = [Number(kept['fee']), Number(kept['fee_vat'])];
    expect(body.data).toMatchObject([
      { charge_fee: fee + 3_650, voided_fee: 3_650, subtotal: fee, vat, total: fee + vat },
    ]);
  });

  it('include transfer fees, and returned fees of failed transfers', async () => {
    const shop = await gateway.account();
    await shop.advanceToNoon();
    const { id } = await shop.transfer();
    await shop.advance(UNTIL_MIDNIGHT_MS - 5 * MINUTE_MS);
    await shop.post(`/transfers/${id}/mark_as_sent`);
    await shop.advance(10 * MINUTE_MS);
    await shop.post(`/transfers/${id}/mark_as_failed`, { failure_code: 'transfer_failed' });
    await shop.advance(DAY_MS);
    const { body } = (await shop.get('/receipts', { order: 'reverse_chronological' })) as {
      body: { data: object[] };
    };
    expect(body.data).toMatchObject([
      { transfer_fee: 0, voided_fee: 2_804, subtotal: -2_804, vat: -196, total: -3_000, credit_note: true },
      {
        charge_fee: 18_250,
        transfer_fee: 2_804,
        voided_fee: 0,
        subtotal: 18_250 + 2_804,
        vat: 1_278 + 196,
        total: 19_528 + 3_000,
        credit_note: false,
      },
    ]);
  });

  it('are the same after a restore', async () => {
    const sandbox = await frozenSandbox(gateway, '2027-01-31T00:00:00Z');
    await sandbox.cardCharge();
    await advance(sandbox, { by: '1d' });
    const receipts = async (): Promise<unknown> =>
      ((await sandbox.get('/receipts')).body as { data: unknown }).data;
    const before = await receipts();
    expect(before).toMatchObject([{ number: 'OMTH202701310001' }]);
    await snapshotsOf(sandbox).save();
    await snapshotsOf(sandbox).restore();
    expect(await receipts()).toEqual(before);
  });

  it('are listed by their midnight, in pages', async () => {
    const shop = await gateway.account();
    await shop.advanceToNoon();
    for (let day = 0; day < 3; day += 1) {
      await shop.cardCharge();
      await shop.advance(DAY_MS);
    }
    const { body: all } = (await shop.get('/receipts')) as {
      body: { total: number; data: { id: string; created_at: string }[] };
    };
    expect([all.total, all.data.map(({ created_at: at }) => at)]).toEqual([
      3,
      all.data.map(({ created_at: at }) => at).toSorted(),
    ]);
    const [first, second, third] = all.data;
    const listed = async (query: object): Promise<unknown> => {
      const { body } = (await shop.get('/receipts', query)) as {
        body: { total: number; data: { id: string }[] };
      };
      return [body.total, body.data.map(({ id }) => id)];
    };
    expect(await listed({ limit: 1, offset: 1 })).toEqual([3, [second?.id]]);
    expect(await listed({ limit: 1, order: 'reverse_chronological' })).toEqual([3, [third?.id]]);
    expect(await listed({ from: second?.created_at, to: second?.created_at })).toEqual([1, [second?.id]]);
    expect(await listed({ to: first?.created_at })).toEqual([1, [first?.id]]);
    expect(await listed({ from: '1970-01-01', to: '1970-01-02' })).toEqual([0, []]);
    expect(await listed({ from: '9999-12-31T23:00:00Z', to: '9999-12-31' })).toEqual([0, []]);
  });
});

describe.each([
  ['specified', 'list'],
  ['recorded', 'receipt_list'],
])('with FIDELITY=%s the list of receipts', (FIDELITY, object) => {
  const gateway = useOwnGateway({ FIDELITY });
  let shop: Merchant;

  beforeAll(async () => {
    shop = await gateway.account();
  });

  it(`is an empty ${object} that ends with the day`, async () => {
    const { status, body } = await shop.get('/receipts');
    expect([status, Object.keys(body as object)]).toEqual([200, FIELDS]);
    expect(body).toMatchObject({
      object,
      data: [],
      limit: 20,
      offset: 0,
      total: 0,
      location: '/receipts',
      order: 'chronological',
    });
    expect(body).toMatchObject({
      from: '1970-01-01T00:00:00Z',
      to: expect.stringMatching(/^\d{4}-\d\d-\d\dT23:59:59Z$/) as string,
    });
  });

  it('accepts the parameters of lists, and the whole day of `to`', async () => {
    const asked = {
      from: '2017-11-01',
      to: '2017-11-03',
      limit: 5,
      offset: 2,
      order: 'reverse_chronological',
    };
    const { body } = await shop.get('/receipts', asked);
    expect(body).toMatchObject({ ...asked, from: '2017-11-01T00:00:00Z', to: '2017-11-03T23:59:59Z' });
    expect((await shop.get('/receipts', { to: '2017-11-03T01:02:03Z' })).body).toMatchObject({
      to: '2017-11-03T01:02:03Z',
    });
    expect((await shop.get('/receipts', { limit: 0 })).body).toMatchObject({
      object: 'error',
      code: 'bad_request',
    });
  });

  it('has the same fields in an older version', async () => {
    const { body } = await shop.get('/receipts').set('Omise-Version', '2015-11-17');
    expect(Object.keys(body as object)).toEqual(FIELDS);
  });

  it('does not find an unknown id', async () => {
    const { status, body } = await shop.get('/receipts/rcpt_60aaaaaaaaaaaaaaaa1');
    expect([status, body]).toEqual([
      404,
      expect.objectContaining({ message: 'receipt rcpt_60aaaaaaaaaaaaaaaa1 was not found' }),
    ]);
  });
});
