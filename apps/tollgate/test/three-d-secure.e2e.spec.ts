import type { ChargeBody } from './answers.js';
import { useGateway } from './harness.js';
import type { Merchant } from './merchant.js';
import { useReceiver } from './receiver.js';

const gateway = useGateway();
const receiver = useReceiver();
let merchant: Merchant;

beforeAll(async () => {
  merchant = await gateway.account({ webhookUri: receiver.uri });
});

const RETURN_URI = 'https://shop.example/done';

/** Charges that ask their cardholder, by request. */
const challenge = (form: object = {}, card: object = {}): Promise<ChargeBody> =>
  merchant.cardCharge({ authentication: '3DS', return_uri: RETURN_URI, ...form }, card);

const choose = (charge: ChargeBody, form: Record<string, string>): Promise<Response> =>
  fetch(charge.authorize_uri, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' });

describe('a charge with authentication 3DS', () => {
  it('waits for its cardholder', async () => {
    const charge = await challenge();
    expect(charge).toMatchObject({
      status: 'pending',
      authorized: false,
      paid: false,
      transaction: null,
      return_uri: RETURN_URI,
    });
    expect(charge.authorize_uri).toMatch(
      new RegExp(`^${gateway.settings.payUrl}/payments/paym_test_[0-9a-z]{19}/authorize$`),
    );
    expect(await merchant.eventKeys(charge.id)).toEqual(['charge.create']);
  });

  it('shows an issuer’s page, with the card and its failure codes', async () => {
    const charge = await challenge();
    const text = await (await fetch(charge.authorize_uri)).text();
    expect(text).toContain('data-testid="challenge"');
    expect(text).toContain('Visa •••• 4242');
    expect(text).toContain('<option value="stolen_or_lost_card">');
    expect(text).not.toContain('invalid_account:');
  });

  it('is paid after approval, and redirects back', async () => {
    const charge = await challenge();
    const answer = await choose(charge, { outcome: 'successful' });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, RETURN_URI]);
    expect(await merchant.retrieve(charge.id)).toMatchObject({ status: 'successful', paid: true });
    expect(await merchant.eventKeys(charge.id)).toEqual(['charge.create', 'charge.complete']);
    const { event } = await receiver.next(
      ({ event }) => event.key === 'charge.complete' && event.data.id === charge.id,
    );
    expect(event.data).toMatchObject({ status: 'successful', card: { last_digits: '4242' } });
  });

  it.each(['3DS', 'PASSKEY'])('records the authentication with %s after approval', async (authentication) => {
    const charge = await challenge({ authentication });
    expect(charge).toMatchObject({ authenticated_by: null, source_of_fund: 'card' });
    await choose(charge, { outcome: 'successful' });
    expect(await merchant.retrieve(charge.id)).toMatchObject({ authenticated_by: authentication });
    expect(await merchant.cardCharge()).toMatchObject({ status: 'successful', authenticated_by: null });
  });

  it.each<[object, string[]]>([
    [{}, ['email', 'phone_number']],
    [{ phone_number: '0812345678' }, ['email']],
    [{ email: 'somchai@shop.example' }, ['phone_number']],
    [{ email: 'somchai@shop.example', phone_number: '0812345678' }, []],
  ])('names what the token of %j lacks, until its end', async (card, missing) => {
    const charge = await challenge({}, card);
    expect(charge).toMatchObject({ missing_3ds_fields: missing });
    await choose(charge, { outcome: 'successful' });
    expect(await merchant.retrieve(charge.id)).toMatchObject({ missing_3ds_fields: [] });
    expect(await merchant.cardCharge({}, card)).toMatchObject({ missing_3ds_fields: [] });
  });

  it('knows the e-mail address of a customer whose card it is', async () => {
    const token = await merchant.token();
    const { id } = await merchant.customer({ card: token.id, email: 'somchai@shop.example' });
    const { body } = await merchant.post('/charges', {
      amount: 2_000,
      currency: 'THB',
      customer: id,
      authentication: '3DS',
    });
    expect(body).toMatchObject({ status: 'pending', missing_3ds_fields: ['phone_number'] });
  });

  it('fails with the selected code if the cardholder declines', async () => {
    const charge = await challenge();
    const answer = await choose(charge, { outcome: 'failed', failure_code: 'stolen_or_lost_card' });
    expect(answer.headers.get('location')).toBe(RETURN_URI);
    expect(await merchant.retrieve(charge.id)).toMatchObject({
      status: 'failed',
      failure_code: 'stolen_or_lost_card',
      failure_message: 'card is stolen or lost',
      merchant_advice: 'Do not retry the transaction with the same card',
      merchant_advice_code: '9003',
    });
  });

  it('stays pending, but authorized, for a later capture', async () => {
    const charge = await challenge({ capture: false });
    const answer = await choose(charge, { outcome: 'successful' });
    expect(answer.headers.get('location')).toBe(RETURN_URI);
    expect(await merchant.retrieve(charge.id)).toMatchObject({
      status: 'pending',
      authorized: true,
      capturable: true,
    });
    expect((await merchant.post(`/charges/${charge.id}/capture`)).body).toMatchObject({
      status: 'successful',
    });
    expect(await merchant.eventKeys(charge.id)).toEqual([
      'charge.create',
      'charge.complete',
      'charge.capture',
    ]);
  });

  it('is settled by mark_as_paid and mark_as_failed too', async () => {
    const paid = await challenge();
    expect((await merchant.post(`/charges/${paid.id}/mark_as_paid`)).body).toMatchObject({
      status: 'successful',
    });
    const failed = await challenge();
    expect((await merchant.post(`/charges/${failed.id}/mark_as_failed`)).body).toMatchObject({
      status: 'failed',
      failure_code: 'payment_rejected',
    });
  });

  it('fails only with codes of cards, as a source does with those of sources', async () => {
    const { id } = await challenge();
    expect(
      (await merchant.post(`/charges/${id}/mark_as_failed`, { failure_code: 'invalid_account' })).body,
    ).toMatchObject({
      code: 'invalid_charge',
    });
    const boost = await merchant.charge();
    const { body } = await merchant.post(`/charges/${boost.id}/mark_as_failed`, {
      failure_code: 'stolen_or_lost_card',
    });
    expect(body).toMatchObject({
      code: 'invalid_charge',
      message:
        'failure_code must be one of payment_rejected, payment_expired, failed_processing, invalid_account, insufficient_fund',
    });
  });

  it('expires without the cardholder', async () => {
    const charge = await challenge();
    expect((await merchant.post(`/charges/${charge.id}/expire`)).body).toMatchObject({
      status: 'expired',
      failure_code: 'payment_expired',
    });
  });

  it('needs no return_uri: the page shows the result', async () => {
    const charge = await merchant.cardCharge({ authentication: 'PASSKEY' });
    const answer = await choose(charge, { outcome: 'successful' });
    expect(answer.headers.get('location')).toBe(charge.authorize_uri);
    expect(await (await fetch(charge.authorize_uri)).text()).toContain('data-status="successful"');
  });
});

