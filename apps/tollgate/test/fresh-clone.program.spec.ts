import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';

type Packages = Record<string, { readonly dev?: true; readonly optional?: true }>;

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  scripts: Readonly<Record<string, string>>;
};
/** These need Node alone. */
const WITHOUT_PACKAGES = ['env', 'links', 'fidelity'];
const INSTALLS = Object.keys(scripts).filter((name) => !WITHOUT_PACKAGES.includes(name));
const EVERYTHING = 'ci --include=dev --include=optional --include=peer --loglevel=error\n';

let clone: string;
let calls: string;

beforeEach(async () => {
  clone = await mkdtemp(join(tmpdir(), 'tollgate-clone-'));
  for (const name of ['scripts', 'package.json', 'package-lock.json', '.npmrc', '.env.example'])
    await cp(name, join(clone, name), { recursive: true });
  await mkdir(join(clone, 'node_modules'));
  await mkdir(join(clone, 'bin'));
  calls = join(clone, 'calls');
  await writeFile(calls, '');
  await writeFile(join(clone, 'bin', 'npm'), `#!/bin/sh\necho "$*" >> '${calls}'\nexit 9\n`, { mode: 0o755 });
});

afterEach(() => rm(clone, { recursive: true }));

/** Runs a script as npm does, with an npm that installs nothing. Returns its output and npm's arguments. */
async function run(script: string): Promise<{ output: string; calls: string; code: number }> {
  const path = [join(clone, 'bin'), dirname(process.execPath), '/usr/bin', '/bin'].join(delimiter);
  return new Promise((done) => {
    execFile(
      'sh',
      ['-c', script],
      { cwd: clone, env: { PATH: path, NODE_ENV: 'production', npm_config_omit: 'dev' } },
      (error, stdout, stderr) => {
        done({
          output: `${stdout}${stderr}`,
          calls: readFileSync(calls, 'utf8'),
          code: error ? Number(error.code) : 0,
        });
      },
    );
  });
}

async function install(isInstalled: (entry: Packages[string]) => boolean): Promise<void> {
  const { packages } = JSON.parse(await readFile(join('node_modules', '.package-lock.json'), 'utf8')) as {
    packages: Packages;
  };
  const kept = Object.entries(packages).filter(([, entry]) => isInstalled(entry));
  await writeFile(
    join(clone, 'node_modules', '.package-lock.json'),
    JSON.stringify({ packages: Object.fromEntries(kept) }),
  );
}

describe('in a fresh clone, with NODE_ENV=production', () => {
  it.each(INSTALLS)('npm run %s installs every package first', async (name) => {
    expect(await run(scripts[name] ?? '')).toEqual({
      output: 'Installing packages…\nInstalling packages failed\n',
      calls: EVERYTHING,
      code: 9,
    });
  });

  it('npm run env needs no packages', async () => {
    expect(await run(scripts['env'] ?? '')).toMatchObject({ calls: '', code: 0 });
  });

  it.each(['links', 'fidelity'])('npm run %s needs no packages', async (name) => {
    const { output, calls: ofNpm } = await run(scripts[name] ?? '');
    expect(output).not.toContain('ERR_MODULE_NOT_FOUND');
    expect(ofNpm).toBe('');
  });
});

describe('with packages', () => {
  it.each([
    ['development packages', (entry: Packages[string]) => !entry.dev],
    ['optional packages', (entry: Packages[string]) => !entry.optional],
  ])('installs again if npm omitted %s', async (_, isInstalled) => {
    await install(isInstalled);
    expect((await run('node scripts/ready.mjs')).calls).toBe(EVERYTHING);
  });

  it('installs nothing if only packages of other systems are missing', async () => {
    await install(() => true);
    const { output, calls: ofNpm } = await run('node scripts/ready.mjs');
    expect([output.includes('Installing'), ofNpm]).toEqual([false, '']);
  });
});
