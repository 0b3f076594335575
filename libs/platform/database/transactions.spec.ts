import { jest } from '@jest/globals';
import type { Pool, PoolClient } from 'pg';
import { isDatabaseAway, isDatabaseBusy } from './database-errors.js';
import { openTransaction, transact } from './transactions.js';

const MAX_WAIT_MS = 5_000;

/** A connection that records its statements, and its return to the pool. */
function recordingClient(): { client: PoolClient; sent: string[] } {
  const sent: string[] = [];
  const query = ({ text }: { readonly text: string }): Promise<object> => {
    sent.push(text);
    return Promise.resolve({ rows: [] });
  };
  const release = (isBroken?: boolean): void => void sent.push(isBroken ? 'closed' : 'returned');
  return { client: { query, release } as unknown as PoolClient, sent };
}

const poolOf = (connecting: Promise<PoolClient>): Pool => ({ connect: () => connecting }) as unknown as Pool;
const write = async (text: string): Promise<unknown> => openTransaction()?.query({ text });

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick'] });
});

afterEach(() => {
  jest.useRealTimers();
});

describe('transact', () => {
  it('commits statements of its work in their order', async () => {
    const { client, sent } = recordingClient();
    await transact(poolOf(Promise.resolve(client)), MAX_WAIT_MS, () =>
      Promise.all([write('first'), write('second')]),
    );
    expect(sent).toEqual(['BEGIN', 'first', 'second', 'COMMIT', 'returned']);
  });

  it('rolls back failed work', async () => {
    const { client, sent } = recordingClient();
    const work = async (): Promise<never> => {
      await write('first');
      throw new Error('it failed');
    };
    await expect(transact(poolOf(Promise.resolve(client)), MAX_WAIT_MS, work)).rejects.toThrow('it failed');
    expect(sent).toEqual(['BEGIN', 'first', 'ROLLBACK', 'returned']);
  });

  it('closes the connection after 20 seconds, and fails later statements', async () => {
    const { client, sent } = recordingClient();
    const work = async (): Promise<void> => {
      await write('first');
      jest.advanceTimersByTime(20_000);
      await write('second');
    };
    const error = await transact(poolOf(Promise.resolve(client)), MAX_WAIT_MS, work).catch(
      (reason: unknown) => reason,
    );
    expect(isDatabaseBusy(error)).toBe(true);
    expect(sent).toEqual(['BEGIN', 'first', 'closed']);
  });

  it('fails without a connection in time, and returns a late one', async () => {
    const { client, sent } = recordingClient();
    const connecting = new Promise<PoolClient>((resolve) => setTimeout(resolve, MAX_WAIT_MS + 1, client));
    const failed = transact(poolOf(connecting), MAX_WAIT_MS, () => write('first')).catch(
      (reason: unknown) => reason,
    );
    jest.advanceTimersByTime(MAX_WAIT_MS);
    expect(isDatabaseAway(await failed)).toBe(true);
    jest.advanceTimersByTime(1);
    await new Promise(setImmediate);
    expect(sent).toEqual(['returned']);
  });
});
