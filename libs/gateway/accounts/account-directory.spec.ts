import { jest } from '@jest/globals';
import type { Database } from '#platform/database/database.js';
import { AccountDirectory } from './account-directory.js';

const MOST = 10_000;
const ACCOUNT = { id: 'any', currency: 'THB', apiVersion: '2019-05-29', clockOffsetMs: 0n };

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['performance'] });
  jest.spyOn(performance, 'now').mockImplementation(() => Date.now());
});

afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

/** A directory over a database that has every account and no key, and how often that was asked. */
function open(): { directory: AccountDirectory; asked: () => number } {
  let asked = 0;
  const answer =
    <T>(row: T) =>
    (): Promise<T> =>
      Promise.resolve(row).finally(() => (asked += 1));
  const database = { account: { findUniqueOrThrow: answer(ACCOUNT) }, apiKey: { findUnique: answer(null) } };
  return { directory: new AccountDirectory(database as unknown as Database), asked: () => asked };
}

describe.each<[string, number, (directory: AccountDirectory, name: string) => Promise<unknown>]>([
  ['accounts', 1_000, (directory, name) => directory.get(name)],
  ['keys', 5_000, (directory, name) => directory.findKeyHolder(name)],
])('of %s', (_, ttlMs, find) => {
  it('ten thousand are remembered, and whoever was not asked for longest is looked up again', async () => {
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
});

describe('a key that is too long to be one', () => {
  it('is neither looked up nor remembered', async () => {
    const { directory, asked } = open();
    expect(await directory.findKeyHolder('x'.repeat(201))).toBeUndefined();
    expect(asked()).toBe(0);
  });
});
