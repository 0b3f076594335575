import type { ChildProcess } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { request } from 'undici';
import { end, hasEnded, startNode } from './child.js';
import { NODE_FLAGS } from './node-flags.js';
import { until } from '../../libs/platform/testing/until.js';

export type Role = 'api' | 'vault' | 'pay' | 'control' | 'worker';

const START_LIMIT_MS = 60_000;
const POLL_MS = 100;
/** Delay before a process that ended by itself is restarted, as a supervisor does. */
const RESTART_MS = 500;

/** Folder and settings of a Tollgate process. */
export interface Place {
  readonly role: Role;
  readonly name: string;
  /** Its working folder; output is in `<name>.log`. */
  readonly dir: string;
  readonly port: number;
  readonly settings: Readonly<Record<string, string>>;
  /** For node, before the program, besides {@link NODE_FLAGS}. */
  readonly execArgv?: readonly string[];
}

/**
 * A real process of Tollgate, `dist/apps/<role>/main.js`, that can be killed, frozen, and started again at
 * the same address.
 */
export class TollgateProcess {
  private child: ChildProcess | undefined;
  private isServing = false;
  private isOver = false;
  /** Exits without a kill. */
  readonly falls: string[] = [];

  constructor(readonly place: Place) {}

  get url(): string {
    return `http://127.0.0.1:${this.place.port}`;
  }

  /** The current process; `undefined` before the start. */
  get pid(): number | undefined {
    return this.child?.pid;
  }

  /** True if it worked at the last check; a frozen process is not detected. */
  get isUp(): boolean {
    return this.isServing;
  }

  start(): void {
    const { role, name, dir, settings, execArgv = [] } = this.place;
    // The heartbeat of a worker is in the folder for temporary files: each has its own, and begins without
    // one.
    const temporary = join(dir, `${name}-tmp`);
    rmSync(temporary, { recursive: true, force: true });
    mkdirSync(temporary);
    const log = openSync(join(dir, `${name}.log`), 'a');
    const env = { ...settings, TMPDIR: temporary };
    const child = startNode(`apps/${role}/main.js`, {
      cwd: dir,
      env,
      execArgv: [...NODE_FLAGS, ...execArgv],
      stdio: ['ignore', log, log],
    });
    closeSync(log);
    this.child = child;
    child.once('exit', (code, signal) => {
      this.isServing = false;
      if (signal === 'SIGKILL' || this.isOver) return;
      this.falls.push(`${name} ended by itself with ${code ?? signal}`);
      setTimeout(() => !this.isOver && this.start(), RESTART_MS);
    });
    void this.watch(child);
  }

  async kill(): Promise<void> {
    if (this.child) await end(this.child);
  }

  /** SIGSTOP, and SIGCONT later: it has not noticed, but others have. */
  async freeze(forMs: number): Promise<void> {
    const { child } = this;
    child?.kill('SIGSTOP');
    await delay(forMs);
    child?.kill('SIGCONT');
  }

  /** Does its work again. */
  untilUp(): Promise<void> {
    return until(() => this.isUp, `${this.place.name} did not start: see its log`);
  }

  /** Everything that it needs can be reached, the queue too. A worker says so with every round. */
  async isReady(): Promise<boolean> {
    if (this.place.role !== 'worker') return this.answers('/readyz', '{"status":"ok"}');
    const beat = this.heartbeat();
    rmSync(beat, { force: true });
    await until(() => existsSync(beat), `${this.place.name} does no rounds`);
    return true;
  }

  /** For good. */
  async end(): Promise<void> {
    this.isOver = true;
    await this.kill();
  }

  private async watch(child: ChildProcess): Promise<void> {
    while (this.child === child && !hasEnded(child) && !this.isServing) {
      const serves =
        this.place.role === 'worker'
          ? existsSync(this.heartbeat())
          : await this.answers('/healthz', '{"status":"ok"}');
      if (serves && this.child === child && !hasEnded(child)) this.isServing = true;
      else await delay(POLL_MS);
    }
  }

  private heartbeat(): string {
    return join(this.place.dir, `${this.place.name}-tmp`, 'tollgate-heartbeat');
  }

  private async answers(path: string, expected: string): Promise<boolean> {
    try {
      const { statusCode, body } = await request(`${this.url}${path}`, {
        signal: AbortSignal.timeout(START_LIMIT_MS),
        reset: true,
      });
      return (await body.text()) === expected && statusCode === 200;
    } catch {
      return false;
    }
  }
}
