import QRCode from 'qrcode';
import request from 'supertest';
import { paynowCode } from '#resources/payment-methods/rules/codes/paynow-code.js';
import { promptpayCode } from '#resources/payment-methods/rules/codes/promptpay-code.js';
import { paymentMethodOf } from '#resources/payment-methods/rules/registry.js';
import type { ChargeBody } from './answers.js';
import { useGateway } from './harness.js';
import type { Merchant } from './merchant.js';
import { sourceOf } from './method-sources.js';

const gateway = useGateway();
let merchant: Merchant;

beforeAll(async () => {
  merchant = await gateway.account();
});

interface SourceBody {
  readonly id: string;
  readonly [field: string]: unknown;
}

async function makeSource(form: object, shop = merchant): Promise<SourceBody> {
  const { status, body } = await shop.post('/sources', { amount: 300_000, currency: 'THB', ...form });
  expect({ status, body: body as unknown }).toMatchObject({ status: 200 });
  return body as SourceBody;
}

async function chargeSource(form: object, shop = merchant): Promise<ChargeBody> {
  const { id } = await makeSource(form, shop);
  const { status, body } = await shop.post('/charges', {
    amount: 300_000,
    currency: 'THB',
    source: id,
    return_uri: 'https://shop.example/',
  });
  expect({ status, body: body as unknown }).toMatchObject({ status: 200 });
  return body as ChargeBody;
}

async function refusal(form: object): Promise<string> {
  const { status, body } = await merchant.post('/sources', { amount: 300_000, currency: 'THB', ...form });
  expect(status).toBe(400);
  return (body as { message: string }).message;
}

describe('a source', () => {
  it('shows its details of customer, shop and goods, even within its charge', async () => {
    const told = {
      name: 'Somchai Example',
      email: 'a@shop.example',
      store_id: '1',
      store_name: 'Main',
      terminal_id: 'T1',
      bank: 'kbank',
    };
    const address = { street1: '1 Road', city: 'Bangkok', country: 'TH', postal_code: '10320' };
    const item = {
      'items[0][quantity]': 2,
      'items[0][amount]': 150_000,
      'items[0][name]': 'Tea',
      'items[0][sku]': 'T-1',
    };
    const source = await makeSource({
      type: 'truemoney',
      mobile_number: '0812345678',
      ...told,
      billing: address,
      ...item,
    });
    const shownItem = {
      sku: 'T-1',
      name: 'Tea',
      amount: 150_000,
      quantity: 2,
      category: null,
      brand: null,
      item_uri: null,
      image_uri: null,
    };
    const shown = {
      ...told,
      phone_number: '0812345678',
      mobile_number: '0812345678',
      billing: { ...address, street2: null, state: null },
      shipping: null,
      barcode: null,
      items: [shownItem],
    };
    expect(source).toMatchObject(shown);
    expect(Object.keys((source['items'] as object[])[0] ?? {})).toEqual(Object.keys(shownItem));
    expect((await merchant.get(`/sources/${source.id}`)).body).toEqual(source);

    const { body } = await merchant.post('/charges', {
      amount: 300_000,
      currency: 'THB',
      source: source.id,
      return_uri: 'https://a.example/',
    });
    const charge = await merchant.retrieve((body as { id: string }).id);
    expect(JSON.stringify(charge.source)).toBe(JSON.stringify({ ...source, charge_status: 'pending' }));
  });

  it.each([
    [{ type: 'truemoney' }, 'phone_number must contain 10-11 digit characters'],
    [{ type: 'truemoney', phone_number: '123' }, 'phone_number must contain 10-11 digit characters'],
    [{ type: 'truemoney', phone_number: '0812345678', name: { a: 1 } }, 'name must be a string'],
    [{ type: 'barcode_alipay' }, 'barcode cannot be blank'],
    [{ type: 'installment_bay' }, 'installment_term must be 3, 4, 6, 9 or 10'],
    [
      { type: 'installment_bay', installment_term: 5, amount: 1 },
      'amount must be at least 200000 and installment_term must be 3, 4, 6, 9 or 10',
    ],
    [
      { type: 'installment_bay', installment_term: 3, zero_interest_installments: 'perhaps' },
      'zero_interest_installments must be true or false',
    ],
    [{ type: 'grabpay', currency: 'USD' }, 'currency must be THB, MYR or SGD'],
  ])('of %j is rejected with one sentence, alone and with its charge', async (form, message) => {
    expect(await refusal(form)).toBe(message);
    const { amount = 300_000, currency = 'THB', ...source } = form as Record<string, unknown>;
    const { status, body } = await merchant.post('/charges', {
      amount,
      currency,
      source,
      return_uri: 'https://shop.example/',
    });
    expect({ status, ...(body as object) }).toMatchObject({ status: 400, code: 'invalid_charge', message });
  });
});

