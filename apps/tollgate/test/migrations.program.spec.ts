import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { NO_FILTER } from '#platform/database/migrate.js';
import { MIGRATIONS_DIR } from '#platform/database/migrations.js';
import { withSchemaEngine } from '#platform/database/schema-engine.js';
import { within } from '#platform/testing/until.js';
import { createDatabase } from './test-database.js';

const SCHEMA_DIR = 'prisma/schema';
const NO_MIGRATIONS = {
  baseDir: MIGRATIONS_DIR,
  lockfile: { path: 'migration_lock.toml', content: 'provider = "postgresql"' },
  shadowDbInitScript: '',
  migrationDirectories: [],
};

/** Every column, constraint and index of a database, as PostgreSQL describes them. */
async function describeDatabase(url: string): Promise<string[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ line: string }>(`
    SELECT format('%s.%s %s null:%s default:%s', table_name, column_name, udt_name, is_nullable, column_default) AS line
      FROM information_schema.columns WHERE table_schema = 'public' AND table_name <> '_prisma_migrations'
    UNION ALL SELECT format('%s %s', conrelid::regclass, pg_get_constraintdef(oid)) FROM pg_constraint
      WHERE connamespace = 'public'::regnamespace AND contype IN ('p', 'f', 'u')
    UNION ALL SELECT indexdef FROM pg_indexes
      WHERE schemaname = 'public' AND tablename <> '_prisma_migrations' AND indexdef NOT LIKE '% WHERE %'
        AND indexdef NOT LIKE '% USING gin %'
    ORDER BY line`);
  await client.end();
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
    const client = new Client({ connectionString: fresh });
    await client.connect();
    await client.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public;');
    await client.query(stdout ?? '');
    await client.end();
    expect(await describeDatabase(migrated)).toEqual(await describeDatabase(fresh));
  });

  it('leave no timer that keeps an idle process running', async () => {
    const migrations = { migrationsList: NO_MIGRATIONS, filters: NO_FILTER };
    const program = `
      const { withSchemaEngine } = await import('./dist/libs/platform/database/schema-engine.js');
      await withSchemaEngine(process.argv[1], (engine) => engine.applyMigrations(${JSON.stringify(migrations)}));
      console.log(process.getActiveResourcesInfo().join());`;
    const run = promisify(execFile)(process.execPath, [
      '--input-type=module',
      '--eval',
      program,
      await createDatabase(),
    ]);
    const { stdout } = await within(run, 'the process that migrates does not end');
    expect(stdout).not.toContain('Timeout');
  });
});
