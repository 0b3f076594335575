import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, statfsSync } from 'node:fs';
import { cpus, loadavg, platform, release, totalmem } from 'node:os';
import { Clock } from '../../libs/platform/clock/clock.js';
import type { OwnPostgres } from '../rig/own-postgres.js';

const GIGABYTE = 1024 ** 3;
const SETTINGS = [
  'server_version',
  'fsync',
  'synchronous_commit',
  'full_page_writes',
  'shared_buffers',
  'max_wal_size',
];

/** The machine, versions and `command` of the figures, a line each. */
export async function describeRun(postgres: OwnPostgres, dir: string, command: string): Promise<string[]> {
  const processors = cpus();
  const rows = await postgres.query<{ name: string; value: string }>(
    'postgres',
    `SELECT name, current_setting(name) AS value FROM pg_settings WHERE name = ANY($1) ORDER BY name`,
    [SETTINGS],
  );
  const setting = (name: string): string => rows.find((row) => row.name === name)?.value ?? '?';
  const [minute = 0] = loadavg();
  const { bavail, bsize } = statfsSync(dir);
  return [
    `Command: \`${command}\``,
    `Date and commit: ${new Clock().machineNow().toISOString().slice(0, 16)}Z, ${commit()}`,
    `Machine: ${processors.length} × ${processors[0]?.model ?? 'unknown processor'}, ${(totalmem() / GIGABYTE).toFixed(0)} GB, ${platform()} ${release()}`,
    `One core: ${sha256Rate().toFixed(0)} MB of SHA-256 a second, to compare figures of machines`,
    `Load when it began (1 minute): ${minute.toFixed(1)}`,
    `Disk: ${disk(dir)}, ${((bavail * bsize) / GIGABYTE).toFixed(0)} GB free`,
    `Node ${process.versions.node}; PostgreSQL ${setting('server_version')} on the same machine`,
    `PostgreSQL: ${SETTINGS.slice(1)
      .map((name) => `${name} ${setting(name)}`)
      .join(', ')}`,
  ];
}

/** The best of some rounds: other work on the machine only slows them down. */
function sha256Rate(): number {
  const megabyte = Buffer.alloc(1_000_000);
  const seconds = Array.from({ length: 50 }, () => {
    const startedAt = performance.now();
    createHash('sha256').update(megabyte).digest();
    return (performance.now() - startedAt) / 1_000;
  });
  return 1 / Math.min(...seconds);
}

function commit(): string {
  const git = (...args: string[]): string =>
    spawnSync('git', args, { encoding: 'utf8' }).stdout?.trim() ?? '';
  const hash = git('rev-parse', '--short', 'HEAD');
  if (hash === '') return 'not a clone';
  return git('status', '--porcelain', '--', 'apps', 'libs', 'prisma', 'proof', 'package-lock.json') === ''
    ? hash
    : `${hash} with changes`;
}

/** The file system of the data, if the system names it. */
function disk(dir: string): string {
  try {
    const mounts = readFileSync('/proc/mounts', 'utf8')
      .split('\n')
      .map((line) => line.split(' '));
    const holding = mounts.filter(
      ([, at = '']) => dir === at || dir.startsWith(at.endsWith('/') ? at : `${at}/`),
    );
    const [device = '?', , type = '?'] =
      holding.toSorted((a, b) => (a[1]?.length ?? 0) - (b[1]?.length ?? 0)).at(-1) ?? [];
    return `${device} (${type})`;
  } catch {
    return 'unknown';
  }
}
