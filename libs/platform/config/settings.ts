import { createHash } from 'node:crypto';
import { API_VERSIONS, NEWEST_VERSION, type ApiVersion } from '#domain/api-versions/versions.js';
import { CURRENCY_CODES, type Currency } from '#domain/money.js';
import { webhookUriProblem } from '#domain/webhooks/addresses.js';
import { DEFAULT_RETRY_DELAYS_MS } from '#domain/webhooks/retry-schedule.js';
import { databaseReadUrl, databaseUrl } from './database-address.js';
import { addressByName, readNames, type NameSettings } from './name-settings.js';
import { redisUrl } from './redis-address.js';
import { SettingError } from './setting-error.js';
import { SETTING_NAMES } from './setting-names.js';
import * as read from './setting-readers.js';
import { DEMO_KEYS, DEMO_WEBHOOK_SECRET, weakSecrets } from './weak-secrets.js';

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
const KEY_RULES = ['strict', 'lenient'] as const;
/** What decides where the specification and what was recorded of the real service contradict each other. */
export const FIDELITIES = ['specified', 'recorded'] as const;

export type Fidelity = (typeof FIDELITIES)[number];

const DEFAULT_TIMEOUT_MS = 15_000;
/** The longest that a receiver may be given. */
export const MAX_WEBHOOK_TIMEOUT_MS = 120_000;
const DEFAULT_MAX_REQUESTS = 1_000;
const MOST_REQUESTS = 100_000;
const DEFAULT_IMPORT_MAX_BYTES = 256 * 2 ** 20;
const DEFAULT_MAX_CONNECTIONS = 5_000;
const MOST_CONNECTIONS = 1_000_000;

/** Everything that can be set from outside, read once at start. Durations are milliseconds. */
export interface Settings extends NameSettings {
  readonly host: string;
  /** The vault may listen on an address of its own, for clients that can name hosts but no ports. */
  readonly vaultHost: string;
  readonly controlHost: string;
  readonly apiPort: number;
  readonly vaultPort: number;
  readonly payPort: number;
  readonly controlPort: number;
  readonly metricsHost: string;
  /** `undefined`: metrics are not served. */
  readonly metricsPort: number | undefined;
  /** Public addresses, which links have, without a slash at the end. */
  readonly baseUrl: string;
  readonly vaultUrl: string;
  readonly payUrl: string;
  readonly controlUrl: string;
  /** The same for callers that cannot resolve the names of `TLS_NAMES`: each host by its own port, unless its URL is set. */
  readonly plainUrls: Readonly<Record<'api' | 'vault' | 'pay', string>>;
  /** Origins whose pages may show those of customers in a frame. */
  readonly payFrameAncestors: readonly string[];
  readonly dataDir: string;
  /** `undefined`: the embedded PostgreSQL. */
  readonly databaseUrl: string | undefined;
  /** A replica of that database, which lists may be read from; `undefined`: there is none. */
  readonly databaseReadUrl: string | undefined;
  /** `undefined`: the queue lives in PostgreSQL. */
  readonly redisUrl: string | undefined;
  /** How many requests each host works on at once. */
  readonly maxRequestsInProgress: number;
  /** How many connections of clients each host keeps. */
  readonly maxConnections: number;
  /** Whether requests to sandboxes are kept, for the control host to show. */
  readonly requestLog: boolean;
  /** For how long what is over is kept, by the machine's clock, where a sandbox says nothing else; `Infinity`: for ever. */
  readonly retentionMs: number;
  /** The largest file that is imported, in bytes. */
  readonly importMaxBytes: number;
  readonly logLevel: (typeof LOG_LEVELS)[number];
  readonly keys: { readonly testPublic: string; readonly testSecret: string; readonly livePublic: string; readonly liveSecret: string };
  /** Key of the fingerprints of cards. */
  readonly vaultSecret: string;
  /** Opens the control host; `undefined`: whoever reaches it may do everything. */
  readonly controlToken: string | undefined;
  /** Names, besides its own, that the control host may be asked by. */
  readonly controlHosts: readonly string[];
  /** What keys of sandboxes are made of; `undefined`: what is in the data folder. */
  readonly sandboxSecret: string | undefined;
  /** Where the demo account's events go; `undefined` leaves what was set through the API. */
  readonly webhookUrl: string | undefined;
  readonly liveWebhookUrl: string | undefined;
  readonly webhookSecret: string;
  /** A file with certificates of authorities that receivers may have besides the usual ones. */
  readonly webhookCaFile: string | undefined;
  readonly webhookTimeoutMs: number;
  readonly webhookRetryDelaysMs: readonly number[];
  readonly accountApiVersion: ApiVersion;
  readonly accountCountry: string;
  readonly accountCurrency: Currency;
  /** `undefined` leaves what was set through the API. */
  readonly accountThreeDSecure: boolean | undefined;
  readonly keyRules: (typeof KEY_RULES)[number];
  readonly fidelity: Fidelity;
  /** The names of those that were set, to whatever value. */
  readonly given: ReadonlySet<string>;
}

