import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import {
  appendFile,
  chmod,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { clusterUrl } from '#platform/database/postgres-cluster.js';
import { end } from '../../../proof/rig/child.js';
import { hostPorts } from '../../../proof/rig/ports.js';
import { startProgram, type Program } from '../../../proof/rig/program.js';
import { until } from '#platform/testing/until.js';

/** For what should do nothing. */
const RUN_LIMIT_MS = 60_000;

let dir: string;
let settings: Record<string, string>;
const running: Program[] = [];

async function emptyDir(): Promise<void> {
  dir = await mkdtemp(join(tmpdir(), 'tollgate-starting-'));
  await chmod(dir, 0o755);
  settings = { ...(await hostPorts()), DATA_DIR: dir, LOG_LEVEL: 'warn' };
}

function start(overrides: Record<string, string> = {}): Program {
  const program = startProgram({ ...settings, ...overrides });
  running.push(program);
  return program;
}

/** The output of an impossible start: one line that names DATA_DIR. */
async function refusal(overrides: Record<string, string> = {}): Promise<string> {
  const program = start(overrides);
  expect(await program.ended()).toBe(1);
  expect(program.output().trim()).toMatch(/^tollgate: DATA_DIR: [^\n]+$/);
  return program.output();
}

async function startAndStop(): Promise<void> {
  const program = start();
  await program.ready();
  await stop(program);
}

async function stop(program: Program): Promise<void> {
  program.child.kill('SIGTERM');
  expect(await program.ended()).toBe(0);
}

const inDir = (...path: string[]): string => join(dir, ...path);
const lock = async (): Promise<string[]> =>
  (await readFile(inDir('postgres', 'postmaster.pid'), 'utf8').catch(() => '')).split('\n');

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

afterEach(async () => {
  const programs = running.splice(0);
  for (const { child } of programs) child.kill('SIGTERM');
  await Promise.all(programs.map((program) => program.ended()));
});

describe('a first start', () => {
  beforeEach(emptyDir);

  afterEach(async () => {
    await rm(dir, { recursive: true, force: true });
  });

  it('stops with code 0 during the set-up of PostgreSQL, leaves nothing half-made, and can be repeated', async () => {
    const program = start();
    const isSettingUp = async (): Promise<boolean> =>
      (await readdir(dir)).some((name) => name.startsWith('postgres.init-'));
    await until(isSettingUp, () => `it does not set up PostgreSQL: ${program.output()}`);
    await stop(program);
    expect(program.output()).not.toContain('Tollgate is ready');
    expect((await readdir(dir)).filter((name) => /init-|draft|probe/.test(name))).toEqual([]);
    expect(existsSync(inDir('postgres', 'postmaster.pid'))).toBe(false);
    await startAndStop();
  });
});

describe('a start with existing data', () => {
  beforeAll(async () => {
    await emptyDir();
    await startAndStop();
  });

  afterAll(async () => {
    await rm(dir, { recursive: true, force: true });
  });

  it('stops with code 0 during PostgreSQL’s recovery', async () => {
    // Recovery from an archive lasts as long as its restore command.
    const config = inDir('postgres', 'postgresql.conf');
    const before = await readFile(config, 'utf8');
    const { uid, gid } = await stat(config);
    await appendFile(config, "\nrestore_command = 'sleep 600'\n");
    const recovery = inDir('postgres', 'recovery.signal');
    await writeFile(recovery, '');
    if (process.getuid?.() === 0) await promisify(execFile)('chown', [`${uid}:${gid}`, recovery]);
    const program = start();
    await until(
      async () => (await lock())[7]?.trim() === 'starting',
      () => `PostgreSQL does not recover: ${program.output()}`,
    );
    const pid = Number((await lock())[0]);
    await stop(program);
    await until(() => !isAlive(pid), 'PostgreSQL goes on alone');
    await writeFile(config, before);
    await rm(recovery, { force: true });
  });

  it('shows its own FATAL line, and no older one', async () => {
    await appendFile(
      inDir('postgres.log'),
      '2026-01-01 00:00:00.000 UTC [1] postmaster FATAL:  of long ago\n',
    );
    const version = inDir('postgres', 'PG_VERSION');
    const before = await readFile(version, 'utf8');
    await writeFile(version, '9\n');
    const said = await refusal();
    await writeFile(version, before);
    expect(said).toContain(
      'FATAL: database files are incompatible with server: The data directory was initialized by PostgreSQL version 9',
    );
  });

  it('fails at once with a wrong password', async () => {
    const file = inDir('postgres-password');
    const before = await readFile(file, 'utf8');
    await writeFile(file, 'of another folder');
    const asked = (): Promise<number> =>
      readFile(inDir('postgres.log'), 'utf8').then(
        (log) => log.split('password authentication failed').length,
      );
    const askedBefore = await asked();
    const said = await refusal();
    await writeFile(file, before);
    expect(said).toContain(`wrong database password in ${file}`);
    expect((await asked()) - askedBefore).toBe(1);
    expect(await lock()).toEqual(['']);
  });

  it.each([
    ['missing', (file: string) => rm(file)],
    ['empty', (file: string) => writeFile(file, '')],
  ])('fails if the password file is %s, and generates no other password', async (how, lose) => {
    const [file, kept] = [inDir('postgres-password'), inDir('kept')];
    await rename(file, kept);
    await writeFile(file, 'x');
    await lose(file);
    const said = await refusal();
    const isThere = existsSync(file);
    await rename(kept, file);
    expect(said).toContain(`${file} is ${how}, so the data in ${inDir('postgres')} cannot be opened`);
    expect(isThere).toBe(how === 'empty');
  });

  it('keeps its log private, and follows no symbolic link', async () => {
    const [file, kept, other] = [inDir('postgres.log'), inDir('kept'), inDir('other')];
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    await rename(file, kept);
    await symlink(other, file);
    const said = await refusal();
    await rename(kept, file);
    expect(said).toContain(`${file} is a link or not a regular file`);
    expect(existsSync(other)).toBe(false);
  });

  it('recovers after a crash even if another process has its PostgreSQL’s pid', async () => {
    const crashed = start();
    await crashed.ready();
    const [pid, ...rest] = await lock();
    crashed.child.kill('SIGKILL');
    await crashed.ended();
    process.kill(Number(pid), 'SIGKILL');
    const { uid, gid } = await stat(inDir('postgres'));
    const stranger = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1000)'], {
      uid,
      gid,
      stdio: 'ignore',
    });
    try {
      await writeFile(inDir('postgres', 'postmaster.pid'), [String(stranger.pid), ...rest].join('\n'));
      await startAndStop();
      expect(isAlive(Number(stranger.pid))).toBe(true);
    } finally {
      await end(stranger);
    }
  });
});

