import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Client } from 'pg';
import { StartRefusal } from '../process/start-refusal.js';

export const MIGRATIONS_DIR = dirname(
  createRequire(import.meta.url).resolve('#migrations/migration_lock.toml'),
);

/** Runs a statement, and returns its rows. */
export type RunQuery = <Row extends object>(sql: string) => Promise<readonly Row[]>;

/** Selects every {@link StoredMigration}. The table is missing before the first migration. */
export const SELECT_MIGRATIONS = `
  SELECT migration_name AS name, finished_at IS NOT NULL AS "isApplied" FROM _prisma_migrations WHERE rolled_back_at IS NULL`;

/** A migration that was applied to a database, or is in progress. */
export interface StoredMigration {
  readonly name: string;
  readonly isApplied: boolean;
}

/** The differences between the migrations of this release and of a database, in order. */
export interface MigrationDifference {
  readonly missing: readonly string[];
  readonly unknown: readonly string[];
}

/** The names of all migrations of this release, in order. */
export async function migrationNames(): Promise<string[]> {
  const entries = await readdir(MIGRATIONS_DIR, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
}

/** Without the table, none. */
export async function storedMigrations(runQuery: RunQuery): Promise<readonly StoredMigration[]> {
  const [table] = await runQuery<{ name: string | null }>(
    "SELECT to_regclass('_prisma_migrations')::text AS name",
  );
  return table?.name == null ? [] : runQuery<StoredMigration>(SELECT_MIGRATIONS);
}

/** `known` are the names of this release's migrations, `stored` are those of the database. */
export function compareMigrations(
  known: readonly string[],
  stored: readonly StoredMigration[],
): MigrationDifference {
  const applied = stored.filter(({ isApplied }) => isApplied).map(({ name }) => name);
  return {
    missing: known.filter((name) => !applied.includes(name)),
    unknown: stored
      .map(({ name }) => name)
      .filter((name) => !known.includes(name))
      .sort(),
  };
}

/** As Prisma creates it: `prisma migrate` works on the database too. */
const CREATE_TABLE = `
  CREATE TABLE IF NOT EXISTS _prisma_migrations (
    id VARCHAR(36) PRIMARY KEY NOT NULL, checksum VARCHAR(64) NOT NULL, finished_at TIMESTAMPTZ,
    migration_name VARCHAR(255) NOT NULL, logs TEXT, rolled_back_at TIMESTAMPTZ,
    started_at TIMESTAMPTZ NOT NULL DEFAULT now(), applied_steps_count INTEGER NOT NULL DEFAULT 0)`;
const INSERT_MIGRATION = `
  INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
  VALUES (gen_random_uuid(), $1, $2, clock_timestamp(), 1)`;

/**
 * Applies migrations to a database in use, each in a transaction: processes of the older release work on between
 * them. The one that fails is undone once the client ends.
 */
export async function applyMigrations(client: Client, names: readonly string[]): Promise<void> {
  for (const name of names) await applyTogether(client, [name]);
}

/** Applies migrations in one transaction. If one fails, all are undone once the client ends. */
export async function applyTogether(client: Client, names: readonly string[]): Promise<void> {
  await client.query('BEGIN');
  await client.query(CREATE_TABLE);
  for (const name of names) {
    const sql = await readFile(join(MIGRATIONS_DIR, name, 'migration.sql'), 'utf8');
    await client.query(sql).catch((error: Error) => {
      throw new Error(`the migration ${name} failed: ${error.message}`, { cause: error });
    });
    await client.query(INSERT_MIGRATION, [createHash('sha256').update(sql).digest('hex'), name]);
  }
  await client.query('COMMIT');
}

/** Throws {@link StartRefusal} if an earlier release has failed within a migration. */
export function rejectUnfinished(stored: readonly StoredMigration[]): void {
  const unfinished = stored.find(({ isApplied }) => !isApplied);
  if (unfinished)
    throw new StartRefusal(
      `the migration ${unfinished.name} of the database is unfinished; restore a backup from before it`,
    );
}

/** Throws {@link StartRefusal} if the database is newer than this release. */
export function rejectUnknown({ unknown }: MigrationDifference): void {
  if (unknown.length === 0) return;
  throw new StartRefusal(
    `the database has migrations of a newer release: ${unknown.join(', ')}; run that release, or restore an older backup`,
  );
}
