import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { endWithProgram } from '../../rig/at-exit.js';
import type { Round } from '../round.js';
import type { DatabaseLoad, DatabaseResult, DatabaseScript } from './script.js';

const MAX_THREADS = 2;
/** Its time runs while it connects, though its rates do not count that: with many connections a short round would be over before it began. */
const CONNECT_S = 0.05;

/** Whether this machine has pgbench. The npm package of PostgreSQL brings none. */
export function hasPgbench(): boolean {
  return spawnSync('pgbench', ['--version']).status === 0;
}

/** Runs the script with prepared statements. `dir` is a folder for it. */
export async function pgbench(script: DatabaseScript, { url, connections, round }: DatabaseLoad, dir: string): Promise<DatabaseResult> {
  const file = join(dir, 'pgbench.sql');
  writeFileSync(file, textOf(script));
  const threads = Math.min(MAX_THREADS, connections);
  const flags = [
    '-n',
    '-M',
    'prepared',
    '-c',
    String(connections),
    '-j',
    String(threads),
    ...lengthOf(round, connections),
    '-f',
    file,
    url,
  ];
  const child = spawn('pgbench', flags, { stdio: ['ignore', 'pipe', 'pipe'] });
  endWithProgram(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  const perSecond = Number(/^tps = ([\d.]+)/m.exec(output)?.[1] ?? 0);
  const hasFailed = code !== 0 || perSecond === 0 || !/^number of failed transactions: 0 /m.test(output);
  return { perSecond, problem: hasFailed ? `pgbench ended with ${code}: ${output.trim().split('\n').slice(-3).join(' ')}` : null };
}

function lengthOf(round: Round, connections: number): string[] {
  if ('times' in round) return ['-t', String(Math.ceil(round.times / connections))];
  // Whole seconds are all that it knows.
  return ['-T', String(Math.max(1, Math.round(round.seconds)) + Math.ceil(connections * CONNECT_S))];
}

function textOf({ statements, range }: DatabaseScript): string {
  const random = range ? [`\\set n random(${range[0]}, ${range[1]})`] : [];
  return [...random, ...statements.map((statement) => `${statement.replaceAll(/\n\s*/g, ' ')};`), ''].join('\n');
}
