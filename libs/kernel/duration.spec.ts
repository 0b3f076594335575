import { formatDuration, parseDuration } from './duration.js';

describe('a duration', () => {
  it.each([
    ['90s', 90_000, '1m30s'],
    ['15m', 900_000, '15m'],
    ['2h', 7_200_000, '2h'],
    ['7d', 604_800_000, '7d'],
    ['1h30m', 5_400_000, '1h30m'],
    ['1d2h3m4s5ms', 93_784_005, '1d2h3m4s5ms'],
    ['500ms', 500, '500ms'],
    ['0s', 0, '0s'],
  ])('%s is %d milliseconds, and is formatted as %s', (text, ms, written) => {
    expect(parseDuration(text)).toBe(ms);
    expect(formatDuration(ms)).toBe(written);
  });

  it.each([
    [''],
    ['90'],
    ['1.5h'],
    ['-1s'],
    ['1 h'],
    ['30m1h'],
    ['1s1s'],
    ['1S'],
    ['soon'],
    ['1w'],
    [90],
    [null],
    [undefined],
    ['9999999999s'],
  ])('cannot be %p', (value) => {
    expect(parseDuration(value)).toBeUndefined();
  });
});
