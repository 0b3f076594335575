import { Client } from 'pg';
import { SettingError } from '../config/setting-error.js';
import { migrateQueue } from '../jobs/queue-backend.js';
import { assertMayCreate, rejectForeignDatabase } from './foreign-database.js';
import {
  applyMigrations,
  applyTogether,
  compareMigrations,
  migrationNames,
  rejectUnfinished,
  rejectUnknown,
  storedMigrations,
  type RunQuery,
} from './migrations.js';
import { assertOwnSession, rejectPooler, SELECT_SESSION, SESSION_OPTION, type SessionRow } from './pooler.js';
import { primaryUrl } from './primary.js';
import { adoptRestoredRows } from './restored-cluster.js';

/** The key of an advisory lock: arbitrary, but the same in every process. */
const MIGRATION_LOCK = 7_400_740_075;
/** Time-outs of the connection, and of the wait for another migration. */
const CONNECT_TIMEOUT_MS = 10_000;
const LOCK_TIMEOUT_MS = 50_000;
const WRONG_PASSWORD = '28P01';

/**
 * Migrates Tollgate's tables and those of the queue. Of concurrent processes, one does it. Throws
 * `StartRefusal` if the database is newer than this release, another program's, read-only or unreachable.
 */
export async function migrate(databaseUrl: string): Promise<void> {
  const { url, client, runQuery } = await connect(databaseUrl);
  try {
    assertOwnSession((await client.query<SessionRow>(SELECT_SESSION)).rows);
    await assertWritable(client);
    await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    const known = await migrationNames();
    await rejectForeignDatabase(runQuery, known);
    const stored = await storedMigrations(runQuery);
    const difference = compareMigrations(known, stored);
    rejectUnknown(difference);
    rejectUnfinished(stored);
    if (difference.missing.length > 0) {
      await assertMayCreate(runQuery);
      const apply = stored.length === 0 ? applyTogether : applyMigrations;
      await apply(client, difference.missing);
    }
    await adoptRestoredRows(client);
    await migrateQueue(url);
  } finally {
    await client.end();
  }
}

/** Throws `StartRefusal` if the database is another program's or unreachable. Reads only. */
export async function assertOwnDatabase(databaseUrl: string): Promise<void> {
  const { client, runQuery } = await connect(databaseUrl);
  try {
    await rejectForeignDatabase(runQuery, await migrationNames());
  } finally {
    await client.end();
  }
}

async function connect(databaseUrl: string): Promise<{ url: string; client: Client; runQuery: RunQuery }> {
  const url = await primaryUrl(databaseUrl).catch(refuse);
  const timeouts = { connectionTimeoutMillis: CONNECT_TIMEOUT_MS, lock_timeout: LOCK_TIMEOUT_MS };
  const client = new Client({ connectionString: url, options: SESSION_OPTION, ...timeouts });
  client.on('error', () => undefined);
  await client.connect().catch(refuse);
  const runQuery: RunQuery = async <Row extends object>(sql: string) => (await client.query<Row>(sql)).rows;
  return { url, client, runQuery };
}

function refuse(error: Error): never {
  rejectPooler(error);
  throw new SettingError('DATABASE_URL', `cannot connect to PostgreSQL: ${error.message}${hintFor(error)}`);
}

/** A start writes at least the settings, which fails on a replica. */
async function assertWritable(client: Client): Promise<void> {
  const { rows } = await client.query<{ transaction_read_only: string }>('SHOW transaction_read_only');
  if (rows[0]?.transaction_read_only !== 'on') return;
  throw new SettingError(
    'DATABASE_URL',
    'the database is read-only, such as a replica; use the address of the primary',
  );
}

/** In containers the password is a separate setting, which may be newer than the volume with the data. */
function hintFor({ code }: Error & { readonly code?: unknown }): string {
  return code === WRONG_PASSWORD
    ? '; a database keeps its first password, also when POSTGRES_PASSWORD changes (docs/compose.md)'
    : '';
}
