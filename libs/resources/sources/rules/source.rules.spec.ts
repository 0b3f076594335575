import { boost } from '../../payment-methods/rules/boost.js';
import { mobileBankingKbank } from '../../payment-methods/rules/mobile-banking.js';
import { PAYMENT_METHODS, paymentMethodOf } from '../../payment-methods/rules/registry.js';
import { sourceOf } from '../../test/source-of.js';
import { NO_DETAILS } from './source-details.js';
import { checkSourceRequest, type SourceRequest } from './source.rules.js';

const DEFAULTS = { zeroInterestInstallments: false };
const NOTHING = { installmentTerm: null, zeroInterestInstallments: null, details: NO_DETAILS };
const GOOD = { type: 'boost', amount: 50_000, currency: 'MYR' };

function problemsOf(request: SourceRequest): string[] {
  const checked = checkSourceRequest({ ...GOOD, ...request }, DEFAULTS);
  return 'problems' in checked ? checked.problems : [];
}

describe('a request for a source', () => {
  it('is converted to a source', () => {
    expect(checkSourceRequest(GOOD, DEFAULTS)).toEqual({
      source: { method: boost, amount: 50_000, currency: 'MYR', platformType: null, ...NOTHING },
    });
    expect(
      checkSourceRequest(
        { type: 'mobile_banking_kbank', amount: '2000', currency: 'thb', platform_type: 'IOS' },
        DEFAULTS,
      ),
    ).toEqual({
      source: { method: mobileBankingKbank, amount: 2000, currency: 'THB', platformType: 'IOS', ...NOTHING },
    });
  });

  it.each([['MYR'], ['myr'], ['mYr']])('may have its currency as %s', (currency) => {
    expect(checkSourceRequest({ ...GOOD, currency }, DEFAULTS)).toMatchObject({
      source: { currency: 'MYR' },
    });
  });

  it.each<[unknown, number]>([
    ['2000', 2000],
    [1e3, 1000],
  ])('may have its amount as %p', (sent, amount) => {
    expect(checkSourceRequest({ ...GOOD, amount: sent }, DEFAULTS)).toMatchObject({ source: { amount } });
  });

  it.each<[string, string, unknown, string | undefined]>([
    ['boost', 'MYR', 99, 'amount must be at least 100'],
    ['boost', 'MYR', 100, undefined],
    ['boost', 'MYR', 499_900, undefined],
    ['boost', 'MYR', 499_901, 'amount must be less than 499901'],
    ['mobile_banking_kbank', 'THB', 1999, 'amount must be at least 2000'],
    ['mobile_banking_kbank', 'THB', 2000, undefined],
    ['mobile_banking_kbank', 'THB', 15_000_000, undefined],
    ['mobile_banking_kbank', 'THB', 15_000_001, 'amount must be less than 15000001'],
    ['boost', 'MYR', 0, 'amount must be at least 100'],
    ['boost', 'MYR', -50_000, 'amount must be at least 100'],
    ['boost', 'MYR', 1e21, 'amount must be less than 499901'],
    ['boost', 'MYR', '9'.repeat(400), 'amount must be less than 499901'],
  ])('of %s in %s and amount %p has the problem %p', (type, currency, amount, problem) => {
    expect(problemsOf({ type, currency, amount })).toEqual(problem === undefined ? [] : [problem]);
  });

  it.each<[unknown, string]>([
    [2000.5, 'amount must be an integer'],
    ['2000.0', 'amount must be an integer'],
    ['1e3', 'amount is not a number'],
    ['', 'amount is not a number'],
    [undefined, 'amount is not a number'],
    [null, 'amount is not a number'],
    [NaN, 'amount is not a number'],
    [true, 'amount is not a number'],
    [[2000], 'amount is not a number'],
    [{}, 'amount is not a number'],
  ])('of amount %p is rejected: %s', (amount, problem) => {
    expect(problemsOf({ amount })).toEqual([problem]);
  });

  it.each([['XXX'], [''], [undefined], [null], [458], [['MYR']]])(
    'cannot have the currency %p',
    (currency) => {
      expect(problemsOf({ currency })).toEqual(['currency is currently not supported']);
    },
  );

  it('cannot have a currency that the method does not support', () => {
    expect(problemsOf({ currency: 'THB' })).toEqual(['currency must be MYR']);
    expect(problemsOf({ type: 'mobile_banking_kbank', currency: 'MYR' })).toEqual(['currency must be THB']);
  });

  it.each([['carrier_pigeon'], ['BOOST'], [''], [undefined], [null], [['boost']], [{}]])(
    'cannot have the type %p',
    (type) => {
      expect(problemsOf({ type })).toEqual(['type is currently not supported']);
    },
  );

  it.each([
    ['IOS', 'IOS'],
    ['iOS', 'IOS'],
    ['android', 'ANDROID'],
    ['WEB', 'WEB'],
    ['web', 'WEB'],
    ['None', null],
    [undefined, null],
  ])('with the platform %p has %p', (platform_type, platformType) => {
    expect(checkSourceRequest({ ...GOOD, platform_type }, DEFAULTS)).toMatchObject({
      source: { platformType },
    });
  });

  it.each([['toaster'], [''], [null], [1], [['IOS']]])('cannot have the platform %p', (platform_type) => {
    expect(problemsOf({ platform_type })).toEqual(['platform_type must be IOS, ANDROID or WEB']);
  });

  it('is rejected with all problems, the amount first', () => {
    expect(problemsOf({ type: 'x', amount: 'x', currency: 'x', platform_type: 'x' })).toEqual([
      'amount is not a number',
      'currency is currently not supported',
      'type is currently not supported',
      'platform_type must be IOS, ANDROID or WEB',
    ]);
    expect(problemsOf({ amount: 1, platform_type: 'x' })).toEqual([
      'amount must be at least 100',
      'platform_type must be IOS, ANDROID or WEB',
    ]);
  });
});

