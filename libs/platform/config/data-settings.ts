import { databaseUrl } from './database-address.js';
import { redisUrl } from './redis-address.js';
import type { SettingGroup } from './setting-group.js';
import * as is from './setting-types.js';

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

export const DATA = {
  DATA_DIR: {
    type: is.text,
    default: '.tollgate',
    about: 'Folder of the embedded PostgreSQL; unused with DATABASE_URL.',
    docker: 'never',
  },
  DATABASE_URL: {
    type: databaseUrl,
    about:
      'Address of a database for Tollgate alone, on PostgreSQL 15 or later. Of several hosts, the one that accepts writes is used (docs/operations/postgresql.md#failover). Docker sets its own.',
    empty: 'embedded PostgreSQL',
  },
  REDIS_URL: {
    type: redisUrl,
    about:
      'Address of Redis for the queue: one server, Sentinel or cluster (docs/operations/redis.md). Docker sets its own.',
    empty: 'queue in PostgreSQL',
  },
  RETENTION: {
    as: 'retentionMs',
    type: is.retention,
    default: 'forever',
    about:
      'Age at which finished records are deleted, unless their sandbox sets its own (docs/operations/retention.md).',
  },
  REQUEST_LOG: {
    type: is.onOff,
    default: 'on',
    about: 'on stores redacted requests, up to 10,000 per sandbox, for a week.',
  },
  IMPORT_MAX: {
    as: 'importMaxBytes',
    type: is.size,
    default: '256MiB',
    about: 'Largest snapshot file that can be imported (docs/snapshots.md#files).',
  },
  MAX_REQUESTS_IN_PROGRESS: {
    type: is.wholeNumber(1, 100_000),
    default: '1000',
    about:
      'Limit of concurrent requests per host; more are answered 503. At most a tenth may wait for one sandbox.',
  },
  MAX_CONNECTIONS: {
    type: is.wholeNumber(1, 1_000_000),
    default: '5000',
    about:
      'Limit of client connections per host; more are closed. A low limit of open files (ulimit -n) reduces it.',
  },
  LOG_LEVEL: { type: is.oneOf(LOG_LEVELS), default: 'info', about: 'Least severe level that is logged.' },
  LOG_FORMAT: { type: is.logFormat, default: 'auto', about: 'auto: readable on a terminal, JSON elsewhere.' },
} as const satisfies SettingGroup;

/** Read by docker-compose.yml alone. */
export const DOCKER: SettingGroup = {
  BIND_ADDRESS: {
    type: is.host,
    default: '127.0.0.1',
    about: 'Address on which ports are published; 0.0.0.0 makes them reachable from other machines.',
    docker: 'only',
  },
  POSTGRES_PASSWORD: {
    type: is.text,
    about: 'Database password; a volume keeps its first password.',
    required: 'with Docker',
    docker: 'only',
  },
  COMPOSE_PROJECT_NAME: {
    type: is.text,
    default: 'tollgate',
    about: 'Prefix of containers, networks and volumes, and image tag.',
    docker: 'only',
  },
};
