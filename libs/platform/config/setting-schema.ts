import type { InferOutput } from 'valibot';
import { API_VERSIONS, NEWEST_VERSION } from '#domain/api-versions/versions.js';
import { databaseReadUrl, databaseUrl } from './database-address.js';
import { DEFAULT_NAMES } from './name-settings.js';
import { redisUrl } from './redis-address.js';
import * as is from './setting-types.js';
import { DEMO_KEYS, DEMO_WEBHOOK_SECRET } from './weak-secrets.js';

/**
 * Which of two contradicting sources Tollgate follows: the specification, or the recorded answers of the real
 * service.
 */
export const FIDELITIES = ['specified', 'recorded'] as const;
export type Fidelity = (typeof FIDELITIES)[number];

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export const MAX_WEBHOOK_TIMEOUT_MS = 120_000;

/**
 * A setting by its name in the environment. `npm run settings` writes `.env.example` and `docs/settings.md`
 * from all of them.
 */
export interface SettingSchema {
  readonly type: is.SettingType;
  /** As text. An empty setting without a default is `undefined`. */
  readonly default?: string;
  /** For users. */
  readonly about: string;
  /** The meaning of an empty value, if there is no default and it is more than "none". */
  readonly empty?: string;
  /** The condition that makes the setting mandatory. */
  readonly required?: string;
  /** Not passed to containers, or read by docker-compose.yml alone. */
  readonly docker?: 'never' | 'only';
  /** The property of `Settings`, if not the name in camel case. */
  readonly as?: string;
}

type Group = Readonly<Record<string, SettingSchema>>;

const KEYS = {
  TEST_PUBLIC_KEY: {
    type: is.key('pkey_test_'),
    default: DEMO_KEYS.testPublic,
    about: 'Public test key of the demo account.',
  },
  TEST_SECRET_KEY: {
    type: is.key('skey_test_'),
    default: DEMO_KEYS.testSecret,
    about: 'Secret test key of the demo account.',
  },
  LIVE_PUBLIC_KEY: {
    type: is.key('pkey_'),
    default: DEMO_KEYS.livePublic,
    about: 'Public live key of the demo account.',
  },
  LIVE_SECRET_KEY: {
    type: is.key('skey_'),
    default: DEMO_KEYS.liveSecret,
    about: 'Secret live key of the demo account.',
  },
  ALLOW_DEMO_KEYS: {
    type: is.boolean,
    default: 'false',
    about: 'true allows demo keys, short keys and the demo WEBHOOK_SECRET on any HOST, with a warning.',
  },
  WEBHOOK_SECRET: { type: is.base64, default: DEMO_WEBHOOK_SECRET, about: 'Secret that signs webhooks.' },
  VAULT_SECRET: {
    type: is.base64,
    about: 'Secret for card fingerprints; a new secret changes all of them.',
    empty: 'derived from the two secret keys',
  },
  CONTROL_TOKEN: {
    type: is.token,
    about: 'Bearer token of the control host; generate one with "openssl rand -hex 24".',
    empty: 'no authentication on the control host',
    required: 'if other machines can reach any host',
  },
  SANDBOX_SECRET: {
    type: is.base64,
    about: 'Secret for the keys of sandboxes; a new secret invalidates existing keys.',
    empty: 'generated at the first start, stored in DATA_DIR',
    required: 'with DATABASE_URL or Docker',
  },
} as const satisfies Group;

const WEBHOOKS = {
  WEBHOOK_URL: {
    type: is.webhookUrl,
    about: 'Receiver of the demo account in test mode.',
    empty: 'the value last set through the API',
  },
  LIVE_WEBHOOK_URL: {
    type: is.webhookUrl,
    about: 'Receiver of the demo account in live mode.',
    empty: 'the value last set through the API',
  },
  WEBHOOK_CA_FILE: {
    type: is.text,
    about: 'PEM file with additional certificate authorities for receivers.',
  },
  WEBHOOK_TIMEOUT_MS: {
    type: is.wholeNumber(1, MAX_WEBHOOK_TIMEOUT_MS),
    default: '15000',
    about: 'Time limit of an attempt, in ms.',
  },
  WEBHOOK_RETRY_DELAYS: {
    as: 'webhookRetryDelaysMs',
    type: is.durations,
    default: '5s,5m,30m,2h,5h,10h,10h',
    about: 'Delays before the retries of a delivery; a plain number is seconds.',
  },
} as const satisfies Group;

const EMULATION = {
  ACCOUNT_API_VERSION: {
    type: is.oneOf(API_VERSIONS),
    default: NEWEST_VERSION,
    about: 'API version of events, and of requests that name no version.',
  },
  ACCOUNT_COUNTRY: { type: is.country, default: 'TH', about: 'Country of the demo account.' },
  ACCOUNT_CURRENCY: { type: is.currency, about: 'Its currency.', empty: 'that of ACCOUNT_COUNTRY, or THB' },
  ACCOUNT_THREE_D_SECURE: {
    type: is.boolean,
    about: 'true shows the 3-D Secure page for each card charge.',
    empty: 'the value last set with PATCH /account, initially false',
  },
  FIDELITY: {
    type: is.oneOf(FIDELITIES),
    default: 'specified',
    about:
      'Source to follow where the specification and recorded answers of the real service differ (docs/fidelity.md).',
  },
  KEY_RULES: {
    type: is.oneOf(['strict', 'lenient']),
    default: 'strict',
    about: 'lenient also accepts secret keys for GET /capability, like FIDELITY=recorded.',
  },
} as const satisfies Group;