describe('a request for installments', () => {
  const KTC = { type: 'installment_ktc', amount: 300_000, currency: 'THB', installment_term: 6 };

  it.each([[6], ['6'], [' 6 ']])('names its term as %p', (installment_term) => {
    expect(checkSourceRequest({ ...KTC, installment_term }, DEFAULTS)).toMatchObject({
      source: { installmentTerm: 6 },
    });
  });

  it.each([[undefined], [2], [11], ['six'], [6.5], [[6]]])(
    'is rejected with the term %p',
    (installment_term) => {
      expect(problemsOf({ ...KTC, installment_term })).toEqual([
        'installment_term must be 3, 4, 5, 6, 7, 8, 9 or 10',
      ]);
    },
  );

  it('starts at 200,000 satang', () => {
    expect(problemsOf({ ...KTC, amount: 199_999 })).toEqual(['amount must be at least 200000']);
  });

  it('of Maybank always lets the merchant pay the interest', () => {
    const request = {
      type: 'installment_mbb',
      amount: 50_000,
      currency: 'MYR',
      installment_term: 12,
      zero_interest_installments: false,
    };
    expect(checkSourceRequest(request, DEFAULTS)).toMatchObject({
      source: { zeroInterestInstallments: true },
    });
  });

  it.each([
    [undefined, false, false],
    [undefined, true, true],
    [true, false, true],
    [false, true, false],
  ])(
    'with zero_interest_installments %p and the account’s default %p has %p',
    (sent, zeroInterestInstallments, expected) => {
      const request = { ...KTC, zero_interest_installments: sent };
      expect(checkSourceRequest(request, { zeroInterestInstallments })).toMatchObject({
        source: { zeroInterestInstallments: expected },
      });
    },
  );
});

