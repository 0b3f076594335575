// Before the specs: a PostgreSQL of their own in a temporary folder, and in it a migrated database that every spec file copies.
// TEST_DATABASE_URL names another server to use instead.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { build, root } from './prepare.mjs';

export const TEMPLATE = 'tollgate_template';

export default async function setup() {
  build();
  const load = (file) => import(pathToFileURL(join(root, 'dist', 'libs', 'platform', 'database', file)).href);
  const { startEmbeddedPostgres } = await load('embedded-postgres.js');
  const { migrate } = await load('migrate.js');
  if (!process.env.TEST_DATABASE_URL) {
    const dir = mkdtempSync(join(tmpdir(), 'tollgate-test-'));
    chmodSync(dir, 0o755);
    const postgres = await startEmbeddedPostgres(dir, (error) => {
      throw error;
    });
    process.env.TEST_DATABASE_URL = postgres.url;
    globalThis.stopTestDatabase = async () => {
      await postgres.stop();
      rmSync(dir, { recursive: true, force: true });
    };
  }
  const client = new pg.Client({ connectionString: process.env.TEST_DATABASE_URL });
  await client.connect();
  // Nobody crashes this server, so its commits need not wait for the disk.
  if (globalThis.stopTestDatabase) {
    await client.query('ALTER SYSTEM SET fsync = off');
    await client.query('ALTER SYSTEM SET full_page_writes = off');
    await client.query('SELECT pg_reload_conf()');
  }
  await client.query(`DROP DATABASE IF EXISTS ${TEMPLATE}`);
  await client.query(`CREATE DATABASE ${TEMPLATE}`);
  await client.end();
  const template = new URL(process.env.TEST_DATABASE_URL);
  template.pathname = TEMPLATE;
  await migrate(template.href);
}
