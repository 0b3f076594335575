import { readdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
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

/** Throws {@link StartRefusal} if the database is newer than this release. */
export function rejectUnknown({ unknown }: MigrationDifference): void {
  if (unknown.length === 0) return;
  throw new StartRefusal(
    `the database has migrations of a newer release: ${unknown.join(', ')}; run that release, or restore an older backup`,
  );
}
