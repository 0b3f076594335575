import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { postgresHome } from './postgres-home.js';

const SYSTEM_DIR = '/var/lib/tollgate';
/** Others keep their data outside of DATA_DIR for nobody. */
const describeForRoot = process.getuid?.() === 0 ? describe : describe.skip;

let folder: string;
let dataDir: string;
const made: string[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tollgate-home-'));
  chmodSync(folder, 0o755);
  dataDir = join(folder, 'data');
});

afterEach(() => {
  rmSync(folder, { recursive: true });
  for (const dir of made.splice(0)) rmSync(dir, { recursive: true, force: true });
});

/** Makes the folder look like a cluster. */
function putData(dir: string): void {
  mkdirSync(join(dir, 'postgres'), { recursive: true });
  writeFileSync(join(dir, 'postgres', 'PG_VERSION'), '18\n');
}

const pointerOf = (dir: string): string => join(dir, 'postgres-is-at');

/** The location of the data of DATA_DIR. It is removed after the spec. */
async function homeOf(dir: string): Promise<string> {
  const home = await postgresHome(dir);
  if (home.dir.startsWith(SYSTEM_DIR)) made.push(home.dir);
  return home.dir;
}

describe('the place of the data', () => {
  it('is DATA_DIR, and the first start says that the database is new', async () => {
    expect((await postgresHome(dataDir)).notes[0]).toBe(`Data folder: ${dataDir} (new, empty database)`);
    putData(dataDir);
    expect((await postgresHome(dataDir)).notes).toEqual([`Data folder: ${dataDir}`]);
  });

  it.each([
    ['line break', 'a\nb'],
    ['control character', 'a\u0007b'],
    ['byte that is not UTF-8', 'a\ufffdb'],
  ])('is refused by name with a %s in it', async (_, name) => {
    await expect(postgresHome(join(folder, name))).rejects.toThrow(
      /^DATA_DIR: [^\n]*must not have line breaks[^\n]*$/,
    );
    expect(existsSync(join(folder, name))).toBe(false);
  });

  it.each(['a"b', 'a$b', 'a`b', 'a\\\\b'])('is refused by name as %s, and not made', async (name) => {
    await expect(postgresHome(join(folder, 'x', name))).rejects.toThrow(
      /^DATA_DIR: [^\n]*, which PostgreSQL's initdb does not support; /,
    );
    expect(existsSync(join(folder, 'x'))).toBe(false);
  });

  it('is made, and when it cannot be used, nothing of it is left', async () => {
    const refused = join(folder, 'a', 'b', 'n'.repeat(300));
    await expect(postgresHome(refused)).rejects.toThrow(/^DATA_DIR: cannot use [^\n]+$/);
    expect(existsSync(join(folder, 'a'))).toBe(false);
  });

  it('is not where a pointer leads that names no folder of Tollgate', async () => {
    mkdirSync(dataDir);
    writeFileSync(pointerOf(dataDir), '/etc\n');
    await expect(postgresHome(dataDir)).rejects.toThrow(
      `DATA_DIR: ${pointerOf(dataDir)} must name a folder in ${SYSTEM_DIR}`,
    );
  });

  it('is not created again after its data was removed', async () => {
    mkdirSync(dataDir);
    writeFileSync(pointerOf(dataDir), `${SYSTEM_DIR}/data-none\n`);
    await expect(postgresHome(dataDir)).rejects.toThrow(
      `the data folder ${SYSTEM_DIR}/data-none, named by ${dataDir}/`,
    );
  });
});

describeForRoot('the place of root’s data, below a folder that others may not enter,', () => {
  beforeEach(() => {
    chmodSync(folder, 0o700);
  });

  it('is one that DATA_DIR points to, and stays so when DATA_DIR is renamed or the folder opened', async () => {
    const place = await homeOf(dataDir);
    expect(place).toMatch(/^\/var\/lib\/tollgate\//);
    putData(place);
    const renamed = join(folder, 'renamed');
    renameSync(dataDir, renamed);
    expect(await homeOf(renamed)).toBe(place);
    chmodSync(folder, 0o755);
    expect((await postgresHome(renamed)).notes).toEqual([`Data folder: ${place}`]);
  });

  it('is the one that an older release named after the path, also when DATA_DIR was renamed since', async () => {
    const old = join(SYSTEM_DIR, createHash('sha256').update(dataDir).digest('hex').slice(0, 16));
    made.push(old);
    putData(old);
    const renamed = join(folder, 'renamed');
    mkdirSync(renamed);
    writeFileSync(pointerOf(renamed), `${old}\n`);
    expect(await homeOf(renamed)).toBe(old);
  });

  it('is no new one when data is in DATA_DIR itself, but the folder that is closed is named', async () => {
    putData(dataDir);
    await expect(postgresHome(dataDir)).rejects.toThrow(
      new RegExp(`^DATA_DIR: .* who has no access to ${folder}; run: chmod a\\+x ${folder}$`),
    );
    expect(existsSync(pointerOf(dataDir))).toBe(false);
    chmodSync(folder, 0o711);
    expect(await homeOf(dataDir)).toBe(dataDir);
  });

  it('is not chosen for the user when there is data in both', async () => {
    const place = await homeOf(dataDir);
    putData(place);
    putData(dataDir);
    const [here, there] = [join(dataDir, 'postgres'), join(place, 'postgres')];
    await expect(postgresHome(dataDir)).rejects.toThrow(
      `DATA_DIR: two databases found, in ${here} and ${there};`,
    );
    rmSync(join(place, 'postgres'), { recursive: true });
    chmodSync(folder, 0o755);
    expect(await homeOf(dataDir)).toBe(dataDir);
  });

  it('is not shared with a copy of DATA_DIR', async () => {
    const place = await homeOf(dataDir);
    putData(place);
    const copy = join(folder, 'copy');
    cpSync(dataDir, copy, { recursive: true });
    await expect(postgresHome(copy)).rejects.toThrow(
      `DATA_DIR: ${dataDir} and ${copy} both point to the data in ${place};`,
    );
    expect(await homeOf(dataDir)).toBe(place);
  });

  it('keeps its data when DATA_DIR is removed, and the start of a new one says where that is and how to remove it', async () => {
    const place = await homeOf(dataDir);
    putData(place);
    rmSync(dataDir, { recursive: true });
    const { dir, notes } = await postgresHome(dataDir);
    made.push(dir);
    expect(dir).not.toBe(place);
    expect(readFileSync(join(place, 'postgres', 'PG_VERSION'), 'utf8')).toBe('18\n');
    expect(notes[0]).toBe(`Data folder: ${dir} (new, empty database)`);
    expect(notes.find((note) => note.includes(place))).toMatch(
      new RegExp(`holds the former data of ${dataDir}\\..* remove it with: rm -r ${place}$`),
    );
  });

  it('reports data that an older release stored for a removed DATA_DIR', async () => {
    const old = join(SYSTEM_DIR, createHash('sha256').update(dataDir).digest('hex').slice(0, 16));
    made.push(old);
    putData(old);
    const { dir, notes } = await postgresHome(dataDir);
    made.push(dir);
    expect(existsSync(join(old, 'postgres', 'PG_VERSION'))).toBe(true);
    expect(
      notes.filter((note) => note.startsWith(`${old} holds the former data of ${dataDir}`)),
    ).toHaveLength(1);
  });
});
