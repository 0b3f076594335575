import { AsyncLocalStorage } from 'node:async_hooks';
import type { Pool, PoolClient } from 'pg';
import { withTimeout } from '../process/timeout.js';
import { Session } from './session.js';

const TIMEOUT_MS = 20_000;

/** A transaction, found by its statements through their asynchronous context. */
class Transaction extends Session {
  /** Called after the commit, and not after a rollback. */
  readonly afterCommit: (() => void)[] = [];
  isOpen = true;
}

const current = new AsyncLocalStorage<Transaction>();

export function openTransaction(): Transaction | undefined {
  const transaction = current.getStore();
  return transaction?.isOpen ? transaction : undefined;
}

/**
 * Commits everything that `work` writes, or nothing if it fails. Returns its result, and the callbacks for
 * after the commit.
 */
export async function transact<T>(
  pool: Pool,
  maxWaitMs: number,
  work: () => Promise<T>,
): Promise<{ readonly result: T; readonly afterCommit: readonly (() => void)[] }> {
  const transaction = new Transaction(await connect(pool, maxWaitMs));
  try {
    await transaction.query({ text: 'BEGIN' });
    const timer = setTimeout(() => transaction.end(false), TIMEOUT_MS);
    const result = await current.run(transaction, work).finally(() => {
      transaction.isOpen = false;
      clearTimeout(timer);
    });
    await transaction.query({ text: 'COMMIT' });
    transaction.end(true);
    return { result, afterCommit: transaction.afterCommit };
  } catch (error) {
    const isRolledBack = await transaction.query({ text: 'ROLLBACK' }).then(
      () => true,
      () => false,
    );
    transaction.end(isRolledBack);
    throw error;
  }
}

async function connect(pool: Pool, maxWaitMs: number): Promise<PoolClient> {
  const connecting = pool.connect();
  try {
    return await withTimeout(maxWaitMs, connecting, 'timeout exceeded when trying to connect');
  } catch (error) {
    void connecting.then((client) => client.release()).catch(() => undefined);
    throw error;
  }
}
