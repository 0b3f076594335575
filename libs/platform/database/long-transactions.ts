import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Pool, PoolClient } from 'pg';
import { fail } from '#kernel/errors.js';
import { SETTINGS, type Settings } from '../config/settings.js';
import { FairSemaphore } from '../contention/fair-semaphore.js';
import { Log } from '../logging/log.js';
import { Metrics } from '../metrics/metrics.js';
import { isConflict } from './database-errors.js';
import type { Prisma } from './generated/client.js';
import { openPool, watchPool } from './pool.js';

/**
 * The most concurrent ones, each on its own connection, those of them of one sandbox, and the longest wait for
 * one.
 */
const MOST_AT_ONCE = 2;
const MOST_OF_ONE = 1;
const TURN_WAIT_MS = 30_000;
/** Time-outs of a statement and of a wait for a lock. */
const STATEMENT_TIMEOUT_MS = 600_000;
const LOCK_TIMEOUT_MS = 30_000;
/** The attempts at a transaction with deadlocks or serialization failures. */
const MAX_ATTEMPTS = 8;
/**
 * The class of the advisory locks of {@link LongTransactionOptions.lock}: arbitrary, but the same in every
 * process.
 */
const LOCK_CLASS = 740_078;

export interface LongTransactionOptions {
  /** `repeatable read`: all statements see the commits before the first statement. */
  readonly isolation: 'read committed' | 'repeatable read';
  /** Transactions with the same lock run one at a time, across all processes. */
  readonly lock?: string;
}

/** Statements on a connection of their own. */
export interface LongTransaction {
  query<Row extends object>(statement: Prisma.Sql): Promise<Row[]>;
  /** Returns the number of written rows. */
  execute(statement: Prisma.Sql): Promise<number>;
}

/** A reserved connection. Outside of {@link transact} each statement is committed by itself. */
export interface LongSession extends LongTransaction {
  /**
   * Commits everything that `work` writes, or nothing if it fails. After a deadlock or a serialization
   * failure `work` runs again from the beginning.
   */
  transact<T>(
    options: LongTransactionOptions,
    work: (transaction: LongTransaction) => Promise<T>,
  ): Promise<T>;
}

/**
 * Transactions that copy many rows and may take minutes. They have their own connections, without the
 * time-outs of requests. If the process dies, they are rolled back.
 */
@Injectable()
export class LongTransactions implements OnApplicationShutdown {
  private readonly pool: Pool;
  private readonly turns = new FairSemaphore(MOST_AT_ONCE, MOST_OF_ONE, TURN_WAIT_MS);

  constructor(@Inject(SETTINGS) settings: Settings, log: Log, metrics: Metrics) {
    const timeouts = { statement_timeout: STATEMENT_TIMEOUT_MS, lock_timeout: LOCK_TIMEOUT_MS };
    this.pool = openPool(settings.databaseUrl, { max: MOST_AT_ONCE, ...timeouts }, (error) =>
      log.warn('database connection lost', { reason: error.message }),
    );
    watchPool(metrics, 'long', this.pool);
  }

  /**
   * Runs {@link LongSession.transact} on a connection. Throws `service_unavailable` if too many others are
   * open.
   */
  transact<T>(
    owner: string,
    options: LongTransactionOptions,
    work: (transaction: LongTransaction) => Promise<T>,
  ): Promise<T> {
    return this.session(owner, (session) => session.transact(options, work));
  }

  /**
   * Reserves a connection for `work` of the sandbox `owner`. Throws `service_unavailable` if too many others
   * are open.
   */
  session<T>(owner: string, work: (session: LongSession) => Promise<T>): Promise<T> {
    return this.turns.run(
      owner,
      () => this.onOwnConnection(work),
      () => fail('service_unavailable'),
    );
  }

  async onApplicationShutdown(): Promise<void> {
    await this.pool.end();
  }

  private async onOwnConnection<T>(work: (session: LongSession) => Promise<T>): Promise<T> {
    const client = await this.pool.connect();
    let isClean = false;
    try {
      const result = await work(sessionOn(client));
      isClean = true;
      return result;
    } finally {
      // Closing a connection ends its transaction and locks.
      client.release(!isClean);
    }
  }
}

function sessionOn(client: PoolClient): LongSession {
  const statements: LongTransaction = {
    query: async <Row extends object>({ text, values }: Prisma.Sql) =>
      (await client.query<Row>(text, values)).rows,
    execute: async ({ text, values }) => (await client.query(text, values)).rowCount ?? 0,
  };
  return { ...statements, transact: (options, work) => transactOn(client, options, () => work(statements)) };
}

async function transactOn<T>(
  client: PoolClient,
  { isolation, lock }: LongTransactionOptions,
  work: () => Promise<T>,
): Promise<T> {
  // The lock comes before the transaction, whose snapshot then includes the commits of the previous holder.
  if (lock !== undefined) await client.query('SELECT pg_advisory_lock($1, hashtext($2))', [LOCK_CLASS, lock]);
  for (let attempt = 1; ; attempt += 1) {
    try {
      await client.query(`BEGIN ISOLATION LEVEL ${isolation}`);
      const result = await work();
      await client.query('COMMIT');
      if (lock !== undefined)
        await client.query('SELECT pg_advisory_unlock($1, hashtext($2))', [LOCK_CLASS, lock]);
      return result;
    } catch (error) {
      if (!isConflict(error) || attempt === MAX_ATTEMPTS) throw error;
      await client.query('ROLLBACK');
    }
  }
}