describe('npm start', () => {
  beforeEach(emptyDir);

  afterEach(async () => {
    await rm(dir, { recursive: true, force: true });
  });

  const run = (...args: string[]): Promise<{ stdout: string; stderr: string; code?: number }> =>
    promisify(execFile)(process.execPath, [join('scripts', 'start.mjs'), ...args], {
      env: { ...settings, PATH: process.env['PATH'] },
      timeout: RUN_LIMIT_MS,
    }).catch((error: { stdout: string; stderr: string; code: number }) => error);

  it.each(['--help', '-h'])('prints its usage with %s and starts nothing', async (argument) => {
    const { stdout, stderr, code } = await run(argument);
    expect([code, stderr]).toEqual([undefined, '']);
    expect(stdout).toMatch(/^npm start +\S[^]*\n {2}API_PORT +Port of the API\. Default: 7400\.\n/);
    expect(await readdir(dir)).toEqual([]);
  });

  it.each([[['--port=80']], [['start', '--help']]])(
    'fails with the arguments %j, and reports them in one line',
    async (args) => {
      const { stdout, stderr, code } = await run(...args);
      expect([code, stdout]).toEqual([1, '']);
      expect(stderr).toMatch(new RegExp(`^tollgate: npm start takes no argument "${args[0]}"; [^\\n]+\\n$`));
      expect(await readdir(dir)).toEqual([]);
    },
  );
});

describe('a PostgreSQL that stops answering during a start', () => {
  beforeEach(emptyDir);
  afterEach(() => rm(dir, { recursive: true, force: true }));

  it('is reported as the embedded one, with its log, and not as the DATABASE_URL that nobody set', async () => {
    const first = start();
    await first.ready();
    const [, , , port] = await lock();
    const password = await readFile(inDir('postgres-password'), 'utf8');
    const client = new Client({ connectionString: clusterUrl(Number(port), password.trim(), 'tollgate') });
    await client.connect();
    // Every connection hangs after the one that claims the database.
    await client.query(`
      CREATE FUNCTION hang() RETURNS event_trigger LANGUAGE plpgsql AS $$ BEGIN
        IF EXISTS (SELECT FROM pg_locks WHERE locktype = 'advisory') THEN PERFORM pg_sleep(3600); END IF;
      END $$;
      CREATE EVENT TRIGGER hang ON login EXECUTE FUNCTION hang();
      ALTER EVENT TRIGGER hang ENABLE ALWAYS`);
    await client.end();
    await stop(first);
    expect(await refusal()).toBe(
      `tollgate: DATA_DIR: the embedded PostgreSQL: cannot connect to PostgreSQL: timeout expired; its log: ${inDir('postgres.log')}\n`,
    );
  });
});
