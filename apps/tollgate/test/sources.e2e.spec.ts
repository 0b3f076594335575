import request from 'supertest';
import { useGateway } from './harness.js';
import type { Merchant } from './merchant.js';

const gateway = useGateway();
let merchant: Merchant;

beforeAll(async () => {
  merchant = await gateway.account();
});

const SOURCE_FIELDS = [
  'object',
  'id',
  'livemode',
  'location',
  'amount',
  'barcode',
  'bank',
  'created_at',
  'currency',
  'email',
  'flow',
  'installment_term',
  'ip',
  'absorption_type',
  'name',
  'mobile_number',
  'phone_number',
  'platform_type',
  'scannable_code',
  'qr_settings',
  'billing',
  'shipping',
  'items',
  'references',
  'provider_references',
  'store_id',
  'store_name',
  'terminal_id',
  'type',
  'zero_interest_installments',
  'charge_status',
  'receipt_amount',
  'discounts',
  'promotion_code',
  'supplier_id',
];

describe('POST /sources', () => {
  it.each([
    { type: 'boost', currency: 'MYR', amount: 100, flow: 'redirect' },
    { type: 'boost', currency: 'MYR', amount: 499900, flow: 'redirect' },
    { type: 'mobile_banking_kbank', currency: 'THB', amount: 2000, flow: 'app_redirect' },
    { type: 'mobile_banking_kbank', currency: 'THB', amount: 15000000, flow: 'app_redirect' },
  ])('creates a $type source of $amount $currency', async ({ type, currency, amount, flow }) => {
    const { status, body } = await merchant.post('/sources', {
      type,
      currency: currency.toLowerCase(),
      amount,
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      object: 'source',
      type,
      currency,
      amount,
      flow,
      livemode: false,
      charge_status: 'unknown',
      items: [],
      discounts: [],
    });
  });

  it('returns every field in the recorded order', async () => {
    const { body } = await merchant.post('/sources', {
      type: 'mobile_banking_kbank',
      currency: 'THB',
      amount: 2000,
      platform_type: 'IOS',
    });
    expect(Object.keys(body as object)).toEqual(SOURCE_FIELDS);
    expect(body).toMatchObject({ platform_type: 'IOS', provider_references: null, ip: null });
    expect((body as { id: string }).id).toMatch(/^src_test_[0-9a-z]{19}$/);
    expect((body as { created_at: string }).created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
  });

  it('accepts JSON and forms, and both kinds of key', async () => {
    for (const kind of ['public', 'secret'] as const) {
      const { status, body } = await request(gateway.settings.baseUrl)
        .post('/sources')
        .auth(merchant.key(kind), '')
        .send({ type: 'boost', amount: 100, currency: 'MYR', billing: {}, platform_type: 'ANDROID' });
      expect({ status, platform: (body as { platform_type: string }).platform_type }).toEqual({
        status: 200,
        platform: 'ANDROID',
      });
    }
  });

  it.each([
    [{}, 'amount is not a number, currency is currently not supported, and type is currently not supported'],
    [{ type: 'boost', currency: 'MYR', amount: 99 }, 'amount must be at least 100'],
    [{ type: 'boost', currency: 'MYR', amount: 499901 }, 'amount must be less than 499901'],
    [{ type: 'boost', currency: 'MYR', amount: '12.5' }, 'amount must be an integer'],
    [{ type: 'boost', currency: 'MYR', amount: 'ten' }, 'amount is not a number'],
    [{ type: 'boost', currency: 'THB', amount: 100 }, 'currency must be MYR'],
    [{ type: 'boost', currency: 'XXX', amount: 100 }, 'currency is currently not supported'],
    [{ type: 'barter', currency: 'MYR', amount: 100 }, 'type is currently not supported'],
    [
      { type: 'boost', currency: 'MYR', amount: 100, platform_type: 'toaster' },
      'platform_type must be IOS, ANDROID or WEB',
    ],
    [{ type: 'mobile_banking_kbank', currency: 'THB', amount: 1999 }, 'amount must be at least 2000'],
    [
      { type: 'mobile_banking_kbank', currency: 'MYR', amount: 'x' },
      'amount is not a number and currency must be THB',
    ],
  ])('rejects %j', async (form, message) => {
    const { status, body } = await merchant.post('/sources', form);
    expect(status).toBe(400);
    expect(body).toEqual({
      object: 'error',
      location: 'https://www.omise.co/api-errors#bad-request',
      code: 'bad_request',
      message,
    });
  });
});

describe('GET /sources/{id}', () => {
  it('returns the created source', async () => {
    const { body: made } = await merchant.post('/sources', { type: 'boost', amount: 2000, currency: 'MYR' });
    const { status, body } = await merchant.get(`/sources/${(made as { id: string }).id}`);
    expect(status).toBe(200);
    expect(body).toEqual(made);
  });

  it('returns 404 for an unknown id', async () => {
    const { status, body } = await merchant.get('/sources/src_test_nothing');
    expect(status).toBe(404);
    expect(body).toMatchObject({ code: 'not_found', message: 'source src_test_nothing was not found' });
  });
});
