import request from 'supertest';
import { useGateway, type Gateway, type Merchant } from './harness.js';

const strict = useGateway();
const lenient = useGateway(() => ({ KEY_RULES: 'lenient', DATABASE_URL: strict.databaseUrl }));
const recorded = useGateway(() => ({ FIDELITY: 'recorded', DATABASE_URL: strict.databaseUrl }));
let merchant: Merchant;

beforeAll(async () => {
  merchant = await strict.account();
});

interface Capability {
  readonly payment_methods: readonly { readonly name: string; readonly [field: string]: unknown }[];
  readonly [field: string]: unknown;
}

function ask(key: string, { settings }: Gateway = strict): request.Test {
  return request(settings.baseUrl).get('/capability').auth(key, '');
}

async function capabilityOf(account: Merchant, mode: 'test' | 'live' = 'test'): Promise<Capability> {
  const { status, body } = await ask(account.key('public', mode));
  expect(status).toBe(200);
  return body as Capability;
}

/** What is recorded of a Thai account, where it differs from a method in baht with nothing else to say. */
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
  it('answers a Thai account all that is recorded of one, keys in order', async () => {
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

  it('is the same in both modes, and says what the account says of interest', async () => {
    const shop = await strict.account();
    await shop.patch('/account', { zero_interest_installments: true });
    expect(await capabilityOf(shop)).toMatchObject({ zero_interest_installments: true });
    expect(await capabilityOf(shop, 'live')).toEqual(await capabilityOf(shop));
  });

  it.each([
    ['MY', 'MYR', ['card', 'grabpay', 'shopeepay_jumpapp', 'shopeepay', 'boost']],
    ['SG', 'SGD', ['card', 'grabpay', 'shopeepay_jumpapp', 'shopeepay']],
    ['JP', 'JPY', ['card']],
  ])('answers an account in %s what there is in its country, with limits in %s', async (country, currency, names) => {
    const body = await capabilityOf(await strict.account({ country, currency }));
    expect(body.payment_methods.map(({ name }) => name)).toEqual(names);
    expect(body.payment_methods[0]).toMatchObject({ currencies: expect.arrayContaining([currency]) as string[] });
    expect(body).toMatchObject({ country, banks: [] });
    if (currency === 'JPY') expect(body['limits']).toMatchObject({ charge_amount: { min: 91, max: 22_727_272_727 } });
  });

  it('opens for a secret key where that is as recorded, or with lenient rules', async () => {
    expect((await ask(merchant.key('secret'))).status).toBe(401);
    const { status, body } = await ask(merchant.key('secret'), lenient);
    expect({ status, body: body as unknown }).toEqual({ status: 200, body: await capabilityOf(merchant) });
    for (const gateway of [lenient, recorded]) {
      for (const kind of ['public', 'secret'] as const) expect((await ask(merchant.key(kind), gateway)).status).toBe(200);
    }
  });

  it.each([
    ['lenient rules', (): Gateway => lenient],
    ['what is recorded', (): Gateway => recorded],
  ])('is the only route that %s opens', async (_, other) => {
    const { vaultUrl, baseUrl } = other().settings;
    expect((await request(vaultUrl).get('/tokens/tokn_test_nothing').auth(merchant.key('secret'), '')).status).toBe(401);
    expect((await request(baseUrl).get('/charges').auth(merchant.key('public'), '')).status).toBe(401);
  });
});