describe('list items in a form', () => {
  const goods = [
    { name: 'Tea', amount: 100, sku: null },
    { name: 'ชา & milk', amount: 200, sku: 'M-1' },
  ];

  it.each([
    [
      'with numbers',
      'items[0][name]=Tea&items[0][amount]=100&items[1][name]=ชา %26 milk&items[1][amount]=200&items[1][sku]=M-1',
    ],
    [
      'without, as omise-php sends them',
      'items[][name]=Tea&items[][amount]=100&items[][name]=ชา %26 milk&items[][amount]=200&items[][sku]=M-1',
    ],
  ])('are separated %s, alone and with a charge', async (_, items) => {
    const { body: source } = await merchant
      .post('/sources')
      .send(`type=boost&amount=2000&currency=MYR&${items}`);
    expect(source).toMatchObject({ items: goods });
    const form = `amount=2000&currency=MYR&return_uri=https://shop.example/&source[type]=boost`;
    const { body: charge } = await merchant
      .post('/charges')
      .send(`${form}&${items.replaceAll('items', 'source[items]')}`);
    expect(charge).toMatchObject({ source: { items: goods } });
  });

  it('can have any names safely', async () => {
    const { status, body } = await merchant
      .post('/sources')
      .send('items[][__proto__]=1&items[][constructor]=2&items[][__proto__]=3');
    expect({ status, ...(body as object) }).toMatchObject({ status: 400, code: 'bad_request' });
    expect(({} as { 1?: unknown })[1]).toBeUndefined();
  });
});

describe('installment sources', () => {
  const BAY = { type: 'installment_bay', installment_term: '10' };

  it('accept the plural name of their term, as shop plugins send it', async () => {
    const charge = await chargeSource({ type: 'installment_bay', installment_terms: '10' });
    expect(charge.source).toMatchObject({ installment_term: 10 });
  });

  it('cost the merchant nothing more if the customer pays the interest', async () => {
    const charge = await chargeSource(BAY);
    expect(charge).toMatchObject({
      interest: 0,
      interest_vat: 0,
      fee: 4950,
      fee_vat: 347,
      net: 294_703,
      zero_interest_installments: false,
    });
    expect(charge.source).toMatchObject({
      installment_term: 10,
      absorption_type: 'customer',
      zero_interest_installments: false,
    });
  });

  it('are interest-free if the charge says so, unless the source says otherwise', async () => {
    const charge = {
      amount: 300_000,
      currency: 'THB',
      return_uri: 'https://shop.example/',
      zero_interest_installments: true,
    };
    const { body } = await merchant.post('/charges', { ...charge, source: BAY });
    expect(body).toMatchObject({ zero_interest_installments: true, source: { absorption_type: 'merchant' } });
    const other = await merchant.post('/charges', {
      ...charge,
      source: { ...BAY, zero_interest_installments: false },
    });
    expect(other.body).toMatchObject({
      zero_interest_installments: false,
      source: { absorption_type: 'customer' },
    });
  });

  it('cost the merchant interest and VAT if they are interest-free, as posted', async () => {
    const charge = await chargeSource({ ...BAY, zero_interest_installments: 'true' });
    expect(charge).toMatchObject({
      interest: 24_000,
      interest_vat: 1680,
      net: 269_023,
      zero_interest_installments: true,
    });
    expect(charge.source).toMatchObject({ absorption_type: 'merchant', zero_interest_installments: true });
    const { body: paid } = await merchant.post(`/charges/${charge.id}/mark_as_paid`);
    const { transaction: postingId } = paid as { transaction: string };
    expect((await merchant.get(`/transactions/${postingId}`)).body).toMatchObject({
      amount: 269_023,
      direction: 'credit',
    });
    const entries = await gateway.database.journalEntry.findMany({
      where: { postingId },
      select: { ledger: true, amount: true },
    });
    expect(Object.fromEntries(entries.map(({ ledger, amount }) => [ledger, Number(amount)]))).toEqual({
      customers: -300_000,
      merchant: 269_023,
      fees: 4950,
      vat: 2027,
      interest: 24_000,
    });
  });

  it('use the account’s default', async () => {
    const shop = await gateway.account();
    await shop.patch('/account', { zero_interest_installments: true });
    expect(await makeSource(BAY, shop)).toMatchObject({
      zero_interest_installments: true,
      absorption_type: 'merchant',
    });
    expect(await makeSource({ ...BAY, zero_interest_installments: false }, shop)).toMatchObject({
      absorption_type: 'customer',
    });
    expect(await makeSource({ type: 'alipay' }, shop)).toMatchObject({
      zero_interest_installments: null,
      absorption_type: null,
    });
  });
});

interface Document {
  readonly id: string;
  readonly location: string;
  readonly download_uri: string;
}

