import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { POLL_MS, STOP_LIMIT_MS } from './process-group.js';

interface Process {
  readonly pid: number;
  readonly parent: number;
  /** The first letter is `Z` for a process that has ended. */
  readonly state: string;
}

/**
 * Sends a signal to a process and all that it has started, then SIGKILL. Resolves once all have ended. Unlike a
 * group of their own they keep the terminal, and end with the group of this process. Not for Windows.
 */
export async function endTree(root: number, signal: NodeJS.Signals): Promise<void> {
  const tree = descendantsOf([root], processes());
  send(tree, signal);
  const deadline = performance.now() + STOP_LIMIT_MS;
  while (runningOf(tree).length > 0 && performance.now() < deadline) await delay(POLL_MS);
  send(descendantsOf(runningOf(tree), processes()), 'SIGKILL');
}

function descendantsOf(roots: readonly number[], all: readonly Process[]): number[] {
  const found = [...roots];
  for (const one of found) found.push(...all.filter(({ parent }) => parent === one).map(({ pid }) => pid));
  return found;
}

function runningOf(pids: readonly number[]): number[] {
  const running = processes().filter(({ state }) => !state.startsWith('Z'));
  return running.map(({ pid }) => pid).filter((pid) => pids.includes(pid));
}

function send(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids)
    try {
      process.kill(pid, signal);
    } catch {
      // It has ended.
    }
}

/** Images for containers may have no `ps`. */
function processes(): Process[] {
  if (process.platform === 'linux')
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap(readStat);
  const columns = ['pid=', 'ppid=', 'state='].flatMap((column) => ['-o', column]);
  const lines = String(spawnSync('ps', ['-A', ...columns]).stdout).split('\n');
  return lines.map((line) => {
    const [pid, parent, state = ''] = line.trim().split(/\s+/);
    return { pid: Number(pid), parent: Number(parent), state };
  });
}

function readStat(pid: string): Process[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name of the program is in parentheses, and may have any character.
    const [state = '', parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return [{ pid: Number(pid), parent: Number(parent), state }];
  } catch {
    return [];
  }
}
