import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import request from 'supertest';
import { hostPorts } from '../../../proof/rig/ports.js';
import { startProgram, type Program } from '../../../proof/rig/program.js';
import { until } from '#platform/testing/until.js';

const KEY = 'skey_test_tollgate';
const BOOST = {
  amount: 2000,
  currency: 'MYR',
  'source[type]': 'boost',
  return_uri: 'https://shop.example/return',
};
const describeForRoot = process.getuid?.() === 0 ? describe : describe.skip;

let dir: string;
let settings: Record<string, string>;
const running: Program[] = [];

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'tollgate-data-dir-'));
  await chmod(dir, 0o755);
  settings = { ...(await hostPorts()), LOG_LEVEL: 'warn' };
});

afterEach(async () => {
  const programs = running.splice(0);
  for (const { child } of programs) child.kill('SIGTERM');
  await Promise.all(programs.map((program) => program.ended()));
  await rm(dir, { recursive: true, force: true });
});

function start(overrides: Record<string, string>): Program {
  const program = startProgram({ ...settings, ...overrides });
  running.push(program);
  return program;
}

async function ready(overrides: Record<string, string>): Promise<Program> {
  const program = start(overrides);
  await program.ready();
  return program;
}

const url = (): string => `http://127.0.0.1:${settings['API_PORT']}`;
const charge = async (): Promise<string> =>
  (await request(url()).post('/charges').auth(KEY, '').type('form').send(BOOST)).body.id as string;
const statusOf = async (id: string): Promise<string> =>
  (await request(url()).get(`/charges/${id}`).auth(KEY, '')).body.status as string;

const lockOf = (dataDir: string): Promise<string> =>
  readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8');

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

describe('the secret of sandboxes', () => {
  it('is generated at the first start, readable only by its owner, and kept: keys stay the same', async () => {
    const keys = async (): Promise<unknown> => {
      const control = request(`http://127.0.0.1:${settings['CONTROL_PORT']}`);
      const { body } = await control
        .post('/api/sandboxes')
        .send({ name: 'kept', if_exists: 'reuse' })
        .expect(200);
      return (body as { test: object }).test;
    };
    const first = await ready({ DATA_DIR: dir });
    const file = join(dir, 'sandbox-secret');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const before = await keys();
    first.child.kill('SIGTERM');
    await first.ended();
    await ready({ DATA_DIR: dir });
    expect(await keys()).toEqual(before);
  });

  it('is named in the error if it is unreadable', async () => {
    await mkdir(join(dir, 'sandbox-secret'));
    const program = start({ DATA_DIR: dir });
    expect(await program.ended()).toBe(1);
    expect(program.output()).toMatch(/^tollgate: SANDBOX_SECRET: cannot read or write [^\n]+\n$/);
  });
});

describe('a DATA_DIR with non-ASCII and special characters, without a matching locale,', () => {
  it('has one PostgreSQL, which survives a second start, a kill and a restart', async () => {
    const place = { DATA_DIR: join(dir, "jörg's 5% & 日本 \\ *"), LC_ALL: 'C' };
    const first = await ready(place);
    expect(first.output()).toContain(`Data folder: ${place.DATA_DIR} (new, empty database)`);
    const id = await charge();
    const lock = await lockOf(place.DATA_DIR);

    const second = start({ ...place, ...(await hostPorts()) });
    expect(await second.ended()).toBe(1);
    expect(second.output().trim()).toMatch(/^tollgate: DATA_DIR: .* is in use by another Tollgate[^\n]*$/);
    expect([await lockOf(place.DATA_DIR), await statusOf(id)]).toEqual([lock, 'pending']);

    first.child.kill('SIGKILL');
    await first.ended();
    const third = await ready(place);
    expect(third.output()).toContain(`Data folder: ${place.DATA_DIR}\n`);
    expect([await lockOf(place.DATA_DIR), await statusOf(id)]).toEqual([lock, 'pending']);

    third.child.kill('SIGTERM');
    expect(await third.ended()).toBe(0);
    const pid = Number(lock.split('\n')[0]);
    await until(() => !isAlive(pid), 'PostgreSQL outlives a clean stop');
  });

  it.each(['"', '$', '`', '\\\\'])(
    'is rejected by name if PostgreSQL cannot have %s in its path',
    async (odd) => {
      const dataDir = join(dir, `a${odd}b`);
      const program = start({ DATA_DIR: dataDir });
      expect(await program.ended()).toBe(1);
      const lines = program.output().trim().split('\n');
      expect(lines).toHaveLength(1);
      expect(lines[0]).toContain(`tollgate: DATA_DIR: the path ${dataDir} has ${odd},`);
    },
  );
});

describeForRoot('a DATA_DIR of root below an inaccessible folder', () => {
  it('keeps its data after it is renamed and the folder is made accessible', async () => {
    const closed = join(dir, 'closed');
    await mkdir(closed, { mode: 0o700 });
    const before = await ready({ DATA_DIR: join(closed, 'before') });
    const place = (await readFile(join(closed, 'before', 'postgres-is-at'), 'utf8')).trim();
    try {
      expect(before.output()).toContain(`Data folder: ${place} (new, empty database)`);
      const id = await charge();
      before.child.kill('SIGTERM');
      expect(await before.ended()).toBe(0);
      await rename(join(closed, 'before'), join(closed, 'after'));
      await chmod(closed, 0o755);

      const after = await ready({ DATA_DIR: join(closed, 'after') });
      expect(after.output()).toContain(`Data folder: ${place}\n`);
      expect(await statusOf(id)).toBe('pending');
      expect(existsSync(join(closed, 'after', 'postgres'))).toBe(false);
      after.child.kill('SIGTERM');
      expect(await after.ended()).toBe(0);
    } finally {
      await rm(place, { recursive: true, force: true });
    }
  });
});
