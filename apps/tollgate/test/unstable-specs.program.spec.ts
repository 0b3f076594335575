import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

const RUN_SPECS = pathToFileURL(resolve('scripts', 'run-specs.mjs')).href;
const GROUPS = ['early', 'late'];

const PASSES = `test('adds', () => expect(1 + 1).toBe(2));`;
/** Leaves a timer, which must not keep the run from ending. */
const FAILS = `setInterval(() => undefined, 1_000); test('adds', () => expect(1 + 1).toBe(3));`;
/** Fails the first time that it is run in its folder. */
const FAILS_ONCE = `const { existsSync, writeFileSync } = require('node:fs');
  test('opens', () => expect(true).toBe(true));
  test('finds its file', () => {
    const wasThere = existsSync(__filename + '.run');
    writeFileSync(__filename + '.run', '');
    expect(wasThere ? 'there' : 'missing').toBe('there');
  });`;
const BREAKS_AFTERWARDS = `${PASSES} afterAll(() => { throw new Error('the server did not close'); });`;

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tollgate-unstable-'));
});

afterEach(() => rm(folder, { recursive: true }));

/** Runs both groups on these files, and returns exit code and output. */
async function run(
  files: Readonly<Record<string, string>>,
  jestArguments: readonly string[] = [],
): Promise<{ code: number; output: string }> {
  const projects = GROUPS.map((displayName) => ({
    displayName,
    rootDir: folder,
    testMatch: [`<rootDir>/*.${displayName}.test.cjs`],
  }));
  const reporters = ['default', resolve('scripts', 'jest-results.mjs')];
  // With a limit Jest runs also a single file in a worker, as jest.config.ts has it.
  const config = { projects, testEnvironment: 'node', reporters, workerIdleMemoryLimit: '1GB' };
  await writeFile(join(folder, 'jest.config.json'), JSON.stringify(config));
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  const runs = JSON.stringify(GROUPS.map((group) => [group]));
  const program = `import { runSpecs } from '${RUN_SPECS}'; process.exitCode = runSpecs(${runs}, ${JSON.stringify(jestArguments)});`;
  return new Promise((done) => {
    execFile(
      process.execPath,
      ['--input-type=module', '--eval', program],
      { cwd: folder },
      (error, stdout, stderr) => {
        done({ code: error ? Number(error.code) : 0, output: `${stdout}${stderr}` });
      },
    );
  });
}

const lastLine = (output: string): string | undefined => output.match(/^\d+ passed, .*$/gm)?.at(-1);

describe('npm test', () => {
  it('passes when a failed file passes alone, and names it as unstable', async () => {
    const { code, output } = await run({ 'a.early.test.cjs': FAILS_ONCE, 'b.late.test.cjs': PASSES });
    expect([code, lastLine(output)]).toEqual([0, '3 passed, 0 failed']);
    const told = output.slice(output.indexOf('Unstable: a.early.test.cjs'));
    expect(told).toContain('Received: "missing"');
    expect(output).not.toContain('Unstable: b.late');
  });

  it('fails when a file fails again', async () => {
    const { code, output } = await run({
      'a.early.test.cjs': FAILS_ONCE,
      'b.early.test.cjs': FAILS,
      'c.late.test.cjs': PASSES,
    });
    expect([code, lastLine(output)]).toEqual([1, '3 passed, 1 failed']);
    expect(output).toContain('Unstable: a.early.test.cjs');
    expect(output).not.toContain('Unstable: b.early');
  });

  it.each([
    ['does not load', `require('./nowhere.cjs');`, '1 passed, 1 failed'],
    ['fails in afterAll', BREAKS_AFTERWARDS, '2 passed, 1 failed'],
  ])('fails when a file %s twice', async (_, text, expected) => {
    const { code, output } = await run({ 'a.early.test.cjs': text, 'b.late.test.cjs': PASSES });
    expect([code, lastLine(output)]).toEqual([1, expected]);
  });

  it('repeats nothing if many files fail', async () => {
    const files = Array.from({ length: 11 }, (_, index): [string, string] => [
      `${index}.late.test.cjs`,
      FAILS_ONCE,
    ]);
    const { code, output } = await run({ ...Object.fromEntries(files), 'a.early.test.cjs': PASSES });
    expect([code, lastLine(output)]).toEqual([1, '12 passed, 11 failed']);
    expect(output).toContain('11 files failed: too many to run again');
  });

  it('runs a file that was named once', async () => {
    const { code, output } = await run({ 'a.early.test.cjs': FAILS_ONCE, 'b.late.test.cjs': PASSES }, [
      'test.cjs',
    ]);
    expect([code, lastLine(output)]).toEqual([1, '2 passed, 1 failed']);
  });

  it('loads its scripts before any installation', async () => {
    await cp('scripts', join(folder, 'scripts'), { recursive: true });
    const program = `await Promise.all(['checks', 'prepare', 'run-specs'].map((name) => import('./scripts/' + name + '.mjs')));`;
    await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program], { cwd: folder });
  });

  it('fails when Jest itself fails', async () => {
    const { code, output } = await run({ 'a.early.test.cjs': PASSES, 'b.late.test.cjs': PASSES }, [
      '--unknown-option',
    ]);
    expect([code, lastLine(output)]).toEqual([1, '0 passed, 0 failed']);
  });
});
