import { useGateway } from './harness.js';
import type { Merchant } from './merchant.js';
import { openReceiver } from './receiver.js';

const TOO_OLD =
  'you are using api version which does not support this operation; send Omise-Version 2017-11-02 or later';

type Body = Readonly<Record<string, unknown>>;

const gateway = useGateway();
let merchant: Merchant;

beforeAll(async () => {
  merchant = await gateway.account();
});

const payment = { amount: 100_000, currency: 'thb', return_uri: 'https://shop.example/return' };

/** A request as a shop plugin of the time of that version sends it. */
async function charge(form: object, version: string): Promise<{ status: number; body: Body }> {
  const { status, body } = await merchant
    .post('/charges', { ...payment, ...form })
    .set('Omise-Version', version);
  return { status, body: body as Body };
}

describe.each(['2014-07-27', '2015-11-17'])('the parameter offsite in %s', (version) => {
  it.each([
    ['internet_banking_bay', { source_of_fund: 'offsite', offsite: 'internet_banking_bay', offline: null }],
    ['alipay', { source_of_fund: 'offsite', offsite: 'alipay', offline: null }],
    [
      'bill_payment_tesco_lotus',
      { source_of_fund: 'offline', offsite: null, offline: 'bill_payment_tesco_lotus' },
    ],
  ])('creates a charge with %s', async (offsite, funds) => {
    const { status, body } = await charge({ offsite, description: 'Order 1042' }, version);
    expect([status, body]).toMatchObject([200, { ...funds, amount: 100_000, currency: 'thb', card: null }]);
    const isPaid = version === '2014-07-27' ? 'captured' : 'paid';
    const path = `/charges/${body['id'] as string}`;
    expect(body).toMatchObject({ status: 'pending', description: 'Order 1042', [isPaid]: false });
    const { body: paid } = await merchant.post(`${path}/mark_as_paid`).set('Omise-Version', version);
    expect(paid).toMatchObject({ status: 'successful', authorized: true, [isPaid]: true, ...funds });
    const { source } = (await merchant.get(path)).body as { source: Body };
    expect(source).toMatchObject({
      object: 'source',
      type: offsite,
      amount: 100_000,
      currency: 'THB',
      charge_status: 'successful',
    });
  });

  it('sends the customer to the method’s page', async () => {
    const { body } = await charge({ offsite: 'internet_banking_bbl' }, version);
    expect(body['authorize_uri']).toMatch(/\/payments\/pay2_test_[0-9a-z]{19}\/authorize$/);
    expect(body['reference']).toBe(/pay2_test_[0-9a-z]{19}/.exec(body['authorize_uri'] as string)?.[0]);
  });

  it.each(['boost', 'mobile_banking_kbank', 'mobile_banking_scb'])(
    'rejects %s, which came with a later version',
    async (offsite) => {
      const { status, body } = await charge(
        { offsite, currency: offsite === 'boost' ? 'MYR' : 'THB', amount: 2000 },
        version,
      );
      expect({ status, ...body }).toMatchObject({ status: 404, code: 'service_not_found', message: TOO_OLD });
    },
  );

  it.each(['truemoney', 'barcode_alipay', 'installment_bay'])(
    'rejects %s, whose required parameters need a later version',
    async (offsite) => {
      const { status, body } = await charge({ offsite, amount: 500_000 }, version);
      expect({ status, ...body }).toMatchObject({ status: 404, code: 'service_not_found', message: TOO_OLD });
    },
  );

  it('is rejected if unknown, or if the charge cannot use it', async () => {
    const refusals: readonly [object, RegExp][] = [
      [{ offsite: 'internet_banking_nowhere' }, /^offsite is currently not supported$/],
      [{ 'offsite[type]': 'alipay' }, /^offsite is currently not supported$/],
      [
        { offsite: 'nothing', amount: 'much' },
        /^offsite is currently not supported and amount is not a number$/,
      ],
      [{ offsite: 'alipay', amount: 1 }, /^amount must be at least 2000$/],
      [{ offsite: 'alipay', currency: 'SGD' }, /^currency must be THB$/],
      [{ offsite: 'alipay', return_uri: '' }, /^return uri is invalid$/],
      [
        { offsite: 'alipay', card: 'tokn_test_1' },
        /^card and customer cannot be charged together with offsite; send one$/,
      ],
    ];
    for (const [form, message] of refusals) {
      const { status, body } = await charge(form, version);
      expect({ status, ...body }).toMatchObject({ status: 400, code: 'invalid_charge' });
      expect(body['message']).toMatch(message);
    }
  });

  it('is ignored if empty, as forms send it with a card', async () => {
    const { body } = await charge({ offsite: '', card: (await merchant.token()).id }, version);
    expect(body).toMatchObject({ object: 'charge', source_of_fund: 'card', offsite: null, offline: null });
  });
});

describe('the parameter offsite', () => {
  it.each(['2017-11-02', '2019-05-29'])('is unknown in %s, which has sources', async (version) => {
    const ignored = await charge({ offsite: 'alipay', card: (await merchant.token()).id }, version);
    expect(ignored).toMatchObject({ status: 200, body: { source: null } });
    const { status, body } = await charge({ offsite: 'alipay' }, version);
    expect({ status, ...body }).toMatchObject({ status: 404, code: 'not_found' });
    expect(body['message']).toMatch(/^one of card, customer, linked_account or source is required/);
  });

  it('has webhooks in the account’s version', async () => {
    const receiver = await openReceiver();
    const shop = await gateway.account({ webhookUri: receiver.uri });
    await shop.post('/charges', { ...payment, offsite: 'alipay' }).set('Omise-Version', '2014-07-27');
    const { event } = await receiver.next('charge.create');
    await receiver.close();
    expect(event.data).toMatchObject({
      object: 'charge',
      currency: 'THB',
      source: { type: 'alipay', charge_status: 'pending' },
    });
  });
});