/** Reads and checks every setting; an empty one counts as not set. Throws {@link SettingError} for the first that is wrong. */
export function readSettings(env: Readonly<Record<string, string | undefined>>): Settings {
  const get = <T>(name: string, reader: read.Reader<T>, fallback: T): T => {
    const value = env[name]?.trim();
    return value ? read.apply(name, value, reader) : fallback;
  };
  const host = get('HOST', read.host, '127.0.0.1');
  const vaultHost = get('VAULT_HOST', read.host, host);
  const controlHost = get('CONTROL_HOST', read.host, host);
  const apiPort = get('API_PORT', read.port, 7400);
  const vaultPort = get('VAULT_PORT', read.port, 7401);
  const payPort = get('PAY_PORT', read.port, 7402);
  const controlPort = get('CONTROL_PORT', read.port, 7403);
  const address = (port: number, on = host): string =>
    `http://${read.isAnyAddress(on) ? 'localhost' : on.includes(':') ? `[${on}]` : on}:${port}`;
  const names = readNames(get);
  const url = (name: string): string | undefined => get<string | undefined>(name, read.httpUrl, undefined);
  const setUrls = { api: url('BASE_URL'), vault: url('VAULT_URL'), pay: url('PAY_URL') };
  const plainUrls = {
    api: setUrls.api ?? address(apiPort),
    vault: setUrls.vault ?? address(vaultPort, vaultHost),
    pay: setUrls.pay ?? address(payPort),
  };
  const keys = {
    testPublic: get('TEST_PUBLIC_KEY', read.key('pkey_test_'), DEMO_KEYS.testPublic),
    testSecret: get('TEST_SECRET_KEY', read.key('skey_test_'), DEMO_KEYS.testSecret),
    livePublic: get('LIVE_PUBLIC_KEY', read.key('pkey_'), DEMO_KEYS.livePublic),
    liveSecret: get('LIVE_SECRET_KEY', read.key('skey_'), DEMO_KEYS.liveSecret),
  };
  const settings: Settings = {
    host,
    vaultHost,
    controlHost,
    apiPort,
    vaultPort,
    payPort,
    controlPort,
    metricsHost: get('METRICS_HOST', read.host, '127.0.0.1'),
    metricsPort: get<number | undefined>('METRICS_PORT', read.port, undefined),
    baseUrl: setUrls.api ?? addressByName(names, 'api') ?? plainUrls.api,
    vaultUrl: setUrls.vault ?? addressByName(names, 'vault') ?? plainUrls.vault,
    payUrl: setUrls.pay ?? addressByName(names, 'pay') ?? plainUrls.pay,
    controlUrl: get('CONTROL_URL', read.httpUrl, address(controlPort, controlHost)),
    plainUrls,
    ...names,
    payFrameAncestors: get('PAY_FRAME_ANCESTORS', read.origins, []),
    dataDir: get('DATA_DIR', read.text, '.tollgate'),
    databaseUrl: get<string | undefined>('DATABASE_URL', databaseUrl, undefined),
    databaseReadUrl: get<string | undefined>('DATABASE_READ_URL', databaseReadUrl, undefined),
    redisUrl: get<string | undefined>('REDIS_URL', redisUrl, undefined),
    maxRequestsInProgress: get('MAX_REQUESTS_IN_PROGRESS', read.wholeNumber(1, MOST_REQUESTS), DEFAULT_MAX_REQUESTS),
    maxConnections: get('MAX_CONNECTIONS', read.wholeNumber(1, MOST_CONNECTIONS), DEFAULT_MAX_CONNECTIONS),
    importMaxBytes: get('IMPORT_MAX', read.size, DEFAULT_IMPORT_MAX_BYTES),
    retentionMs: get('RETENTION', read.retention, Infinity),
    requestLog: get('REQUEST_LOG', read.oneOf(['on', 'off']), 'on') === 'on',
    logLevel: get('LOG_LEVEL', read.oneOf(LOG_LEVELS), 'info'),
    keys,
    vaultSecret: get('VAULT_SECRET', read.base64, secretOf(keys)),
    controlToken: get<string | undefined>('CONTROL_TOKEN', read.token, undefined),
    controlHosts: get('CONTROL_HOSTS', read.hosts, []),
    sandboxSecret: get<string | undefined>('SANDBOX_SECRET', read.base64, undefined),
    webhookUrl: get<string | undefined>('WEBHOOK_URL', webhookUrl, undefined),
    liveWebhookUrl: get<string | undefined>('LIVE_WEBHOOK_URL', webhookUrl, undefined),
    webhookSecret: get('WEBHOOK_SECRET', read.base64, DEMO_WEBHOOK_SECRET),
    webhookCaFile: get<string | undefined>('WEBHOOK_CA_FILE', read.text, undefined),
    webhookTimeoutMs: get('WEBHOOK_TIMEOUT_MS', read.wholeNumber(1, MAX_WEBHOOK_TIMEOUT_MS), DEFAULT_TIMEOUT_MS),
    webhookRetryDelaysMs: get('WEBHOOK_RETRY_DELAYS', read.durations, DEFAULT_RETRY_DELAYS_MS),
    accountApiVersion: get('ACCOUNT_API_VERSION', read.oneOf(API_VERSIONS), NEWEST_VERSION),
    accountCountry: get('ACCOUNT_COUNTRY', read.country, 'TH'),
    accountCurrency: get('ACCOUNT_CURRENCY', (value) => read.oneOf(CURRENCY_CODES)(value.toUpperCase()), 'THB'),
    accountThreeDSecure: get<boolean | undefined>('ACCOUNT_THREE_D_SECURE', read.boolean, undefined),
    keyRules: get('KEY_RULES', read.oneOf(KEY_RULES), 'strict'),
    fidelity: get('FIDELITY', read.oneOf(FIDELITIES), 'specified'),
    given: new Set(SETTING_NAMES.filter((name) => env[name]?.trim())),
  };
  if (!get('ALLOW_DEMO_KEYS', read.boolean, false)) refuseWeakSecrets(settings);
  refuseNamesEverywhere(settings);
  refuseSharedPorts(settings);
  refuseReplicaOfNothing(settings);
  return settings;
}

