import { jest } from '@jest/globals';
import { Semaphore } from './semaphore.js';

const refuse = (): never => {
  throw new Error('no permit in time');
};

/** Work that lasts until `end` is called. */
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

describe('a semaphore', () => {
  it('lets so many through, and the others one by one in the order in which they came', async () => {
    const log: string[] = [];
    const semaphore = new Semaphore(2, 60_000);
    const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((name) => work(log, name));
    const all = [a, b, c, d].map((one) => semaphore.run(one!.run, refuse));
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

  it('has the permit back after work that failed', async () => {
    const semaphore = new Semaphore(1, 60_000);
    await expect(semaphore.run(() => Promise.reject(new Error('failed')), refuse)).rejects.toThrow('failed');
    await expect(semaphore.run(() => Promise.resolve('done'), refuse)).resolves.toBe('done');
  });

  it('passes the remaining waiting time to the next holder', async () => {
    const semaphore = new Semaphore(1, 60_000);
    const holder = work([], 'holder');
    const held = semaphore.run(holder.run, refuse);
    const left = semaphore.run((leftMs) => Promise.resolve(leftMs), refuse);
    jest.advanceTimersByTime(20);
    holder.end();
    await held;
    expect(await left).toBe(60_000 - 20);
  });

  it('rejects a caller after its longest wait, and loses no permit', async () => {
    const semaphore = new Semaphore(1, 60_000);
    const holder = work([], 'holder');
    const held = semaphore.run(holder.run, refuse);
    const sentAway = expect(semaphore.run(() => Promise.resolve(), refuse)).rejects.toThrow(
      'no permit in time',
    );
    jest.advanceTimersByTime(59_999);
    expect(semaphore.waitingCount).toBe(1);
    jest.advanceTimersByTime(1);
    expect(semaphore.waitingCount).toBe(0);
    await sentAway;
    holder.end();
    await held;
    await expect(semaphore.run(() => Promise.resolve('done'), refuse)).resolves.toBe('done');
  });
});
