import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { watched } from '../contract/watched.js';
import { hasEnded, startNode } from './child.js';
import { until, within } from '../../libs/platform/testing/until.js';

/**
 * A program of Tollgate's in a process of its own, by default the one that `npm start` runs. What it serves
 * is held to the document of the API.
 */
export interface Program {
  readonly child: ChildProcess;
  /** All it has printed, both streams. */
  output(): string;
  /** Resolves when it has printed its banner; rejects when it ends before. */
  ready(): Promise<void>;
  /** Throws the breaches of the document of the API that were found since the last call. */
  takeBreaches(): void;
  /**
   * Its exit code, or the signal that ended it. Rejects with the breaches that {@link takeBreaches} has not
   * thrown.
   */
  ended(): Promise<number | string | null>;
}

/** Of keys of sandboxes, which must be set where the database is. */
export const SANDBOX_SECRET = Buffer.alloc(32, 'sandbox').toString('base64');

/**
 * Starts it with exactly these settings and arguments, the database's required ones, and only PATH of this
 * process's environment.
 */
export function startProgram(
  settings: Readonly<Record<string, string>>,
  program = 'apps/tollgate/main.js',
  args: readonly string[] = [],
): Program {
  const breachesFile = join(tmpdir(), `tollgate-contract-${randomUUID()}`);
  const { execArgv, breaches } = watched(breachesFile);
  const env = {
    PATH: process.env['PATH'],
    HOME: process.env['HOME'],
    ...(settings['DATABASE_URL'] && { SANDBOX_SECRET }),
    ...settings,
  };
  const child = startNode(program, { env, execArgv, args, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const end = once(child, 'close').then(([code, signal]) => (code ?? signal) as number | string | null);
  let taken = 0;
  const takeBreaches = (): void => {
    const found = breaches().slice(taken);
    taken += found.length;
    if (found.length > 0)
      throw new Error(`The document of the API and what was served differ:\n${found.join('\n')}`);
  };
  const isReady = (): boolean => output.includes('Tollgate is ready');
  return {
    child,
    output: () => output,
    ready: async () => {
      await until(
        () => isReady() || hasEnded(child),
        () => `not ready: ${output}`,
      );
      if (!isReady()) throw new Error(`ended with ${await end} before it was ready: ${output}`);
    },
    takeBreaches,
    ended: async () => {
      const code = await within(end, () => `it does not end: ${output}`);
      try {
        takeBreaches();
      } finally {
        await rm(breachesFile, { force: true });
      }
      return code;
    },
  };
}
