import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { migrate } from '#platform/database/migrate.js';
import {
  applyMigrations,
  applyTogether,
  migrationNames,
  MIGRATIONS_DIR,
} from '#platform/database/migrations.js';
import { within } from '#platform/testing/until.js';
import { NO_FILTER, withSchemaEngine } from '../../../proof/rig/schema-engine.js';
import { createDatabase } from './test-database.js';

const SCHEMA_DIR = 'prisma/schema';
async function inDatabase<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Every column, constraint and index of a database, as PostgreSQL describes them. */
async function describeDatabase(url: string): Promise<string[]> {
  const { rows } = await inDatabase(url, (client) =>
    client.query<{ line: string }>(`
    SELECT format('%s.%s %s null:%s default:%s', table_name, column_name, udt_name, is_nullable, column_default) AS line
      FROM information_schema.columns WHERE table_schema = 'public' AND table_name <> '_prisma_migrations'
    UNION ALL SELECT format('%s %s', conrelid::regclass, pg_get_constraintdef(oid)) FROM pg_constraint
      WHERE connamespace = 'public'::regnamespace AND contype IN ('p', 'f', 'u')
    UNION ALL SELECT indexdef FROM pg_indexes
      WHERE schemaname = 'public' AND tablename <> '_prisma_migrations' AND indexdef NOT LIKE '% WHERE %'
        AND indexdef NOT LIKE '% USING gin %'
    ORDER BY line`),
  );
  return rows.map(({ line }) => line).filter((line) => !line.includes('_prisma_migrations'));
}

describe('the migrations', () => {
  it('create the schema, except partial indexes, word indexes and checks', async () => {
    const migrated = await createDatabase();
    const fresh = await createDatabase();
    const files = await Promise.all(
      (await readdir(SCHEMA_DIR)).map(async (name) => ({
        path: name,
        content: await readFile(join(SCHEMA_DIR, name), 'utf8'),
      })),
    );
    const diff = withSchemaEngine(fresh, (engine) =>
      engine.diff({
        from: { tag: 'empty' },
        to: { tag: 'schemaDatamodel', files },
        script: true,
        exitCode: null,
        filters: NO_FILTER,
      }),
    );
    const { stdout } = await within(diff, 'the schema engine does not answer');
    await inDatabase(fresh, (client) =>
      client.query(`DROP SCHEMA public CASCADE; CREATE SCHEMA public; ${stdout ?? ''}`),
    );
    expect(await describeDatabase(migrated)).toEqual(await describeDatabase(fresh));
  });

  it('are recorded as Prisma records them', async () => {
    const migrationDirectories = await Promise.all(
      (await migrationNames()).map(async (path) => {
        const value = await readFile(join(MIGRATIONS_DIR, path, 'migration.sql'), 'utf8');
        return { path, migrationFile: { path: 'migration.sql', content: { tag: 'ok', value } as const } };
      }),
    );
    const lockfile = { path: 'migration_lock.toml', content: 'provider = "postgresql"' };
    const migrationsList = {
      baseDir: MIGRATIONS_DIR,
      lockfile,
      shadowDbInitScript: '',
      migrationDirectories,
    };
    const history = withSchemaEngine(await createDatabase(), (engine) =>
      engine.diagnoseMigrationHistory({ migrationsList, optInToShadowDatabase: false, filters: NO_FILTER }),
    );
    expect(await within(history, 'the schema engine does not answer')).toMatchObject({
      hasMigrationsTable: true,
      history: null,
      editedMigrationNames: [],
      failedMigrationNames: [],
    });
  });

  it('leave an empty database as it was if one fails', async () => {
    const url = await createDatabase('template0');
    await inDatabase(url, async (client) => {
      await client.query('CREATE TABLE customer (id text)');
      await expect(applyTogether(client, await migrationNames())).rejects.toThrow(
        /^the migration \d+_\w+ failed: relation "customer" already exists$/,
      );
    });
    await inDatabase(url, async (client) => {
      const { rows } = await client.query(
        "SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY 1",
      );
      expect(rows).toEqual([{ tablename: 'customer' }]);
    });
  });

  it('are each committed before the next one in a database that is in use', async () => {
    const url = await createDatabase('template0');
    const names = await migrationNames();
    const place = names.findIndex((name) => name.endsWith('_exams'));
    const [before = '', failing = ''] = names.slice(place - 1);
    await inDatabase(url, async (client) => {
      await applyTogether(client, names.slice(0, place - 1));
      await client.query('CREATE TABLE exam (id text)');
      await expect(applyMigrations(client, names.slice(place - 1))).rejects.toThrow(
        `the migration ${failing} failed: relation "exam" already exists`,
      );
    });
    await inDatabase(url, async (client) => {
      const { rows } = await client.query<{ last: string }>(
        'SELECT max(migration_name) AS last FROM _prisma_migrations',
      );
      expect(rows).toEqual([{ last: before }]);
    });
  });

  it('are refused in a database where an earlier release failed within one', async () => {
    const url = await createDatabase();
    const [name] = await migrationNames();
    await inDatabase(url, (client) =>
      client.query('UPDATE _prisma_migrations SET finished_at = NULL WHERE migration_name = $1', [name]),
    );
    await expect(migrate(url)).rejects.toThrow(
      `the migration ${name} of the database is unfinished; restore a backup from before it`,
    );
  });
});
