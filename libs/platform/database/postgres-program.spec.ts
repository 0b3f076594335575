import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installPostgres } from './postgres-program.js';

const PACKAGES = 'node_modules';
const deviceOf = (folder: string): number => statSync(folder).dev;
const elsewhere = ['/dev/shm', tmpdir()].find(
  (folder) => existsSync(folder) && deviceOf(folder) !== deviceOf(PACKAGES),
);
let folder: string;

afterEach(() => rmSync(folder, { recursive: true }));

/** Installs the binaries below `parent`, and returns PostgreSQL's program. */
async function installIn(parent: string): Promise<string> {
  folder = mkdtempSync(join(parent, 'tollgate-binaries-'));
  await installPostgres({ program: join(folder, 'postgresql') });
  return join(folder, 'postgresql', 'bin', 'postgres');
}

function versionOf(program: string): string {
  return spawnSync(program, ['--version'], { encoding: 'utf8' }).stdout;
}

describe('the binaries of PostgreSQL', () => {
  it('are links to those of the npm package, and run with their libraries', async () => {
    const program = await installIn(PACKAGES);
    expect(statSync(program).nlink).toBeGreaterThan(1);
    expect(versionOf(program)).toMatch(/^postgres \(PostgreSQL\) 18/);
  });

  (elsewhere === undefined ? it.skip : it)(
    `are copied to another file system (found: ${elsewhere ?? 'none'})`,
    async () => {
      const program = await installIn(elsewhere ?? '');
      expect(statSync(program).nlink).toBe(1);
      expect(versionOf(program)).toMatch(/^postgres \(PostgreSQL\) 18/);
    },
  );
});
