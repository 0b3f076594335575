import { setImmediate as breath } from 'node:timers/promises';
import { jest } from '@jest/globals';
import { Exposition } from '../metrics/exposition.js';
import { Metrics } from '../metrics/metrics.js';
import { within } from '../testing/until.js';
import { KeyedMutex, retryConflicts } from './keyed-mutex.js';

describe('a keyed mutex', () => {
  // Nobody's time to wait is over but when a spec says so.
  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick'] });
  });

  afterEach(() => {
    jest.useRealTimers();
  });

  it('lets changes of one row go one after the other, in the order of coming', async () => {
    const mutex = new KeyedMutex('charge', new Metrics('api', new Exposition()));
    const log: string[] = [];
    const work = (name: string) => async (): Promise<string> => {
      log.push(`${name} begins`);
      await breath();
      log.push(`${name} ends`);
      return name;
    };
    expect(await Promise.all(['a', 'b', 'c'].map((name) => mutex.run('charge', work(name))))).toEqual([
      'a',
      'b',
      'c',
    ]);
    expect(log).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends']);
  });

  it('does not hold up changes of another row', async () => {
    const mutex = new KeyedMutex('charge', new Metrics('api', new Exposition()));
    let release: (value: string) => void = () => undefined;
    const slow = mutex.run('one', () => new Promise<string>((resolve) => (release = resolve)));
    expect(await mutex.run('other', () => Promise.resolve('done'))).toBe('done');
    release('late');
    expect(await slow).toBe('late');
  });

  it('rejects a caller that has waited five seconds, and serves the next one', async () => {
    const mutex = new KeyedMutex('charge', new Metrics('api', new Exposition()));
    let release: (value: string) => void = () => undefined;
    const held = mutex.run('charge', () => new Promise<string>((resolve) => (release = resolve)));
    const ends: string[] = [];
    mutex
      .run('charge', () => Promise.resolve('never'))
      .catch(({ code }: { code: string }) => ends.push(code));
    await jest.advanceTimersByTimeAsync(4_999);
    expect(ends).toEqual([]);
    await jest.advanceTimersByTimeAsync(1);
    expect(ends).toEqual(['service_unavailable']);
    const later = mutex.run('charge', () => Promise.resolve('later'));
    release('held');
    expect([await held, await later]).toEqual(['held', 'later']);
  });

  it('goes on after a change that fails, whose caller alone hears of it', async () => {
    const mutex = new KeyedMutex('charge', new Metrics('api', new Exposition()));
    const failing = mutex.run('charge', () => Promise.reject(new Error('refused')));
    const next = mutex.run('charge', () => Promise.resolve('next'));
    await expect(failing).rejects.toThrow('refused');
    expect(await next).toBe('next');
  });

  it('rejects the thousand-and-first caller', async () => {
    const mutex = new KeyedMutex('charge', new Metrics('api', new Exposition()));
    let release: (value: number) => void = () => undefined;
    const first = mutex.run('charge', () => new Promise<number>((resolve) => (release = resolve)));
    const others = Array.from({ length: 999 }, (_, index) =>
      mutex.run('charge', () => Promise.resolve(index)),
    );
    const oneMore = within(
      mutex.run('charge', () => Promise.resolve(-1)),
      'the thousand-and-first is let wait',
    );
    await expect(oneMore).rejects.toMatchObject({ code: 'service_unavailable' });
    release(-2);
    expect([await first, ...(await Promise.all(others))]).toHaveLength(1_000);
    expect(await mutex.run('charge', () => Promise.resolve('again'))).toBe('again');
  });
});

describe('retryConflicts', () => {
  it('asks again while nothing was written', async () => {
    let rounds = 0;
    expect(await retryConflicts(() => Promise.resolve((rounds += 1) < 3 ? undefined : rounds))).toBe(3);
  });

  it('gives up after forty rounds', async () => {
    let rounds = 0;
    await expect(retryConflicts(() => Promise.resolve(void (rounds += 1)))).rejects.toMatchObject({
      code: 'service_unavailable',
    });
    expect(rounds).toBe(40);
  });
});
