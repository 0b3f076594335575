import { spawnSync } from 'node:child_process';
import { chmod, chown, mkdtemp, readFile, rm, statfs, writeFile } from 'node:fs/promises';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { expectTryAgain, idOf, type Outcome } from '../../apps/tollgate/test/caller.js';
import { described, useOwnProcess } from '../../apps/tollgate/test/own-process.js';
import { testServer } from '../../apps/tollgate/test/test-database.js';
import { until } from '../../libs/platform/testing/until.js';

const SIZE = '8m';
/** Enough for a whole database. */
const LARGE_SIZE = '64m';
/** Nothing is said about the same trouble more often. */
const REPORT_INTERVAL_MS = 1_000;

function mount(dir: string, size: string): boolean {
  return spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', dir]).status === 0;
}

/** It takes root. */
function canMount(): boolean {
  const dir = mkdtempSync(join(tmpdir(), 'tollgate-mount-'));
  const could = mount(dir, SIZE);
  if (could) spawnSync('umount', [dir]);
  rmSync(dir, { recursive: true });
  return could;
}

const CAN_MOUNT = canMount();
if (!CAN_MOUNT)
  process.stderr.write('Skipped: when the disk of the charges is full (only root can mount a small one)\n');

let disk: string;
let filler: string;

/** Leaves no room on the disk; a file that is there already is filled. */
async function fill(): Promise<void> {
  const { bavail, bsize } = await statfs(disk);
  await writeFile(filler, Buffer.alloc(bavail * bsize));
}

const tablespace = (): string => `small_${disk.slice(-6).toLowerCase()}`;

/**
 * Lets PostgreSQL use the small disk. Its log, without which it cannot go on at all, is elsewhere and has
 * room.
 */
async function openTablespace(database: Client): Promise<void> {
  const { rows } = await database.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const status = await readFile(`/proc/${rows[0]?.pid}/status`, 'utf8');
  const uid = Number(/^Uid:\s+(\d+)/m.exec(status)?.[1]);
  await chown(disk, uid, uid);
  await database.query(`CREATE TABLESPACE ${tablespace()} LOCATION '${disk}'`);
}

/** The lines of the log that say so. */
function reportsIn(output: string): { readonly reason: string }[] {
  const lines = output.match(/^\{.*"msg":"the database is out of disk space or memory".*$/gm) ?? [];
  return lines.map((line) => JSON.parse(line) as { reason: string });
}

(CAN_MOUNT ? describe : describe.skip)('when the disk of the charges is full', () => {
  // Before the process is ended, and the way to its database with it.
  afterAll(async () => {
    await tollgate.database.query('ALTER TABLE charge SET TABLESPACE pg_default');
    await tollgate.database.query(`DROP TABLESPACE ${tablespace()}`);
    spawnSync('umount', [disk]);
    await rm(disk, { recursive: true });
  });

  const tollgate = useOwnProcess();

  beforeAll(async () => {
    disk = await mkdtemp(join(tmpdir(), 'tollgate-disk-'));
    filler = join(disk, 'filler');
    mount(disk, SIZE);
    await chmod(disk, 0o700);
    await openTablespace(tollgate.database);
    await tollgate.database.query(`ALTER TABLE charge SET TABLESPACE ${tablespace()}`);
  });

  const names = Array.from({ length: 60 }, (_, index) => `order ${String(index + 1).padStart(3, '0')}`);
  const isKeyed = (name: string): boolean => Number(name.slice(-3)) % 2 === 0;
  const create = (name: string): Promise<Outcome> =>
    tollgate.caller.create(name, isKeyed(name) ? name : undefined);

  it('creates return 503 with a log message and write nothing until the disk has space again', async () => {
    const before = idOf(await tollgate.caller.create('order 000'));
    await fill();
    const began = performance.now();
    const outcomes = await Promise.all(names.map(create));
    const made = names.filter((_, index) => outcomes[index]?.status === 200);
    const refused = outcomes.filter(({ status }) => status !== 200);
    expect(refused.length).toBeGreaterThan(0);
    for (const outcome of refused) expectTryAgain(outcome);
    await until(() => reportsIn(tollgate.output()).length > 0, 'the log does not say why');
    const reports = reportsIn(tollgate.output());
    expect(reports[0]?.reason).toContain('could not extend file');
    // Once a second at most, however many are refused.
    expect(reports.length).toBeLessThanOrEqual(1 + (performance.now() - began) / REPORT_INTERVAL_MS);
    expect((await tollgate.caller.get(`/charges/${before}`)).status).toBe(200);
    expectTryAgain(await tollgate.caller.get('/readyz'));
    expect(await described(tollgate.database)).toEqual(['order 000', ...made]);
    const { rows } = await tollgate.database.query(
      'SELECT FROM event LEFT JOIN charge ON charge.id = object_id WHERE charge.id IS NULL',
    );
    expect(rows).toEqual([]);

    await rm(filler);
    await until(
      async () => (await tollgate.caller.get('/readyz')).status === 200,
      'it does not become ready again',
    );
    // A few at a time, so that no request waits long.
    for (let begin = 0; begin < names.length; begin += 10) {
      const later = await Promise.all(names.slice(begin, begin + 10).map(create));
      expect(later.filter(({ status }) => status !== 200)).toEqual([]);
    }
    const all = await described(tollgate.database);
    expect([...new Set(all)]).toEqual(['order 000', ...names]);
    for (const name of names.filter(isKeyed)) expect(all.filter((one) => one === name)).toHaveLength(1);
  });
});

(CAN_MOUNT ? describe : describe.skip)('when the disk of the whole database is full', () => {
  let admin: Client;
  let name: string;

  const tollgate = useOwnProcess(async (databaseUrl) => {
    disk = await mkdtemp(join(tmpdir(), 'tollgate-disk-'));
    filler = join(disk, 'filler');
    mount(disk, LARGE_SIZE);
    await chmod(disk, 0o700);
    admin = new Client({ connectionString: testServer() });
    await admin.connect();
    await openTablespace(admin);
    name = new URL(databaseUrl).pathname.slice(1);
    await admin.query(`ALTER DATABASE ${name} SET TABLESPACE ${tablespace()}`);
    return {};
  });

  // After the process has ended, because no connection may be open.
  afterAll(async () => {
    await admin.query(`DROP DATABASE ${name}`);
    await admin.query(`DROP TABLESPACE ${tablespace()}`);
    await admin.end();
    spawnSync('umount', [disk]);
    await rm(disk, { recursive: true });
  });

  it('the process is not ready until the disk has space, even without writes', async () => {
    const status = async (): Promise<number> => (await tollgate.caller.get('/readyz')).status;
    expect(await status()).toBe(200);
    await fill();
    await until(async () => (await status()) === 503, 'it is ready without room');
    await rm(filler);
    await until(async () => (await status()) === 200, 'it does not become ready again');
    expect((await tollgate.caller.create('order 1')).status).toBe(200);
  });
});
