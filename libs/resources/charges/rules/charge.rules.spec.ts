import { boost } from '../../payment-methods/rules/boost.js';
import { mobileBankingKbank } from '../../payment-methods/rules/mobile-banking.js';
import { promptpay } from '../../payment-methods/rules/promptpay.js';
import {
  cardChargeProblems,
  directDebitProblems,
  chargeProblems,
  expiryOf,
  type ChargeRequest,
} from './charge.rules.js';

const NOW = new Date('2026-01-31T08:15:00Z');
const SOURCE = { amount: 50_000, currency: 'MYR' } as const;
const GOOD: ChargeRequest = { amount: 50_000, currency: 'MYR', return_uri: 'https://shop.example/done' };

function problemsOf(request: ChargeRequest, method = boost): string[] {
  return chargeProblems({ ...GOOD, ...request }, SOURCE, method, NOW);
}

describe('a charge on a source', () => {
  it('is valid with the source’s amount and currency', () => {
    expect(problemsOf({})).toEqual([]);
  });

  it.each([['50000'], [5e4]])('may have its amount as %p', (amount) => {
    expect(problemsOf({ amount })).toEqual([]);
  });

  it.each([['myr'], ['Myr'], ['MYR']])('may have its currency as %s', (currency) => {
    expect(problemsOf({ currency })).toEqual([]);
  });

  it.each<[unknown, string]>([
    [49_999, 'amount must match the source amount, 50000'],
    [50_001, 'amount must match the source amount, 50000'],
    [-50_000, 'amount must match the source amount, 50000'],
    [1e21, 'amount must match the source amount, 50000'],
    ['50000.00', 'amount must be an integer'],
    [50_000.5, 'amount must be an integer'],
    ['5e4', 'amount is not a number'],
    [undefined, 'amount is not a number'],
    [null, 'amount is not a number'],
    [NaN, 'amount is not a number'],
    [[50_000], 'amount is not a number'],
    [{}, 'amount is not a number'],
  ])('of amount %p is rejected: %s', (amount, problem) => {
    expect(problemsOf({ amount })).toEqual([problem]);
  });

  it.each([['THB'], ['XXX'], [''], [undefined], [null], [458], [['MYR']]])(
    'cannot have the currency %p',
    (currency) => {
      expect(problemsOf({ currency })).toEqual(['currency must match the source currency, MYR']);
    },
  );

  it('can be captured later with every method', () => {
    expect(problemsOf({ capture: false })).toEqual([]);
    expect(problemsOf({ capture: false }, mobileBankingKbank)).toEqual([]);
  });

  it('needs no return_uri with offline methods, but accepts a valid one', () => {
    expect(problemsOf({ return_uri: undefined }, promptpay)).toEqual([]);
    expect(problemsOf({ return_uri: 'nowhere' }, promptpay)).toEqual(['return uri is invalid']);
    expect(problemsOf({ return_uri: undefined }, mobileBankingKbank)).toEqual(['return uri is invalid']);
  });

  it('is rejected with all problems, in a fixed order', () => {
    const request = {
      amount: 1,
      currency: 'THB',
      return_uri: '',
      capture: false,
      expires_at: 'soon',
      webhook_endpoints: ['nowhere'],
    };
    expect(problemsOf(request, mobileBankingKbank)).toEqual([
      'amount must match the source amount, 50000',
      'currency must match the source currency, MYR',
      'return uri is invalid',
      'expires at must be an ISO 8601 datetime such as 2026-01-31T00:00:00Z',
      'webhook endpoints must be an absolute http or https URL',
    ]);
  });
});

describe('a charge that creates its source', () => {
  it('is not compared with a source', () => {
    expect(chargeProblems({ return_uri: 'https://shop.example/' }, undefined, boost, NOW)).toEqual([]);
  });

  it('skips the rules of an unknown method', () => {
    expect(
      chargeProblems({ return_uri: 'http://shop.example/', capture: false }, undefined, undefined, NOW),
    ).toEqual([]);
    expect(chargeProblems({}, undefined, undefined, NOW)).toEqual(['return uri is invalid']);
  });
});

