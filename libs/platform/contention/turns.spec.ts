import { setImmediate as breath } from 'node:timers/promises';
import { jest } from '@jest/globals';
import { Exposition } from '../metrics/exposition.js';
import { Metrics } from '../metrics/metrics.js';
import { within } from '../testing/until.js';
import { Turns, untilWritten } from './turns.js';

describe('turns', () => {
  // Nobody's time to wait is over but when a spec says so.
  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick'] });
  });

  afterEach(() => {
    jest.useRealTimers();
  });

  it('go one after the other for one thing, in the order of coming', async () => {
    const turns = new Turns('charge', new Metrics('api', new Exposition()));
    const log: string[] = [];
    const work = (name: string) => async (): Promise<string> => {
      log.push(`${name} begins`);
      await breath();
      log.push(`${name} ends`);
      return name;
    };
    expect(await Promise.all(['a', 'b', 'c'].map((name) => turns.take('charge', work(name))))).toEqual(['a', 'b', 'c']);
    expect(log).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends']);
  });

  it('do not wait for those of another thing', async () => {
    const turns = new Turns('charge', new Metrics('api', new Exposition()));
    let release: (value: string) => void = () => undefined;
    const slow = turns.take('one', () => new Promise<string>((resolve) => (release = resolve)));
    expect(await turns.take('other', () => Promise.resolve('done'))).toBe('done');
    release('late');
    expect(await slow).toBe('late');
  });

  it('are not waited for for ever behind one that is held up, and go on after it', async () => {
    const turns = new Turns('charge', new Metrics('api', new Exposition()));
    let release: (value: string) => void = () => undefined;
    const held = turns.take('charge', () => new Promise<string>((resolve) => (release = resolve)));
    const ends: string[] = [];
    turns.take('charge', () => Promise.resolve('never')).catch(({ code }: { code: string }) => ends.push(code));
    await jest.advanceTimersByTimeAsync(4_999);
    expect(ends).toEqual([]);
    await jest.advanceTimersByTimeAsync(1);
    expect(ends).toEqual(['service_unavailable']);
    const later = turns.take('charge', () => Promise.resolve('later'));
    release('held');
    expect([await held, await later]).toEqual(['held', 'later']);
  });

  it('go on after one that fails, which alone hears of it', async () => {
    const turns = new Turns('charge', new Metrics('api', new Exposition()));
    const failing = turns.take('charge', () => Promise.reject(new Error('refused')));
    const next = turns.take('charge', () => Promise.resolve('next'));
    await expect(failing).rejects.toThrow('refused');
    expect(await next).toBe('next');
  });

  it('are bounded: the thousand-and-first is sent away', async () => {
    const turns = new Turns('charge', new Metrics('api', new Exposition()));
    let release: (value: number) => void = () => undefined;
    const first = turns.take('charge', () => new Promise<number>((resolve) => (release = resolve)));
    const others = Array.from({ length: 999 }, (_, index) => turns.take('charge', () => Promise.resolve(index)));
    const oneMore = within(
      turns.take('charge', () => Promise.resolve(-1)),
      'the thousand-and-first is let wait',
    );
    await expect(oneMore).rejects.toMatchObject({ code: 'service_unavailable' });
    release(-2);
    expect([await first, ...(await Promise.all(others))]).toHaveLength(1_000);
    expect(await turns.take('charge', () => Promise.resolve('again'))).toBe('again');
  });
});

describe('untilWritten', () => {
  it('asks again while nothing was written', async () => {
    let rounds = 0;
    expect(await untilWritten(() => Promise.resolve((rounds += 1) < 3 ? undefined : rounds))).toBe(3);
  });

  it('gives up after forty rounds', async () => {
    let rounds = 0;
    await expect(untilWritten(() => Promise.resolve(void (rounds += 1)))).rejects.toMatchObject({ code: 'service_unavailable' });
    expect(rounds).toBe(40);
  });
});
