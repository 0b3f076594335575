import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { atExit, endWithProgram } from './at-exit.js';
import { end } from './child.js';
import { OwnRedis } from './own-redis.js';
import { steadyPort } from './ports.js';
import { until } from '../../libs/platform/testing/until.js';

const COUNT = 3;
const QUORUM = 2;
const MASTER_NAME = 'tollgate';
const PASSWORD = 'of-redis';
const SENTINEL_PASSWORD = 'of-sentinels';

/**
 * A master, a replica, and three Sentinels, which make that the master when the first is gone. All are
 * entered with passwords.
 */
export class RedisSentinels {
  private readonly dir = join(tmpdir(), `tollgate-sentinels-${randomUUID()}`);
  private readonly sentinels: ChildProcess[] = [];
  private readonly ports: number[] = [];

  private constructor(
    readonly master: OwnRedis,
    readonly replica: OwnRedis,
  ) {
    atExit(() => rmSync(this.dir, { recursive: true, force: true }));
  }

  static async open(): Promise<RedisSentinels> {
    const master = await OwnRedis.open([], PASSWORD);
    const replica = await OwnRedis.open([], PASSWORD);
    await replica.follow(master);
    const all = new RedisSentinels(master, replica);
    mkdirSync(all.dir);
    for (let number = 1; number <= COUNT; number += 1) await all.startSentinel(number);
    await until(() => all.knowEachOther(), 'the Sentinels do not know each other and the replica');
    return all;
  }

  get url(): string {
    const hosts = this.ports.map((port) => `127.0.0.1:${port}`).join();
    return `redis+sentinel://:${PASSWORD}@${hosts}/${MASTER_NAME}?sentinel_password=${SENTINEL_PASSWORD}`;
  }

  async close(): Promise<void> {
    await Promise.all([
      ...this.sentinels.map((sentinel) => end(sentinel)),
      this.master.kill(),
      this.replica.kill(),
    ]);
  }

  private async startSentinel(number: number): Promise<void> {
    const port = await steadyPort();
    const file = join(this.dir, `sentinel-${number}.conf`);
    // Sentinels write their state into these files.
    const lines = [
      `port ${port}`,
      'bind 127.0.0.1',
      `dir ${this.dir}`,
      `requirepass ${SENTINEL_PASSWORD}`,
      `sentinel sentinel-pass ${SENTINEL_PASSWORD}`,
      `sentinel monitor ${MASTER_NAME} 127.0.0.1 ${this.master.port} ${QUORUM}`,
      `sentinel auth-pass ${MASTER_NAME} ${PASSWORD}`,
      `sentinel down-after-milliseconds ${MASTER_NAME} 1000`,
      `sentinel failover-timeout ${MASTER_NAME} 5000`,
    ];
    writeFileSync(file, `${lines.join('\n')}\n`);
    const sentinel = spawn('redis-server', [file, '--sentinel'], { stdio: 'ignore' });
    endWithProgram(sentinel);
    this.sentinels.push(sentinel);
    this.ports.push(port);
  }

  private async knowEachOther(): Promise<boolean> {
    const known = await Promise.all(this.ports.map((port) => whatItKnows(port)));
    return known.every((text) => text.includes(`slaves=1,sentinels=${COUNT}`));
  }
}

/** A Sentinel's masters; empty if it does not answer. */
async function whatItKnows(port: number): Promise<string> {
  const sentinel = new Redis({
    port,
    password: SENTINEL_PASSWORD,
    lazyConnect: true,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  });
  sentinel.on('error', () => undefined);
  try {
    await sentinel.connect();
    return await sentinel.info('sentinel');
  } catch {
    return '';
  } finally {
    sentinel.disconnect();
  }
}
