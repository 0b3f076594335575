import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { Redis } from 'ioredis';
import { freePort } from '#platform/database/postgres-server.js';
import { until } from './until.js';

/** Whether this machine has a Redis that a spec can start. */
export const HAS_REDIS = spawnSync('redis-server', ['--version']).status === 0;

/** A Redis of the spec's own that keeps nothing, and that can be taken away and brought back at the same address. */
export interface OwnRedis {
  readonly url: string;
  start(): Promise<void>;
  kill(): Promise<void>;
  /** SIGSTOP: it takes connections, and answers nothing until it is thawed. */
  freeze(): void;
  thaw(): void;
  /** Throws away everything it holds. */
  flush(): Promise<void>;
}

export async function ownRedis(): Promise<OwnRedis> {
  const port = await freePort();
  const url = `redis://127.0.0.1:${port}`;
  let server: ChildProcess | undefined;
  const connected = async <T>(work: (redis: Redis) => Promise<T>): Promise<T> => {
    const redis = new Redis(url, { lazyConnect: true, maxRetriesPerRequest: 0, retryStrategy: () => null });
    redis.on('error', () => undefined);
    try {
      await redis.connect();
      return await work(redis);
    } finally {
      redis.disconnect();
    }
  };
  return {
    url,
    start: async () => {
      server = spawn('redis-server', ['--port', String(port), '--save', '', '--appendonly', 'no', '--dir', tmpdir()], { stdio: 'ignore' });
      await until(() =>
        connected((redis) => redis.ping()).then(
          () => true,
          () => false,
        ),
      );
    },
    kill: async () => {
      if (!server || server.exitCode !== null) return;
      server.kill('SIGKILL');
      await once(server, 'exit');
    },
    freeze: () => void server?.kill('SIGSTOP'),
    thaw: () => void server?.kill('SIGCONT'),
    flush: async () => {
      await connected((redis) => redis.flushall());
    },
  };
}
