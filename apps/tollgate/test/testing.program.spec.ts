import { execFile, spawnSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { CHROMIUM } from './chromium.js';
import { until } from '#platform/testing/until.js';
import { describeWhere } from './describe-where.js';
import { useOwnGateway } from './harness.js';
import { openReceiver } from './receiver.js';
import { control } from './sandbox.js';

const CONTROL_TOKEN = 'a-token-that-opens-everything';
const gateway = useOwnGateway({ CONTROL_TOKEN });
const run = promisify(execFile);
const FIXTURES = resolve('apps', 'tollgate', 'test', 'fixtures', 'testing');
const MODULES = resolve('node_modules');
const LIMIT_MS = 240_000;
/** So long the tests of a project may take on a machine that is busy. */
const PATIENT = '60000';
const hasPytest = spawnSync('python3', ['-c', 'import pytest']).status === 0;

/** Of a run of `tollgate exec`. */
const RUN = 'a1b2c3d4e5f6';
/** A timeline whose clock was moved by a week, with what the move reached below it. */
const DAYS =
  /POST \/charges 200 .*\n[^\n]*charge.create.*\n(?:.* webhook .*\n)?(?:.*\n)*? *[\d:.]+ clock advance from .*\n *20\d\d-\d\d-\d\d [\d:.]+ {3}charge.complete /;

interface Ran {
  readonly code: number;
  readonly output: string;
}

let packed: string;

beforeAll(async () => {
  packed = await mkdtemp(join(tmpdir(), 'tollgate-testing-'));
  await run(process.execPath, [join('scripts', 'package-testing.mjs'), packed]);
});

afterAll(() => rm(packed, { recursive: true, force: true }));

/** Runs it to its end, with only PATH and Tollgate's address from this process's environment. */
async function ran(
  command: string,
  args: readonly string[],
  cwd: string,
  env: Record<string, string> = {},
): Promise<Ran> {
  const address = { TOLLGATE_CONTROL_URL: gateway.settings.controlUrl, CONTROL_TOKEN };
  const all = { PATH: process.env['PATH'], HOME: process.env['HOME'], NO_COLOR: '1', ...address, ...env };
  try {
    const { stdout, stderr } = await run(command, [...args], { cwd, env: all, timeout: LIMIT_MS });
    return { code: 0, output: `${stdout}${stderr}` };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, output: `${stdout}${stderr}` };
  }
}

/** A user's folder with the packed helpers, this project's files, and a test runner. */
async function project(
  name: string,
  { runner = [] as readonly string[], manifest = {} } = {},
): Promise<string> {
  const folder = join(packed, name);
  await mkdir(join(folder, 'node_modules'), { recursive: true });
  await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true, ...manifest }));
  await cp(join(FIXTURES, name), folder, { recursive: true });
  await cp(join(FIXTURES, 'shop.cjs'), join(folder, 'shop.cjs'));
  const tarball = (await readdir(packed)).find((file) => file.endsWith('.tgz')) ?? '';
  await run('npm', ['install', '--offline', '--no-save', '--no-audit', '--no-fund', join('..', tarball)], {
    cwd: folder,
  });
  for (const module of runner) {
    await mkdir(join(folder, 'node_modules', module, '..'), { recursive: true });
    await symlink(join(MODULES, module), join(folder, 'node_modules', module));
  }
  return folder;
}

function jest(folder: string, args: readonly string[], env?: Record<string, string>): Promise<Ran> {
  const config = JSON.stringify({
    testMatch: ['**/*.test.?js'],
    testTimeout: Number(PATIENT),
    haste: { enableSymlinks: false },
  });
  const program = [join(MODULES, 'jest', 'bin', 'jest.js'), '--config', config, '--rootDir', folder, ...args];
  return ran(
    process.execPath,
    ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning', ...program],
    folder,
    env,
  );
}

