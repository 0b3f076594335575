import { PrismaPg } from '@prisma/adapter-pg';
import type { Pool } from 'pg';
import { fail } from '#kernel/errors.js';
import type { Settings } from '../config/settings.js';
import type { Log } from '../logging/log.js';
import type { Metrics } from '../metrics/metrics.js';
import { Semaphore } from '../contention/semaphore.js';
import { Prisma, PrismaClient } from './generated/client.js';
import { breaksWhenSilent, openPool, watchPool } from './pool.js';
import { statementNames } from './statement-names.js';
import { openTransaction, routeToTransactions, transact } from './transactions.js';
import { assertWritable } from './trial-write.js';

/**
 * Connections of a process with one part, and with all. All processes together must stay below PostgreSQL's
 * max_connections.
 */
const POOL_SIZES = { one: 10, all: 20 };
const STATEMENT_TIMEOUT_MS = 15_000;
/** The share of connections for transactions, which hold theirs. The others are for single statements. */
const TRANSACTIONS_SHARE = 0.6;
const TRANSACTION_WAIT_MS = 5_000;
/** The server ends an idle transaction after this time, and that of a dead process at once. */
const IDLE_TRANSACTION_TIMEOUT_MS = 20_000;

/**
 * Prisma's client, and with {@link inSavepoint} and {@link query} the driver itself. Long transactions,
 * notifications and the queue have connections of their own. Every query of a tenant's table takes the
 * caller's account and mode. Inside {@link atomically}, every query is that transaction's: Prisma and the
 * driver use the same pool, which sends it on the transaction's connection
 * (docs/decisions/0001-state-changes.md). The parts of a process share it.
 */
export class Database extends PrismaClient {
  private readonly pool: Pool;
  private readonly nameOf: (text: string) => string;
  private isClosing = false;
  private readonly transactionPermits: Semaphore;

  constructor(
    settings: Settings,
    private readonly log: Log,
    metrics: Metrics,
  ) {
    const max = POOL_SIZES[metrics.part === 'all' ? 'all' : 'one'];
    const onError = (error: Error): void => this.reportLoss(error);
    const timeouts = {
      statement_timeout: STATEMENT_TIMEOUT_MS,
      idle_in_transaction_session_timeout: IDLE_TRANSACTION_TIMEOUT_MS,
    };
    const pool = openPool(settings.databaseUrl, { max, stream: breaksWhenSilent(), ...timeouts }, onError);
    const nameOf = statementNames();
    super({
      adapter: new PrismaPg(pool, {
        disposeExternalPool: true,
        statementNameGenerator: ({ sql }) => nameOf(sql),
      }),
    });
    this.pool = pool;
    this.nameOf = nameOf;
    this.transactionPermits = new Semaphore(max * TRANSACTIONS_SHARE, TRANSACTION_WAIT_MS);
    routeToTransactions(pool);
    watchPool(metrics, 'queries', pool);
    this.watchTransactions(metrics);
  }

  /**
   * The rows of a statement, and the errors, of the driver: `int8` and `numeric` are text, times are `Date`,
   * JSON is parsed. Prisma would serialize all values as JSON first, and takes three times as long to read a
   * list.
   */
  async query<Row extends object>({ text, values }: Prisma.Sql): Promise<Row[]> {
    return (await this.pool.query<Row>({ name: this.nameOf(text), text, values })).rows;
  }

  /** A {@link query} that PostgreSQL plans every time, because the best plan depends on the values. */
  async queryPlannedAnew<Row extends object>({ text, values }: Prisma.Sql): Promise<Row[]> {
    return (await this.pool.query<Row>({ text, values })).rows;
  }

  /**
   * The rows of a statement, in its order, as PostgreSQL's JSON in one text. That is faster than many rows of
   * many columns. {@link jsonRows} reads a model's rows from it.
   */
  async readJson<Row extends object>(statement: Prisma.Sql): Promise<Row[]> {
    const [all] = await this.query<{ rows: string }>(
      Prisma.sql`SELECT '[' || coalesce(string_agg(row_to_json(one)::text, ','), '') || ']' AS rows FROM (${statement}) one`,
    );
    return JSON.parse(all?.rows ?? '[]') as Row[];
  }

  /**
   * Commits everything that `work` writes, or nothing if it fails. Joins the caller's transaction, if any.
   * `work` does not call `findUnique`, nor writes nested rows: see the linter's rule `one-statement`.
   */
  async atomically<T>(work: () => Promise<T>): Promise<T> {
    if (openTransaction()) return work();
    // The wait for a permit counts towards the wait for a connection.
    const { result, afterCommit } = await this.transactionPermits.run(
      (maxWaitMs) => transact(this.pool, maxWaitMs, work),
      () => fail('service_unavailable'),
    );
    for (const callback of afterCommit) this.callBack(callback);
    return result;
  }

  /** A failing callback does not undo a commit. */
  private callBack(callback: () => void): void {
    try {
      callback();
    } catch (error) {
      this.log.error('a task after a commit failed', error);
    }
  }

  /** Calls back after the commit of the caller's transaction; without a transaction, at once. */
  afterCommit(callback: () => void): void {
    const transaction = openTransaction();
    if (transaction) transaction.afterCommit.push(callback);
    else callback();
  }

  /**
   * A {@link query} in a savepoint. If it fails, or its result is not `isKept`, it is rolled back with its
   * locks, and the transaction continues.
   */
  async inSavepoint<Row extends object>(
    statement: Prisma.Sql,
    isKept: (rows: Row[]) => boolean = () => true,
  ): Promise<Row[]> {
    if (!openTransaction()) return this.query(statement);
    await this.pool.query({ text: 'SAVEPOINT attempt' });
    try {
      const rows = await this.query<Row>(statement);
      await this.pool.query({
        text: isKept(rows) ? 'RELEASE SAVEPOINT attempt' : 'ROLLBACK TO SAVEPOINT attempt',
      });
      return rows;
    } catch (error) {
      await this.pool.query({ text: 'ROLLBACK TO SAVEPOINT attempt' });
      throw error;
    }
  }

  /** See {@link assertWritable}. */
  assertWritable(): Promise<void> {
    return assertWritable(this.pool);
  }

  /** Closes the connections. Prisma closes only those of a client that has run a query. */
  async close(): Promise<void> {
    this.isClosing = true;
    await this.$disconnect();
    if (!this.pool.ending) await this.pool.end();
  }

  private watchTransactions(metrics: Metrics): void {
    const waiting = metrics.gauge(
      'tollgate_database_transactions_waiting',
      'Callers waiting to begin a transaction.',
      ['part'],
    );
    metrics.readBefore([waiting], () =>
      waiting.set({ part: metrics.part }, this.transactionPermits.waitingCount),
    );
  }

  /** Logs a lost connection without a request id, unless the pool is being closed. */
  private reportLoss(error: Error): void {
    if (!this.isClosing)
      this.log.warn('database connection lost', { requestId: undefined, reason: error.message });
  }
}
