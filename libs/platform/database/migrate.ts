import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { MigrationList } from '@prisma/schema-engine-wasm';
import { Client } from 'pg';
import { SettingError } from '../config/setting-error.js';
import { migrateQueue } from '../jobs/queue-backend.js';
import { withSchemaEngine } from './schema-engine.js';

/** Where the migrations are, from the project's root: every process is started there. */
const MIGRATIONS_DIR = 'prisma/migrations';
/** Any number will do, as long as every Tollgate uses the same. */
const MIGRATION_LOCK = 7_400_740_075;
/** A server that does not answer, and another migration that does not end, are not waited for for ever. */
const CONNECT_TIMEOUT_MS = 10_000;
const LOCK_TIMEOUT_MS = 50_000;
export const NO_FILTER = { externalTables: [], externalEnums: [] };

/** Brings the database up to date: Tollgate's tables and the queue's. Several processes may try at once; one does it. */
export async function migrate(databaseUrl: string): Promise<void> {
  const client = new Client({ connectionString: databaseUrl, connectionTimeoutMillis: CONNECT_TIMEOUT_MS, lock_timeout: LOCK_TIMEOUT_MS });
  client.on('error', () => undefined);
  await client.connect().catch((error: Error) => {
    throw new SettingError('DATABASE_URL', `PostgreSQL cannot be reached: ${error.message}`);
  });
  try {
    await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    if (await isMissingMigrations(client)) {
      const migrationsList = await readMigrations();
      await withSchemaEngine(databaseUrl, (engine) => engine.applyMigrations({ migrationsList, filters: NO_FILTER }));
    }
    await migrateQueue(databaseUrl);
  } finally {
    await client.end();
  }
}

/** The names of all migrations, in order. */
export async function migrationNames(): Promise<string[]> {
  const entries = await readdir(MIGRATIONS_DIR, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
}

async function isMissingMigrations(client: Client): Promise<boolean> {
  const { rows: tables } = await client.query("SELECT to_regclass('_prisma_migrations') AS name");
  if ((tables[0] as { name: string | null }).name === null) return true;
  const { rows } = await client.query<{ migration_name: string }>(
    'SELECT migration_name FROM _prisma_migrations WHERE finished_at IS NOT NULL',
  );
  const applied = new Set(rows.map((row) => row.migration_name));
  return (await migrationNames()).some((name) => !applied.has(name));
}

async function readMigrations(): Promise<MigrationList> {
  const read = async (name: string): Promise<MigrationList['migrationDirectories'][number]> => {
    const value = await readFile(join(MIGRATIONS_DIR, name, 'migration.sql'), 'utf8');
    return { path: name, migrationFile: { path: 'migration.sql', content: { tag: 'ok', value } } };
  };
  return {
    baseDir: MIGRATIONS_DIR,
    lockfile: { path: 'migration_lock.toml', content: await readFile(join(MIGRATIONS_DIR, 'migration_lock.toml'), 'utf8') },
    shadowDbInitScript: '',
    migrationDirectories: await Promise.all((await migrationNames()).map(read)),
  };
}
