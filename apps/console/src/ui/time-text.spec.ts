import { durationText, timeText } from './time-text';

describe('the text of a moment', () => {
  const now = new Date(2026, 10, 25, 12);
  it.each([
    [new Date(2026, 10, 25, 10, 23, 18, 402), '10:23:18', '10:23:18.402'],
    [new Date(2026, 10, 24, 10, 23, 18, 402), '24 Nov, 10:23', '24 Nov, 10:23:18.402'],
    [new Date(2025, 10, 25, 10, 23, 18, 7), '25 Nov 2025, 10:23', '25 Nov 2025, 10:23:18.007'],
  ])('has its day unless that is today: %s', (date, short, exact) => {
    expect([timeText(date, now), timeText(date, now, 'exact')]).toEqual([short, exact]);
  });
});

describe('a duration', () => {
  it.each([
    [59_600, '1 min'],
    [58_400, '58 s'],
    [3_599_260, '1 h'],
    [-3_500_000, '59 min'],
    [26 * 3_600_000, '1 d'],
    [7 * 86_400_000 - 120_000, '7 d'],
    [6.5 * 86_400_000, '6 d'],
  ])('of %s ms is %s', (ms, text) => {
    expect(durationText(ms)).toBe(text);
  });
});