describe('a request for a method with required parameters', () => {
  it.each([['0812345678'], ['66812345678'], ['+66 81-234-5678']])(
    'has the phone number %s',
    (phone_number) => {
      expect(problemsOf({ type: 'truemoney', amount: 2000, currency: 'THB', phone_number })).toEqual([]);
      expect(
        problemsOf({ type: 'truemoney', amount: 2000, currency: 'THB', mobile_number: phone_number }),
      ).toEqual([]);
    },
  );

  it.each([[undefined], ['081234567'], ['668123456789'], ['o812345678']])(
    'is rejected with the phone number %p',
    (phone_number) => {
      const request = { type: 'truemoney', amount: 200, currency: 'THB', phone_number };
      expect(problemsOf(request)).toEqual([
        'amount must be at least 2000',
        'phone_number must contain 10-11 digit characters',
      ]);
    },
  );

  it.each<[string, object, string[]]>([
    ['fpx', {}, ['bank cannot be blank']],
    ['fpx', { bank: 'kbank' }, ['bank is currently not supported']],
    ['fpx', { bank: 'maybank2e' }, []],
    ['duitnow_obw', { bank: 'maybank2e' }, ['bank is currently not supported']],
    ['duitnow_obw', { bank: 'affin' }, []],
    [
      'atome',
      {},
      [
        'phone_number must contain 8-15 digit characters',
        'shipping cannot be blank',
        'items cannot be blank',
      ],
    ],
    [
      'atome',
      { phone_number: '+65 8123 4567', shipping: { city: 'Singapore' }, items: [{ name: 'Tea' }] },
      [],
    ],
    [
      'econtext',
      {},
      [
        'name cannot be blank',
        'email is in invalid format',
        'phone_number must contain 10-11 digit characters',
      ],
    ],
    [
      'econtext',
      { name: 'ヤマダタロウ太郎太郎太', email: 'a', phone_number: '01234567891' },
      ['name is too long (maximum is 10 characters)', 'email is in invalid format'],
    ],
    ['econtext', { name: 'ヤマダタロウ', email: 'a@b.example', phone_number: '01234567891' }, []],
    ['truemoney_jumpapp', {}, []],
  ])('of type %s is validated with %j', (type, told, problems) => {
    const [[currency, { min }] = ['', { min: 0 }]] = Object.entries(paymentMethodOf(type).limits);
    expect(problemsOf({ type, currency, amount: min, ...told })).toEqual(problems);
  });

  it('is rejected without its barcode', () => {
    expect(problemsOf({ type: 'barcode_alipay', amount: 2000, currency: 'THB' })).toEqual([
      'barcode cannot be blank',
    ]);
    expect(
      problemsOf({ type: 'barcode_alipay', amount: 2000, currency: 'THB', barcode: '281011112222333344' }),
    ).toEqual([]);
  });
});

/** Each method in each of its currencies, with its limits there. */
const RANGES = PAYMENT_METHODS.flatMap((method) =>
  Object.entries(method.limits).map(([currency, { min, max }]) => ({
    type: method.type,
    currency,
    min,
    max,
    form: sourceOf(method),
  })),
);

describe.each(RANGES)('a request for $type in $currency', ({ type, currency, min, max, form }) => {
  it('accepts amounts from $min to $max', () => {
    for (const amount of [min, max]) {
      expect(checkSourceRequest({ ...form, amount, currency }, DEFAULTS)).toMatchObject({
        source: { method: { type }, amount, currency },
      });
    }
    expect(problemsOf({ ...form, amount: min - 1, currency })).toEqual([`amount must be at least ${min}`]);
    expect(problemsOf({ ...form, amount: max + 1, currency })).toEqual([
      `amount must be less than ${max + 1}`,
    ]);
  });

  it('names one of its terms, and each parameter that it requires', () => {
    const { installmentTerms: terms, required, isInterestAbsorbed } = paymentMethodOf(type);
    for (const term of terms ?? []) {
      expect(
        checkSourceRequest({ ...form, currency, amount: min, installment_term: term }, DEFAULTS),
      ).toMatchObject({
        source: { installmentTerm: term, zeroInterestInstallments: isInterestAbsorbed },
      });
    }
    for (const { parameter } of required) {
      expect(problemsOf({ ...form, currency, amount: min, [parameter]: undefined })).toHaveLength(1);
    }
  });
});
