// Before the specs: a PostgreSQL for each worker in a temporary folder, in memory where there is room, and in
// it a migrated database that gateways start on a copy of. What is committed is listed once all older
// transactions of its server have ended, so that spec files that share one wait for each other.
// TEST_DATABASE_URL names another server to use instead, for all of them.
import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { build, root } from './prepare.mjs';

export const TEMPLATE = 'tollgate_template';

/** In-memory files on Linux. Copying a database there takes a twentieth of the time. */
const IN_MEMORY = '/dev/shm';
/** Bytes, several times what a run needs. */
const ROOM = 6 * 1024 ** 3;

export default async function setup({ maxWorkers }) {
  build();
  const { startEmbeddedPostgres } = await built('embedded-postgres.js');
  if (process.env.TEST_DATABASE_URL) return prepare(process.env.TEST_DATABASE_URL, false);
  const parent = temporaryFolder();
  const start = async () => {
    const dir = mkdtempSync(join(parent, 'tollgate-test-'));
    chmodSync(dir, 0o755);
    const postgres = await startEmbeddedPostgres(dir, (error) => {
      throw error;
    });
    await prepare(postgres.url, true);
    const stop = async () => {
      await postgres.stop();
      rmSync(dir, { recursive: true, force: true });
    };
    return { url: postgres.url, stop };
  };
  const servers = await Promise.all(Array.from({ length: maxWorkers }, start));
  process.env.TEST_DATABASE_URL = servers.map(({ url }) => url).join(' ');
  globalThis.stopTestDatabases = () => Promise.all(servers.map(({ stop }) => stop()));
}

function built(file) {
  return import(pathToFileURL(join(root, 'dist', 'libs', 'platform', 'database', file)).href);
}

/**
 * Makes the template. Where nobody crashes the server, no commit waits for the disk; and no database grows so
 * large that it must be vacuumed.
 */
async function prepare(url, isOurs) {
  const { migrate } = await built('migrate.js');
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  if (isOurs) {
    await client.query('ALTER SYSTEM SET fsync = off');
    await client.query('ALTER SYSTEM SET full_page_writes = off');
    await client.query('ALTER SYSTEM SET autovacuum = off');
    await client.query('ALTER SYSTEM SET synchronous_commit = off');
    await client.query('SELECT pg_reload_conf()');
  }
  await client.query(`DROP DATABASE IF EXISTS ${TEMPLATE}`);
  await client.query(`CREATE DATABASE ${TEMPLATE}`);
  await client.end();
  const template = new URL(url);
  template.pathname = TEMPLATE;
  await migrate(template.href);
}

function temporaryFolder() {
  if (!existsSync(IN_MEMORY) || freemem() < ROOM) return tmpdir();
  const { bavail, bsize } = statfsSync(IN_MEMORY);
  return bavail * bsize < ROOM ? tmpdir() : IN_MEMORY;
}