/** The bundle of a payment whose `charge.complete` was sent twice. */
async function doublyPaid(): Promise<string> {
  const receiver = await openReceiver();
  const { controlUrl } = gateway.settings;
  const ask = async (method: string, path: string, body?: object): Promise<Response> => {
    const headers = { authorization: `Bearer ${CONTROL_TOKEN}`, 'content-type': 'application/json' };
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const answer = await fetch(`${controlUrl}/api/sandboxes${path}`, { method, headers, ...sent });
    if (!answer.ok) throw new Error(await answer.text());
    return answer;
  };
  await ask('POST', '', { name: 'origin', webhook_uri: receiver.uri });
  const match = { key: 'charge.complete' };
  await ask('POST', '/origin/faults', { on: 'webhook', match, do: { duplicate: 2 } });
  const source = { type: 'promptpay' };
  const form = { amount: 2_000, currency: 'THB', source, metadata: { order: '1042' } };
  const { id } = (await (await ask('POST', '/origin/api/test/charges', form)).json()) as { id: string };
  await ask('POST', `/origin/api/test/charges/${id}/mark_as_paid`, {});
  await until(() => receiver.received.length === 3, 'the webhooks have not come');
  await ask('GET', '/origin/idle?wait=10s');
  const file = join(packed, 'case.tollgate');
  await writeFile(file, await (await ask('GET', `/origin/bundle?object=${id}`)).text());
  await ask('DELETE', '/origin');
  await receiver.close();
  return file;
}

async function sandboxes(): Promise<string[]> {
  const { body } = await control(gateway)
    .get('/api/sandboxes')
    .set('Authorization', `Bearer ${CONTROL_TOKEN}`)
    .expect(200);
  return (body as { data: { name: string }[] }).data.map(({ name }) => name);
}

/** Deletes the sandboxes of failed tests, as `tollgate exec` does, and returns their names. */
async function leftBehind(): Promise<string[]> {
  const names = (await sandboxes()).filter((name) => name.includes(RUN));
  for (const name of names)
    await control(gateway)
      .delete(`/api/sandboxes/${name}`)
      .set('Authorization', `Bearer ${CONTROL_TOKEN}`)
      .expect(200);
  return names;
}

afterEach(async () => expect(await sandboxes()).toEqual(['default']));