describe('a PromptPay charge', () => {
  it('has a code that its address alone opens, and the source has none before', async () => {
    const source = await makeSource({ type: 'promptpay' });
    expect(source).toMatchObject({ scannable_code: null, references: null });
    const charge = await chargeSource({ type: 'promptpay' });
    const { scannable_code: code } = charge.source as unknown as { scannable_code: { image: Document } };
    const { id, location, download_uri: uri } = code.image;
    expect(Object.entries(code)).toEqual([
      ['object', 'barcode'],
      ['type', 'qr'],
      ['image', code.image],
      ['raw_data', null],
    ]);
    expect(Object.entries(code.image)).toEqual([
      ['object', 'document'],
      ['livemode', false],
      ['id', expect.stringMatching(/^docu_test_[0-9a-z]{19}$/)],
      ['deleted', false],
      ['filename', 'qrcode_test.svg'],
      ['location', `/charges/${charge.id}/documents/${id}`],
      ['kind', 'qr'],
      [
        'download_uri',
        expect.stringMatching(new RegExp(`^${gateway.settings.baseUrl}${location}/downloads/[0-9A-F]{16}$`)),
      ],
      ['created_at', charge.created_at],
    ]);
    const { status, headers, body } = await request(uri).get('');
    expect([status, headers['content-type']]).toEqual([200, 'image/svg+xml; charset=utf-8']);
    expect((body as Buffer).toString()).toBe(
      await QRCode.toString(promptpayCode({ amount: 300_000 }), { type: 'svg', margin: 2 }),
    );
    expect((await merchant.get(location)).body).toEqual(code.image);
    expect((await merchant.get(`/sources/${charge.source.id}`)).body).toMatchObject({ scannable_code: code });
  });

  it('waits for 24 hours, and has a number at the provider', async () => {
    const charge = await chargeSource({ type: 'promptpay' });
    expect(Date.parse(charge.expires_at) - Date.parse(charge.created_at)).toBe(24 * 3_600_000);
    const { provider_references: numbers } = charge.source as unknown as { provider_references: object };
    expect(Object.entries(numbers)).toEqual([
      ['reference_number_1', expect.stringMatching(/^\d{19}$/)],
      ['reference_number_2', null],
      ['buyer_name', null],
    ]);
    expect(Object.entries(charge.source).at(-1)).toEqual(['supplier_id', null]);
  });

  it('has a page with its code and the way back if it has a return_uri', async () => {
    const { authorize_uri: page, ...charge } = await chargeSource({ type: 'promptpay' });
    expect(page).toMatch(/\/payments\/pay2_test_[0-9a-z]{19}\/authorize\?acs=false$/);
    const { text } = await request(page).get('');
    expect(text).toContain('data-testid="code"');
    const paid = await request(page).post('').type('form').redirects(0).send({ outcome: 'successful' });
    expect([paid.status, paid.headers['location']]).toEqual([303, 'https://shop.example/']);
    expect(await merchant.retrieve(charge.id)).toMatchObject({ status: 'successful', authorize_uri: page });
  });

  it.each([
    [{}, 'promptpay'],
    [{}, 'bill_payment_tesco_lotus'],
    [{ barcode: '281011112222333344' }, 'barcode_alipay'],
    [{}, 'truemoney_qr'],
  ])('has no page without a return_uri (%j, %s)', async (details, type) => {
    const form = { amount: 300_000, currency: 'THB', source: { type, ...details } };
    expect((await merchant.post('/charges', form).type('json')).body).toMatchObject({
      return_uri: null,
      authorize_uri: null,
    });
    const { body } = await merchant
      .post('/charges', { ...form, return_uri: 'http://shop.example/' })
      .type('json');
    const { text } = await request((body as ChargeBody).authorize_uri).get('');
    expect(text).toContain('data-testid="amount"');
  });

  it('is of 20 to 150,000 baht', async () => {
    for (const [amount, message] of [
      [1_999, 'amount must be at least 2000'],
      [15_000_001, 'amount must be less than 15000001'],
    ] as const)
      expect(await refusal({ type: 'promptpay', amount })).toBe(message);
    for (const amount of [2_000, 15_000_000]) await makeSource({ type: 'promptpay', amount });
  });

  it('exposes its code at no other address', async () => {
    const charge = await chargeSource({ type: 'promptpay' });
    const { scannable_code: code } = charge.source as unknown as { scannable_code: { image: Document } };
    const { location, download_uri: uri } = code.image;
    const other = await chargeSource({ type: 'alipay' });
    for (const wrong of [
      `${uri}0`,
      uri.replace(charge.id, other.id),
      uri.replace(code.image.id, 'docu_test_nothing'),
    ]) {
      expect((await request(wrong).get('')).body).toMatchObject({ code: 'not_found' });
    }
    const stranger = await gateway.account();
    expect((await stranger.get(location)).body).toMatchObject({ code: 'not_found' });
    expect((await merchant.get(`/charges/${other.id}/documents/docu_test_nothing`)).body).toMatchObject({
      message: 'document docu_test_nothing was not found',
    });
  });
});

