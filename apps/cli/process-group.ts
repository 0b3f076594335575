import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { SECOND_MS } from '#kernel/time.js';

const IS_WINDOWS = process.platform === 'win32';
/** Time that processes have to end after a signal, before SIGKILL. */
export const STOP_LIMIT_MS = 5 * SECOND_MS;
export const POLL_MS = 20;

/** A program and the processes that it starts, which end with it. */
export class ProcessGroup {
  readonly leader: ChildProcess;

  /** Throws for a program or an environment that cannot be passed on. */
  constructor(
    program: string,
    args: readonly string[],
    options: {
      readonly stdio: StdioOptions;
      readonly env?: NodeJS.ProcessEnv;
      readonly shell?: boolean;
    },
  ) {
    // The leader of a new group; on Windows that would open a window.
    this.leader = spawn(program, args, { ...options, detached: !IS_WINDOWS });
  }

  /** Sends SIGTERM, then SIGKILL. Resolves once all have ended. */
  async stop(): Promise<void> {
    if (this.leader.pid === undefined) return;
    this.signal('SIGTERM');
    const deadline = performance.now() + STOP_LIMIT_MS;
    while (this.isAlive() && performance.now() < deadline) await delay(POLL_MS);
    this.kill();
    if (this.hasLeader()) await once(this.leader, 'exit');
  }

  kill(): void {
    this.signal('SIGKILL');
  }

  private isAlive(): boolean {
    return IS_WINDOWS ? this.hasLeader() : this.signal(0);
  }

  private hasLeader(): boolean {
    return this.leader.exitCode === null && this.leader.signalCode === null;
  }

  /** Returns whether the group has a process. */
  private signal(signal: NodeJS.Signals | 0): boolean {
    const { pid } = this.leader;
    if (pid === undefined) return false;
    if (IS_WINDOWS) {
      if (this.hasLeader()) spawn('taskkill', ['/pid', String(pid), '/t', '/f'], { stdio: 'ignore' });
      return this.hasLeader();
    }
    try {
      return process.kill(-pid, signal);
    } catch {
      return false;
    }
  }
}