describe('a card that fails 3-D Secure', () => {
  it('fails at once if it is not enrolled', async () => {
    const charge = await challenge({}, { number: '4111111111150002' });
    expect(charge).toMatchObject({
      status: 'failed',
      failure_code: 'payment_rejected',
      failure_message: '3d secure is requested but card is not enrolled',
      authorize_uri: expect.stringMatching(/\/payments\/paym_test_\w+\/authorize$/),
    });
    expect(await merchant.cardCharge({}, { number: '4111111111150002' })).toMatchObject({
      failure_message: 'payment rejected',
    });
    expect(await merchant.eventKeys(charge.id)).toEqual(['charge.create']);
  });

  it.each([
    ['4111111111140003', 'payment_rejected'],
    ['4111111111140011', 'insufficient_fund'],
    ['377138160000009', 'failed_processing'],
  ])('with %s fails only after approval', async (number, code) => {
    const charge = await challenge({}, { number });
    expect(charge.status).toBe('pending');
    const answer = await choose(charge, { outcome: 'successful' });
    expect(answer.headers.get('location')).toBe(RETURN_URI);
    expect(await merchant.retrieve(charge.id)).toMatchObject({ status: 'failed', failure_code: code });
    expect(await merchant.eventKeys(charge.id)).toEqual(['charge.create', 'charge.complete']);
  });
});

describe('an account with 3-D Secure', () => {
  it('asks every cardholder until it is turned off', async () => {
    const shop = await gateway.account();
    expect((await shop.get('/account')).body).toMatchObject({ three_d_secure: false });
    const { body } = await shop.patch('/account', { three_d_secure: true });
    expect(body).toMatchObject({ three_d_secure: true });
    expect(await shop.cardCharge({ return_uri: RETURN_URI })).toMatchObject({ status: 'pending' });
    const { id: customer } = await shop.customer({ card: (await shop.token()).id });
    const renewal = { amount: 2_000, currency: 'THB', customer, transaction_indicator: 'MIT' };
    const renewed = async (form: object): Promise<unknown> =>
      (await shop.post('/charges', { ...renewal, ...form })).body;
    expect(await renewed({})).toMatchObject({ status: 'successful', authorize_uri: null });
    expect(await renewed({ transaction_indicator: 'CIT' })).toMatchObject({ status: 'pending' });
    expect(await renewed({ authentication: '3DS' })).toMatchObject({ status: 'pending' });
    expect(await shop.cardCharge({ transaction_indicator: 'MIT' })).toMatchObject({ status: 'pending' });
    await shop.patch('/account', { three_d_secure: 'false' });
    expect(await shop.cardCharge({ return_uri: RETURN_URI })).toMatchObject({ status: 'successful' });
  });
});
