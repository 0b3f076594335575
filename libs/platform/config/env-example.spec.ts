import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { SETTING_GROUPS, SETTING_NAMES } from './setting-schema.js';
import { readSettings } from './settings.js';

const example = parseEnv(readFileSync('.env.example', 'utf8'));

it('.env.example and docs/settings.md follow from the schema of the settings', () => {
  const { status, stderr } = spawnSync(process.execPath, ['scripts/settings.mjs', '--check'], {
    encoding: 'utf8',
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
});

describe('.env.example', () => {
  it('names every setting', () => {
    expect(Object.keys(example)).toEqual(expect.arrayContaining([...SETTING_NAMES]));
  });

  it('changes nothing when it is copied', () => {
    const valuesOf = (env: Parameters<typeof readSettings>[0]): object => ({
      ...readSettings(env),
      given: undefined,
    });
    expect(valuesOf(example)).toEqual(valuesOf({}));
  });
});

describe('docker-compose.yml', () => {
  it('passes every setting on', () => {
    const compose = readFileSync('docker-compose.yml', 'utf8');
    const settings = SETTING_GROUPS.flatMap((group) => Object.entries(group.settings));
    // Containers have no embedded PostgreSQL, and the proxy before them tells names apart.
    const isPassedOn = (name: string): boolean =>
      new RegExp(`^ +${name}:|\\$\\{${name}\\b`, 'm').test(compose);
    const others = settings.filter(([name]) => !isPassedOn(name));
    expect(others.map(([name]) => name)).toEqual(
      settings.filter(([, { docker }]) => docker === 'never').map(([name]) => name),
    );
  });

  it('asks for a password of the database, and has none of its own', () => {
    const uses = [...readFileSync('docker-compose.yml', 'utf8').matchAll(/\$\{POSTGRES_PASSWORD(.*)\}/g)].map(
      ([, rest]) => rest,
    );
    const complaint = ':?set POSTGRES_PASSWORD in .env; npm run env generates one (docs/compose.md)';
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
    const { status, stdout, stderr } = spawnSync(process.execPath, [resolve('scripts/env.mjs')], {
      cwd: dir,
      encoding: 'utf8',
    });
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
        'VAULT_SECRET',
        'POSTGRES_PASSWORD',
        'CONTROL_TOKEN',
        'SANDBOX_SECRET',
      ].sort(),
    );
    rmSync(join(dir, '.env'));
    expect(run().status).toBe(0);
    for (const name of made) expect(written()[name]).not.toBe(first[name]);
  });

  it('prints no secret, and does not change an existing file', () => {
    const { output } = run();
    const before = written();
    for (const name of ['TEST_SECRET_KEY', 'WEBHOOK_SECRET', 'POSTGRES_PASSWORD'])
      expect(output).not.toContain(before[name]);
    expect(run()).toEqual({
      status: 1,
      output: 'tollgate: cannot write .env: the file exists; move it away to generate new keys and secrets\n',
    });
    expect(written()).toEqual(before);
  });
});
