import { spawnSync } from 'node:child_process';
import { chmod, chown, mkdtemp, readFile, rm, statfs, writeFile } from 'node:fs/promises';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { expectTryAgain, idOf } from './caller.js';
import type { TollgateProcess } from './process.js';
import { described, ownProcess, type OwnProcess } from './own-process.js';

/** Processes are slow to start on a busy machine. */
jest.setTimeout(120_000);

const SIZE = '8m';

function mount(dir: string): boolean {
  return spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE}`, 'tmpfs', dir]).status === 0;
}

/** It takes root. */
function canMount(): boolean {
  const dir = mkdtempSync(join(tmpdir(), 'tollgate-mount-'));
  const could = mount(dir);
  if (could) spawnSync('umount', [dir]);
  rmSync(dir, { recursive: true });
  return could;
}

const CAN_MOUNT = canMount();
if (!CAN_MOUNT) process.stderr.write('Skipped: when the disk of the charges is full (only root can mount a small one)\n');

let disk: string;
let filler: string;
let tollgate: OwnProcess;

/** Leaves no room on the disk; a file that is there already is filled. */
async function fill(): Promise<void> {
  const { bavail, bsize } = await statfs(disk);
  await writeFile(filler, Buffer.alloc(bavail * bsize));
}

/** Puts the charges on a small disk of their own: PostgreSQL's log, without which it cannot go on at all, has room. */
async function moveCharges(): Promise<void> {
  const { rows } = await tollgate.database.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const status = await readFile(`/proc/${rows[0]?.pid}/status`, 'utf8');
  const uid = Number(/^Uid:\s+(\d+)/m.exec(status)?.[1]);
  await chown(disk, uid, uid);
  const name = `small_${disk.slice(-6).toLowerCase()}`;
  await tollgate.database.query(`CREATE TABLESPACE ${name} LOCATION '${disk}'`);
  await tollgate.database.query(`ALTER TABLE charge SET TABLESPACE ${name}`);
}

(CAN_MOUNT ? describe : describe.skip)('when the disk of the charges is full', () => {
  beforeAll(async () => {
    disk = await mkdtemp(join(tmpdir(), 'tollgate-disk-'));
    filler = join(disk, 'filler');
    mount(disk);
    await chmod(disk, 0o700);
    tollgate = await ownProcess();
    running = await tollgate.start();
    await moveCharges();
  });

  afterAll(async () => {
    const name = `small_${disk.slice(-6).toLowerCase()}`;
    await tollgate.stop();
    await tollgate.database.query('ALTER TABLE charge SET TABLESPACE pg_default');
    await tollgate.database.query(`DROP TABLESPACE ${name}`);
    await tollgate.close();
    spawnSync('umount', [disk]);
    await rm(disk, { recursive: true });
  });

  let running: TollgateProcess;

  it('creates are told to try again, the log says why, nothing is half made, and all is well once there is room', async () => {
    const before = idOf(await tollgate.caller.create('order 000'));
    await fill();
    const names = Array.from({ length: 60 }, (_, index) => `order ${String(index + 1).padStart(3, '0')}`);
    const outcomes = await Promise.all(names.map((name, index) => tollgate.caller.create(name, index % 2 ? name : undefined)));
    const made = names.filter((_, index) => outcomes[index]?.status === 200);
    const refused = outcomes.filter(({ status }) => status !== 200);
    expect(refused.length).toBeGreaterThan(0);
    for (const outcome of refused) expectTryAgain(outcome);
    // Once a second at most, however many are refused.
    const lines = running.output().match(/"reason":"[^"]*could not extend file.*"msg":"the database has no room left"/g) ?? [];
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.length).toBeLessThan(refused.length);
    expect((await tollgate.caller.get(`/charges/${before}`)).status).toBe(200);
    expect((await tollgate.caller.get('/readyz')).status).toBe(200);
    expect(await described(tollgate.database)).toEqual(['order 000', ...made]);
    const { rows } = await tollgate.database.query('SELECT FROM event LEFT JOIN charge ON charge.id = object_id WHERE charge.id IS NULL');
    expect(rows).toEqual([]);

    await rm(filler);
    const later = await Promise.all(names.map((name, index) => tollgate.caller.create(name, index % 2 ? name : undefined)));
    expect(later.map(({ status }) => status)).toEqual(names.map(() => 200));
    const keyed = names.filter((_, index) => index % 2);
    const all = await described(tollgate.database);
    for (const name of keyed) expect(all.filter((one) => one === name)).toHaveLength(1);
  });
});
