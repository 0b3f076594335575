import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Client } from 'pg';
import { readSettings } from '#platform/config/settings.js';
import { SettingError } from '#platform/config/setting-error.js';
import { startTollgate } from '../tollgate.js';
import { hostPorts, steadyPort } from '../../../proof/rig/ports.js';
import { SANDBOX_SECRET, startProgram } from '../../../proof/rig/program.js';
import { until } from '#platform/testing/until.js';
import { createDatabase } from './test-database.js';

/** A documentation address (RFC 5737). */
const ELSEWHERE = '192.0.2.1';
const PASSWORD = 'hunter2';
const ROLE = `shop_${randomUUID()}`;

let databaseUrl: string;
let ports: Awaited<ReturnType<typeof hostPorts>>;

beforeAll(async () => {
  databaseUrl = await createDatabase();
  ports = await hostPorts();
});

/** Why a Tollgate with these settings does not start. What `readSettings` refuses is in settings.spec.ts. */
async function refusalOf(overrides: Readonly<Record<string, string>>): Promise<unknown> {
  const settings = readSettings({
    DATABASE_URL: databaseUrl,
    SANDBOX_SECRET,
    LOG_LEVEL: 'fatal',
    ...ports,
    ...overrides,
  });
  return startTollgate(settings).then(
    async (tollgate) => {
      await tollgate.close();
      return 'it started';
    },
    (error: unknown) => error,
  );
}

async function isTaken(port: string): Promise<boolean> {
  const socket = connect(Number(port), '127.0.0.1');
  return once(socket, 'connect').then(
    () => {
      socket.destroy();
      return true;
    },
    () => false,
  );
}

describe('an impossible start', () => {
  it.each([
    [
      'an address for metrics that is not this machine’s',
      { METRICS_HOST: ELSEWHERE, METRICS_PORT: '7499' },
      'METRICS_HOST',
    ],
    [
      'an address that is not this machine’s',
      { HOST: ELSEWHERE, ALLOW_DEMO_KEYS: 'true', CONTROL_TOKEN: 'x' },
      'HOST',
    ],
    ['a folder that is a file', { DATABASE_URL: '', DATA_DIR: resolve('package.json') }, 'DATA_DIR'],
    ['a folder that cannot be made', { DATABASE_URL: '', DATA_DIR: '/proc/tollgate' }, 'DATA_DIR'],
    [
      'that others can reach the control host, which has no token',
      { CONTROL_HOST: '0.0.0.0' },
      'CONTROL_TOKEN',
    ],
    [
      'that others can reach another host while it has none',
      { VAULT_HOST: '0.0.0.0', ALLOW_DEMO_KEYS: 'true' },
      'CONTROL_TOKEN',
    ],
    ['a database without a secret of sandboxes', { SANDBOX_SECRET: '' }, 'SANDBOX_SECRET'],
    [
      'a database that is not there',
      { DATABASE_URL: `postgresql://nobody:${PASSWORD}@127.0.0.1:1/none` },
      'DATABASE_URL',
    ],
  ])('reports in one line that it is %s', async (_, overrides, name) => {
    const refusal = await refusalOf(overrides);
    expect(refusal).toBeInstanceOf(SettingError);
    expect((refusal as Error).message).toMatch(new RegExp(`^${name}: [^\\n]+$`));
    expect((refusal as Error).message).not.toContain(PASSWORD);
  });

  it('explains a wrong password: a database keeps its own', async () => {
    const refusal = await refusalOf({
      DATABASE_URL: Object.assign(new URL(databaseUrl), { password: PASSWORD }).href,
    });
    expect(refusal).toBeInstanceOf(SettingError);
    expect((refusal as Error).message).toMatch(
      /^DATABASE_URL: .*password authentication failed for user.*; a database keeps its first password, [^\n]+$/,
    );
    expect((refusal as Error).message).not.toContain(PASSWORD);
  });

  it('reports in one line that the database is read-only', async () => {
    const readOnly = await createDatabase();
    const { pathname } = new URL(readOnly);
    const admin = new Client({ connectionString: readOnly });
    await admin.connect();
    await admin.query(`ALTER DATABASE ${pathname.slice(1)} SET default_transaction_read_only = on`);
    await admin.end();
    const program = startProgram({ DATABASE_URL: readOnly, ...ports });
    expect([await program.ended(), program.output()]).toEqual([
      1,
      expect.stringMatching(/^tollgate: DATABASE_URL: [^\n]*read-only[^\n]*\n$/),
    ]);
  });

  it('reports a file without certificates in one line, and nowhere else', async () => {
    const program = startProgram({
      DATABASE_URL: databaseUrl,
      ...ports,
      WEBHOOK_CA_FILE: resolve('package.json'),
    });
    expect([await program.ended(), program.output()]).toEqual([
      1,
      expect.stringMatching(/^tollgate: WEBHOOK_CA_FILE: [^\n]+\n$/),
    ]);
  });

  it.each(['API_PORT', 'VAULT_PORT', 'PAY_PORT', 'CONTROL_PORT', 'METRICS_PORT', 'NAMES_PORT'])(
    'reports that %s is in use, and leaves nothing running',
    async (name) => {
      const more = {
        METRICS_PORT: String(await steadyPort()),
        TLS_PORT: String(await steadyPort()),
        NAMES_PORT: String(await steadyPort()),
      };
      const all: Record<string, string> = { ...ports, ...more };
      const folder = await mkdtemp(join(tmpdir(), 'tollgate-refusal-'));
      const squatter = createServer().listen(Number(all[name]), '127.0.0.1');
      await once(squatter, 'listening');
      const refusal = await refusalOf({ ...all, TLS: 'on', DATA_DIR: folder });
      await rm(folder, { recursive: true });
      squatter.close();
      await once(squatter, 'close');
      expect(refusal).toBeInstanceOf(SettingError);
      expect((refusal as Error).message).toMatch(new RegExp(`^${name}: [^\\n]+$`));
      expect(await Promise.all(Object.values(all).map(isTaken))).toEqual(Object.values(all).map(() => false));
      const database = new Client({ connectionString: databaseUrl });
      await database.connect();
      const others =
        'SELECT FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()';
      await until(
        async () => (await database.query(others)).rowCount === 0,
        'connections to the database are left',
      );
      await database.end();
    },
  );
});

