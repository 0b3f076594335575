import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { endWithProgram } from './at-exit.js';

export interface StartOptions {
  /** All of its environment. */
  readonly env: NodeJS.ProcessEnv;
  readonly stdio: StdioOptions;
  readonly cwd?: string;
  /** For node, before the program. */
  readonly execArgv?: readonly string[];
  /** For the program. */
  readonly args?: readonly string[];
}

/** Starts a program of the build, `dist/<program>`, which ends with this process. */
export function startNode(
  program: string,
  { execArgv = [], args = [], ...options }: StartOptions,
): ChildProcess {
  const child = spawn(process.execPath, [...execArgv, resolve('dist', program), ...args], options);
  endWithProgram(child);
  return child;
}

/** True if its `exit` event has happened. */
export function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

/** Sends the signal, and resolves once the process has ended, or had already. */
export async function end(child: ChildProcess, signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
  if (hasEnded(child)) return;
  const ended = once(child, 'exit');
  child.kill(signal);
  await ended;
}
