import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { atExit, endWithProgram } from './at-exit.js';
import { end, hasEnded } from './child.js';
import { steadyPort } from './ports.js';
import { until } from '../../libs/platform/testing/until.js';

export function hasRedis(): boolean {
  return spawnSync('redis-server', ['--version']).status === 0;
}

/** A private Redis without persistence: queued jobs are lost when it stops. */
export class OwnRedis {
  private server: ChildProcess | undefined;
  /** Folder for a replica's copy and a cluster's state. */
  private readonly dir = join(tmpdir(), `tollgate-redis-${randomUUID()}`);

  private constructor(
    readonly port: number,
    private readonly flags: readonly string[],
    private readonly password: string | undefined,
  ) {
    atExit(() => rmSync(this.dir, { recursive: true, force: true }));
  }

  /** With a password it is entered with that alone, by its replicas too. */
  static async open(flags: readonly string[] = [], password?: string): Promise<OwnRedis> {
    const passwords = password === undefined ? [] : ['--requirepass', password, '--masterauth', password];
    const redis = new OwnRedis(await steadyPort(), [...flags, ...passwords], password);
    await redis.start();
    return redis;
  }

  /**
   * A node of a cluster. Its default port for other nodes would be among those that systems give to outgoing
   * connections.
   */
  static async openNode(busPort: number, flags: readonly string[] = []): Promise<OwnRedis> {
    return OwnRedis.open(['--cluster-enabled', 'yes', '--cluster-port', String(busPort), ...flags]);
  }

  /** A cluster of one, which has all slots. */
  static async openCluster(): Promise<OwnRedis> {
    const redis = await OwnRedis.openNode(await steadyPort());
    await redis.connected((client) => client.cluster('ADDSLOTSRANGE', 0, 16_383));
    return redis;
  }

  get url(): string {
    return `redis://${this.password === undefined ? '' : `:${this.password}@`}127.0.0.1:${this.port}`;
  }

  async flush(): Promise<void> {
    await this.connected((redis) => redis.flushall());
  }

  /** kill -9. */
  async kill(): Promise<void> {
    if (this.server) await end(this.server);
  }

  /** At the same address; it knows nothing. */
  async start(): Promise<void> {
    rmSync(this.dir, { recursive: true, force: true });
    mkdirSync(this.dir);
    const flags = [
      '--port',
      String(this.port),
      '--bind',
      '127.0.0.1',
      '--save',
      '',
      '--appendonly',
      'no',
      '--dir',
      this.dir,
    ];
    this.server = spawn('redis-server', [...flags, ...this.flags], { stdio: 'ignore' });
    const { server } = this;
    endWithProgram(server);
    await until(async () => hasEnded(server) || (await this.answers()), 'Redis did not start');
    if (hasEnded(server))
      throw new Error(`Redis ended with ${server.exitCode ?? server.signalCode} at its start`);
  }

  async answers(): Promise<boolean> {
    return this.connected((redis) => redis.ping()).then(
      () => true,
      () => false,
    );
  }

  /** Becomes a replica of the other, which takes no writes any more; or a master again. */
  async follow(master: OwnRedis | undefined): Promise<void> {
    await this.connected<unknown>((redis) =>
      master ? redis.replicaof('127.0.0.1', master.port) : redis.replicaof('NO', 'ONE'),
    );
  }

  async restart(awayMs: number): Promise<void> {
    await this.kill();
    await delay(awayMs);
    await this.start();
  }

  /** SIGSTOP: it takes connections, and answers nothing until it is thawed. */
  freeze(): void {
    this.server?.kill('SIGSTOP');
  }

  thaw(): void {
    this.server?.kill('SIGCONT');
  }

  async pause(forMs: number): Promise<void> {
    this.freeze();
    await delay(forMs);
    this.thaw();
  }

  /** Does something with a connection to it. Throws when it cannot be reached. */
  async connected<T>(work: (redis: Redis) => Promise<T>): Promise<T> {
    const redis = new Redis(this.url, {
      lazyConnect: true,
      maxRetriesPerRequest: 0,
      retryStrategy: () => null,
    });
    redis.on('error', () => undefined);
    try {
      await redis.connect();
      return await work(redis);
    } finally {
      redis.disconnect();
    }
  }
}
