import { shownLater, type ChargeBody, type CustomerBody } from './answers.js';
import { useGateway } from './harness.js';
import type { Merchant } from './merchant.js';
import { useReceiver } from './receiver.js';

const DAY_MS = 24 * 3_600_000;

const gateway = useGateway();
const receiver = useReceiver();
let merchant: Merchant;

beforeEach(async () => {
  merchant = await gateway.account({ webhookUri: receiver.uri });
});

async function linked(): Promise<{ customer: string; linked_account: string }> {
  const { id } = await merchant.registeredAccount();
  return { customer: (await merchant.customer({ linked_account: id })).id, linked_account: id };
}

async function debit(form: object): Promise<ChargeBody> {
  const { body, status } = await merchant.post('/charges', { amount: 100_000, currency: 'THB', ...form });
  expect({ status, body: body as unknown }).toMatchObject({ status: 200 });
  return body as ChargeBody;
}

const refusalOf = async (form: object): Promise<object> => {
  const { body, status } = await merchant.post('/charges', { amount: 100_000, currency: 'THB', ...form });
  return { status, ...(body as object) };
};

describe('a charge on a linked account', () => {
  it('is paid at once, with one charge.create and charge.complete', async () => {
    const { customer, linked_account: account } = await linked();
    const charge = await debit({
      customer,
      linked_account: account,
      description: 'March',
      'metadata[month]': '3',
    });
    expect(charge).toMatchObject({
      status: 'successful',
      paid: true,
      authorized: true,
      capture: true,
      linked_account: account,
      customer,
      source: null,
      card: null,
      authorize_uri: null,
      return_uri: null,
      failure_code: null,
      description: 'March',
      metadata: { month: '3' },
      captured_amount: 100_000,
      transaction_fees: { fee_flat: '0.0', fee_rate: '1.65', vat_rate: '7.0' },
      fee: 1650,
      fee_vat: 116,
      net: 98_234,
      transaction: expect.stringMatching(/^trxn_test_/) as string,
    });
    expect(Object.keys(charge)).toEqual(Object.keys(await merchant.cardCharge()));
    expect((await receiver.next(({ event }) => event.data.id === charge.id)).event).toMatchObject({
      key: 'charge.create',
      data: charge,
    });
    expect(await merchant.eventKeys(charge.id)).toEqual(['charge.create']);
    expect(await merchant.retrieve(charge.id)).toEqual(shownLater(charge));
  });

  it('uses the owner of the account as its customer', async () => {
    const { customer, linked_account: account } = await linked();
    expect(await debit({ linked_account: account })).toMatchObject({
      status: 'successful',
      customer,
      linked_account: account,
    });
  });

  it('can be repeated, even long after the registration', async () => {
    const { linked_account: account } = await linked();
    const first = await debit({ linked_account: account });
    await merchant.advance(30 * DAY_MS);
    expect(await debit({ linked_account: account })).toMatchObject({ status: 'successful' });
    expect(await merchant.retrieve(first.id)).toMatchObject({
      status: 'successful',
      expired: false,
      expired_at: first.expires_at,
    });
  });

  it('adds its money to the balance', async () => {
    const { linked_account: account } = await linked();
    const charge = await debit({ linked_account: account });
    const { body } = await merchant.get(`/transactions/${charge['transaction'] as string}`);
    expect(body).toMatchObject({
      key: 'charge.captured.net',
      direction: 'credit',
      amount: 98_234,
      origin: charge.id,
    });
    expect((await merchant.get('/balance')).body).toMatchObject({ total: 98_234 });
  });

  it('cannot be refunded or disputed, and shows so', async () => {
    const { linked_account: account } = await linked();
    const charge = await debit({ linked_account: account });
    expect(charge).toMatchObject({
      refundable: false,
      partially_refundable: false,
      can_perform_void: false,
      disputable: false,
    });
    const refund = await merchant.post(`/charges/${charge.id}/refunds`, { amount: 100 });
    expect(refund.body).toMatchObject({
      code: 'failed_refund',
      message: "charge can't be refunded: a linked account does not support refunds",
    });
    expect((await merchant.post(`/charges/${charge.id}/disputes`)).body).toMatchObject({
      code: 'invalid_dispute',
    });
    for (const action of ['capture', 'reverse', 'expire', 'mark_as_paid', 'mark_as_failed']) {
      expect((await merchant.post(`/charges/${charge.id}/${action}`)).status).toBe(400);
    }
    expect(await merchant.retrieve(charge.id)).toEqual(shownLater(charge));
  });

  it('is in the list of charges, and expand=true shows its linked account', async () => {
    const { customer, linked_account: account } = await linked();
    const { id } = await debit({ linked_account: account });
    expect((await merchant.get('/charges')).body).toMatchObject({ data: [{ id, linked_account: account }] });
    const { body: own } = await merchant.get(`/linked_accounts/${account}`);
    const { body } = await merchant.get(`/charges/${id}`, { expand: 'true' });
    expect(body).toMatchObject({
      customer: { id: customer, linked_accounts: { data: [own as unknown] } },
      linked_account: own as unknown,
    });
  });

  it('has no card or source in older API versions', async () => {
    const { linked_account: account } = await linked();
    const { id } = await debit({ linked_account: account });
    const { body: in2017 } = await merchant.get(`/charges/${id}`).set('Omise-Version', '2017-11-02');
    expect(in2017).toMatchObject({
      paid: true,
      card: null,
      source: null,
      currency: 'thb',
      linked_account: account,
    });
    const { body: in2015 } = await merchant.get(`/charges/${id}`).set('Omise-Version', '2015-11-17');
    expect(in2015).toMatchObject({
      paid: true,
      card: null,
      source_of_fund: 'offline',
      offsite: null,
      offline: null,
      linked_account: account,
    });
  });

  it('is settled in the account’s currency', async () => {
    merchant = await gateway.account({ country: 'JP', currency: 'JPY' });
    const { linked_account: account } = await linked();
    expect(await debit({ linked_account: account, amount: 2_200 })).toMatchObject({
      funding_amount: 100,
      funding_currency: 'JPY',
    });
  });
});