const ADDRESSES = {
  HOST: {
    type: is.host,
    default: '127.0.0.1',
    about: 'Listening address. Containers use 0.0.0.0 and publish on BIND_ADDRESS.',
  },
  VAULT_HOST: { type: is.host, about: 'Listening address of the vault.', empty: 'HOST' },
  CONTROL_HOST: { type: is.host, about: 'Listening address of the control host.', empty: 'HOST' },
  API_PORT: { type: is.port, default: '7400', about: 'Port of the API.' },
  VAULT_PORT: { type: is.port, default: '7401', about: 'Port of the vault.' },
  PAY_PORT: { type: is.port, default: '7402', about: 'Port of the payment pages.' },
  CONTROL_PORT: { type: is.port, default: '7403', about: 'Port of the control host.' },
  BASE_URL: {
    type: is.httpUrl,
    about: 'Public address of the API, for example behind a proxy.',
    empty: 'from host and port',
  },
  VAULT_URL: { type: is.httpUrl, about: 'Public address of the vault.', empty: 'from host and port' },
  PAY_URL: { type: is.httpUrl, about: 'Public address of the payment pages.', empty: 'from host and port' },
  CONTROL_URL: {
    type: is.httpUrl,
    about: 'Public address of the control host.',
    empty: 'from host and port',
  },
  INBOX_URL: {
    type: is.httpUrl,
    about:
      'Address of the control host for other processes of Tollgate, which send webhooks of inboxes there. Docker sets its own.',
    empty: 'CONTROL_URL; in one process its own port',
  },
  CONTROL_HOSTS: {
    type: is.hosts,
    default: '',
    about: 'Additional host names of the control host, besides localhost and the host of CONTROL_URL.',
  },
  PAY_FRAME_ANCESTORS: {
    type: is.origins,
    default: '',
    about: 'Origins that may embed payment pages in a frame.',
  },
  TLS: {
    type: is.onOff,
    default: 'off',
    about:
      'on also serves the API, the vault and the payment pages by name with TLS, and uses the names in links (docs/clients.md).',
    docker: 'never',
  },
  TLS_PORT: {
    type: is.port,
    about: 'TLS port of the names.',
    empty: '443 if the user may bind it, otherwise 7443',
    docker: 'never',
  },
  TLS_NAMES: {
    type: is.domainNames,
    default: DEFAULT_NAMES.join(','),
    about: 'Names to serve: api.… is the API, vault.… the vault, all others the payment pages.',
    docker: 'never',
  },
  NAMES_PORT: { type: is.port, about: 'HTTP port of the names, without TLS.', docker: 'never' },
  METRICS_HOST: {
    type: is.host,
    default: '127.0.0.1',
    about: 'Listening address of the metrics. Containers use 0.0.0.0.',
  },
  METRICS_PORT: {
    type: is.port,
    about:
      'Port of GET /metrics for Prometheus, without authentication (docs/operations/monitoring.md). Each process on a machine needs its own.',
    empty: 'no metrics; 7409 in containers, on the private network',
  },
} as const satisfies Group;

const DATA = {
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
  DATABASE_READ_URL: {
    type: databaseReadUrl,
    about:
      'Read replica for lists, search and console (docs/operations/postgresql.md#reading-from-a-replica).',
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
} as const satisfies Group;

const DOCKER: Group = {
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

export const SCHEMA = { ...KEYS, ...WEBHOOKS, ...EMULATION, ...ADDRESSES, ...DATA };

/** In the order of the documentation. */
export const SETTING_GROUPS: readonly {
  readonly title: string;
  readonly note?: string;
  readonly settings: Group;
}[] = [
  {
    title: 'Keys and secrets',
    note: 'If other machines can reach HOST or VAULT_HOST, as with Docker, Tollgate rejects the demo keys, the demo WEBHOOK_SECRET, and keys with fewer than 20 characters after their prefix.',
    settings: KEYS,
  },
  { title: 'Webhooks', settings: WEBHOOKS },
  { title: 'The demo account and the emulated API', settings: EMULATION },
  { title: 'Addresses', settings: ADDRESSES },
  { title: 'Data, limits and logs', settings: DATA },
  { title: 'Docker only', settings: DOCKER },
];

/** All names that an environment file may have. */
export const SETTING_NAMES: readonly string[] = SETTING_GROUPS.flatMap(({ settings }) =>
  Object.keys(settings),
);

type CamelCase<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${Lowercase<First>}${Capitalize<CamelCase<Rest>>}`
  : Lowercase<Name>;

type Property<Name extends string, Schema> = Schema extends { readonly as: infer As extends string }
  ? As
  : CamelCase<Name>;

type Value<Schema extends SettingSchema> =
  | InferOutput<Schema['type']>
  | (Schema extends { readonly default: string } ? never : undefined);

export type SettingValues = {
  readonly [Name in keyof typeof SCHEMA as Property<Name, (typeof SCHEMA)[Name]>]: Value<
    (typeof SCHEMA)[Name]
  >;
};

/**
 * Reads and validates every setting, in the order of the schema. Throws a `SettingError` for the first that
 * is invalid.
 */
export function readValues(env: Readonly<Record<string, string | undefined>>): SettingValues {
  const entries = Object.entries<SettingSchema>(SCHEMA).map(([name, { as, type, default: fallback }]) => {
    const text = env[name]?.trim() || fallback;
    const property =
      as ?? name.toLowerCase().replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase());
    return [property, text === undefined ? undefined : is.apply(name, text, type)];
  });
  return Object.fromEntries(entries) as SettingValues;
}
