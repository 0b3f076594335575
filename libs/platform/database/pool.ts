import { Socket } from 'node:net';
import type { EventEmitter } from 'node:events';
import { Pool, type PoolClient, type PoolConfig } from 'pg';
import type { Metrics } from '../metrics/metrics.js';
import { SESSION_OPTION } from './pooler.js';
import { anyServer, clientOf } from './primary.js';
import { READ_ONLY } from './database-errors.js';
import { CHECKS } from './generated/checks.js';

/** The time after which a silent server counts as lost. It is longer than the statement timeout. */
export const MAX_SILENCE_MS = 16_000;
/** The longest wait of a request for a connection. */
const CONNECT_TIMEOUT_MS = 5_000;
/**
 * TCP keep-alive: how long a connection is idle before the system probes the other machine, which then has
 * ten seconds to respond.
 */
const KEEP_ALIVE_MS = 10_000;
/** Codes of rows that a NOT NULL or CHECK constraint rejects. The detail of these errors is the whole row. */
const REJECTED_ROW = /^(23502|23514)$/;

interface ServerError {
  readonly code?: string;
  readonly constraint?: string;
  detail?: string | undefined;
}

/**
 * A pool of connections to PostgreSQL. `onError` is called for every broken connection, idle or in use:
 * without a listener it would end the process. Sessions are in UTC, because Prisma's adapter ignores the
 * offset of a `timestamptz`. If `databaseUrl` names several servers, connections go to the one that accepts
 * writes.
 */
export function openPool(
  databaseUrl: string | undefined,
  config: PoolConfig & { max: number },
  onError: (error: Error) => void,
): Pool {
  const pool = new Pool({
    Client: clientOf(databaseUrl),
    connectionString: anyServer(databaseUrl),
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    application_name: 'tollgate',
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    options: `-c timezone=UTC ${SESSION_OPTION}`,
    ...config,
  });
  pool.on('error', onError);
  pool.on('connect', (client) => {
    client.on('error', onError);
    watchErrors(client);
  });
  return pool;
}

/**
 * Closes a connection whose server rejects a write as read-only: it has become a replica, and there may be a
 * new primary. The driver's pool does so for single statements, but not for those of a transaction. The detail
 * of a rejected row becomes the sentence of its CHECK constraint, because errors are logged.
 */
function watchErrors(client: PoolClient): void {
  const { connection } = client as unknown as { readonly connection: EventEmitter };
  connection.on('errorMessage', (error: ServerError) => {
    if (error.code === READ_ONLY) client.end().catch(() => undefined);
    if (REJECTED_ROW.test(error.code ?? '')) error.detail = CHECKS[error.constraint ?? ''];
  });
}

/**
 * Makes connections that break after this time of silence. A server that does not respond cannot enforce its
 * own time-outs. Only for pools whose idle connections are closed earlier.
 */
export function breaksWhenSilent(): () => Socket {
  return () => {
    const socket = new Socket();
    socket.setTimeout(MAX_SILENCE_MS, () =>
      socket.destroy(new Error('Connection terminated: the server does not answer')),
    );
    return socket;
  };
}

/** Adds metrics of the pool. `name` distinguishes it from other pools of the part. */
export function watchPool(metrics: Metrics, name: string, pool: Pool): void {
  const labels = { part: metrics.part, pool: name };
  const connections = metrics.gauge(
    'tollgate_database_connections',
    'Open PostgreSQL connections, by pool and state.',
    ['part', 'pool', 'state'],
  );
  const most = metrics.gauge(
    'tollgate_database_connections_max',
    'Limit of PostgreSQL connections of the pool.',
    ['part', 'pool'],
  );
  const waiting = metrics.gauge(
    'tollgate_database_connections_waiting',
    'Callers waiting for a PostgreSQL connection.',
    ['part', 'pool'],
  );
  metrics.readBefore([connections, most, waiting], () => {
    connections.set({ ...labels, state: 'used' }, pool.totalCount - pool.idleCount);
    connections.set({ ...labels, state: 'idle' }, pool.idleCount);
    most.set(labels, pool.options.max);
    waiting.set(labels, pool.waitingCount);
  });
}
