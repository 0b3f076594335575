import request from 'supertest';
import { shownLater } from './answers.js';
import { useGateway } from './harness.js';
import type { Merchant } from './merchant.js';

const gateway = useGateway();
let merchant: Merchant;

beforeAll(async () => {
  merchant = await gateway.account();
});

const CHARGE_FIELDS = [
  'object',
  'id',
  'location',
  'amount',
  'authorization_type',
  'authorized_amount',
  'captured_amount',
  'acquirer_reference_number',
  'net',
  'fee',
  'fee_vat',
  'interest',
  'interest_vat',
  'funding_amount',
  'refunded_amount',
  'transaction_fees',
  'platform_fee',
  'currency',
  'funding_currency',
  'ip',
  'refunds',
  'link',
  'description',
  'metadata',
  'missing_3ds_fields',
  'card',
  'source',
  'schedule',
  'linked_account',
  'customer',
  'dispute',
  'transaction',
  'source_of_fund',
  'failure_code',
  'failure_message',
  'merchant_advice',
  'merchant_advice_code',
  'authenticated_by',
  'status',
  'authorize_uri',
  'return_uri',
  'created_at',
  'paid_at',
  'authorized_at',
  'expires_at',
  'expired_at',
  'reversed_at',
  'multi_capture',
  'zero_interest_installments',
  'branch',
  'terminal',
  'device',
  'authorized',
  'capturable',
  'capture',
  'disputable',
  'livemode',
  'refundable',
  'partially_refundable',
  'reversed',
  'reversible',
  'voided',
  'paid',
  'expired',
  'can_perform_void',
  'approval_code',
];

async function newSource(form: object = {}): Promise<string> {
  const { body } = await merchant.post('/sources', { type: 'boost', amount: 2000, currency: 'MYR', ...form });
  return (body as { id: string }).id;
}

const onSource = (source: string, form: object = {}): object => ({
  amount: 2000,
  currency: 'MYR',
  source,
  return_uri: 'https://shop.example/return',
  ...form,
});

