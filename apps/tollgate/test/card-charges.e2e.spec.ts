import { DAY_MS } from '#kernel/time.js';
import { shownLater, type ChargeBody } from './answers.js';
import { useGateway } from './harness.js';
import type { Merchant } from './merchant.js';
import { FLAGS } from './recorded-shapes/charge-states.js';

const gateway = useGateway();
let merchant: Merchant;

beforeAll(async () => {
  merchant = await gateway.account();
  await merchant.advanceToNoon();
});

/** The recorded table of flags: which are true in each state. */
const PAID = ['authorized', 'paid', 'refundable', 'partially_refundable', 'disputable', 'can_perform_void'];

function flagsOf(charge: object): string[] {
  return FLAGS.filter((flag) => (charge as Record<string, unknown>)[flag]);
}

const act = async (
  id: string,
  action: string,
  form: object = {},
): Promise<{ status: number; body: ChargeBody }> => {
  const { status, body } = await merchant.post(`/charges/${id}/${action}`, form);
  return { status, body: body as ChargeBody };
};

describe('a charge on a token', () => {
  it('is paid at once', async () => {
    const token = await merchant.token();
    const charge = await merchant.cardCharge({
      card: token.id,
      description: 'Order 7',
      'metadata[order]': '7',
      ip: '203.0.113.7',
    });
    expect(charge).toMatchObject({
      status: 'successful',
      amount: 100_000,
      captured_amount: 100_000,
      net: 96_094,
      fee: 3_650,
      fee_vat: 256,
      transaction_fees: { fee_flat: '0.0', fee_rate: '3.65', vat_rate: '7.0' },
      source: null,
      customer: null,
      authorize_uri: null,
      authorization_type: null,
      failure_code: null,
      description: 'Order 7',
      metadata: { order: '7' },
      ip: '203.0.113.7',
    });
    expect(charge['card']).toMatchObject({
      object: 'card',
      id: token.card?.['id'],
      location: null,
      deleted: false,
      last_digits: '4242',
    });
    expect(charge['card']).not.toHaveProperty('created');
    expect(charge['transaction']).toMatch(/^trxn_test_/);
    expect([charge['paid_at'], charge['authorized_at']]).toEqual([charge.created_at, charge.created_at]);
    expect(Date.parse(charge.expires_at) - Date.parse(charge.created_at)).toBe(7 * DAY_MS);
    expect(flagsOf(charge)).toEqual(PAID);
    expect(await merchant.retrieve(charge.id)).toEqual(shownLater(charge));
  });

  it('emits only charge.create and charge.complete', async () => {
    const { id } = await merchant.cardCharge();
    expect(await merchant.eventKeys(id)).toEqual(['charge.create']);
  });

  it('uses the token, which then shows the charge', async () => {
    const { id } = await merchant.token();
    await merchant.cardCharge({ card: id });
    expect(await merchant.retrieveToken(id)).toMatchObject({
      used: true,
      card: { last_digits: '4242' },
      charge_status: 'successful',
    });
    const { status, body } = await merchant.post('/charges', { amount: 100_000, currency: 'THB', card: id });
    expect({ status, body }).toMatchObject({
      status: 400,
      body: { code: 'used_token', message: 'token was already used' },
    });
  });

  it('leaves the token unused when it is rejected', async () => {
    const { id } = await merchant.token();
    const { status } = await merchant.post('/charges', { amount: 1, currency: 'THB', card: id });
    expect(status).toBe(400);
    expect(await merchant.retrieveToken(id)).toMatchObject({ used: false, charge_status: 'unknown' });
  });

  it('has a page without a challenge if it has a return_uri', async () => {
    const charge = await merchant.cardCharge({ return_uri: 'https://shop.example/done' });
    expect(charge.status).toBe('successful');
    expect(charge.authorize_uri).toMatch(
      new RegExp(`^${gateway.settings.payUrl}/payments/paym_test_[0-9a-z]{19}/authorize\\?acs=false$`),
    );
    const page = await fetch(charge.authorize_uri);
    expect([page.status, await page.text()]).toEqual([
      200,
      expect.stringContaining('data-status="successful"'),
    ]);
  });

  it('has no page while it is only authorized', async () => {
    const charge = await merchant.cardCharge({ return_uri: 'https://shop.example/done', capture: false });
    expect(charge).toMatchObject({
      status: 'pending',
      authorized: true,
      authorize_uri: null,
      return_uri: 'https://shop.example/done',
    });
    const { body } = await merchant.post(`/charges/${charge.id}/capture`);
    expect(body).toMatchObject({ status: 'successful', authorize_uri: null });
  });

  it.each([
    ['USD', 10_000, 330_000],
    ['JPY', 10_000, 220_000],
    ['SGD', 333, 8_492],
  ])('in %s is settled in baht', async (currency, amount, funding) => {
    const charge = await merchant.cardCharge({ currency, amount });
    expect(charge).toMatchObject({ currency, amount, funding_currency: 'THB', funding_amount: funding });
    expect(Number(charge['net']) + Number(charge['fee']) + Number(charge['fee_vat'])).toBe(funding);
  });
});

