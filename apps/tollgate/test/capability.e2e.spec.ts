import request from 'supertest';
import { PAYMENT_METHODS } from '#resources/payment-methods/rules/registry.js';
import { useGateway, useOwnGateway, type Gateway } from './harness.js';
import type { Merchant, Mode } from './merchant.js';
import { besideSource, ONE_METHOD_PER_SHAPE, sourceOf } from './method-sources.js';

const specified = useGateway();
const recorded = useOwnGateway(() => ({ FIDELITY: 'recorded', DATABASE_URL: specified.databaseUrl }));
let merchant: Merchant;

beforeAll(async () => {
  merchant = await specified.account();
});

interface Capability {
  readonly payment_methods: readonly { readonly name: string; readonly [field: string]: unknown }[];
  readonly [field: string]: unknown;
}

function ask(key: string, { settings }: Gateway = specified): request.Test {
  return request(settings.baseUrl).get('/capability').auth(key, '');
}

async function capabilityOf(
  account: Merchant,
  { mode = 'test', gateway = specified }: { mode?: Mode; gateway?: Gateway } = {},
): Promise<Capability> {
  const { status, body } = await ask(account.key('public', mode), gateway);
  expect(status).toBe(200);
  return body as Capability;
}

/** Recorded methods of a Thai account, with their differences from a plain method in baht. */
const THAI_METHODS: readonly (readonly [name: string, facts?: object])[] = [
  [
    'card',
    {
      currencies: ['THB', 'JPY', 'USD', 'EUR', 'GBP', 'SGD', 'AUD', 'CHF', 'CNY', 'DKK', 'HKD'],
      card_brands: ['JCB', 'Visa', 'MasterCard'],
    },
  ],
  ['internet_banking_bay'],
  ['internet_banking_bbl'],
  ['alipay'],
  ['installment_bay', { installment_terms: [3, 4, 6, 9, 10] }],
  ['installment_kbank', { installment_terms: [3, 4, 6, 10] }],
  ['installment_ktc', { installment_terms: [3, 4, 5, 6, 7, 8, 9, 10] }],
  ['installment_bbl', { installment_terms: [4, 6, 8, 9, 10] }],
  ['installment_first_choice', { installment_terms: [3, 4, 6, 9, 10, 12, 18, 24, 36] }],
  ['bill_payment_tesco_lotus'],
  ['barcode_alipay'],
  ['grabpay', { currencies: ['THB', 'MYR', 'SGD'] }],
  ['shopeepay_jumpapp', { currencies: ['SGD', 'MYR', 'THB'] }],
  ['shopeepay', { currencies: ['SGD', 'MYR', 'THB'] }],
  ['installment_scb', { installment_terms: [3, 4, 6, 9, 10] }],
  ['installment_ttb', { installment_terms: [3, 4, 6, 10] }],
  ['installment_uob', { installment_terms: [3, 4, 6, 10] }],
  ['mobile_banking_kbank'],
  ['mobile_banking_bay'],
  ['mobile_banking_scb'],
  ['mobile_banking_bbl'],
  ['mobile_banking_ktb'],
  ['points_citi'],
  ['promptpay'],
  ['rabbit_linepay'],
  ['truemoney'],
];

describe('GET /capability', () => {
  it('returns everything recorded for a Thai account, with keys in order', async () => {
    const text = JSON.stringify(await capabilityOf(merchant));
    const payment_methods = THAI_METHODS.map(([name, facts]) => ({
      object: 'payment_method',
      name,
      currencies: ['THB'],
      card_brands: null,
      installment_terms: null,
      loan_installment_terms: null,
      banks: [],
      provider: null,
      ...facts,
    }));
    const expected = {
      object: 'capability',
      location: '/capability',
      banks: (
        'test bbl kbank rbs ktb jpm mufg ttb scb citi smbc sc cimb uob bay mega boa cacib gsb hsbc db ghb baac mb bnp ibank ' +
        'tisco kk icbc tcrb lhb'
      ).split(' '),
      limits: {
        charge_amount: { max: 500_000_000_000, min: 2000 },
        transfer_amount: { max: 100_000_000_000, min: 3000 },
        installment_amount: { min: 200_000 },
      },
      payment_methods,
      country: 'TH',
      tokenization_methods: ['googlepay'],
      zero_interest_installments: false,
    };
    expect(text).toBe(JSON.stringify(expected));
  });

  it('is equal in both modes, and has the account’s zero_interest_installments', async () => {
    const shop = await specified.account();
    await shop.patch('/account', { zero_interest_installments: true });
    expect(await capabilityOf(shop)).toMatchObject({ zero_interest_installments: true });
    expect(await capabilityOf(shop, { mode: 'live' })).toEqual(await capabilityOf(shop));
  });

  it.each([
    ['MY', 'MYR', ['card', 'grabpay', 'shopeepay_jumpapp', 'shopeepay', 'boost']],
    ['SG', 'SGD', ['card', 'grabpay', 'shopeepay_jumpapp', 'shopeepay']],
    ['JP', 'JPY', ['card']],
  ])(
    'returns for an account in %s its country’s methods, with limits in %s',
    async (country, currency, names) => {
      const body = await capabilityOf(await specified.account({ country, currency }));
      expect(body.payment_methods.map(({ name }) => name)).toEqual(names);
      expect(body.payment_methods[0]).toMatchObject({
        currencies: expect.arrayContaining([currency]) as string[],
      });
      expect(body).toMatchObject({ country, banks: [] });
      if (currency === 'JPY')
        expect(body['limits']).toMatchObject({ charge_amount: { min: 100, max: 22_727_272_727 } });
    },
  );

  it('accepts a secret key only as recorded', async () => {
    expect((await ask(merchant.key('secret'))).status).toBe(401);
    for (const kind of ['public', 'secret'] as const)
      expect((await ask(merchant.key(kind), recorded)).status).toBe(200);
  });

  it('is the only route that accepts another kind of key as recorded', async () => {
    const { vaultUrl, baseUrl } = recorded.settings;
    expect(
      (await request(vaultUrl).get('/tokens/tokn_test_nothing').auth(merchant.key('secret'), '')).status,
    ).toBe(401);
    expect((await request(baseUrl).get('/charges').auth(merchant.key('public'), '')).status).toBe(401);
  });
});

