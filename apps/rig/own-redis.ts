import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { endWithProgram } from './at-exit.js';
import { steadyPort } from './ports.js';
import { until } from './until.js';

const START_LIMIT_MS = 30_000;

/** Whether this machine has a Redis to start. */
export function hasRedis(): boolean {
  return spawnSync('redis-server', ['--version']).status === 0;
}

/** A Redis of the program's own that keeps nothing: whatever is queued is lost with it. */
export class OwnRedis {
  private server: ChildProcess | undefined;

  private constructor(
    private readonly port: number,
    private readonly dir: string,
  ) {}

  static async open(dir: string): Promise<OwnRedis> {
    const redis = new OwnRedis(await steadyPort(), dir);
    await redis.start();
    return redis;
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  async flush(): Promise<void> {
    await this.connected((redis) => redis.flushall());
  }

  /** kill -9, and another one at the same address, which knows nothing. */
  async restart(awayMs: number): Promise<void> {
    await this.stop();
    await delay(awayMs);
    await this.start();
  }

  async pause(forMs: number): Promise<void> {
    const { server } = this;
    server?.kill('SIGSTOP');
    await delay(forMs);
    server?.kill('SIGCONT');
  }

  async stop(): Promise<void> {
    if (!this.server || this.server.exitCode !== null || this.server.signalCode !== null) return;
    const ended = once(this.server, 'exit');
    this.server.kill('SIGKILL');
    await ended;
  }

  private async start(): Promise<void> {
    const flags = ['--port', String(this.port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', this.dir];
    this.server = spawn('redis-server', flags, { stdio: 'ignore' });
    endWithProgram(this.server);
    const answers = (): Promise<boolean> =>
      this.connected((redis) => redis.ping()).then(
        () => true,
        () => false,
      );
    await until(answers, START_LIMIT_MS, () => 'Redis did not start');
  }

  private async connected(work: (redis: Redis) => Promise<unknown>): Promise<void> {
    const redis = new Redis(this.url, { lazyConnect: true, maxRetriesPerRequest: 0, retryStrategy: () => null });
    redis.on('error', () => undefined);
    try {
      await redis.connect();
      await work(redis);
    } finally {
      redis.disconnect();
    }
  }
}
