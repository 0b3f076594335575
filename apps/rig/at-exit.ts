import type { ChildProcess } from 'node:child_process';

const children = new Set<ChildProcess>();

process.on('exit', () => {
  for (const child of children) child.kill('SIGKILL');
});

/** However the program ends, the child does not outlive it. */
export function endWithProgram(child: ChildProcess): void {
  children.add(child);
  child.once('exit', () => children.delete(child));
}
