import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ignoreInGit } from './data-folder.js';

const OWN = [
  'postgres',
  'postgres.init-17',
  'postgres-password',
  'postgres-password.draft-17',
  'postgres.log',
  'postgres.log.1',
  'postgres-is-at',
  'postgresql-18.4.0-beta.17',
  'postgresql-18.4.0-beta.17.draft-17',
  'sandbox-secret',
  'sandbox-secret.new',
  'secrets.env',
  'tls',
  '.probe-aB3dE6',
];

describe('ignoreInGit', () => {
  let folder: string;
  const before = process.cwd();

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'tollgate-ignored-'));
  });

  afterEach(() => {
    process.chdir(before);
    rmSync(folder, { recursive: true });
  });

  const ignored = (dir = folder): string | undefined => {
    try {
      return readFileSync(join(dir, '.gitignore'), 'utf8');
    } catch {
      return undefined;
    }
  };

  it('ignores everything in a new folder', async () => {
    await ignoreInGit(folder);
    expect(ignored()).toBe('*\n');
  });

  it('ignores everything in a folder of an older release', async () => {
    for (const name of OWN) writeFileSync(join(folder, name), '');
    await ignoreInGit(folder);
    expect(ignored()).toBe('*\n');
  });

  it('ignores everything in .tollgate, whatever was added', async () => {
    const own = join(folder, '.tollgate');
    mkdirSync(own);
    writeFileSync(join(own, 'backup.sql'), '');
    await ignoreInGit(own);
    expect([ignored(own), ignored()]).toEqual(['*\n', undefined]);
  });

  it.each(['package.json', '.git', 'postgres.sql', 'tls.ts', 'secrets.env.example'])(
    'writes nothing into a folder with %s',
    async (name) => {
      writeFileSync(join(folder, 'sandbox-secret'), '');
      writeFileSync(join(folder, name), '');
      await ignoreInGit(folder);
      expect(ignored()).toBeUndefined();
    },
  );

  it('writes nothing into the working folder, under any name', async () => {
    process.chdir(folder);
    symlinkSync(folder, join(folder, 'tls'));
    await ignoreInGit('.');
    await ignoreInGit(join(folder, 'tls'));
    expect(ignored()).toBeUndefined();
  });

  it('keeps a .gitignore that exists', async () => {
    writeFileSync(join(folder, '.gitignore'), '!postgres.log\n');
    await ignoreInGit(folder);
    expect(ignored()).toBe('!postgres.log\n');
  });
});
