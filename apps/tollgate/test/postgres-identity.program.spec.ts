import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '#platform/database/embedded-postgres.js';
import { servesFrom, worksIn, worksInByLsof } from '#platform/database/postgres-identity.js';
import { describeWhere } from './describe-where.js';

const LSOF = ['/usr/bin/lsof', '/usr/sbin/lsof'].find(existsSync);

let dir: string;
let data: string;
let pid: number;
let postgres: EmbeddedPostgres;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'tollgate-identity-'));
  await chmod(dir, 0o755);
  postgres = await startEmbeddedPostgres(dir, (error) => {
    throw error;
  });
  data = join(dir, 'postgres');
  pid = Number((await readFile(join(data, 'postmaster.pid'), 'utf8')).split('\n')[0]);
});

afterAll(async () => {
  await postgres.stop();
  await rm(dir, { recursive: true, force: true });
});

describe('a data folder’s PostgreSQL', () => {
  it('is recognized by its process’s working folder, and no other process is taken for it', async () => {
    expect(await worksIn(pid, data)).toBe(true);
    expect(await worksIn(pid, dir)).toBe(false);
    // On the same disk, and of the same owner.
    expect(await worksIn(pid, join(data, 'base'))).toBe(false);
    expect(await worksIn(process.pid, data)).toBe(false);
  });

  it('is recognized by its data if the system hides that folder', async () => {
    const { port, password } = new URL(postgres.url);
    const before = await readdir(data);
    expect(await servesFrom(Number(port), password, data)).toBe(true);
    expect(await servesFrom(Number(port), password, dir)).toBe(false);
    expect(await servesFrom(Number(port), 'another', data)).toMatchObject({ code: '28P01' });
    expect(await servesFrom(1, password, data)).toMatchObject({ code: 'ECONNREFUSED' });
    expect([
      await readdir(data),
      (await readdir(dir)).filter((name) => name.startsWith('tollgate-')),
    ]).toEqual([before, []]);
  });
});

describeWhere(
  LSOF !== undefined,
  'lsof is not installed',
  'a data folder’s PostgreSQL without /proc, as on macOS,',
  () => {
    it('is recognized by the inode that lsof prints', async () => {
      const lsof = LSOF ?? '';
      expect(await worksInByLsof(lsof, pid, await stat(data, { bigint: true }))).toBe(true);
      expect(await worksInByLsof(lsof, pid, await stat(dir, { bigint: true }))).toBe(false);
      expect(
        await worksInByLsof('/nonexistent/lsof', pid, await stat(data, { bigint: true })),
      ).toBeUndefined();
    });
  },
);
