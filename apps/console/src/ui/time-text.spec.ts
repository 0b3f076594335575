import { durationText, exactTime } from './time-text';

describe('an exact time', () => {
  const now = new Date(2026, 10, 25, 10, 23, 18, 402);

  it.each([
    [new Date(2026, 10, 25, 9, 5, 1, 7), '09:05:01.007'],
    [new Date(2026, 10, 24, 10, 23, 18, 402), '24 Nov 10:23:18.402'],
    [new Date(2025, 10, 25, 10, 23, 18, 402), '25 Nov 2025 10:23:18.402'],
  ])('at %s has its date unless it is today', (date, text) => {
    expect(exactTime(date, now)).toBe(text);
  });
});

describe('a duration', () => {
  it.each([
    [59_600, '1 min'],
    [58_900, '59 s'],
    [3_599_260, '1 h'],
    [-3_590_000, '59 min'],
    [26 * 3_600_000, '1 d'],
  ])('of %s ms is %s', (ms, text) => {
    expect(durationText(ms)).toBe(text);
  });
});
