import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { currencyOfCountry } from '#kernel/countries.js';
import type { Currency } from '#kernel/money.js';
import { addressByName, HTTPS_PORT } from './name-settings.js';
import { SettingError } from './setting-error.js';
import { readValues, SETTING_NAMES, type SettingValues } from './setting-schema.js';
import { isAnyAddress } from './setting-types.js';
import { weakSecrets } from './weak-secrets.js';

/** The port for users who may not bind 443. */
const OTHER_HTTPS_PORT = 7443;
/** The default of the first unprivileged port. */
const USUAL_FIRST_PORT = 1_024;

type Hidden = 'testPublicKey' | 'testSecretKey' | 'livePublicKey' | 'liveSecretKey' | 'allowDemoKeys';

export const SETTINGS = Symbol('settings');

/** All settings, read once at start. Durations are milliseconds. */
export interface Settings extends Omit<SettingValues, Hidden> {
  readonly vaultHost: string;
  readonly controlHost: string;
  /** Public addresses, for links, without a slash at the end. */
  readonly baseUrl: string;
  readonly vaultUrl: string;
  readonly payUrl: string;
  readonly controlUrl: string;
  /** The same for callers that cannot resolve `TLS_NAMES`: host and port, unless the URL is set. */
  readonly plainUrls: Readonly<Record<'api' | 'vault' | 'pay', string>>;
  readonly tlsPort: number;
  readonly accountCurrency: Currency;
  readonly keys: {
    readonly testPublic: string;
    readonly testSecret: string;
    readonly livePublic: string;
    readonly liveSecret: string;
  };
  readonly vaultSecret: string;
  /** Names of the settings that are not empty. */
  readonly given: ReadonlySet<string>;
}

/** An empty setting has its default. Throws {@link SettingError} for the first that is wrong. */
export function readSettings(env: Readonly<Record<string, string | undefined>>): Settings {
  const { testPublicKey, testSecretKey, livePublicKey, liveSecretKey, allowDemoKeys, ...values } =
    readValues(env);
  const {
    host,
    vaultHost = host,
    controlHost = host,
    tlsPort = mayListenOn(HTTPS_PORT) ? HTTPS_PORT : OTHER_HTTPS_PORT,
  } = values;
  const keys = {
    testPublic: testPublicKey,
    testSecret: testSecretKey,
    livePublic: livePublicKey,
    liveSecret: liveSecretKey,
  };
  const plainUrls = {
    api: values.baseUrl ?? addressOf(host, values.apiPort),
    vault: values.vaultUrl ?? addressOf(vaultHost, values.vaultPort),
    pay: values.payUrl ?? addressOf(host, values.payPort),
  };
  const names = { ...values, tlsPort };
  const settings: Settings = {
    ...names,
    vaultHost,
    controlHost,
    baseUrl: values.baseUrl ?? addressByName(names, 'api') ?? plainUrls.api,
    vaultUrl: values.vaultUrl ?? addressByName(names, 'vault') ?? plainUrls.vault,
    payUrl: values.payUrl ?? addressByName(names, 'pay') ?? plainUrls.pay,
    controlUrl: values.controlUrl ?? addressOf(controlHost, values.controlPort),
    plainUrls,
    accountCurrency: values.accountCurrency ?? currencyOfCountry(values.accountCountry) ?? 'THB',
    keys,
    vaultSecret: values.vaultSecret ?? secretOf(keys),
    given: new Set(SETTING_NAMES.filter((name) => env[name]?.trim())),
  };
  if (!allowDemoKeys) rejectWeakSecrets(settings);
  rejectNamesEverywhere(settings);
  rejectSharedPorts(settings);
  return settings;
}

/** The address for callers on the same machine. */
export function addressOf(host: string, port: number): string {
  return `http://${isAnyAddress(host) ? 'localhost' : host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** A base64 secret that every process derives from the secret keys (docs/fidelity.md T6). */
function secretOf({ testSecret, liveSecret }: Settings['keys']): string {
  return createHash('sha256').update(`vault ${testSecret} ${liveSecret}`).digest('base64');
}

function rejectWeakSecrets(settings: Settings): void {
  const [weak] = weakSecrets(settings);
  if (weak) throw new SettingError(weak.setting, `${weak.problem}; ${weak.remedy}, or ALLOW_DEMO_KEYS=true`);
}

/** Two listeners on a port cannot both have all addresses. */
function rejectNamesEverywhere({ host, vaultHost, tls, namesPort }: Settings): void {
  if (host === vaultHost || (!tls && namesPort === undefined)) return;
  if (isAnyAddress(host) || isAnyAddress(vaultHost))
    throw new SettingError(
      'VAULT_HOST',
      'must equal HOST with TLS or NAMES_PORT, unless both are single addresses',
    );
}

function rejectSharedPorts(settings: Settings): void {
  const {
    host,
    vaultHost,
    controlHost,
    metricsHost,
    apiPort,
    vaultPort,
    payPort,
    controlPort,
    metricsPort,
    tls,
    tlsPort,
    namesPort,
  } = settings;
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
    if (other && other !== name) throw new SettingError(name, `must not be ${port}, which ${other} uses`);
    taken.set(`${on} ${port}`, name);
  }
}

/** True if this process may listen on a privileged port, such as 443. */
export function mayListenOn(port: number): boolean {
  return process.platform === 'win32' || process.getuid?.() === 0 || port >= firstPortForAll();
}

function firstPortForAll(): number {
  try {
    return Number(readFileSync('/proc/sys/net/ipv4/ip_unprivileged_port_start', 'utf8'));
  } catch {
    return USUAL_FIRST_PORT;
  }
}
