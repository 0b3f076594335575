import {
  DAY_MS,
  HOUR_MS,
  isoSeconds,
  isoSecondsOrNull,
  isSameDay,
  MINUTE_MS,
  parseDateTime,
  SECOND_MS,
} from './time.js';

describe('isoSeconds', () => {
  it.each([
    ['2026-01-31T08:15:00.000Z', '2026-01-31T08:15:00Z'],
    ['2026-01-31T08:15:00.999Z', '2026-01-31T08:15:00Z'],
    ['2026-01-31T08:15:00.000+07:00', '2026-01-31T01:15:00Z'],
  ])('writes %s as %s', (time, written) => {
    expect(isoSeconds(new Date(time))).toBe(written);
    expect(isoSecondsOrNull(new Date(time))).toBe(written);
  });

  it('writes every day and time as toISOString does', () => {
    const step = 29 * DAY_MS + 7 * HOUR_MS + 11 * MINUTE_MS + 13 * SECOND_MS;
    for (let time = Date.parse('0900-01-01'); time < Date.parse('2500-01-01'); time += step) {
      expect(isoSeconds(new Date(time))).toBe(`${new Date(time).toISOString().slice(0, 19)}Z`);
    }
  });

  it('rejects an invalid date', () => {
    expect(() => isoSeconds(new Date(Number.NaN))).toThrow(RangeError);
  });

  it('keeps null', () => {
    expect(isoSecondsOrNull(null)).toBeNull();
  });
});

describe('isSameDay', () => {
  it.each([
    ['2026-01-31T00:00:00.000Z', '2026-01-31T23:59:59.999Z', true],
    ['2026-01-31T23:59:59.999Z', '2026-02-01T00:00:00.000Z', false],
    ['2026-01-31T06:00:00+07:00', '2026-01-31T08:00:00+07:00', false],
    ['2025-01-31T12:00:00Z', '2026-01-31T12:00:00Z', false],
  ])('uses the calendar of UTC: %s and %s', (a, b, same) => {
    expect(isSameDay(new Date(a), new Date(b))).toBe(same);
  });
});

describe('parseDateTime', () => {
  it.each([
    ['2026-01-31', '2026-01-31T00:00:00.000Z'],
    ['2024-02-29', '2024-02-29T00:00:00.000Z'],
    ['2026-01-31T08:15', '2026-01-31T08:15:00.000Z'],
    ['2026-01-31T08:15:01', '2026-01-31T08:15:01.000Z'],
    ['2026-01-31T08:15:01Z', '2026-01-31T08:15:01.000Z'],
    ['2026-01-31 08:15:01', '2026-01-31T08:15:01.000Z'],
    ['2026-01-31t08:15:01z', '2026-01-31T08:15:01.000Z'],
    ['2026-01-31T08:15:01.5Z', '2026-01-31T08:15:01.500Z'],
    ['2026-01-31T08:15:01.123456789Z', '2026-01-31T08:15:01.123Z'],
    ['2026-01-31T08:15:01+07:00', '2026-01-31T01:15:01.000Z'],
    ['2026-01-31T08:15:01+0700', '2026-01-31T01:15:01.000Z'],
    ['2026-01-31T20:15:01-05:00', '2026-02-01T01:15:01.000Z'],
    ['1970-01-01', '1970-01-01T00:00:00.000Z'],
    ['9999-12-31T23:59:59Z', '9999-12-31T23:59:59.000Z'],
  ])('reads %s as %s', (text, time) => {
    expect(parseDateTime(text)?.toISOString()).toBe(time);
  });

  it.each([
    ['2026-02-30'],
    ['2026-02-29T00:00:00Z'],
    ['2026-04-31T08:15:00+07:00'],
    ['2026-13-01'],
    ['2026-00-10'],
    ['2026-01-00'],
    ['2026-01-31T25:00:00Z'],
    ['2026-01-31T08:60:00Z'],
    ['2026-01-31T08:15:01+99:00'],
    ['1969-12-31T23:59:59Z'],
    ['1970-01-01T00:00:00+07:00'],
    ['9999-12-31T23:59:59.001Z'],
    ['9999-12-31T23:59:59-01:00'],
    ['10000-01-01'],
    ['+02026-01-31'],
    ['2026-1-31'],
    ['2026-01'],
    ['2026'],
    ['31 January 2026'],
    ['2026-01-31 UTC'],
    ['2026-01-31T'],
    ['2026-01-31T08:15:01 +07:00'],
    ['2026-01-31T08'],
    ['2026-01-31T08:15:01.Z'],
    ['2026-01-31T08:15:01.1234567890Z'],
    [' 2026-01-31'],
    ['2026-01-31\n'],
    ['now'],
    [''],
    [undefined],
    [null],
    [1_769_847_300_000],
    [new Date('2026-01-31T00:00:00Z')],
    [['2026-01-31']],
  ])('rejects %p', (value) => {
    expect(parseDateTime(value)).toBeUndefined();
  });
});

it('the units of time build on each other', () => {
  expect([SECOND_MS, MINUTE_MS, HOUR_MS, DAY_MS]).toEqual([1000, 60_000, 3_600_000, 86_400_000]);
});
