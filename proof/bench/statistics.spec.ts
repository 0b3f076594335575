import { median, percentile } from './statistics.js';

describe('the median', () => {
  it('is the middle of the sorted values', () => expect(median([9, 1, 5])).toBe(5));
  it('is between the middle two of an even count', () => expect(median([4, 1, 10, 2])).toBe(3));
  it('sorts numbers as numbers', () => expect(median([10, 9, 100])).toBe(10));
  it('is not to be had of nothing', () => expect(() => median([])).toThrow('nothing'));
});

describe('a percentile', () => {
  const hundred = Array.from({ length: 101 }, (_, index) => index);
  it('is the value that so many do not exceed', () => expect(percentile(hundred, 99)).toBe(99));
  it('is between its neighbours where it falls between them', () =>
    expect(percentile([0, 10], 75)).toBe(7.5));
  it('leaves the values as they were', () => {
    const values = [3, 1, 2];
    percentile(values, 50);
    expect(values).toEqual([3, 1, 2]);
  });
});
