import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { ReportView } from '#control/report/report.view.js';
import { build } from 'esbuild';
import { steadyPort } from '../../../proof/rig/ports.js';
import { runCli } from './cli.js';
import { describeWhere } from './describe-where.js';
import { useOwnGateway } from './harness.js';
import { useReceiver } from './receiver.js';

const gateway = useOwnGateway();
const receiver = useReceiver();
const hasPytest = spawnSync('python3', ['-c', 'import pytest']).status === 0;
let env: Record<string, string>;
let folder: string;

beforeAll(async () => {
  env = { TOLLGATE_CONTROL_URL: gateway.settings.controlUrl };
  folder = await mkdtemp(join(tmpdir(), 'tollgate-report-spec-'));
  for (const [name, scenario] of [
    ['one', 'paid-by-card'],
    ['two', 'disputed-and-lost'],
  ] as const) {
    await runCli(['sandbox', 'create', name, '--webhook-uri', receiver.uri], env);
    await runCli(['scenario', 'run', scenario, '--sandbox', name], env);
  }
});

const stateOf = ({ situations }: ReportView, name: string): string | undefined =>
  situations.find((one) => one.name === name)?.state;

describe('tollgate report', () => {
  it('prints each situation with its state, and the commands of those that were not met', async () => {
    const { code, stdout } = await runCli(['report', '--sandbox', 'one'], env);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^checked {6}paid-by-card +Paid by card$/m);
    expect(stdout).toMatch(
      /^never met {4}disputed +A payment is disputed\n {13}tollgate scenario run disputed$/m,
    );
    expect(stdout).toMatch(/^51 situations: 1 checked \(1 %\), 0 not checked, 50 never met; advice: 0$/m);
  });

  it('joins all sandboxes with --all, and prints JSON', async () => {
    const { stdout } = await runCli(['report', '--all', '--json'], env);
    const report = JSON.parse(stdout) as ReportView;
    expect(report).toMatchObject({ object: 'report', sandbox: '3 sandboxes', counts: { checked: 3 } });
    expect(
      ['paid-by-card', 'disputed', 'dispute-lost', 'expired'].map((name) => stateOf(report, name)),
    ).toEqual(['checked', 'checked', 'checked', 'never']);
    expect(report.situations.find(({ name }) => name === 'paid-by-card')?.count).toBe(2);
  });

  it('writes HTML without scripts, and JUnit', async () => {
    const files = { html: join(folder, 'report.html'), junit: join(folder, 'report.xml') };
    await runCli(['report', '-s', 'two', '--html', files.html, '--junit', files.junit], env);
    const html = await readFile(files.html, 'utf8');
    expect(html).toContain('<h1>Report of two</h1>');
    expect(html).toContain('<pre>tollgate scenario run expired</pre>');
    expect(html).not.toMatch(/<script|https?:\/\//);
    const junit = await readFile(files.junit, 'utf8');
    expect(junit).toContain('tests="51" failures="0" errors="0" skipped="48"');
    expect(junit).toContain('<skipped message="never met: tollgate scenario run expired"/>');
  });

  it.each([
    [['--fail-under', '1'], 0, ''],
    [['--fail-under', '2'], 5, ''],
    [['--fail-under', '101'], 2, '--fail-under must be a whole number from 0 to 100'],
    [['--since', 'noon'], 1, '--since must be an ISO 8601 datetime'],
    [['--html', '/missing/report.html'], 2, 'cannot write the report'],
  ])('exits by its bar and its options: %j', async (options, code, message) => {
    const ran = await runCli(['report', '-s', 'one', ...options], env);
    expect(ran).toMatchObject({ code, stderr: expect.stringContaining(message) });
  });

  it('gives a good shop no advice about what an exam did to it', async () => {
    const port = String(await steadyPort());
    const order = `http://127.0.0.1:${port}/orders/{order}`;
    const urls = ['--receiver', `http://127.0.0.1:${port}/webhooks`, '--probe', order, '--checkout', order];
    const shop = ['--', process.execPath, resolve('examples/shop.mjs')];
    const exam = await runCli(['exam', ...urls, '--settle', '200ms', '--keep', ...shop], {
      ...env,
      PORT: port,
    });
    const [, name = ''] = /^Kept sandbox ([\w-]+)/m.exec(exam.stderr) ?? [];
    const { stdout } = await runCli(['report', '-s', name, '--json'], env);
    await runCli(['sandbox', 'rm', name], env);
    const report = JSON.parse(stdout) as ReportView;
    expect(stateOf(report, 'webhook-forged')).toBe('checked');
    expect(report.advice).toEqual([]);
  });

  it('rejects --all with --sandbox', async () => {
    expect(await runCli(['report', '--all', '-s', 'one'], env)).toMatchObject({ code: 2 });
  });
});

