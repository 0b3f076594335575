import { readAmountRanges } from './amount-ranges.js';
import { readFilter, readSearch } from './search.rules.js';

const AN_AMOUNT =
  'an amount in the main unit of its currency, such as 1000 or 4096.69, or a range such as 10..20.5';
const A_DATE =
  'a date such as 2026-01-31, a range such as 2026-01-01..2026-01-31, or today, yesterday, this_week, last_week, this_month or last_month';
const LOCAL = { now: new Date('2026-03-01T17:30:00Z'), country: 'TH' };

describe('a search', () => {
  it('returns the first page of all objects by default', () => {
    expect(readSearch({ scope: 'charge' })).toEqual({
      query: '',
      filters: {},
      order: 'chronological',
      page: 1,
      perPage: 30,
    });
  });

  it('accepts texts and JSON values', () => {
    const asked = {
      query: 'shoes',
      filters: { captured: true, amount: 5 },
      order: 'reverse_chronological',
      page: '2',
      per_page: 100,
    };
    const filters = { captured: 'true', amount: '5' };
    expect(readSearch(asked)).toEqual({
      query: 'shoes',
      filters,
      order: 'reverse_chronological',
      page: 2,
      perPage: 100,
    });
  });

  it('ignores empty filters', () => {
    expect(readSearch({ filters: { captured: null, status: '', amount: 0 } }).filters).toEqual({
      amount: '0',
    });
  });

  it.each([
    [{ page: 0 }, 'invalid_page'],
    [{ page: 'x' }, 'invalid_page'],
    [{ per_page: 101 }, 'invalid_per_page'],
    [{ filters: 'captured' }, 'invalid_filter'],
    [{ filters: { captured: { deep: 1 } } }, 'invalid_filter'],
    [{ query: ['a'] }, 'bad_request'],
    [{ order: 'up' }, 'bad_request'],
  ])('is rejected with %p: %s', (asked, code) => {
    expect(() => readSearch(asked)).toThrow(expect.objectContaining({ code }) as Error);
  });
});

describe('a filter', () => {
  it.each([
    ...['true', 'True', 'yes', 'YES', 'on', 'On', '1', ' true '].map(
      (value) => ['flag', value, { is: true }] as const,
    ),
    ...['false', 'FALSE', 'no', 'No', 'off', 'OFF', '0'].map(
      (value) => ['flag', value, { is: false }] as const,
    ),
    ['text', 'a..b', { text: 'a..b' }],
    ['number', '5', { from: 5, to: 5 }],
    ['number', '5..7', { from: 5, to: 7 }],
    ['number', ' 5 .. 7 ', { from: 5, to: 7 }],
    ['number', '5..', { from: 5, to: Number.MAX_SAFE_INTEGER }],
    [
      'time',
      '2026-01-31',
      { from: new Date('2026-01-30T17:00:00Z'), before: new Date('2026-01-31T17:00:00Z') },
    ],
    [
      'time',
      '2017/01/01..today',
      { from: new Date('2016-12-31T17:00:00Z'), before: new Date('2026-03-02T17:00:00Z') },
    ],
    ['time', '..2026-01-31T08:00:00Z', { from: new Date(0), before: new Date('2026-01-31T08:00:01Z') }],
  ] as const)('of a %s: %s', (kind, value, read) => {
    expect(readFilter('it', kind, value, LOCAL)).toEqual({ kind, ...read });
  });

  it.each(['1000', '10..20.5', '..4096.69', '10.50..'])('accepts an amount: %s', (value) => {
    const [from = '', to = from] = value.split('..');
    expect(readFilter('it', 'amount', value, LOCAL)).toEqual({
      kind: 'amount',
      ranges: readAmountRanges(from, to),
    });
  });

  it.each([
    ['flag', 'maybe', 'true or false'],
    ['flag', '2', 'true or false'],
    ['number', 'much', 'a whole number, or a range such as 3..6'],
    ['number', '1.5', 'a whole number, or a range such as 3..6'],
    ['number', '..', 'a whole number, or a range such as 3..6'],
    ['number', '1...5', 'a whole number, or a range such as 3..6'],
    ['amount', 'much', AN_AMOUNT],
    ['amount', '1,000.00', AN_AMOUNT],
    ['amount', '1...5', AN_AMOUNT],
    ['amount', '1..2..3', AN_AMOUNT],
    ['amount', '..', AN_AMOUNT],
    ['time', 'tomorrow', A_DATE],
    ['time', '2026-01-01..never', A_DATE],
    ['time', '..', A_DATE],
  ] as const)('of a %s is never %s', (kind, value, expected) => {
    expect(() => readFilter('it', kind, value, LOCAL)).toThrow(
      expect.objectContaining({
        code: 'invalid_filter',
        message: `invalid filters: it must be ${expected}`,
      }) as Error,
    );
  });
});
