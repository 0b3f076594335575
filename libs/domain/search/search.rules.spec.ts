import { readFilter, readSearch } from './search.rules.js';

const date = (text: string): Date => new Date(text);

describe('a search', () => {
  it('is for the first page of everything unless it says more', () => {
    expect(readSearch({ scope: 'charge' })).toEqual({ query: '', filters: {}, order: 'chronological', page: 1, perPage: 30 });
  });

  it('takes texts and what JSON has', () => {
    const asked = { query: 'shoes', filters: { captured: true, amount: 5 }, order: 'reverse_chronological', page: '2', per_page: 100 };
    const filters = { captured: 'true', amount: '5' };
    expect(readSearch(asked)).toEqual({ query: 'shoes', filters, order: 'reverse_chronological', page: 2, perPage: 100 });
  });

  it.each([
    [{ page: 0 }, 'invalid_page'],
    [{ page: 'x' }, 'invalid_page'],
    [{ per_page: 101 }, 'invalid_per_page'],
    [{ filters: 'captured' }, 'invalid_filter'],
    [{ filters: { captured: { deep: 1 } } }, 'invalid_filter'],
    [{ query: ['a'] }, 'bad_request'],
    [{ order: 'up' }, 'bad_request'],
  ])('is refused with %p: %s', (asked, code) => {
    expect(() => readSearch(asked)).toThrow(expect.objectContaining({ code }) as Error);
  });
});

describe('a filter', () => {
  it.each([
    ['flag', 'true', { is: true }],
    ['flag', '0', { is: false }],
    ['text', 'a..b', { text: 'a..b' }],
    ['number', '5', { from: 5, to: 5 }],
    ['number', '5..7', { from: 5, to: 7 }],
    ['number', '5..', { from: 5, to: Number.MAX_SAFE_INTEGER }],
    ['time', '2026-01-31', { from: date('2026-01-31T00:00:00Z'), before: date('2026-02-01T00:00:00Z') }],
    ['time', '2017-01-01..2022-12-21', { from: date('2017-01-01T00:00:00Z'), before: date('2022-12-22T00:00:00Z') }],
    [
      'time',
      '2026-01-31T08:00:00.500Z..2026-01-31T09:00:00.000Z',
      { from: date('2026-01-31T08:00:00.500Z'), before: date('2026-01-31T09:00:01Z') },
    ],
    ['time', '..2026-01-31T08:00:00Z', { from: date('1970-01-01T00:00:00Z'), before: date('2026-01-31T08:00:01Z') }],
  ] as const)('of a %s: %s', (kind, value, read) => {
    expect(readFilter('it', kind, value)).toEqual({ kind, ...read });
  });

  it.each([
    ['flag', 'yes'],
    ['number', 'much'],
    ['number', '..'],
    ['number', '1...5'],
    ['time', 'tomorrow'],
    ['time', '2026-01-01..never'],
  ] as const)('of a %s is never %s', (kind, value) => {
    expect(() => readFilter('it', kind, value)).toThrow(/^invalid filters: it must be /);
  });
});