describe('a direct debit', () => {
  it.each<[object, string]>([
    [{ amount: 1_999 }, 'amount must be greater than or equal to 2000 (thb subunits)'],
    [{ amount: 15_000_001 }, 'amount must be less than or equal to 15000000 (thb subunits)'],
    [{ currency: 'USD' }, 'currency must be THB'],
    [{ return_uri: 'shop', amount: 'much' }, 'amount is not a number and return uri is invalid'],
    [{ card: 'card_test_1' }, 'linked_account cannot be charged together with a card or a source; send one'],
    [
      { 'source[type]': 'promptpay' },
      'linked_account cannot be charged together with a card or a source; send one',
    ],
  ])('is rejected with %j', async (form, message) => {
    const names = await linked();
    expect(await refusalOf({ ...names, ...form })).toMatchObject({
      status: 400,
      code: 'invalid_charge',
      message,
    });
    expect((await merchant.get('/charges')).body).toMatchObject({ total: 0 });
  });

  it('is rejected if the linked account has no customer', async () => {
    for (const { id } of [await merchant.registeredAccount(), await merchant.linkedAccount()]) {
      expect(await refusalOf({ linked_account: id })).toMatchObject({
        status: 400,
        code: 'invalid_charge',
        message: 'linked_account must be attached to a customer before it is charged',
      });
    }
  });

  it('is rejected if the linked account is another customer’s', async () => {
    const [own, others] = [await linked(), await linked()];
    const loose = await merchant.registeredAccount();
    for (const account of [others.linked_account, loose.id, 'lnac_test_nothing', "' OR 1=1"]) {
      const message = `linked_account ${account} was not found`;
      expect(await refusalOf({ customer: own.customer, linked_account: account })).toMatchObject({
        status: 404,
        message,
      });
    }
  });

  it('is rejected if the linked account is of the other mode, of another merchant, or unknown', async () => {
    const live = (await merchant.linkedAccount({}, 'live')).id;
    const stranger = await gateway.account();
    const theirs = (await stranger.registeredAccount()).id;
    await stranger.customer({ linked_account: theirs });
    for (const account of [live, theirs, 'lnac_test_nothing']) {
      expect(await refusalOf({ linked_account: account })).toMatchObject({
        status: 404,
        code: 'not_found',
        message: `linked_account ${account} was not found`,
      });
    }
  });

  it('is rejected for a deleted or unknown customer', async () => {
    const { customer, linked_account: account } = await linked();
    const missing = { customer: 'cust_test_nothing', linked_account: account };
    expect(await refusalOf(missing)).toMatchObject({
      status: 404,
      message: 'customer cust_test_nothing was not found',
    });
    await merchant.delete(`/customers/${customer}`);
    for (const form of [{ customer, linked_account: account }, { linked_account: account }]) {
      expect(await refusalOf(form)).toMatchObject({
        status: 404,
        message: `customer ${customer} was not found`,
      });
    }
  });

  it('is rejected with an invalid id, and in API versions before 2017-11-02', async () => {
    expect(await refusalOf({ 'linked_account[id]': 'x' })).toMatchObject({
      status: 400,
      code: 'invalid_charge',
      message: 'linked_account must be the id of a linked account',
    });
    const { linked_account: account } = await linked();
    const older = await merchant
      .post('/charges', { amount: 100_000, currency: 'THB', linked_account: account })
      .set('Omise-Version', '2015-11-17');
    expect({ status: older.status, ...(older.body as object) }).toMatchObject({
      status: 404,
      code: 'service_not_found',
    });
  });

  it('is not made with an empty linked_account: the customer’s card is charged', async () => {
    const { id, default_card: card }: CustomerBody = await merchant.customer({
      card: (await merchant.token()).id,
    });
    expect(await debit({ customer: id, linked_account: '' })).toMatchObject({
      card: { id: card },
      linked_account: null,
    });
  });
});
