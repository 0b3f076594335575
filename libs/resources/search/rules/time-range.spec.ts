import { readTimeRange } from './time-range.js';

/** Monday, 2 March 2026, half an hour after midnight in Bangkok; in UTC it is still Sunday, 1 March. */
const NOW = new Date('2026-03-01T17:30:00Z');

function read(from: string, to: string, country: string): (string | undefined)[] {
  const range = readTimeRange(from, to, { now: NOW, country });
  return [range?.from, range?.before].map((time) => time?.toISOString());
}

describe('a time of a search', () => {
  it.each([
    ['2026-01-31', 'TH', '2026-01-30T17:00:00.000Z', '2026-01-31T17:00:00.000Z'],
    ['2026/01/31', 'TH', '2026-01-30T17:00:00.000Z', '2026-01-31T17:00:00.000Z'],
    ['2026-01-31', 'JP', '2026-01-30T15:00:00.000Z', '2026-01-31T15:00:00.000Z'],
    ['2026-01-31', 'SG', '2026-01-30T16:00:00.000Z', '2026-01-31T16:00:00.000Z'],
    ['2026-01-31', 'MY', '2026-01-30T16:00:00.000Z', '2026-01-31T16:00:00.000Z'],
    ['2026-01-31', 'US', '2026-01-31T00:00:00.000Z', '2026-02-01T00:00:00.000Z'],
    ['today', 'TH', '2026-03-01T17:00:00.000Z', '2026-03-02T17:00:00.000Z'],
    ['TODAY', 'TH', '2026-03-01T17:00:00.000Z', '2026-03-02T17:00:00.000Z'],
    ['today', 'US', '2026-03-01T00:00:00.000Z', '2026-03-02T00:00:00.000Z'],
    ['yesterday', 'TH', '2026-02-28T17:00:00.000Z', '2026-03-01T17:00:00.000Z'],
    ['this_week', 'TH', '2026-03-01T17:00:00.000Z', '2026-03-08T17:00:00.000Z'],
    ['this_week', 'US', '2026-02-23T00:00:00.000Z', '2026-03-02T00:00:00.000Z'],
    ['last_week', 'TH', '2026-02-22T17:00:00.000Z', '2026-03-01T17:00:00.000Z'],
    ['this_month', 'TH', '2026-02-28T17:00:00.000Z', '2026-03-31T17:00:00.000Z'],
    ['last_month', 'TH', '2026-01-31T17:00:00.000Z', '2026-02-28T17:00:00.000Z'],
    ['2026-01-31T08:00:00Z', 'TH', '2026-01-31T08:00:00.000Z', '2026-01-31T08:00:01.000Z'],
    ['2026-01-31T08:00:00', 'TH', '2026-01-31T08:00:00.000Z', '2026-01-31T08:00:01.000Z'],
    ['2026/01/31 08:00:00+07:00', 'JP', '2026-01-31T01:00:00.000Z', '2026-01-31T01:00:01.000Z'],
    ['9999-12-31', 'US', '9999-12-31T00:00:00.000Z', '+010000-01-01T00:00:00.000Z'],
  ])('%s in %s is from %s to %s', (text, country, from, before) =>
    expect(read(text, text, country)).toEqual([from, before]),
  );

  it.each([
    ['2017-01-01', '2022-12-21', '2016-12-31T17:00:00.000Z', '2022-12-21T17:00:00.000Z'],
    ['2017/01/01', '2022/12/21', '2016-12-31T17:00:00.000Z', '2022-12-21T17:00:00.000Z'],
    ['last_week', 'today', '2026-02-22T17:00:00.000Z', '2026-03-02T17:00:00.000Z'],
    [
      '2026-01-31T08:00:00.500Z',
      '2026-01-31T09:00:00.250Z',
      '2026-01-31T08:00:00.500Z',
      '2026-01-31T09:00:01.000Z',
    ],
    ['', 'yesterday', '1970-01-01T00:00:00.000Z', '2026-03-01T17:00:00.000Z'],
    ['2026-01-31', '', '2026-01-30T17:00:00.000Z', '9999-12-31T23:59:59.000Z'],
  ])('a range from "%s" to "%s" is from %s to %s', (from, to, first, before) =>
    expect(read(from, to, 'TH')).toEqual([first, before]),
  );

  it('last month is December of the previous year in January', () => {
    const range = readTimeRange('last_month', 'last_month', {
      now: new Date('2026-01-15T00:00:00Z'),
      country: 'US',
    });
    expect(range).toEqual({
      from: new Date('2025-12-01T00:00:00Z'),
      before: new Date('2026-01-01T00:00:00Z'),
    });
  });

  it.each([
    ['', ''],
    ['tomorrow', 'tomorrow'],
    ['constructor', 'constructor'],
    ['31/01/2026', '31/01/2026'],
    ['2026-02-30', '2026-02-30'],
    ['2026-01-01', 'never'],
    ['this week', 'this week'],
  ])('is rejected from "%s" to "%s"', (from, to) =>
    expect(readTimeRange(from, to, { now: NOW, country: 'TH' })).toBeUndefined(),
  );
});
