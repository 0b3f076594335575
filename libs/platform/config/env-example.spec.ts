import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { SETTING_NAMES } from './setting-names.js';
import { readSettings } from './settings.js';

const example = parseEnv(readFileSync('.env.example', 'utf8'));
/** Not passed to containers: they have no embedded PostgreSQL, and what is in front of them tells names apart. */
const NOT_IN_CONTAINERS = ['DATA_DIR', 'TLS', 'TLS_PORT', 'TLS_NAMES', 'NAMES_PORT'];

describe('.env.example', () => {
  it('names every setting', () => {
    expect(Object.keys(example)).toEqual(expect.arrayContaining([...SETTING_NAMES]));
  });

  it('changes nothing when it is copied', () => {
    const valuesOf = (env: Parameters<typeof readSettings>[0]): object => ({ ...readSettings(env), given: undefined });
    expect(valuesOf(example)).toEqual(valuesOf({}));
  });
});

describe('docker-compose.yml', () => {
  it('passes every setting on', () => {
    const compose = readFileSync('docker-compose.yml', 'utf8');
    expect(SETTING_NAMES.filter((name) => !NOT_IN_CONTAINERS.includes(name) && !compose.includes(name))).toEqual([]);
  });

  it('asks for a password of the database, and has none of its own', () => {
    const uses = [...readFileSync('docker-compose.yml', 'utf8').matchAll(/\$\{POSTGRES_PASSWORD(.*)\}/g)].map(([, rest]) => rest);
    const complaint = ':?set POSTGRES_PASSWORD in .env; npm run env makes one (docs/compose.md)';
    expect(uses).toEqual([complaint, complaint]);
  });
});

describe('npm run env', () => {
  let dir: string;

  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'tollgate-env-'));
  });

  afterEach(() => rmSync(dir, { recursive: true }));

  const run = (): { status: number | null; output: string } => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [resolve('scripts/env.mjs')], { cwd: dir, encoding: 'utf8' });
    return { status, output: stdout + stderr };
  };
  const written = (): NodeJS.Dict<string> => parseEnv(readFileSync(join(dir, '.env'), 'utf8'));

  it('writes secrets that may be used anywhere, each time others, and changes nothing else', () => {
    expect(run().status).toBe(0);
    const first = written();
    expect(readSettings({ ...first, HOST: '0.0.0.0' }).host).toBe('0.0.0.0');
    expect(statSync(join(dir, '.env')).mode & 0o777).toBe(0o600);
    const made = Object.keys(example).filter((name) => first[name] !== example[name]);
    expect(made.sort()).toEqual(
      [
        'TEST_PUBLIC_KEY',
        'TEST_SECRET_KEY',
        'LIVE_PUBLIC_KEY',
        'LIVE_SECRET_KEY',
        'WEBHOOK_SECRET',
        'POSTGRES_PASSWORD',
        'CONTROL_TOKEN',
        'SANDBOX_SECRET',
      ].sort(),
    );
    rmSync(join(dir, '.env'));
    expect(run().status).toBe(0);
    for (const name of made) expect(written()[name]).not.toBe(first[name]);
  });

  it('tells no secret, and leaves a file that is there as it is', () => {
    const { output } = run();
    const before = written();
    for (const name of ['TEST_SECRET_KEY', 'WEBHOOK_SECRET', 'POSTGRES_PASSWORD']) expect(output).not.toContain(before[name]);
    expect(run()).toEqual({ status: 1, output: 'tollgate: .env cannot be written: it is there already, and may hold what is in use\n' });
    expect(written()).toEqual(before);
  });
});
