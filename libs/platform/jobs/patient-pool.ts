import { setTimeout as delay } from 'node:timers/promises';
import type { Pool, PoolClient, QueryResult } from 'pg';

/** How long to leave a server alone that could not be reached. */
const PAUSE_MS = 500;

/**
 * The pool as BullMQ can use it, which remembers for good that its first connection failed, and asks again at once when a query
 * failed: without end and without a pause, so that nothing else of the process gets its turn. Here a connection is waited for until
 * there is one or the pool is ended, and a query that failed says so only after a pause.
 */
export function patient(pool: Pool): Pool {
  const connect = async (): Promise<PoolClient> => {
    for (;;) {
      try {
        return await pool.connect();
      } catch (error) {
        if (pool.ending) throw error;
        await delay(PAUSE_MS);
      }
    }
  };
  const query = async (text: string, values?: unknown[]): Promise<QueryResult> => {
    try {
      return await pool.query(text, values);
    } catch (error) {
      await delay(PAUSE_MS);
      throw error;
    }
  };
  const own = new Map<string | symbol, unknown>(Object.entries({ connect, query }));
  return new Proxy(pool, { get: (target, name): unknown => own.get(name) ?? Reflect.get(target, name) });
}
