import { readdirSync, readFileSync } from 'node:fs';

/** Linux counts processor time in hundredths of a second, whatever the kernel's own clock. */
const TICK_MS = 10;

/** Of a process, as Linux tells it: its parent, its own time, and that of its children that have ended, in milliseconds. */
interface Times {
  readonly parent: number;
  readonly own: number;
  readonly ended: number;
}

/** The processor time that these processes have taken so far, in milliseconds; `undefined` where the system is not Linux. */
export function timeOf(pids: readonly number[]): number | undefined {
  return total(pids.map((pid) => timesOf(pid)?.own));
}

/** That of a process and of its children, also of those that have ended. */
export function timeWithChildren(pid: number): number | undefined {
  const process = timesOf(pid);
  if (!process) return undefined;
  const children = readdirSync('/proc').flatMap((name) => {
    const child = /^\d+$/.test(name) ? timesOf(Number(name)) : undefined;
    return child?.parent === pid ? [child.own] : [];
  });
  return total([process.own, process.ended, ...children]);
}

/** One that has ended meanwhile has none: its parent has it. */
function timesOf(pid: number): Times | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name before it, in brackets, may hold spaces and brackets itself. See proc(5).
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [parent = 0, user = 0, system = 0, endedUser = 0, endedSystem = 0] = [1, 11, 12, 13, 14].map((index) => Number(fields[index]));
    return { parent, own: (user + system) * TICK_MS, ended: (endedUser + endedSystem) * TICK_MS };
  } catch {
    return undefined;
  }
}

function total(times: readonly (number | undefined)[]): number | undefined {
  return times.every((time) => time !== undefined) ? times.reduce((sum, time) => sum + time, 0) : undefined;
}
