import { exchangeFor, rateFor, readExchangeRates, type ExchangeRate } from './exchange-rates.js';

const JANUARY = new Date('2027-01-15T00:00:00Z');
const FEBRUARY = new Date('2027-02-01T00:00:00Z');
const RATES: readonly ExchangeRate[] = [
  { currency: 'USD', rate: '36.5', from: null },
  { currency: 'JPY', rate: '0.2155', from: '2027-02-01T00:00:00.000Z' },
  { currency: 'USD', rate: '34.0000001', from: '2027-02-01T00:00:00.000Z' },
];
const ACCOUNT = { currency: 'THB', exchangeRates: RATES } as const;

describe('an exchanged amount', () => {
  it.each([
    ['at the rate that is set', 10_000, 'USD', JANUARY, 365_000],
    ['at the rate that began last', 10_000, 'USD', FEBRUARY, 340_000],
    ['with its decimals, half up', 1_000, 'JPY', FEBRUARY, 21_550],
    ['at the fixed rate before the first that is set begins', 1_000, 'JPY', JANUARY, 22_000],
    ['at the fixed rate where none is set', 1_000, 'SGD', FEBRUARY, 25_500],
    ['one to one in the own currency', 1_000, 'THB', FEBRUARY, 1_000],
  ] as const)('%s', (_, amount, currency, now, expected) => {
    expect(exchangeFor(ACCOUNT, amount, currency, now)).toBe(expected);
  });

  it('is rounded half up', () => {
    const rates: readonly ExchangeRate[] = [{ currency: 'USD', rate: '0.5', from: null }];
    expect(
      [1, 2, 3].map((amount) =>
        exchangeFor({ currency: 'THB', exchangeRates: rates }, amount, 'USD', JANUARY),
      ),
    ).toEqual([1, 1, 2]);
  });

  it('uses the later of two rates with the same start', () => {
    const twice: readonly ExchangeRate[] = [...RATES, { currency: 'USD', rate: '40', from: null }];
    expect(rateFor({ ...ACCOUNT, exchangeRates: twice }, 'USD', JANUARY)).toBe(40);
  });
});

it('a rate is shown as a number', () => {
  const told = (['USD', 'JPY', 'SGD', 'THB'] as const).map((currency) =>
    rateFor(ACCOUNT, currency, FEBRUARY),
  );
  expect(told).toEqual([34.0000001, 0.2155, 25.5, 1]);
});

it('rates are parsed from requests', () => {
  const sent = [
    { currency: 'usd', rate: 36.5 },
    { currency: 'JPY', rate: '0.2155', from: '2027-02-01' },
  ];
  expect(readExchangeRates(sent)).toEqual([
    { currency: 'USD', rate: '36.5', from: null },
    { currency: 'JPY', rate: '0.2155', from: '2027-02-01T00:00:00.000Z' },
  ]);
  expect(readExchangeRates([])).toEqual([]);
});

it.each([
  ['36.5', 'exchange_rates must be a list of at most 100 objects with currency, rate and optionally from'],
  [Array(101).fill({ currency: 'USD', rate: 1 }), 'exchange_rates must be a list of at most 100'],
  [['36.5'], 'exchange_rates[0] must be an object with currency, rate and optionally from'],
  [[{ currency: 'XXX', rate: 1 }], 'exchange_rates[0][currency] must be one of AUD'],
  [
    [{ currency: 'USD' }],
    'exchange_rates[0][rate] must be a number from 0.001 to 1000 with at most seven decimals',
  ],
  [[{ currency: 'USD', rate: 0 }], 'exchange_rates[0][rate] must be'],
  [[{ currency: 'USD', rate: 1e-7 }], 'exchange_rates[0][rate] must be'],
  [[{ currency: 'USD', rate: '-1' }], 'exchange_rates[0][rate] must be'],
  [[{ currency: 'USD', rate: '1000.1' }], 'exchange_rates[0][rate] must be'],
  [[{ currency: 'USD', rate: 1, from: 'today' }], 'exchange_rates[0][from] must be an ISO 8601 datetime'],
  [
    [{ currency: 'USD', rate: 1, until: '2027-02-01' }],
    'exchange_rates[0] has an unknown field until; known fields: currency, rate, from',
  ],
])('the exchange rates %j are rejected', (sent, problem) => {
  expect(readExchangeRates(sent)).toContain(problem);
});