describe("another program's database", () => {
  const OF_PRISMA = `CREATE TABLE _prisma_migrations (migration_name text, finished_at timestamptz, rolled_back_at timestamptz);
    INSERT INTO _prisma_migrations VALUES ('20240101000000_init', now(), NULL)`;
  const PROGRAMS = ['apps/tollgate/main.js', 'prisma/migrate.js', 'apps/api/main.js', 'apps/worker/main.js'];
  const EVERYTHING = `SELECT nspname, relname, relfilenode FROM pg_class RIGHT JOIN pg_namespace ON pg_namespace.oid = relnamespace
    WHERE nspname !~ '^pg_' ORDER BY nspname, relname`;

  async function filled(sql: string): Promise<Client & { readonly url: string }> {
    const url = await createDatabase('template0');
    const client = new Client({ connectionString: url });
    await client.connect();
    await client.query(sql);
    return Object.assign(client, { url });
  }

  it.each([
    ['a table', 'CREATE TABLE orders (id int)', 'orders'],
    ['a table of a name that Tollgate uses', 'CREATE TABLE charge (id int)', 'charge'],
    ['a table in a schema of its own', 'CREATE SCHEMA shop; CREATE TABLE shop.orders (id int)', 'orders'],
    ['a view', 'CREATE VIEW sales AS SELECT 1', 'sales'],
    ['tables of Prisma', `CREATE TABLE "User" (id int); ${OF_PRISMA}`, 'User'],
    ["no table but that of Prisma's migrations", OF_PRISMA, '_prisma_migrations'],
  ])('with %s is refused in one line by every program, and stays as it is', async (_, sql, table) => {
    const database = await filled(sql);
    const before = (await database.query(EVERYTHING)).rows;
    const { pathname, href } = Object.assign(new URL(database.url), { search: '?schema=public' });
    for (const program of PROGRAMS) {
      const started = startProgram({ DATABASE_URL: href, LOG_LEVEL: 'fatal', ...ports }, program);
      expect([program, await started.ended(), started.output()]).toEqual([
        program,
        1,
        `tollgate: DATABASE_URL: the database "${pathname.slice(1)}" has tables of another program, such as ${table}; Tollgate needs an empty database\n`,
      ]);
    }
    expect((await database.query(EVERYTHING)).rows).toEqual(before);
    await database.end();
  });

  it('is refused before a missing SANDBOX_SECRET', async () => {
    const database = await filled('CREATE TABLE orders (id int)');
    await database.end();
    const refusal = await refusalOf({ DATABASE_URL: database.url, SANDBOX_SECRET: '' });
    expect((refusal as Error).message).toMatch(
      /^DATABASE_URL: the database .* has tables of another program/,
    );
  });

  it('is refused in one line if its user may not create tables', async () => {
    const database = await filled(`CREATE ROLE "${ROLE}" LOGIN PASSWORD '${PASSWORD}'`);
    const { pathname, href } = Object.assign(new URL(database.url), { username: ROLE, password: PASSWORD });
    const program = startProgram({ DATABASE_URL: href, ...ports }, 'prisma/migrate.js');
    expect([await program.ended(), program.output()]).toEqual([
      1,
      `tollgate: DATABASE_URL: the user "${ROLE}" may not create tables and schemas in the database "${pathname.slice(1)}"; use its owner\n`,
    ]);
    await database.query(`DROP ROLE "${ROLE}"`);
    await database.end();
  });
});

describe('demo secrets on an address that other machines can reach', () => {
  it('print a warning each if allowed', async () => {
    const settings = {
      DATABASE_URL: databaseUrl,
      ...ports,
      HOST: ELSEWHERE,
      ALLOW_DEMO_KEYS: 'true',
      TEST_SECRET_KEY: 'skey_test_short',
    };
    const program = startProgram(settings);
    expect(await program.ended()).toBe(1);
    const reachable = `but other machines can reach HOST ${ELSEWHERE}`;
    const known = `is the published demo key, ${reachable}`;
    expect(
      program
        .output()
        .split('\n')
        .filter((line) => line.includes('warning')),
    ).toEqual([
      `tollgate: warning: TEST_PUBLIC_KEY ${known}`,
      `tollgate: warning: TEST_SECRET_KEY has only 5 characters after its prefix (minimum 20), ${reachable}`,
      `tollgate: warning: LIVE_PUBLIC_KEY ${known}`,
      `tollgate: warning: LIVE_SECRET_KEY ${known}`,
      `tollgate: warning: WEBHOOK_SECRET is the published demo secret, ${reachable}`,
    ]);
  });
});
