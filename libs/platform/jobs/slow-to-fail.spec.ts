import { jest } from '@jest/globals';
import { Pool } from 'pg';
import { slowToFail } from './slow-to-fail.js';

/** A pool without a server. Each call returns `answer()`. */
function poolThat(answer: () => Promise<unknown>): Pool {
  const pool = new Pool();
  return Object.assign(pool, { connect: answer, query: answer });
}

/** The outcomes of a call so far. */
function watched(call: Promise<unknown>): string[] {
  const ends: string[] = [];
  call.then(
    () => ends.push('answered'),
    (error: unknown) => ends.push(String(error)),
  );
  return ends;
}

beforeEach(() => {
  jest.useFakeTimers();
});

afterEach(() => {
  jest.useRealTimers();
});

describe.each([
  ['query', (pool: Pool) => pool.query('SELECT 1')],
  ['connect', (pool: Pool) => pool.connect()],
])('%s of a pool that is slow to fail', (_, call: (pool: Pool) => Promise<unknown>) => {
  it('rejects its promise half a second after a failure', async () => {
    const ends = watched(call(slowToFail(poolThat(() => Promise.reject(new Error('away'))))));
    await jest.advanceTimersByTimeAsync(499);
    expect(ends).toEqual([]);
    await jest.advanceTimersByTimeAsync(1);
    expect(ends).toEqual(['Error: away']);
  });

  it('returns a result at once', async () => {
    const ends = watched(call(slowToFail(poolThat(() => Promise.resolve('answer')))));
    await jest.advanceTimersByTimeAsync(0);
    expect(ends).toEqual(['answered']);
  });
});