describe('POST /charges', () => {
  it('charges a source that was made before', async () => {
    const id = await newSource();
    const charge = await merchant.post('/charges', onSource(id));
    expect(charge.status).toBe(200);
    expect(charge.body).toMatchObject({
      object: 'charge',
      status: 'pending',
      amount: 2000,
      currency: 'MYR',
      source: { id, charge_status: 'pending' },
    });
    expect((await merchant.get(`/sources/${id}`)).body).toMatchObject({ charge_status: 'pending' });
  });

  it('makes the source along with the charge, from a form or from JSON', async () => {
    const form = await merchant.kbankCharge({ 'source[platform_type]': 'ANDROID' });
    const json = await request(gateway.settings.baseUrl)
      .post('/charges')
      .auth(merchant.key('secret'), '')
      .send({
        amount: 2000,
        currency: 'thb',
        source: { type: 'mobile_banking_kbank', platform_type: null, ip: '203.0.113.9' },
        return_uri: 'http://localhost/return',
        platform_fee: {},
      });
    expect(form.source).toMatchObject({ platform_type: 'ANDROID', flow: 'app_redirect' });
    expect(json.status).toBe(200);
    expect(json.body).toMatchObject({
      status: 'pending',
      source: { type: 'mobile_banking_kbank', currency: 'THB', amount: 2000, ip: '203.0.113.9' },
    });
  });

  it('answers every field in the recorded order, with the right types', async () => {
    const charge = await merchant.kbankCharge({ amount: 100000 });
    expect(Object.keys(charge)).toEqual(CHARGE_FIELDS);
    expect(charge.id).toMatch(/^chrg_test_[0-9a-z]{19}$/);
    expect(charge).toMatchObject({
      location: `/charges/${charge.id}`,
      transaction_fees: { fee_flat: '0.0', fee_rate: '1.65', vat_rate: '7.0' },
      fee: 1650,
      fee_vat: 116,
      net: 98234,
      funding_amount: 100000,
      funding_currency: 'THB',
      refunds: { object: 'list', data: [], total: 0, location: `/charges/${charge.id}/refunds` },
      metadata: {},
      card: null,
      transaction: null,
    });
    expect(charge.authorize_uri).toMatch(
      new RegExp(`^${gateway.settings.payUrl}/payments/pay2_test_[0-9a-z]{19}/authorize$`),
    );
    expect(await merchant.retrieve(charge.id)).toEqual(shownLater(charge));
  });

  it('settles a charge of another currency in the account’s own', async () => {
    const charge = await merchant.charge({ amount: 1000 });
    expect(charge).toMatchObject({
      currency: 'MYR',
      funding_currency: 'THB',
      funding_amount: 7800,
      fee: 129,
      fee_vat: 9,
      net: 7662,
    });
  });

  it('gives mobile banking ten minutes and two references, and boost a week', async () => {
    const lifetime = ({ created_at, expires_at }: { created_at: string; expires_at: string }): number =>
      (Date.parse(expires_at) - Date.parse(created_at)) / 60_000;
    const kbank = await merchant.kbankCharge();
    const boost = await merchant.charge();
    expect([lifetime(kbank), lifetime(boost)]).toEqual([10, 7 * 24 * 60]);
    expect(kbank.source).toMatchObject({
      provider_references: { reference_number_1: expect.stringMatching(/^\d{12}$/) as string },
    });
    expect(boost.source).toMatchObject({ provider_references: null });
  });

  it('stores description, metadata and other parameters of the merchant', async () => {
    const expiresAt = new Date(Date.now() + 3_600_000).toISOString().slice(0, 19) + 'Z';
    const charge = await merchant.charge({
      description: 'Order 7 <b>',
      'metadata[order_id]': '7',
      'metadata[lines][]': 'tea',
      ip: '203.0.113.7',
      expires_at: expiresAt,
    });
    expect(charge).toMatchObject({
      description: 'Order 7 <b>',
      metadata: { order_id: '7', lines: ['tea'] },
      ip: '203.0.113.7',
      expires_at: expiresAt,
    });
  });

  it.each([
    [{ amount: 2001 }, 'amount must match the source amount, 2000'],
    [{ currency: 'THB' }, 'currency must match the source currency, MYR'],
    [{ return_uri: '' }, 'return uri is invalid'],
    [{ return_uri: '/return' }, 'return uri is invalid'],
    [{ return_uri: ' https://shop.example/return' }, 'return uri is invalid'],
    [{ return_uri: 'https:shop.example' }, 'return uri is invalid'],
    [{ return_uri: 'https:\\\\shop.example' }, 'return uri is invalid'],
    [{ return_uri: 'http://shop.example' }, 'return uri is invalid: boost requires an https URL'],
    [
      { amount: 'x', currency: 'EUR' },
      'amount is not a number and currency must match the source currency, MYR',
    ],
    [{ expires_at: '2001-01-01' }, 'expires at must be in the future'],
    [
      { 'webhook_endpoints[]': ['ftp://x', 'http://169.254.169.254/'] },
      /^webhook endpoints must be an absolute http.* and webhook endpoints must not be a link-local or metadata address$/,
    ],
    [{ capture: 'perhaps' }, 'capture must be true or false'],
    [{ ip: 'nowhere' }, 'ip is invalid'],
  ])('rejects %j on a source of 20.00 MYR', async (form, message) => {
    const { status, body } = await merchant.post('/charges', onSource(await newSource(), form));
    expect({ status, ...(body as object) }).toMatchObject({
      status: 400,
      object: 'error',
      code: 'invalid_charge',
    });
    expect((body as { message: string }).message).toMatch(message);
  });

  it('says everything that is wrong with a source that it is to make', async () => {
    const { body } = await merchant.post('/charges', {
      amount: 1,
      currency: 'MYR',
      'source[type]': 'boost',
      return_uri: 'x',
    });
    expect(body).toMatchObject({
      code: 'invalid_charge',
      message: 'amount must be at least 100 and return uri is invalid',
    });
  });

  it('rejects a charge without card, customer and source', async () => {
    const nothing = await merchant.post('/charges', { amount: 2000, currency: 'THB' });
    expect(nothing).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });

  it('does not find a source of nobody', async () => {
    const { status, body } = await merchant.post('/charges', onSource('src_test_nothing'));
    expect({ status, message: (body as { message: string }).message }).toEqual({
      status: 404,
      message: 'source src_test_nothing was not found',
    });
  });

  it('rejects metadata that is no object', async () => {
    const { body } = await merchant.post('/charges', onSource(await newSource(), { metadata: 'plain' }));
    expect(body).toMatchObject({ code: 'bad_request', message: 'Metadata should be a JSON hash' });
  });

  it('lets one source serve one charge, however many try at once', async () => {
    const id = await newSource();
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => merchant.post('/charges', onSource(id))),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400, 400, 400, 400]);
    expect(answers.find(({ status }) => status === 400)?.body).toMatchObject({
      code: 'invalid_charge',
      message: 'source was already used',
    });
    const later = await merchant.post('/charges', onSource(id));
    expect(later.body).toMatchObject({ code: 'invalid_charge', message: 'source was already used' });
    expect(await gateway.database.charge.count({ where: { sourceId: id } })).toBe(1);
  });
});

describe('PATCH /charges/{id}', () => {
  it('changes the description and the metadata, and nothing else', async () => {
    const charge = await merchant.charge({ description: 'before', 'metadata[a]': '1' });
    const { body } = await merchant.patch(`/charges/${charge.id}`, {
      description: 'after',
      'metadata[b]': '2',
      amount: 1,
      status: 'successful',
    });
    expect(body).toEqual({
      ...charge,
      description: 'after',
      metadata: { b: '2' },
      refunds: expect.anything() as object,
    });
    expect(await merchant.eventKeys(charge.id)).toEqual(['charge.create', 'charge.update']);
  });

  it('leaves what is not sent as it is', async () => {
    const charge = await merchant.charge({ description: 'kept', 'metadata[a]': '1' });
    const { body } = await merchant.patch(`/charges/${charge.id}`, { 'metadata[a]': '2' });
    expect(body).toMatchObject({ description: 'kept', metadata: { a: '2' } });
  });

  it('clears what is sent empty', async () => {
    const charge = await merchant.charge({ description: 'before', 'metadata[a]': '1' });
    const { body } = await merchant.patch(`/charges/${charge.id}`, { description: '', metadata: '' });
    expect(body).toMatchObject({ description: null, metadata: {} });
  });

  it('loses no change when many are made at once', async () => {
    const charge = await merchant.charge();
    const patches = Array.from({ length: 6 }, (_, index) =>
      merchant.patch(`/charges/${charge.id}`, { description: `change ${index}` }),
    );
    const statuses = (await Promise.all(patches)).map(({ status }) => status);
    expect(statuses).toEqual(statuses.map(() => 200));
    expect((await merchant.eventKeys(charge.id)).filter((key) => key === 'charge.update')).toHaveLength(6);
  });
});
