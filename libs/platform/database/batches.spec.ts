import { jest } from '@jest/globals';
import { Exposition } from '../metrics/exposition.js';
import { Metrics } from '../metrics/metrics.js';
import { Batches } from './batches.js';

/** Work that ends when `answer` is called. */
function slowWork(): {
  batches: Batches<number, string>;
  sent: number[][];
  answer: (error?: Error) => Promise<void>;
} {
  const sent: number[][] = [];
  const waiting: ((error?: Error) => void)[] = [];
  const batches = new Batches<number, string>(
    'thing',
    new Metrics('api', new Exposition()),
    (wanted) =>
      new Promise((resolve, reject) => {
        sent.push([...wanted]);
        waiting.push((error) => (error ? reject(error) : resolve(wanted.map((one) => `result ${one}`))));
      }),
  );
  const answer = async (error?: Error): Promise<void> => {
    waiting.shift()?.(error);
    await new Promise(setImmediate);
  };
  return { batches, sent, answer };
}

// Timeouts fire only when a spec advances the timers.
beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick'] });
});

afterEach(() => {
  jest.useRealTimers();
});

describe('Batches', () => {
  it('serves a single caller at once', async () => {
    const { batches, sent, answer } = slowWork();
    const result = batches.do(1);
    expect(sent).toEqual([[1]]);
    await answer();
    await expect(result).resolves.toBe('result 1');
  });

  it('serves callers that waited for a statement with the next one, each with its own result', async () => {
    const { batches, sent, answer } = slowWork();
    const results = Promise.all([1, 2, 3, 4, 5].map((one) => batches.do(one)));
    expect(sent).toEqual([[1]]);
    await answer();
    expect(sent).toEqual([[1], [2, 3, 4, 5]]);
    await answer();
    await expect(results).resolves.toEqual([1, 2, 3, 4, 5].map((one) => `result ${one}`));
  });

  it('serves at most a hundred callers with one statement', async () => {
    const { batches, sent, answer } = slowWork();
    const results = Promise.all(Array.from({ length: 201 }, (_, index) => batches.do(index)));
    for (let count = 0; count < 3; count += 1) await answer();
    expect(sent.map(({ length }) => length)).toEqual([1, 100, 100]);
    await expect(results).resolves.toHaveLength(201);
  });

  it('retries each caller of a failed batch alone', async () => {
    const sent: number[][] = [];
    const batches = new Batches<number, number>(
      'thing',
      new Metrics('api', new Exposition()),
      async (wanted) => {
        sent.push([...wanted]);
        await new Promise(setImmediate);
        if (wanted.includes(13)) throw new Error('13 is not to be had');
        return wanted;
      },
    );
    const results = await Promise.allSettled([1, 12, 13, 14].map((one) => batches.do(one)));
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
    expect(sent).toEqual([[1], [12, 13, 14], [12], [13], [14]]);
  });

  it('fails all callers without a retry while the database is unreachable', async () => {
    const { batches, sent, answer } = slowWork();
    const results = Promise.allSettled([1, 2, 3].map((one) => batches.do(one)));
    await answer();
    await answer(new Error('Connection terminated unexpectedly'));
    expect((await results).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected']);
    expect(sent).toEqual([[1], [2, 3]]);
  });

  it('fails queued callers too while the database is unreachable', async () => {
    const { batches, sent, answer } = slowWork();
    const results = Promise.allSettled([1, 2, 3].map((one) => batches.do(one)));
    await answer(new Error('timeout exceeded when trying to connect'));
    expect((await results).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(sent).toEqual([[1]]);
  });

  it('rejects a caller after a wait of five seconds', async () => {
    const { batches, answer } = slowWork();
    const ends: string[] = [];
    const wait = (one: number): void =>
      void batches.do(one).catch(({ code }: { code: string }) => ends.push(`${one} ${code}`));
    for (const one of [1, 2]) wait(one);
    jest.advanceTimersByTime(4_000);
    wait(3);
    await jest.advanceTimersByTimeAsync(999);
    expect(ends).toEqual([]);
    await jest.advanceTimersByTimeAsync(1);
    expect(ends).toEqual(['2 service_unavailable']);
    await jest.advanceTimersByTimeAsync(4_000);
    expect(ends).toEqual(['2 service_unavailable', '3 service_unavailable']);
    await answer();
  });

  it('serves callers after a failure', async () => {
    const { batches, answer } = slowWork();
    const failing = batches.do(1);
    await Promise.all([answer(new Error('it failed')), expect(failing).rejects.toThrow('it failed')]);
    const result = batches.do(2);
    await answer();
    await expect(result).resolves.toBe('result 2');
  });
});