describe('a card charge', () => {
  it.each<[object, string, string]>([
    [{ amount: null }, 'invalid_amount', "amount can't be blank"],
    [{ currency: null }, 'invalid_charge', "currency can't be blank"],
    [{}, 'not_found', 'one of card, customer, linked_account or source is required'],
    [{ card: 'tokn_test_none' }, 'not_found', 'token tokn_test_none was not found'],
    [{ customer: 'cust_test_none' }, 'not_found', 'customer cust_test_none was not found'],
    [
      { card: 'tokn_test_none', source: { type: 'boost' } },
      'invalid_charge',
      'card and customer cannot be charged together with a source',
    ],
    [
      { card: { number: '4242424242424242' } },
      'invalid_charge',
      "card must be the id of a token, or of one of the customer's cards",
    ],
    [{ customer: { id: 'x' } }, 'invalid_charge', 'customer must be the id of a customer'],
  ])('is rejected with %j, and the error says what to do', async (form, code, message) => {
    const { status, body } = await merchant
      .post('/charges', { amount: 2000, currency: 'THB', ...form })
      .type('json');
    expect({ status, code: (body as { code: string }).code }).toEqual({
      status: code === 'not_found' ? 404 : 400,
      code,
    });
    expect((body as { message: string }).message).toContain(message);
  });

  it('is rejected with all its problems in one sentence', async () => {
    const { id } = await merchant.token();
    const { body } = await merchant.post('/charges', {
      card: id,
      amount: 10,
      currency: 'XXX',
      authorization_type: 'x',
      return_uri: 'y',
    });
    expect((body as { message: string }).message).toBe(
      'currency is currently not supported, return uri is invalid, and authorization_type must be pre_auth or final_auth',
    );
  });

  it('is rejected with a token of another account or of the other mode', async () => {
    const { id } = await (await gateway.account()).token();
    const live = await merchant.token({}, 'live');
    for (const token of [id, live.id]) {
      const { status } = await merchant.post('/charges', { amount: 100_000, currency: 'THB', card: token });
      expect(status).toBe(404);
    }
  });
});

describe('a charge on a customer', () => {
  it('uses the default card, or the named one', async () => {
    const [first, second] = [await merchant.token(), await merchant.token({ number: '5555555555554444' })];
    const { body: customer } = await merchant.post('/customers', { card: first.id });
    await merchant.patch(`/customers/${customer.id}`, { card: second.id });
    const charge = await merchant.cardCharge({ customer: customer.id, card: '' });
    expect(charge).toMatchObject({
      customer: customer.id,
      status: 'successful',
      card: { id: first.card?.['id'] },
    });
    expect(charge['card']).toMatchObject({
      location: `/customers/${customer.id}/cards/${first.card?.['id'] as string}`,
    });
    const other = await merchant.cardCharge({ customer: customer.id, card: second.card?.['id'] });
    expect(other['card']).toMatchObject({ id: second.card?.['id'], brand: 'MasterCard' });
    expect(await merchant.cardCharge({ customer: customer.id, card: '' })).toMatchObject({
      status: 'successful',
    });
  });

  it('is rejected without a card, with another customer’s card, and for a deleted customer', async () => {
    const { id } = await merchant.token();
    const { body: somebody } = await merchant.post('/customers', { card: id });
    const { body: customer } = await merchant.post('/customers', { description: 'no card' });
    const charge = async (form: object): Promise<unknown> =>
      (await merchant.post('/charges', { amount: 100_000, currency: 'THB', ...form })).body as unknown;
    expect(await charge({ customer: customer.id })).toMatchObject({ code: 'invalid_charge' });
    expect(await charge({ customer: customer.id, card: somebody.default_card })).toMatchObject({
      code: 'not_found',
    });
    await merchant.delete(`/customers/${somebody.id}`);
    expect(await charge({ customer: somebody.id })).toMatchObject({ code: 'not_found' });
  });
});