it('a PayNow charge has a QR code too', async () => {
  const shop = await gateway.account({ country: 'SG', currency: 'SGD' });
  const { body } = await shop.post('/charges', { amount: 10_000, currency: 'SGD', 'source[type]': 'paynow' });
  const { authorize_uri: page, source } = body as ChargeBody & {
    source: { scannable_code: { image: Document } };
  };
  expect(page).toBeNull();
  expect(body).toMatchObject({
    source: { provider_references: { reference_number_2: null, buyer_name: null } },
  });
  const picture = (await request(source.scannable_code.image.download_uri).get('')).body as Buffer;
  expect(picture.toString()).toBe(
    await QRCode.toString(paynowCode({ amount: 10_000 }), { type: 'svg', margin: 2 }),
  );
});

it('a konbini charge has a page without a return link, and shows its expiry', async () => {
  const shop = await gateway.account({ country: 'JP', currency: 'JPY' });
  const told = { name: 'ヤマダタロウ', email: 'a@shop.example', phone_number: '01234567891' };
  const { body } = await shop.post('/charges', {
    amount: 300,
    currency: 'JPY',
    source: { type: 'econtext', ...told },
  });
  const charge = body as ChargeBody & { source: { references: object } };
  expect(charge).toMatchObject({
    return_uri: null,
    source: { flow: 'offline', references: { expires_at: charge.expires_at } },
  });
  expect((await request(charge.authorize_uri).get('')).text).toContain('Konbini');
  await request(charge.authorize_uri).post('').type('form').redirects(0).send({ outcome: 'successful' });
  expect(await shop.retrieve(charge.id)).toMatchObject({ status: 'successful' });
});

it.each([
  'alipay_cn',
  'atome',
  'dana',
  'fpx',
  'gcash',
  'paynow',
  'paypay',
  'touch_n_go',
  'truemoney_jumpapp',
])('a charge of %s has partial refunds, but no voids', async (type) => {
  const method = paymentMethodOf(type);
  const { amount, currency, ...source } = sourceOf(method);
  const form = { amount, currency, source, return_uri: 'https://shop.example/' };
  const { id } = (await merchant.post('/charges').type('json').send(form)).body as ChargeBody;
  await merchant.post(`/charges/${id}/mark_as_paid`);
  expect(await merchant.retrieve(id)).toMatchObject({
    refundable: true,
    partially_refundable: true,
    can_perform_void: false,
  });
  expect((await merchant.post(`/charges/${id}/refunds`, { amount: 1 })).body).toMatchObject({
    amount: 1,
    voided: false,
  });
});

it('a WeChat Pay charge has no fee and no refunds', async () => {
  const { id } = await chargeSource({ type: 'wechat_pay' });
  expect((await merchant.post(`/charges/${id}/mark_as_paid`)).body).toMatchObject({
    fee: 0,
    net: 300_000,
    refundable: false,
  });
});

describe('a bill payment', () => {
  it('has its numbers, expiry and barcode in references', async () => {
    const charge = await chargeSource({ type: 'bill_payment_tesco_lotus' });
    const { references, scannable_code: code } = charge.source as unknown as {
      references: Record<string, string>;
      scannable_code: null;
    };
    expect(code).toBeNull();
    expect(references).toMatchObject({
      expires_at: charge.expires_at,
      omise_tax_id: '0000000000000',
      reference_number_1: expect.stringMatching(/^\d{18}$/) as string,
      reference_number_2: expect.stringMatching(/^\d{18}$/) as string,
    });
    expect((await request(references['barcode'] ?? '').get('')).headers['content-type']).toMatch(
      /^image\/svg/,
    );
    expect(charge.source).toMatchObject({ provider_references: null });
  });

  it('has a barcode that shop plugins can parse: bars in a group in a group', async () => {
    const charge = await chargeSource({ type: 'bill_payment_tesco_lotus' });
    const { references } = charge.source as unknown as { references: { barcode: string } };
    const { body } = await request(references.barcode).get('');
    const bars =
      /<svg [^>]*>\s*<g [^>]*>\s*<rect [^>]*>\s*<g [^>]*>((?:\s*<rect [^>]*>)+)\s*<\/g>\s*<\/g>\s*<\/svg>/;
    expect((body as Buffer).toString()).toMatch(bars);
  });

  it('at a till has only its expiry', async () => {
    const charge = await chargeSource({ type: 'barcode_alipay', barcode: '281011112222333344' });
    expect(charge.source).toMatchObject({
      barcode: '281011112222333344',
      references: { expires_at: charge.expires_at, reference_number_1: null, barcode: null },
    });
  });
});