describe('the return_uri', () => {
  const longest = `https://shop.example/${'x'.repeat(2048 - 'https://shop.example/'.length)}`;

  it.each([
    ['https://shop.example'],
    ['HTTPS://SHOP.EXAMPLE/done?order=1#top'],
    ['https://127.0.0.1:8443/'],
    [longest],
  ])('may be %s', (return_uri) => {
    expect(problemsOf({ return_uri })).toEqual([]);
  });

  it.each([
    [undefined],
    [''],
    ['shop.example'],
    ['/done'],
    ['ftp://shop.example/'],
    ['javascript:alert(1)'],
    ['JavaScript://shop.example/%0aalert(1)'],
    ['data:text/html,hello'],
    ['file:///etc/passwd'],
    ['blob:https://shop.example/1'],
    ['myapp'],
    ['my app://done'],
    ['myapp://done\n'],
    ['1app://done'],
    ['https://'],
    ['https:shop.example'],
    [`${longest}x`],
  ])('is invalid when it is %s', (return_uri) => {
    expect(problemsOf({ return_uri })).toEqual(['return uri is invalid']);
  });

  it.each([['myapp://done?order=1'], ['com.shop.app:/done'], ['intent://done#Intent;scheme=myapp;end']])(
    'may be %s, unless the method needs https',
    (return_uri) => {
      expect(problemsOf({ return_uri }, mobileBankingKbank)).toEqual([]);
      expect(problemsOf({ return_uri }, boost)).toEqual([
        'return uri is invalid: boost requires an https URL',
      ]);
    },
  );

  it('may be http where the method allows it', () => {
    expect(problemsOf({ return_uri: 'http://shop.example/' }, mobileBankingKbank)).toEqual([]);
    expect(problemsOf({ return_uri: 'http://shop.example/' }, boost)).toEqual([
      'return uri is invalid: boost requires an https URL',
    ]);
  });
});

describe('the expires_at of a charge', () => {
  const NOT_A_TIME = 'expires at must be an ISO 8601 datetime such as 2026-01-31T00:00:00Z';

  it.each([
    ['2026-01-31T08:15:00.001Z', undefined],
    ['2027-01-31T08:15:00Z', undefined],
    ['2026-02-01', undefined],
    ['2026-01-31T15:16:00+07:00', undefined],
    ['2026-01-31T08:15:00Z', 'expires at must be in the future'],
    ['2025-12-31', 'expires at must be in the future'],
    ['2027-01-31T08:15:00.001Z', 'expires at must be within 365 days'],
    ['2026-02-30', NOT_A_TIME],
    ['tomorrow', NOT_A_TIME],
    ['', NOT_A_TIME],
  ])('as %p has the problem %p', (expires_at, problem) => {
    expect(problemsOf({ expires_at })).toEqual(problem === undefined ? [] : [problem]);
  });

  it('is the requested time', () => {
    expect(expiryOf({ expires_at: '2026-02-01T00:00:00Z' }, boost.expiresAfterMs, NOW)).toEqual(
      new Date('2026-02-01T00:00:00Z'),
    );
  });

  it('defaults to a week with Boost and ten minutes with K PLUS', () => {
    expect(expiryOf({}, boost.expiresAfterMs, NOW)).toEqual(new Date('2026-02-07T08:15:00Z'));
    expect(expiryOf({}, mobileBankingKbank.expiresAfterMs, NOW)).toEqual(new Date('2026-01-31T08:25:00Z'));
  });
});

describe('the webhook endpoints of a charge', () => {
  it('can be two', () => {
    expect(problemsOf({ webhook_endpoints: [] })).toEqual([]);
    expect(problemsOf({ webhook_endpoints: ['https://one.example/', 'http://10.0.0.1:3000/hook'] })).toEqual(
      [],
    );
  });

  it('cannot be three', () => {
    expect(
      problemsOf({ webhook_endpoints: ['https://one.example/', 'https://two.example/', 'nowhere'] }),
    ).toEqual(['webhook endpoints can have at most 2 URLs']);
  });

  it('are validated one by one', () => {
    expect(problemsOf({ webhook_endpoints: ['https://one.example/', 'http://169.254.169.254/'] })).toEqual([
      'webhook endpoints must not be a link-local or metadata address',
    ]);
  });
});

