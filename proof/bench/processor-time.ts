import { readdirSync, readFileSync } from 'node:fs';

/** Linux counts processor time in hundredths of a second, whatever the kernel's own clock. */
const TICK_MS = 10;

/**
 * The processor time of a process and of its children so far, in milliseconds; NaN where the system is not
 * Linux.
 */
export function processorTime(pid: number): number {
  const process = timesOf(pid);
  if (!process) return Number.NaN;
  const children = readdirSync('/proc').map((name) => {
    const child = /^\d+$/.test(name) ? timesOf(Number(name)) : undefined;
    return child?.parent === pid ? child.own : 0;
  });
  return children.reduce((sum, time) => sum + time, process.own + process.ended);
}

/**
 * From proc(5), in milliseconds. `ended` is the time of children that have ended. A process that has ended
 * has none: its parent has it.
 */
function timesOf(pid: number): { parent: number; own: number; ended: number } | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name before it, in brackets, may hold spaces and brackets itself.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [parent = 0, user = 0, system = 0, endedUser = 0, endedSystem = 0] = [1, 11, 12, 13, 14].map(
      (index) => Number(fields[index]),
    );
    return { parent, own: (user + system) * TICK_MS, ended: (endedUser + endedSystem) * TICK_MS };
  } catch {
    return undefined;
  }
}
