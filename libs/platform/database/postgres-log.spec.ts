import { linkSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { boundLog, complaintIn, logSince, openLog } from './postgres-log.js';

describe('the log of PostgreSQL', () => {
  let folder: string;
  let file: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'tollgate-log-'));
    file = join(folder, 'postgres.log');
  });

  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  const modeOf = (path: string): number => statSync(path).mode & 0o777;

  it('is for its owner alone, also when an older release made it for all', async () => {
    writeFileSync(file, 'before\n', { mode: 0o644 });
    const log = await openLog(file);
    await log.write('after\n');
    await log.close();
    expect([modeOf(file), readFileSync(file, 'utf8')]).toEqual([0o600, 'before\nafter\n']);
  });

  it.each([
    ['a symbolic link', symlinkSync],
    ['a hard link', linkSync],
  ])('is never written through %s', async (_, linkTo) => {
    const other = join(folder, 'other');
    writeFileSync(other, 'precious', { mode: 0o644 });
    linkTo(other, file);
    await expect(openLog(file)).rejects.toThrow(`${file} is a link or not a regular file`);
    await expect(boundLog(file, 1, 1)).rejects.toThrow(file);
    expect([modeOf(other), readFileSync(other, 'utf8')]).toEqual([0o644, 'precious']);
  });

  it('is emptied when it has grown large, and its end is kept once', async () => {
    writeFileSync(`${file}.1`, 'of the time before');
    const server = await openLog(file);
    await server.write('0123456789');
    await boundLog(file, 10, 4);
    expect(readFileSync(file, 'utf8')).toBe('0123456789');
    await server.write('abc');
    await boundLog(file, 10, 4);
    await server.write('next');
    await server.close();
    expect([readFileSync(file, 'utf8'), readFileSync(`${file}.1`, 'utf8'), modeOf(`${file}.1`)]).toEqual([
      'next',
      '9abc',
      0o600,
    ]);
  });

  it('replaces a symbolic link and does not follow it', async () => {
    const other = join(folder, 'other');
    writeFileSync(other, 'precious');
    symlinkSync(other, `${file}.1`);
    writeFileSync(file, '0123456789');
    await boundLog(file, 1, 4);
    expect([readFileSync(other, 'utf8'), readFileSync(`${file}.1`, 'utf8')]).toEqual(['precious', '6789']);
  });

  it('tells what was written since, also when it was emptied meanwhile', async () => {
    writeFileSync(file, 'old\nnew\n');
    expect(await logSince(file, 4)).toBe('new\n');
    expect(await logSince(file, 400)).toBe('old\nnew\n');
  });
});

describe('why PostgreSQL ended', () => {
  const at = '2026-11-22 03:09:24.386 UTC';

  it.each([
    [
      'its FATAL, with the detail',
      [
        `${at} [7] postmaster FATAL:  database files are incompatible with server`,
        `${at} [7] postmaster DETAIL:  The data directory was initialized by PostgreSQL version 16.`,
        `${at} [7] postmaster LOG:  database system is shut down`,
      ],
      'FATAL: database files are incompatible with server: The data directory was initialized by PostgreSQL version 16.',
    ],
    [
      'a PANIC, and not what clients were told before it',
      [
        `${at} [9] client backend FATAL:  the database system is starting up`,
        `${at} [8] startup PANIC:  could not locate a valid checkpoint record at 0/1CE94D8`,
        `${at} [9] client backend FATAL:  the database system is shutting down`,
        `${at} [7] postmaster LOG:  aborting startup due to startup process failure`,
      ],
      'PANIC: could not locate a valid checkpoint record at 0/1CE94D8',
    ],
    [
      'what the program said before it was a server',
      [
        'postgres: could not find the database system',
        'Expected to find it in the directory "/x"',
        '',
        `${at} [7] LOG:  x`,
      ],
      'postgres: could not find the database system Expected to find it in the directory "/x"',
    ],
    ['nothing, when it said nothing', [`${at} [7] postmaster LOG:  starting PostgreSQL 18.4`], undefined],
  ])('is %s', (_, lines, complaint) => {
    expect(complaintIn(lines.join('\n'))).toBe(complaint);
  });
});
