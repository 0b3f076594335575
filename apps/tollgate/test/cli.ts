import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { once } from 'node:events';
import type { ChildProcess } from 'node:child_process';
import { startNode } from '../../../proof/rig/child.js';
import { within } from '#platform/testing/until.js';

type Environment = Readonly<Record<string, string>>;

export interface Ran {
  readonly code: number | string | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A command that runs. */
export interface Running {
  readonly child: ChildProcess;
  stdout(): string;
  stderr(): string;
  ended(): Promise<Ran>;
}

/** An empty working folder, without a developer's .env. */
const FOLDER = mkdtempSync(join(tmpdir(), 'tollgate-cli-'));

/** Starts `tollgate` with these arguments, and with nothing of this process's environment but the path. */
export function startCli(args: readonly string[], env: Environment = {}, cwd = FOLDER): Running {
  const environment = { PATH: process.env['PATH'], HOME: process.env['HOME'], ...env };
  const child = startNode(join('apps', 'cli', 'main.js'), {
    env: environment,
    cwd,
    stdio: ['pipe', 'pipe', 'pipe'],
    args,
  });
  const printed = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name]?.on('data', (chunk: Buffer) => (printed[name] += chunk.toString()));
  const end = once(child, 'close').then(([code, signal]): Ran => ({
    code: (code ?? signal) as number | string | null,
    ...printed,
  }));
  return {
    child,
    stdout: () => printed.stdout,
    stderr: () => printed.stderr,
    ended: () =>
      within(
        end,
        () => `tollgate ${args.join(' ')} does not end: ${printed.stdout}${printed.stderr}`,
      ).finally(() => child.kill('SIGKILL')),
  };
}

export function runCli(args: readonly string[], env?: Environment, cwd?: string): Promise<Ran> {
  return startCli(args, env, cwd).ended();
}