/** A secret, base64, that every process makes of the same secret keys, and nobody without them (docs/fidelity.md T6). */
function secretOf({ testSecret, liveSecret }: Settings['keys']): string {
  return createHash('sha256').update(`vault ${testSecret} ${liveSecret}`).digest('base64');
}

const webhookUrl: read.Reader<string> = (value) => {
  const problem = webhookUriProblem('it', value);
  return problem ? { problem: problem.replace('it must', 'must') } : { value };
};

function refuseWeakSecrets(settings: Settings): void {
  const [weak] = weakSecrets(settings);
  if (weak) throw new SettingError(weak.setting, `${weak.problem}; ${weak.remedy}, or ALLOW_DEMO_KEYS=true`);
}

/** The vault has its names where it listens; one of two listeners at a port cannot have every address. */
function refuseNamesEverywhere({ host, vaultHost, tls, namesPort }: Settings): void {
  if (host === vaultHost || (!tls && namesPort === undefined)) return;
  if (read.isAnyAddress(host) || read.isAnyAddress(vaultHost))
    throw new SettingError('VAULT_HOST', `must be HOST where hosts are served by name (TLS, NAMES_PORT), or both must be one address each`);
}

function refuseReplicaOfNothing({ databaseUrl: primary, databaseReadUrl: replica }: Settings): void {
  if (replica !== undefined && primary === undefined)
    throw new SettingError(
      'DATABASE_READ_URL',
      'must be empty where DATABASE_URL is, whose replica it would be: the embedded PostgreSQL has none',
    );
}

function refuseSharedPorts(settings: Settings): void {
  const { host, vaultHost, controlHost, metricsHost, apiPort, vaultPort, payPort, controlPort, metricsPort, tls, tlsPort, namesPort } =
    settings;
  const taken = new Map<string, string>();
  for (const [name, on, port] of [
    ['API_PORT', host, apiPort],
    ['VAULT_PORT', vaultHost, vaultPort],
    ['PAY_PORT', host, payPort],
    ['CONTROL_PORT', controlHost, controlPort],
    ['METRICS_PORT', metricsHost, metricsPort],
    ...(tls ? [['TLS_PORT', host, tlsPort] as const, ['TLS_PORT', vaultHost, tlsPort] as const] : []),
    ['NAMES_PORT', host, namesPort],
    ['NAMES_PORT', vaultHost, namesPort],
  ] as const) {
    if (port === undefined) continue;
    const other = taken.get(`${on} ${port}`);
    if (other && other !== name) throw new SettingError(name, `must not be ${port}, which is ${other} already`);
    taken.set(`${on} ${port}`, name);
  }
}
