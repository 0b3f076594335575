import { mkdtemp, rm } from 'node:fs/promises';
import { constants, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { steadyPort } from '../../../proof/rig/ports.js';
import { until } from '#platform/testing/until.js';
import { runCli, startCli } from './cli.js';
import { useOwnGateway } from './harness.js';
import { useReceiver } from './receiver.js';

const CONTROL_TOKEN = 'a-token-that-opens-everything';
const gateway = useOwnGateway({ CONTROL_TOKEN });
const open = useOwnGateway();
const receiver = useReceiver();
let env: Record<string, string>;

beforeAll(
  () =>
    (env = { TOLLGATE_CONTROL_URL: gateway.settings.controlUrl, CONTROL_TOKEN, SHOP_NAME: 'Spec & Sons' }),
);

const node = (script: string): string[] => ['--', process.execPath, '--input-type=module', '-e', script];
const ASK = `const ask = (path, body) => fetch(process.env.TOLLGATE_API_URL + path,
  { method: 'POST', body: new URLSearchParams(body), headers: { authorization: 'Basic ' + btoa(process.env.TOLLGATE_SECRET_KEY + ':') } });`;

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

async function sandboxes(): Promise<string[]> {
  const { stdout } = await runCli(['sandbox', 'list', '--json'], env);
  return (JSON.parse(stdout) as { data: { name: string }[] }).data.map(({ name }) => name);
}

describe('tollgate exec', () => {
  it('runs the command with its own sandbox and without the token, then deletes the sandbox', async () => {
    const script = `console.log(JSON.stringify(process.env))`;
    const { code, stdout } = await runCli(['exec', '--name', 'run-1', ...node(script)], env);
    expect(code).toBe(0);
    const given = JSON.parse(stdout) as Record<string, string>;
    expect(given).toMatchObject({
      TOLLGATE_SANDBOX: 'run-1',
      TOLLGATE_API_URL: gateway.settings.baseUrl,
      SHOP_NAME: 'Spec & Sons',
    });
    expect(given).toMatchObject({
      TOLLGATE_SECRET_KEY: expect.stringMatching(/^skey_test_/),
      TOLLGATE_WEBHOOK_SECRET: expect.any(String),
    });
    expect(stdout).not.toContain(CONTROL_TOKEN);
    expect(await sandboxes()).toEqual(['default']);
  });

  it('exits like the command, and prints the sandbox’s events after a failure', async () => {
    const script = `${ASK} await ask('/charges', { amount: 1 }); process.exit(3);`;
    const { code, stdout, stderr } = await runCli(['exec', ...node(script)], env);
    expect([code, stdout]).toEqual([3, '']);
    expect(stderr).toMatch(
      /Timeline of the sandbox \(entries: 1, failures: 1\):\n[\d:.]+ POST \/charges 400 invalid_charge/,
    );
    expect(stderr).not.toContain('\u001b');
    expect(await sandboxes()).toEqual(['default']);
  });

  it('prints the timelines of the sandboxes that its failed tests left, and deletes them', async () => {
    const other = { TOLLGATE_CONTROL_URL: open.settings.controlUrl };
    const script = `const { TOLLGATE_CONTROL_URL, TOLLGATE_API_URL, TOLLGATE_RUN } = process.env;
      for (const name of ['one', 'two'].map((test) => ['jest', TOLLGATE_RUN, test].join('-'))) {
        const { test } = await (await fetch(TOLLGATE_CONTROL_URL + '/api/sandboxes', { method: 'POST', body: new URLSearchParams({ name }) })).json();
        const headers = { authorization: 'Basic ' + btoa(test.secret_key + ':') };
        await fetch(TOLLGATE_API_URL + '/charges', { method: 'POST', body: new URLSearchParams({ amount: 1 }), headers });
      }
      process.exit(3);`;
    const { code, stderr } = await runCli(['exec', ...node(script)], other);
    const shown = (test: string): string =>
      `\nTimeline of jest-[0-9a-f]{12}-${test} \\(entries: 1, failures: 1\\):\n[\\d:.]+ POST /charges 400 .*\n`;
    expect({ code, stderr }).toEqual({
      code: 3,
      stderr: expect.stringMatching(`^${shown('one')}${shown('two')}$`),
    });
    expect((await runCli(['sandbox', 'list', '--json'], other)).stdout).not.toContain('jest-');
  });

  it('deletes its sandbox even if the environment has another sandbox’s key', async () => {
    const other = { TOLLGATE_CONTROL_URL: open.settings.controlUrl };
    const { stdout } = await runCli(['sandbox', 'create', 'shop', '--json'], other);
    const { test } = JSON.parse(stdout) as { test: { secret_key: string } };
    const withKey = { ...other, TOLLGATE_SECRET_KEY: test.secret_key };
    const { code, stderr } = await runCli(['exec', '--name', 'run-2', ...node('process.exit(3)')], withKey);
    expect({ code, stderr }).toEqual({ code: 3, stderr: '\nThe timeline of the sandbox is empty.\n' });
    expect((await runCli(['sandbox', 'list', '--json'], other)).stdout).not.toContain('run-2');
  });

  it('prints nothing of its own after success', async () => {
    const script = `${ASK} await ask('/charges', { amount: 2000, currency: 'MYR', 'source[type]': 'boost', return_uri: 'https://shop.example/' });`;
    const { code, stdout, stderr } = await runCli(
      ['exec', '--webhook-uri', receiver.uri, ...node(script)],
      env,
    );
    expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: '', stderr: '' });
  });

  it.each(['SIGTERM', 'SIGHUP', 'SIGINT', 'SIGQUIT', 'SIGUSR2'] as const)(
    'forwards %s, and exits like a command killed by it',
    async (signal) => {
      const running = startCli(
        ['exec', ...node(`console.log('here'); setInterval(() => undefined, 1000)`)],
        env,
      );
      await until(() => running.stdout().includes('here'), 'the command does not run');
      running.child.kill(signal);
      expect((await running.ended()).code).toBe(128 + constants.signals[signal]);
      expect(await sandboxes()).toEqual(['default']);
    },
  );

  it.each(['SIGTERM', 'SIGINT'] as const)('ends all processes of the command with %s', async (signal) => {
    const deaf = `process.on('${signal}', () => undefined); console.log('deaf ' + process.pid); setInterval(() => undefined, 1000);`;
    const heeding = `console.log('child ' + process.pid); setInterval(() => undefined, 1000);`;
    const start = (script: string): string =>
      `spawn(process.execPath, ['-e', ${JSON.stringify(script)}], { stdio: 'inherit' });`;
    const script = `import { spawn } from 'node:child_process'; ${start(deaf)} ${start(heeding)} setInterval(() => undefined, 1000);`;
    const running = startCli(['exec', ...node(script)], env);
    const pids = (): number[] =>
      [...running.stdout().matchAll(/(?:deaf|child) (\d+)/g)].map(([, pid]) => Number(pid));
    await until(() => pids().length === 2, 'the processes do not run');
    running.child.kill(signal);
    expect((await running.ended()).code).toBe(128 + constants.signals[signal]);
    await until(() => !pids().some(isRunning), 'processes of the command are left');
    expect(await sandboxes()).toEqual(['default']);
  });

  it.each(['SIGKILL', 'SIGABRT'] as const)('exits like a command killed by %s', async (signal) => {
    const { code } = await runCli(
      ['exec', ...node(`process.kill(process.pid, '${signal}'); setInterval(() => undefined, 1000)`)],
      env,
    );
    expect(code).toBe(128 + constants.signals[signal]);
    expect(await sandboxes()).toEqual(['default']);
  });

  it('passes standard input to the command', async () => {
    const running = startCli(['exec', ...node(`process.stdin.pipe(process.stdout)`)], env);
    running.child.stdin?.end('as it came');
    expect(await running.ended()).toMatchObject({ code: 0, stdout: 'as it came' });
  });

  it('has its own exit codes for its own failures', async () => {
    expect((await runCli(['exec', '--', 'no-such-command-anywhere'], env)).code).toBe(127);
    expect((await runCli(['exec', '--', process.cwd()], env)).code).toBe(126);
    expect(await runCli(['exec', ...node('')], { ...env, CONTROL_TOKEN: '' })).toMatchObject({
      code: 125,
      stderr: expect.stringContaining('control token'),
    });
    expect((await runCli(['exec', '--url', 'http://127.0.0.1:9', ...node('')], {})).code).toBe(125);
    expect(await runCli(['exec', '--webhook-uri', 'nowhere', ...node('')], env)).toMatchObject({
      code: 125,
      stderr: expect.stringContaining('tollgate: --webhook-uri must'),
    });
    expect(await sandboxes()).toEqual(['default']);
  });

  it('keeps the sandbox with --keep', async () => {
    expect(await runCli(['exec', '--name', 'kept', '--keep', ...node('')], env)).toMatchObject({
      stderr: expect.stringContaining('kept'),
    });
    expect(await sandboxes()).toEqual(['default', 'kept']);
  });
});

describe('a Tollgate with TLS', () => {
  let folder: string;
  const named = useOwnGateway(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tollgate-plain-'));
    return { TLS: 'on', TLS_PORT: String(await steadyPort()), DATA_DIR: folder };
  });
  afterAll(() => rm(folder, { recursive: true }));

  it.each([
    ['wait', '--timeout', '1ms'],
    ['doctor'],
    ['exec', ...node('')],
    ['exam', '--receiver', 'http://127.0.0.1:9/', '--start', '0s'],
  ])('needs no host names on the machine of tollgate %s', async (...args) => {
    const { settings } = named;
    const { code, stderr } = await runCli(args, {
      TOLLGATE_CONTROL_URL: settings.controlUrl,
      NODE_OPTIONS: `--require=${resolve('apps', 'tollgate', 'test', 'no-processor.cjs')}`,
    });
    expect(stderr).not.toContain('not ready');
    // Nothing listens at the receiver.
    expect(code).toBe(args[0] === 'exam' ? 5 : 0);
  });
});
