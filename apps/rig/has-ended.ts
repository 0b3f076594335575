import type { ChildProcess } from 'node:child_process';

/** Whether there is no `exit` of it to wait for any more. */
export function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}