describe('manual capture', () => {
  it('authorizes first, and takes the money later', async () => {
    const charge = await merchant.cardCharge({ capture: false });
    expect(charge).toMatchObject({
      status: 'pending',
      captured_amount: 0,
      paid_at: null,
      transaction: null,
      capture: false,
    });
    expect(flagsOf(charge)).toEqual(['authorized', 'capturable', 'reversible']);
    const { body } = await act(charge.id, 'capture');
    expect(body).toMatchObject({ status: 'successful', captured_amount: 100_000, net: 96_094 });
    expect(flagsOf(body)).toEqual(PAID);
    expect(await merchant.eventKeys(charge.id)).toEqual(['charge.create', 'charge.capture']);
  });

  it('of a pre-authorized charge can be partial; fees are those of the part', async () => {
    const { id } = await merchant.cardCharge({
      amount: 10_000,
      capture: false,
      authorization_type: 'pre_auth',
    });
    const { body } = await act(id, 'capture', { capture_amount: 5_000 });
    expect(body).toMatchObject({
      authorization_type: 'pre_auth',
      amount: 10_000,
      authorized_amount: 10_000,
      captured_amount: 5_000,
      funding_amount: 5_000,
      fee: 183,
      fee_vat: 13,
      net: 4_804,
    });
  });

  it.each<[object, object, string]>([
    [
      { authorization_type: 'pre_auth' },
      { capture_amount: 100_001 },
      'capture_amount must be from 1 to 100000, the authorized amount',
    ],
    [
      { authorization_type: 'pre_auth' },
      { capture_amount: -1 },
      'capture_amount must be from 1 to 100000, the authorized amount',
    ],
    [{ authorization_type: 'pre_auth' }, { capture_amount: 'half' }, 'capture_amount is not a number'],
    [{}, { capture_amount: 50_000 }, 'a partial capture requires authorization_type pre_auth'],
  ])('of a charge with %j is rejected with %j', async (form, request, message) => {
    const { id } = await merchant.cardCharge({ capture: false, ...form });
    const { status, body } = await act(id, 'capture', request);
    expect({ status, body }).toMatchObject({ status: 400, body: { code: 'failed_capture' } });
    expect(body['message']).toContain(message);
  });

  it('can be reversed instead', async () => {
    const { id } = await merchant.cardCharge({ capture: false });
    const { body } = await act(id, 'reverse');
    expect(body).toMatchObject({ status: 'reversed', transaction: null });
    expect(flagsOf(body)).toEqual(['authorized', 'reversed']);
    expect(await merchant.eventKeys(id)).toEqual(['charge.create', 'charge.reverse']);
  });

  it('expires after seven days', async () => {
    const shop = await gateway.account();
    const { id } = await shop.cardCharge({ capture: false });
    await shop.advance(7 * DAY_MS + 3_000);
    expect(await shop.retrieve(id)).toMatchObject({ status: 'expired', expired: true, failure_code: null });
    expect(await shop.eventKeys(id)).toEqual(['charge.create', 'charge.expire']);
  });

  it('is rejected for a charge that was captured when created', async () => {
    const { id } = await merchant.cardCharge();
    expect(await act(id, 'capture')).toMatchObject({ status: 400, body: { code: 'failed_capture' } });
    expect(await act(id, 'reverse')).toMatchObject({ status: 400, body: { code: 'failed_reverse' } });
    expect(await act(id, 'expire')).toMatchObject({ status: 400, body: { code: 'failed_expire' } });
  });
});

describe('the expires_at of a card charge', () => {
  it('is shown on every charge after it has passed, and marks only a failed one as expired', async () => {
    const shop = await gateway.account();
    const paid = await shop.cardCharge();
    const failed = await shop.cardCharge({}, { number: '4111111111140011' });
    expect([paid['expired_at'], failed['expired_at']]).toEqual([null, null]);
    await shop.advance(7 * DAY_MS + 1_000);
    expect(await shop.retrieve(paid.id)).toMatchObject({
      expired_at: paid.expires_at,
      expired: false,
      status: 'successful',
    });
    expect(await shop.retrieve(failed.id)).toMatchObject({
      expired_at: failed.expires_at,
      expired: true,
      status: 'failed',
    });
  });
});
