import { readdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { StartRefusal } from '../process/start-refusal.js';

/** The folder of the migrations. */
export const MIGRATIONS_DIR = dirname(createRequire(import.meta.url).resolve('#migrations/migration_lock.toml'));

/** Finds every {@link StoredMigration}. There is no such table before the first migration. */
export const SELECT_MIGRATIONS = `
  SELECT migration_name AS name, finished_at IS NOT NULL AS "isApplied" FROM _prisma_migrations WHERE rolled_back_at IS NULL`;

/** A migration that a database has, or that is under way there. */
export interface StoredMigration {
  readonly name: string;
  readonly isApplied: boolean;
}

/** By which migrations this release and a database differ, in order. */
export interface MigrationDifference {
  /** Migrations to apply. */
  readonly missing: readonly string[];
  /** Migrations of a newer release. */
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

/** `known` are the names of this release's migrations, `stored` is what the database has. */
export function compareMigrations(known: readonly string[], stored: readonly StoredMigration[]): MigrationDifference {
  const applied = stored.filter(({ isApplied }) => isApplied).map(({ name }) => name);
  return {
    missing: known.filter((name) => !applied.includes(name)),
    unknown: stored
      .map(({ name }) => name)
      .filter((name) => !known.includes(name))
      .sort(),
  };
}

/** Throws {@link StartRefusal} when the database is newer than this release, which would write what the newer one does not expect. */
export function rejectUnknown({ unknown }: MigrationDifference): void {
  if (unknown.length === 0) return;
  throw new StartRefusal(
    `the database has migrations of a newer release: ${unknown.join(', ')}; run that release, or restore an older backup`,
  );
}
