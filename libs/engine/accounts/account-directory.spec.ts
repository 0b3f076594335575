import { jest } from '@jest/globals';
import { readSettings } from '#platform/config/settings.js';
import { Clock } from '#platform/clock/clock.js';
import type { Database } from '#platform/database/database.js';
import type { Invalidations, Memory } from '#platform/database/invalidations.js';
import { AccountDirectory, hashKey } from './account-directory.js';

const MOST = 10_000;
const ACCOUNT = { id: 'any', currency: 'THB', apiVersion: '2019-05-29', clockOffsetMs: 0n, sandbox: null };

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['performance'] });
  jest.spyOn(performance, 'now').mockImplementation(() => Date.now());
});

afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

/** A directory over a database that has every account and no key, and how often that was asked. */
function open({ isListening = true, isReplaced = (): boolean => false } = {}): {
  directory: AccountDirectory;
  memory: Memory;
  asked: () => number;
} {
  let asked = 0;
  const answer =
    <T>(row: T) =>
    (): Promise<T> =>
      Promise.resolve(row).finally(() => (asked += 1));
  const database = {
    account: { findFirst: answer(ACCOUNT), count: answer(1) },
    apiKey: { findFirst: answer(null) },
    query: () => Promise.resolve([{ free: !isReplaced() }]),
  };
  const memories: Memory[] = [];
  const invalidations = { isListening, subscribe: (memory: Memory) => memories.push(memory) };
  const directory = new AccountDirectory(
    database as unknown as Database,
    invalidations as unknown as Invalidations,
    new Clock(),
    readSettings({}),
  );
  return { directory, memory: memories[0] as Memory, asked: () => asked };
}

describe.each<[string, number, (directory: AccountDirectory, name: string) => Promise<unknown>]>([
  ['accounts', 1_000, (directory, name) => directory.get(name)],
  ['keys', 1_000, (directory, name) => directory.findKeyHolder(name)],
])('of %s', (name, ttlMs, find) => {
  it('caches ten thousand accounts and evicts the least recently used', async () => {
    const { directory, asked } = open();
    for (let index = 0; index <= MOST; index += 1) await find(directory, `number ${index}`);
    expect(asked()).toBe(MOST + 1);
    await find(directory, `number ${MOST}`);
    await find(directory, 'number 1');
    expect(asked()).toBe(MOST + 1);
    await find(directory, 'number 0');
    expect(asked()).toBe(MOST + 2);
  });

  it(`each is remembered for ${ttlMs / 1_000} s`, async () => {
    const { directory, asked } = open();
    await find(directory, 'one');
    jest.advanceTimersByTime(ttlMs);
    await find(directory, 'one');
    expect(asked()).toBe(1);
    jest.advanceTimersByTime(1);
    await find(directory, 'one');
    expect(asked()).toBe(2);
  });

  it('one that was changed is looked up again, and no other', async () => {
    const { directory, memory, asked } = open();
    const changed = name === 'keys' ? hashKey('one') : 'one';
    for (const each of ['one', 'two']) await find(directory, each);
    memory.forget([changed]);
    for (const each of ['one', 'two']) await find(directory, each);
    expect(asked()).toBe(3);
    memory.forgetAll();
    for (const each of ['one', 'two']) await find(directory, each);
    expect(asked()).toBe(5);
  });

  it('none is remembered while nobody says what has changed', async () => {
    const { directory, asked } = open({ isListening: false });
    for (let time = 0; time < 2; time += 1) await find(directory, 'one');
    expect(asked()).toBe(2);
  });
});

describe('an account', () => {
  it('is known to be open from the cache', async () => {
    const { directory, asked } = open();
    await directory.get('one');
    expect(await directory.isStillOpen('one')).toBe(true);
    expect(asked()).toBe(1);
  });

  it('is read again by a caller that asks while it is being loaded', async () => {
    const { directory, asked } = open();
    const loading = directory.get('one');
    await directory.isStillOpen('one');
    await loading;
    expect(asked()).toBe(2);
  });

  it('is not cached while its rows are replaced', async () => {
    let isReplaced = true;
    const { directory, asked } = open({ isReplaced: () => isReplaced });
    for (let time = 0; time < 2; time += 1) await directory.get('one');
    await directory.isStillOpen('one');
    expect(asked()).toBe(3);
    isReplaced = false;
    for (let time = 0; time < 2; time += 1) await directory.get('one');
    await directory.isStillOpen('one');
    expect(asked()).toBe(4);
  });
});

describe('a key that is too long to be one', () => {
  it('is neither looked up nor remembered', async () => {
    const { directory, asked } = open();
    expect(await directory.findKeyHolder('x'.repeat(201))).toBeUndefined();
    expect(asked()).toBe(0);
  });
});
