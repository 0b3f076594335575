import { AsyncLocalStorage } from 'node:async_hooks';
import type { Pool, PoolClient, QueryConfig, QueryResult } from 'pg';
import { withTimeout } from '../process/timeout.js';

const TIMEOUT_MS = 20_000;
/** As PostgreSQL reports a transaction that took too long. */
const TRANSACTION_TIMED_OUT = '25P04';

/**
 * A transaction, found by its statements through their asynchronous context. They run one after the other,
 * and fail once it has ended.
 */
class Transaction {
  /** Called after the commit, and not after a rollback. */
  readonly afterCommit: (() => void)[] = [];
  isOpen = true;
  private last: Promise<unknown> = Promise.resolve();
  private hasEnded = false;

  constructor(private readonly client: PoolClient) {}

  query<Row extends object>(config: QueryConfig): Promise<QueryResult<Row>> {
    const send = (): Promise<QueryResult<Row>> => {
      if (this.hasEnded)
        throw Object.assign(new Error('The transaction has ended'), { code: TRANSACTION_TIMED_OUT });
      return this.client.query<Row>(config);
    };
    const result = this.last.then(send, send);
    this.last = result;
    return result;
  }

  /** Closes the connection if it failed or may still be busy, and otherwise returns it to the pool. */
  end(isGood: boolean): void {
    if (this.hasEnded) return;
    this.hasEnded = true;
    this.client.release(!isGood);
  }
}

const current = new AsyncLocalStorage<Transaction>();

export function openTransaction(): Transaction | undefined {
  const transaction = current.getStore();
  return transaction?.isOpen ? transaction : undefined;
}

/**
 * Sends the pool's statements on the connection of the caller's transaction. Callers without a transaction
 * use any connection.
 */
export function routeToTransactions(pool: Pool): void {
  const query = pool.query.bind(pool) as (config: QueryConfig) => Promise<QueryResult>;
  const routed = (config: QueryConfig): Promise<QueryResult> =>
    openTransaction()?.query(config) ?? query(config);
  pool.query = routed as unknown as Pool['query'];
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
