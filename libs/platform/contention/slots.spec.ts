import { jest } from '@jest/globals';
import { Slots } from './slots.js';

const impatient = (): never => {
  throw new Error('no slot in time');
};

/** Work that lasts until it is told to end. */
function work(log: string[], name: string): { run: () => Promise<void>; end: () => void } {
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  const run = (): Promise<void> => {
    log.push(name);
    return ended;
  };
  return { run, end };
}

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate'] });
});

afterEach(() => {
  jest.useRealTimers();
});

describe('slots', () => {
  it('let so many through, and the others one by one in the order in which they came', async () => {
    const log: string[] = [];
    const slots = new Slots(2, 60_000);
    const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((name) => work(log, name));
    const all = [a, b, c, d].map((one) => slots.use(one!.run, impatient));
    await Promise.resolve();
    expect(log).toEqual(['a', 'b']);
    b!.end();
    await all[1];
    await Promise.resolve();
    expect(log).toEqual(['a', 'b', 'c']);
    for (const one of [a, c, d]) one!.end();
    await Promise.all(all);
    expect(log).toEqual(['a', 'b', 'c', 'd']);
  });

  it('are free again after work that failed', async () => {
    const slots = new Slots(1, 60_000);
    await expect(slots.use(() => Promise.reject(new Error('failed')), impatient)).rejects.toThrow('failed');
    await expect(slots.use(() => Promise.resolve('done'), impatient)).resolves.toBe('done');
  });

  it('tell whoever gets in how much is left of the time to wait', async () => {
    const slots = new Slots(1, 60_000);
    const holder = work([], 'holder');
    const held = slots.use(holder.run, impatient);
    const left = slots.use((leftMs) => Promise.resolve(leftMs), impatient);
    jest.advanceTimersByTime(20);
    holder.end();
    await held;
    expect(await left).toBe(60_000 - 20);
  });

  it('send away who has waited long enough, and lose no slot by it', async () => {
    const slots = new Slots(1, 60_000);
    const holder = work([], 'holder');
    const held = slots.use(holder.run, impatient);
    const sentAway = expect(slots.use(() => Promise.resolve(), impatient)).rejects.toThrow('no slot in time');
    jest.advanceTimersByTime(59_999);
    expect(slots.waitingCount).toBe(1);
    jest.advanceTimersByTime(1);
    expect(slots.waitingCount).toBe(0);
    await sentAway;
    holder.end();
    await held;
    await expect(slots.use(() => Promise.resolve('done'), impatient)).resolves.toBe('done');
  });
});