/** The types of the capability that omise-php recorded in 2025. */
const RECORDED_TYPES =
  'internet_banking_bay internet_banking_bbl alipay bill_payment_tesco_lotus barcode_alipay alipay_cn alipay_hk alipayplus_mpm ' +
  'alipayplus_upm atome atome_qr dana direct_debit_bay direct_debit_kbank direct_debit_ktb direct_debit_scb gcash grabpay ' +
  'installment_wlb_bay installment_wlb_bbl installment_wlb_first_choice installment_wlb_kbank installment_wlb_ktc installment_wlb_scb ' +
  'installment_wlb_ttb installment_wlb_uob kakaopay mobile_banking_bay mobile_banking_bbl mobile_banking_kbank mobile_banking_ktb ' +
  'mobile_banking_scb promptpay qr_code_upi rabbit_linepay shopeepay_jumpapp shopeepay touch_n_go truemoney truemoney_jumpapp ' +
  'truemoney_qr wechat_pay wechat_pay_mpm wechat_pay_upm';

describe('GET /capability as recorded', () => {
  const capabilityIn = async (country: string): Promise<Capability> =>
    capabilityOf(await specified.account({ country }), { gateway: recorded });

  it('has more brands, currencies and wallets than specified', async () => {
    const body = await capabilityIn('TH');
    expect(body['tokenization_methods']).toEqual(['googlepay', 'applepay']);
    expect(body.payment_methods[0]).toMatchObject({
      name: 'card',
      currencies: ['THB', 'JPY', 'USD', 'EUR', 'GBP', 'SGD', 'AUD', 'CHF', 'CNY', 'DKK', 'HKD', 'MYR'],
      card_brands: ['JCB', 'Visa', 'MasterCard', 'American Express', 'UnionPay'],
    });
  });

  it('has each recorded and specified type of a Thai account once', async () => {
    const names = (await capabilityIn('TH')).payment_methods.map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining([...RECORDED_TYPES.split(' '), ...THAI_METHODS.map(([name]) => name)]),
    );
    expect(new Set(names).size).toBe(names.length);
  });

  it.each([
    ['grabpay', { currencies: ['THB'] }],
    ['dana', { currencies: ['SGD'] }],
    ['direct_debit_scb', { currencies: ['THB'], installment_terms: null }],
    ['installment_wlb_first_choice', { loan_installment_terms: [3, 4, 6, 9, 10, 12, 18, 24] }],
  ])('has for %s in Thailand %j', async (type, facts) => {
    const { payment_methods: methods } = await capabilityIn('TH');
    expect(methods.find(({ name }) => name === type)).toMatchObject(facts);
  });

  it('has the banks of FPX', async () => {
    const { payment_methods: methods } = await capabilityIn('MY');
    const fpx = methods.find(({ name }) => name === 'fpx');
    expect(fpx?.['banks']).toContainEqual({ code: 'uob', name: 'UOB', active: true });
  });

  // capability.view.spec.ts checks names; this charges one method of each shape, and cards in three
  // currencies.
  it('has every type outside Thailand, and only chargeable ones', async () => {
    const shop = await specified.account({ country: 'JP' });
    const { payment_methods: listed } = await capabilityOf(shop, { gateway: recorded });
    expect(listed.map(({ name }) => name)).toEqual(
      expect.arrayContaining(PAYMENT_METHODS.map(({ type }) => type)),
    );
    const refused = await Promise.all(
      ONE_METHOD_PER_SHAPE.map(async (method) => {
        const { amount, currency, ...source } = sourceOf(method);
        const form = { amount, currency, source, return_uri: 'https://shop.example/back' };
        const { status } = await shop
          .post('/charges')
          .type('json')
          .send({ ...form, ...(await besideSource(shop, method)) });
        return status === 200 ? [] : [method.type];
      }),
    );
    expect(refused.flat()).toEqual([]);
    const cards = await Promise.all(
      (listed[0]?.['currencies'] as string[])
        .slice(0, 3)
        .map((currency) => shop.cardCharge({ amount: 500_000, currency })),
    );
    expect(cards.map(({ status }) => status)).toEqual(['successful', 'successful', 'successful']);
  });

  it('has the same content in the terms of 2017-11-02', async () => {
    const shop = await specified.account();
    const { body } = await ask(shop.key('public'), recorded).set('Omise-Version', '2017-11-02');
    const backends = (body as { payment_backends: object[] }).payment_backends;
    expect(backends[0]).toMatchObject({
      credit_card: { brands: expect.arrayContaining(['UnionPay']) as string[] },
    });
    expect(backends).toContainEqual({
      direct_debit_bay: {
        type: 'direct_debit_bay',
        currencies: ['thb'],
        amount: { min: 2000, max: 500_000_000_000 },
      },
    });
  });
});