describe('the test helpers for Jest', () => {
  it('give each test its own sandbox, in parallel workers and with fake timers', async () => {
    const folder = await project('jest');
    for (const copy of ['again', 'third'])
      await cp(join(folder, 'shop.test.cjs'), join(folder, `${copy}.test.cjs`));
    const { code, output } = await jest(folder, ['--maxWorkers=3', 'shop', 'again', 'third']);
    expect(output).toContain('Tests:       21 passed, 21 total');
    expect(code).toBe(0);
  });

  it('report the nearest event and the history in time', async () => {
    const { code, output } = await jest(await project('jest'), ['failing'], { TOLLGATE_RUN: RUN });
    expect(await leftBehind()).toEqual(Array(10).fill(expect.stringMatching(`^jest-${RUN}-`)));
    expect(code).toBe(1);
    expect(output).toContain('Tests:       10 failed, 10 total');
    for (const pattern of [
      /Expected charge chrg_test_\w+ to become expired, but it is pending after [\d.]+ s.\n\n +Pending since .*, waiting for the customer, expires at/,
      /next due is expiry of chrg_test_\w+ at/,
      /to become successful, but it is failed, which is final.\n\n.*; failed: payment_rejected/,
      'Charge chrg_test_none does not exist in this sandbox.',
      /Expected webhook charge.create to be answered 200, but none was sent.*\n\n.*the sandbox has no webhook_uri/,
      /Expected webhook charge.create to be answered 204, but it was not.*\n\n +Attempt 1 of whdl_test_\w+ to http.* was answered 200: ok/,
      /Expected POST \/refunds to be called and answered 2xx once, but it was 0 times.*\n\n.*POST \/charges\/chrg_test_\w+\/refunds at .* was answered 400: .*\(failed_refund\)/,
      /but it was 2 times after .*\n\n.*refunds at .* was answered 200\n.*refunds at .* was answered 200\n/,
      /Expected: 2\n +Received: 1\n\n +The timeline of jest-[\w-]+:\n.*POST \/charges 200/,
      /The timeline of jest-[\w-]+:\n +[\d:.]+ POST \/charges 200 .*\n +[\d:.]+ +charge.create chrg_test_/,
      DAYS,
    ])
      expect(output).toMatch(pattern);
    // A helper's error has the timeline only once, and Jest cut off no test.
    expect(output.match(/The timeline of [\w-]+:/g)).toHaveLength(9);
    expect(output).not.toContain('Exceeded timeout');
  });

  it('replay a bundle: a shop that fulfils twice fails, and passes when it is mended', async () => {
    const [folder, bundle] = [await project('jest'), await doublyPaid()];
    const broken = await jest(folder, ['bundle'], { BUNDLE: bundle });
    expect(broken.output).toMatch(/Array \[\n\s+"1042",\n\s+\+\s+"1042",/);
    expect(broken.code).toBe(1);
    const { code, output } = await jest(folder, ['bundle'], { BUNDLE: bundle, SHOP: 'mended' });
    expect(output).toContain('Tests:       1 passed, 1 total');
    expect(code).toBe(0);
  });

  it('work as ES modules', async () => {
    const { code, output } = await jest(await project('jest-esm', { manifest: { type: 'module' } }), []);
    expect(output).toContain('Tests:       3 passed, 3 total');
    expect(code).toBe(0);
  });

  it('report an unreachable Tollgate', async () => {
    const { output } = await jest(await project('jest'), ['shop'], {
      TOLLGATE_CONTROL_URL: 'http://127.0.0.1:9',
    });
    expect(output).toContain(
      'cannot reach Tollgate at http://127.0.0.1:9 (ECONNREFUSED); run "npx tollgate"',
    );
    expect((await jest(await project('jest'), ['shop'], { CONTROL_TOKEN: '' })).output).toContain(
      'set CONTROL_TOKEN to the token of the server',
    );
  });
});

describe('the test helpers for Vitest', () => {
  it('give each test its own sandbox, and show the events of a failed one', async () => {
    const folder = await project('vitest', { runner: ['vitest'], manifest: { type: 'module' } });
    const program = [join(MODULES, 'vitest', 'vitest.mjs'), 'run', `--testTimeout=${PATIENT}`];
    const passed = await ran(process.execPath, [...program, 'shop'], folder);
    expect(passed.output).toContain('4 passed');
    expect(passed.code).toBe(0);
    const run = { TOLLGATE_RUN: RUN };
    const { code, output } = await ran(process.execPath, [...program, 'failing'], folder, run);
    expect(await leftBehind()).toEqual(Array(2).fill(expect.stringMatching(`^vitest-${RUN}-`)));
    expect(code).toBe(1);
    expect(output).toMatch(/expected 1 to be 2.*\n\n *The timeline of vitest-[\w-]+:\n.*act POST \/charges/);
    expect(output).toContain(
      'No call arrived. Check that the program under test uses the keys in tollgate.env.',
    );
  });
});

describeWhere(CHROMIUM !== undefined, 'no chromium', 'the test helpers for Playwright', () => {
  it('give each test its own sandbox, and attach the events of a failed one', async () => {
    const folder = await project('playwright', { runner: ['@playwright/test'] });
    const program = [
      join(MODULES, '@playwright', 'test', 'cli.js'),
      'test',
      '--workers=3',
      `--timeout=${PATIENT}`,
    ];
    const passed = await ran(process.execPath, [...program, 'shop'], folder, { CHROMIUM: String(CHROMIUM) });
    expect(passed.output).toContain('4 passed');
    expect(passed.code).toBe(0);
    const run = { TOLLGATE_RUN: RUN };
    const { code, output } = await ran(process.execPath, [...program, 'failing'], folder, run);
    expect(await leftBehind()).toEqual(Array(2).fill(expect.stringMatching(`^playwright-${RUN}-`)));
    expect(code).toBe(1);
    expect(output).toMatch(
      /attachment #1: tollgate-timeline.txt \(text\/plain\).*\n +The timeline of playwright-[\w-]+:\n.*act POST \/charges/,
    );
  });
});

describe('the test helpers for Testcontainers', () => {
  it('start a container, and create sandboxes with its ports', async () => {
    const folder = await project('testcontainers');
    await mkdir(join(folder, 'node_modules', 'testcontainers'));
    await cp(join(folder, 'stand-in.cjs'), join(folder, 'node_modules', 'testcontainers', 'index.js'));
    const { baseUrl, vaultUrl, payUrl, controlUrl } = gateway.settings;
    const ports = [baseUrl, vaultUrl, payUrl, controlUrl].map(
      (url, index) => [7400 + index, Number(new URL(url).port)] as const,
    );
    const { code, output } = await jest(folder, [], {
      MAPPED_PORTS: JSON.stringify(Object.fromEntries(ports)),
    });
    expect(output).toContain('1 passed');
    expect(code).toBe(0);
  });
});

describeWhere(hasPytest, 'no pytest', 'the plugin for pytest', () => {
  it('gives each test its own sandbox, and shows the events of a failed one', async () => {
    const folder = await project('pytest');
    const wheel = (await readdir(packed)).find((file) => file.endsWith('.whl')) ?? '';
    const args = ['-m', 'pytest', '-p', 'no:cacheprovider', '-q'];
    const env = { PYTHONPATH: join(packed, wheel), PYTHONDONTWRITEBYTECODE: '1' };
    const passed = await ran('python3', [...args, 'test_shop.py'], folder, env);
    expect(passed.output).toContain('6 passed');
    const replayed = await ran('python3', [...args, 'test_bundle.py'], folder, {
      ...env,
      BUNDLE: await doublyPaid(),
    });
    expect(replayed.output).toContain('1 passed');
    const { code, output } = await ran('python3', [...args, 'test_failing.py'], folder, {
      ...env,
      TOLLGATE_RUN: RUN,
    });
    expect(await leftBehind()).toEqual(Array(7).fill(expect.stringMatching(`^pytest-${RUN}-`)));
    expect(code).toBe(1);
    expect(output).toContain('7 failed');
    for (const pattern of [
      /Expected charge chrg_test_\w+ to become expired, but it is pending after/,
      'Charge chrg_test_none does not exist in this sandbox.',
      /Attempt 1 of whdl_test_\w+ to http.* was answered 200/,
      /none was sent within.*\nE *\nE .*the sandbox has no webhook_uri/,
      /refunds at .* was answered 400: .*\(failed_refund\)/,
      /- Tollgate -+\nThe timeline of pytest-[\w-]+:\n +[\d:.]+ POST \/charges 200/,
      DAYS,
    ])
      expect(output).toMatch(pattern);
  });
});

describe('the entry node-names', () => {
  it.each(['--require', '--import'])('connects the processor’s names with %s', async (option) => {
    const script = `fetch('https://api.omise.co/readyz').then(({ status }) => console.log(status))`;
    const guard = ['--require', resolve('apps', 'tollgate', 'test', 'no-processor.cjs')];
    const preload = [...guard, option, '@tollgate/testing/node-names'];
    expect(
      await ran(process.execPath, [...preload, '-e', script], await project('jest'), {
        TOLLGATE_API_URL: gateway.settings.baseUrl,
      }),
    ).toEqual({ code: 0, output: '200\n' });
  });
});

describe('the types of the test helpers', () => {
  it('cover ES modules and CommonJS', async () => {
    const folder = await project('types', { runner: ['@playwright/test', 'vitest', '@types/node'] });
    expect(
      await ran(process.execPath, [join(MODULES, 'typescript', 'bin', 'tsc'), '-p', folder], folder),
    ).toEqual({ code: 0, output: '' });
  });
});