describe('a charge on a linked account', () => {
  const problems = (request: ChargeRequest): string[] =>
    directDebitProblems({ amount: 100_000, currency: 'THB', ...request }, NOW);

  it('requires an amount and a currency, but no return_uri', () => {
    expect(problems({})).toEqual([]);
    expect(
      problems({ return_uri: 'http://shop.example/done', capture: true, authorization_type: 'maybe' }),
    ).toEqual([]);
  });

  it.each<[unknown, unknown, string[]]>([
    [1_999, 'THB', ['amount must be greater than or equal to 2000 (thb subunits)']],
    [2_000, 'thb', []],
    [15_000_000, 'THB', []],
    [15_000_001, 'THB', ['amount must be less than or equal to 15000000 (thb subunits)']],
    ['20.5', 'THB', ['amount must be an integer']],
    [undefined, undefined, ['amount is not a number', 'currency is currently not supported']],
    [100_000, 'XXX', ['currency is currently not supported']],
    [1, 'USD', ['currency must be THB']],
  ])('of %p %s has the problems %p', (amount, currency, expected) => {
    expect(problems({ amount, currency })).toEqual(expected);
  });

  it('is rejected with all problems', () => {
    expect(
      problems({ return_uri: 'shop', capture: false, expires_at: 'soon', webhook_endpoints: ['x'] }),
    ).toEqual([
      'return uri is invalid',
      'expires at must be an ISO 8601 datetime such as 2026-01-31T00:00:00Z',
      'webhook endpoints must be an absolute http or https URL',
    ]);
  });
});

describe('a charge on a card', () => {
  const cardProblems = (request: ChargeRequest): string[] =>
    cardChargeProblems({ amount: 100_000, currency: 'THB', ...request }, NOW);

  it('can be 0 if it only authenticates the cardholder', () => {
    expect(cardProblems({ amount: 0, authentication: 'PASSKEY' })).toEqual([]);
    for (const request of [
      { amount: 0 },
      { amount: 0, authentication: '3DS' },
      { amount: 1, authentication: 'PASSKEY' },
    ]) {
      expect(cardProblems(request)).toEqual(['amount must be greater than or equal to 2000 (thb subunits)']);
    }
  });

  it('requires an amount and a currency, but no return_uri', () => {
    expect(cardProblems({})).toEqual([]);
    expect(
      cardProblems({
        return_uri: 'http://shop.example/done',
        authorization_type: 'pre_auth',
        authentication: '3DS',
      }),
    ).toEqual([]);
  });

  it.each<[unknown, unknown, string[]]>([
    [1_999, 'THB', ['amount must be greater than or equal to 2000 (thb subunits)']],
    [2_000, 'thb', []],
    [500_000_000_001, 'THB', ['amount must be less than or equal to 500000000000 (thb subunits)']],
    [60, 'USD', ['amount must be greater than or equal to 61 (usd subunits)']],
    [99, 'JPY', ['amount must be greater than or equal to 100 (jpy subunits)']],
    ['20.5', 'THB', ['amount must be an integer']],
    [undefined, undefined, ['amount is not a number', 'currency is currently not supported']],
    [100_000, 'MYR', []],
    [100_000, 'XXX', ['currency is currently not supported']],
  ])('of %p %s has the problems %p', (amount, currency, problems) => {
    expect(cardProblems({ amount, currency })).toEqual(problems);
  });

  it('is rejected with all problems', () => {
    const wrong = {
      return_uri: 'shop',
      authorization_type: 'maybe',
      authentication: '2FA',
      expires_at: 'soon',
      webhook_endpoints: ['x'],
    };
    expect(cardProblems(wrong)).toEqual([
      'return uri is invalid',
      'authorization_type must be pre_auth or final_auth',
      'authentication must be 3DS or PASSKEY',
      'expires at must be an ISO 8601 datetime such as 2026-01-31T00:00:00Z',
      'webhook endpoints must be an absolute http or https URL',
    ]);
  });
});
