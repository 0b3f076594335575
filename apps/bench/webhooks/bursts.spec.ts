import { rateOf } from './bursts.js';

const receipts = (...times: number[]): { at: number }[] => times.map((at) => ({ at }));

describe('the rate of a burst', () => {
  it('counts from when the worker is warm, whatever order receipts are in', () => {
    expect(rateOf(receipts(0, 500, 1_000, 1_100, 1_200, 1_300, 1_400, 1_500, 1_700, 1_600), 10)).toBe(10);
  });
  it('cannot be told when webhooks are missing', () => expect(() => rateOf(receipts(1, 2, 3), 10)).toThrow('too few'));
});