describe('tollgate exec --report', () => {
  /** A run of tests: its own sandbox meets one situation, and the sandbox of a test another. */
  const TESTS = `
    const { TOLLGATE_CONTROL_URL: url, TOLLGATE_SANDBOX: own } = process.env;
    const { createSandbox } = await import(process.env.HELPERS);
    const post = (path) => fetch(url + '/api/sandboxes/' + path, { method: 'POST' });
    await post(own + '/scenarios/expired/run');
    const sandbox = await createSandbox({ settings: { webhook_uri: process.env.RECEIVER } });
    await sandbox.control('POST', '/scenarios/disputed/run');
    await sandbox.remove();`;
  const PYTEST = `
def test_meets_a_situation(tollgate):
    tollgate.ask("POST", "/scenarios/disputed/run")
`;
  const words = ['--', process.execPath, '--input-type=module', '-e', TESTS];
  let helpers: Record<string, string>;

  beforeAll(async () => {
    helpers = { HELPERS: join(folder, 'testing.mjs') };
    await build({
      entryPoints: [join('apps', 'testing', 'testing.ts')],
      outfile: helpers['HELPERS'] ?? '',
      bundle: true,
      platform: 'node',
      format: 'esm',
    });
  });

  it('reports the sandbox of the command and those of its tests together', async () => {
    const html = join(folder, 'exec.html');
    const ran = await runCli(['exec', '--report', '--html', html, ...words], {
      ...env,
      ...helpers,
      RECEIVER: receiver.uri,
    });
    expect(ran.stderr).toMatch(/^checked {6}disputed /m);
    expect(ran).toMatchObject({ code: 0, stdout: '' });
    expect(ran.stderr).toMatch(/^not checked {2}expired /m);
    expect(await readFile(html, 'utf8')).toContain('Report of 2 sandboxes');
    const { stdout } = await runCli(['sandbox', 'list', '--json'], env);
    expect((JSON.parse(stdout) as { data: object[] }).data).toHaveLength(3);
  });

  describeWhere(hasPytest, 'no pytest', 'with pytest', () => {
    it('reports the sandboxes of its tests', async () => {
      await writeFile(join(folder, 'test_report.py'), PYTEST);
      const pytest = ['python3', '-m', 'pytest', '-p', 'pytest_tollgate', join(folder, 'test_report.py')];
      const ran = await runCli(['exec', '--report', '--', ...pytest], {
        ...env,
        PYTHONPATH: join(process.cwd(), 'apps', 'pytest'),
      });
      expect(ran.stderr).toMatch(/^not checked {2}disputed /m);
      expect(ran.code).toBe(0);
    });
  });

  it('exits with 5 below the bar, and with the code of a command that failed', async () => {
    const bar = ['exec', '--fail-under', '90', '--', process.execPath, '-e'];
    expect((await runCli([...bar, ''], env)).code).toBe(5);
    expect((await runCli([...bar, 'process.exit(3)'], env)).code).toBe(3);
  });
});
