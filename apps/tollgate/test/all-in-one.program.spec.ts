import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { chmod } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { hostPorts, type HostPorts } from '../../../proof/rig/ports.js';
import { startProgram, type Program } from '../../../proof/rig/program.js';

const MADE = [
  'CONTROL_TOKEN',
  'LIVE_PUBLIC_KEY',
  'LIVE_SECRET_KEY',
  'SANDBOX_SECRET',
  'TEST_PUBLIC_KEY',
  'TEST_SECRET_KEY',
  'VAULT_SECRET',
  'WEBHOOK_SECRET',
];
const PROGRAM = 'apps/all-in-one/main.js';
const DEMO_KEY = 'skey_test_tollgate';

let folder: string;
let prepared: string;
let ports: HostPorts;

function runNode(...args: string[]): void {
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tollgate-all-in-one-'));
  // For the user that PostgreSQL runs as where these specs are run by root.
  await chmod(folder, 0o755);
  prepared = join(folder, 'prepared');
  runNode('dist/apps/all-in-one/prepare.js', prepared);
  ports = await hostPorts();
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** As the image does, with its data in one folder. */
function start(dataDir: string, settings: Readonly<Record<string, string>> = {}): Program {
  return startProgram(
    { DATA_DIR: join(folder, dataDir), LOG_LEVEL: 'warn', ...ports, ...settings },
    PROGRAM,
    [prepared],
  );
}

/** Runs `ask` while the program runs. */
async function whileRunning<T>(
  program: Program,
  ask: () => T | Promise<T>,
): Promise<{ found: T; output: string }> {
  try {
    await program.ready();
    return { found: await ask(), output: program.output() };
  } finally {
    program.child.kill();
    expect(await program.ended()).toBe(0);
  }
}

async function statusOf(
  port: 'API_PORT' | 'PAY_PORT' | 'CONTROL_PORT',
  path: string,
  headers: Record<string, string> = {},
): Promise<number> {
  return (await fetch(`http://127.0.0.1:${ports[port]}${path}`, { headers })).status;
}

function basic(key: string | undefined): Record<string, string> {
  return { Authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}` };
}

function secretsIn(dataDir: string): NodeJS.Dict<string> {
  return parseEnv(readFileSync(join(folder, dataDir, 'secrets.env'), 'utf8'));
}

describe('the image’s prepared database', () => {
  it('has a role without a password, and no file with a secret', () => {
    expect(readdirSync(prepared).filter((name) => !name.startsWith('postgresql-'))).toEqual(['postgres']);
    const files = readdirSync(join(prepared, 'postgres'), { recursive: true, withFileTypes: true }).filter(
      (entry) => entry.isFile(),
    );
    const holders = files.filter(({ parentPath, name }) =>
      /SCRAM-SHA-256\$|[ps]key_/.test(readFileSync(join(parentPath, name), 'latin1')),
    );
    expect(holders.map(({ name }) => name)).toEqual([]);
  });

  it('rejects connections without a password', () => {
    expect(readFileSync(join(prepared, 'postgres', 'pg_hba.conf'), 'utf8')).toBe(
      'host all all 127.0.0.1/32 scram-sha-256\n',
    );
  });
});

describe('a first start', () => {
  it('generates keys and secrets, prints them once, and reuses them', async () => {
    const first = await whileRunning(start('own'), () =>
      statusOf('API_PORT', '/account', basic(secretsIn('own')['TEST_SECRET_KEY'])),
    );
    const made = secretsIn('own');
    expect(Object.keys(made).sort()).toEqual(MADE);
    expect(first.found).toBe(200);
    for (const [name, value] of Object.entries(made)) expect(first.output).toContain(`${name}=${value}\n`);
    expect(statSync(join(folder, 'own', 'secrets.env')).mode & 0o777).toBe(0o600);

    const second = await whileRunning(start('own'), async () => [
      await statusOf('API_PORT', '/account', basic(made['TEST_SECRET_KEY'])),
      await statusOf('API_PORT', '/account', basic(DEMO_KEY)),
      await statusOf('CONTROL_PORT', '/api/sandboxes', { Authorization: `Bearer ${made['CONTROL_TOKEN']}` }),
      await statusOf('CONTROL_PORT', '/api/sandboxes'),
    ]);
    expect(second.found).toEqual([200, 401, 200, 401]);
    expect(secretsIn('own')).toEqual(made);
    for (const name of ['TEST_SECRET_KEY', 'LIVE_SECRET_KEY', 'WEBHOOK_SECRET', 'CONTROL_TOKEN'])
      expect(second.output).not.toContain(made[name]);
  });

  it('generates no key that is set', async () => {
    const set = { TEST_SECRET_KEY: 'skey_test_0123456789abcdefghij', CONTROL_TOKEN: 'token-of-the-job' };
    const { output } = await whileRunning(start('set', set), () => undefined);
    expect(Object.keys(secretsIn('set')).sort()).toEqual(MADE.filter((name) => !(name in set)));
    for (const value of Object.values(set)) expect(output).not.toContain(value);
  });

  it('serves the console and the browser library', async () => {
    const { found } = await whileRunning(start('set', { CONTROL_TOKEN: 'token-of-the-job' }), async () => [
      await statusOf('CONTROL_PORT', '/', { Accept: 'text/html' }),
      await statusOf('PAY_PORT', '/omise.js'),
      await statusOf('API_PORT', '/docs'),
    ]);
    expect(found).toEqual([200, 200, 200]);
  });
});

describe('ALLOW_DEMO_KEYS=true', () => {
  it('uses the demo keys with a warning, even after keys were generated', async () => {
    const { found, output } = await whileRunning(
      start('own', { HOST: '0.0.0.0', ALLOW_DEMO_KEYS: 'true' }),
      () => statusOf('API_PORT', '/account', basic(DEMO_KEY)),
    );
    expect(found).toBe(200);
    expect(output).toContain('tollgate: warning: TEST_SECRET_KEY is the published demo key');
  });

  it('still generates a control token', async () => {
    await whileRunning(start('demo', { ALLOW_DEMO_KEYS: 'true' }), () => undefined);
    expect(Object.keys(secretsIn('demo')).sort()).toEqual([
      'CONTROL_TOKEN',
      'SANDBOX_SECRET',
      'VAULT_SECRET',
    ]);
  });
});

it('reports in one line that its folder is not writable', async () => {
  writeFileSync(join(folder, 'file'), '');
  const program = start('file/data');
  expect(await program.ended()).toBe(1);
  expect(program.output()).toMatch(/^tollgate: DATA_DIR: cannot store keys and secrets in [^\n]*\n$/);
});
