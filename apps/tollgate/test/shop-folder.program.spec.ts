import { execFile, type ChildProcess } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { end, hasEnded, startNode } from '../../../proof/rig/child.js';
import { hostPorts } from '../../../proof/rig/ports.js';
import { until } from '#platform/testing/until.js';

const run = promisify(execFile);

describe('in the folder of a shop', () => {
  let folder: string;
  let ports: Readonly<Record<string, string>>;
  let running: ChildProcess | undefined;
  let output = '';

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tollgate-shop-'));
    // PostgreSQL may run as another user.
    await chmod(folder, 0o755);
    ports = await hostPorts();
  });

  afterEach(async () => {
    if (running) await end(running, 'SIGTERM');
    await rm(folder, { recursive: true });
  });

  async function start(env: string, program: string, args: readonly string[] = []): Promise<void> {
    await writeFile(join(folder, '.env'), env);
    output = '';
    running = startNode(program, {
      cwd: folder,
      env: { PATH: process.env['PATH'], NODE_ENV: 'production', PORT: '3000', ...ports },
      args,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [running.stdout, running.stderr])
      stream?.on('data', (chunk: Buffer) => (output += chunk.toString()));
    const child = running;
    await until(
      () => output.includes('Tollgate is ready') || hasEnded(child),
      () => `not ready: ${output}`,
    );
  }

  const warnings = (): string[] => output.split('\n').filter((line) => line.includes('warning'));

  it.each([
    ['apps/cli/main.js', ['start']],
    ['apps/tollgate/main.js', []],
  ])('%s ignores names of the shop, and offers Git none of its data', async (program, args) => {
    await run('git', ['init', '--quiet'], { cwd: folder });
    await start('NODE_ENV=development\nPORT=3000\nLOG_LEVL=debug\nREQUEST_LOG=off\n', program, args);
    expect(output).toContain('Tollgate is ready');
    expect(warnings()).toEqual([
      'tollgate: warning: .env: unknown name LOG_LEVL; did you mean LOG_LEVEL?',
      'tollgate: warning: .env has names of other programs; Tollgate reads REQUEST_LOG from it (docs/settings.md)',
    ]);
    const { stdout } = await run('git', ['status', '--porcelain', '--untracked-files=all'], { cwd: folder });
    expect(stdout).toBe('?? .env\n');
  });

  it('starts with --no-env-file where the settings of the shop would stop it', async () => {
    const env = 'PORT=3000\nLOG_LEVEL=verbose\n';
    await start(env, 'apps/cli/main.js', ['start']);
    expect(output).toMatch(
      /^tollgate: warning: \.env has names of other programs; Tollgate reads LOG_LEVEL from it \(docs\/settings\.md\)\ntollgate: LOG_LEVEL: must be one of [^\n]+\n$/,
    );
    await start(env, 'apps/cli/main.js', ['start', '--no-env-file']);
    expect([output.includes('Tollgate is ready'), warnings()]).toEqual([true, []]);
  });
});
