import type { PoolConfig } from 'pg';

/** How long a request waits for a connection before it is answered with an error. */
const CONNECT_TIMEOUT_MS = 5_000;

/**
 * What every pool has in common. Sessions are in UTC whatever the server's zone: Prisma's adapter reads a `timestamptz` without
 * its offset, so in any other zone every time that is read would be off.
 */
export function poolConfig(databaseUrl: string | undefined, max: number): PoolConfig {
  return {
    connectionString: databaseUrl,
    max,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    application_name: 'tollgate',
    options: '-c timezone=UTC',
  };
}
