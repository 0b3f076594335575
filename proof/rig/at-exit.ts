import type { ChildProcess } from 'node:child_process';

const endings = new Set<() => void>();

process.on('exit', () => {
  for (const end of endings) end();
});
// Without handlers these signals would skip the exit handlers. Jest sends one to workers that use too much
// memory.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => {
    if (process.env['JEST_WORKER_ID'] === undefined) console.error(`Broken off by ${signal}`);
    process.exit(1);
  });
}

/** Runs `end` at every kind of exit; it must be synchronous. */
export function atExit(end: () => void): void {
  endings.add(end);
}

/** However the program ends, the child does not outlive it. */
export function endWithProgram(child: ChildProcess): void {
  const end = (): void => void child.kill('SIGKILL');
  endings.add(end);
  child.once('exit', () => endings.delete(end));
}
