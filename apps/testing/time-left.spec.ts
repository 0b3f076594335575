import { jest } from '@jest/globals';
import { limitedTo, Wait } from './time-left.js';

afterEach(() => jest.useRealTimers());

describe('a wait', () => {
  it('is as long as it is said', () => {
    expect(new Wait(300, undefined).left).toBeGreaterThan(0);
    expect(new Wait('1m', undefined).left).toBe(30_000);
    expect(new Wait(0, undefined).left).toBe(0);
    expect(() => new Wait('soon', undefined)).toThrow('soon is not a duration');
  });

  it('ends before the test does, and not at all where that has no limit', () => {
    expect(new Wait(undefined, limitedTo(5_000)).left).toBeLessThanOrEqual(4_000);
    expect(new Wait(undefined, limitedTo(500)).left).toBe(0);
    expect(new Wait(undefined, limitedTo(0)).left).toBeGreaterThan(4_000);
  });

  it('goes on by the time of the machine under fake timers', () => {
    jest.useFakeTimers();
    const wait = new Wait('5s', undefined);
    jest.advanceTimersByTime(60_000);
    expect(wait.left).toBeGreaterThan(0);
  });
});
