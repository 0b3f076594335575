import { Pool, type PoolConfig } from 'pg';

/** How long a request waits for a connection before it is answered with an error. */
const CONNECT_TIMEOUT_MS = 5_000;

/**
 * A pool of connections to PostgreSQL. `onError` hears of every connection that breaks, idle or in use: one that nobody listened to
 * would end the process. Sessions are in UTC whatever the server's zone: Prisma's adapter reads a `timestamptz` without its offset,
 * so in any other zone every time that is read would be off.
 */
export function openPool(databaseUrl: string | undefined, config: PoolConfig & { max: number }, onError: (error: Error) => void): Pool {
  const pool = new Pool({
    connectionString: databaseUrl,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    application_name: 'tollgate',
    keepAlive: true,
    options: '-c timezone=UTC',
    ...config,
  });
  pool.on('error', onError);
  pool.on('connect', (client) => client.on('error', onError));
  return pool;
}
