import { rootCertificates } from 'node:tls';
import { Cluster, Redis, type RedisOptions } from 'ioredis';
import { readRedisAddress, type RedisAddress } from '../config/redis-address.js';
import { SettingError } from '../config/setting-error.js';
import { readAuthorities } from '../tls/authority-file.js';

const PREFIX = 'tollgate';
const CONNECT_TIMEOUT_MS = 5_000;
/** A silent server may have been replaced. BullMQ's workers wait for a job for at most 10 s. */
const MAX_SILENCE_MS = 15_000;
const RECONNECT_MS = 500;
const MAX_RECONNECT_MS = 2_000;
/** The refresh interval of a cluster's slots. */
const SLOTS_REFRESH_MS = 2_000;

/** A connection to the current master, or to the masters of a cluster. It reconnects by itself. */
export type RedisConnection = Redis | Cluster;

export interface RedisUse {
  /** If true, commands fail at once while disconnected; otherwise they wait. */
  readonly failsOffline: boolean;
  /** If true, the connection is opened by the first command. */
  readonly isLazy: boolean;
}

/** Parses `REDIS_URL`. Throws {@link SettingError} if it is invalid. */
export function redisAddress(url: string): RedisAddress {
  const address = readRedisAddress(url);
  if (typeof address === 'string') throw new SettingError('REDIS_URL', address);
  return address;
}

/**
 * The prefix of every key. In a cluster, the text in braces selects the slot: keys that are used together
 * must be in one, so all queues have one master.
 */
export function prefixFor({ kind }: RedisAddress): string {
  return kind === 'cluster' ? `{${PREFIX}}` : PREFIX;
}

/**
 * Connects to Redis, and after a lost connection to the current master. Throws {@link SettingError} for an
 * invalid CA file.
 */
export function connectRedis(address: RedisAddress, { failsOffline, isLazy }: RedisUse): RedisConnection {
  const common: RedisOptions = {
    ...accessOf(address),
    maxRetriesPerRequest: null,
    reconnectOnError: isDemoted,
    connectTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: MAX_SILENCE_MS,
  };
  const own = { enableOfflineQueue: !failsOffline, lazyConnect: isLazy };
  switch (address.kind) {
    case 'one':
      return new Redis({
        ...common,
        ...own,
        ...address.hosts[0],
        db: address.database,
        retryStrategy: reconnectAfter,
      });
    case 'sentinel':
      return new Redis({
        ...common,
        ...own,
        ...sentinelsOf(address),
        db: address.database,
        retryStrategy: reconnectAfter,
      });
    case 'cluster':
      return new Cluster([...address.hosts], {
        ...own,
        redisOptions: common,
        // The promise of connect() never settles if the check fails, and a worker of BullMQ would wait for it for ever.
        enableReadyCheck: false,
        clusterRetryStrategy: reconnectAfter,
        slotsRefreshInterval: SLOTS_REFRESH_MS,
      });
  }
}

function sentinelsOf({ hosts, master = '', sentinel, isTls, ...access }: RedisAddress): RedisOptions {
  const { tls } = accessOf({ hosts, sentinel, isTls, ...access });
  return {
    sentinels: [...hosts],
    name: master,
    ...(sentinel.username !== undefined && { sentinelUsername: sentinel.username }),
    ...(sentinel.password !== undefined && { sentinelPassword: sentinel.password }),
    ...(tls && { enableTLSForSentinelMode: true, sentinelTLS: tls }),
    // Not `failoverDetector`: ioredis gives a connection up that hears of the new master while it reconnects.
    sentinelRetryStrategy: reconnectAfter,
  };
}

function accessOf({ username, password, isTls, caFile }: RedisAddress): RedisOptions {
  const ca = caFile === undefined ? {} : { ca: [...rootCertificates, readAuthorities('REDIS_URL', caFile)] };
  return {
    ...(username !== undefined && { username }),
    ...(password !== undefined && { password }),
    ...(isTls && { tls: ca }),
  };
}

/** True if the server has become a replica. Reconnecting to the same address may reach the new master. */
function isDemoted({ message }: Error): boolean {
  return message.startsWith('READONLY');
}

function reconnectAfter(times: number): number {
  return Math.min(times * RECONNECT_MS, MAX_RECONNECT_MS);
}
