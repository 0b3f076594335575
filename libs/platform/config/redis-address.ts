import { addressesIn, HOSTS_PROBLEM, schemeOf } from './several-hosts.js';
import { textWithout } from './setting-types.js';

const REDIS_PORT = 6379;
const SENTINEL_PORT = 26_379;
const MAX_DATABASE = 2 ** 31 - 1;
const CA_FILE = 'ssl_ca_certs';
const SENTINEL_USERNAME = 'sentinel_username';
const SENTINEL_PASSWORD = 'sentinel_password';

type Kind = 'one' | 'sentinel' | 'cluster';

interface Credentials {
  readonly username?: string;
  readonly password?: string;
}

export interface RedisAddress extends Credentials {
  readonly kind: Kind;
  /**
   * The servers; for `sentinel` the Sentinels, which know where the master is; for `cluster` some of its
   * nodes, which know the others.
   */
  readonly hosts: readonly { readonly host: string; readonly port: number }[];
  /** The name by which the Sentinels know the master. */
  readonly master?: string;
  readonly sentinel: Credentials;
  readonly database: number;
  readonly isTls: boolean;
  /** A file with certificates of the authorities that servers may have besides the usual ones; PEM. */
  readonly caFile?: string;
}

const KINDS: Readonly<Record<string, readonly [Kind, isTls: boolean]>> = {
  'redis:': ['one', false],
  'rediss:': ['one', true],
  'redis+sentinel:': ['sentinel', false],
  'rediss+sentinel:': ['sentinel', true],
  'redis+cluster:': ['cluster', false],
  'rediss+cluster:': ['cluster', true],
};
const PARAMETERS: Readonly<Record<Kind, readonly string[]>> = {
  one: [CA_FILE],
  sentinel: [CA_FILE, SENTINEL_USERNAME, SENTINEL_PASSWORD],
  cluster: [CA_FILE],
};

const EXPECTED = `an address that starts with one of ${Object.keys(KINDS)
  .map((scheme) => `${scheme}//`)
  .join(', ')}`;

/** Errors do not repeat the address, which may have a password. */
export const redisUrl = textWithout((value) => {
  const address = readRedisAddress(value);
  return typeof address === 'string' ? address : undefined;
}, EXPECTED);

export function readRedisAddress(text: string): RedisAddress | string {
  const urls = addressesIn(text).map((one) => (URL.canParse(one) ? new URL(one) : undefined));
  const [first] = urls;
  const [kind, isTls] = KINDS[schemeOf(text)] ?? [];
  if (kind === undefined || isTls === undefined) return `must be ${EXPECTED}`;
  if (!first || urls.some((url) => !url?.hostname || url.port === '0')) return HOSTS_PROBLEM;
  if (kind === 'one' && urls.length > 1)
    return 'must name one host; use redis+sentinel:// or redis+cluster:// for several';
  const unknown = [...first.searchParams.keys()].find((name) => !PARAMETERS[kind].includes(name));
  if (unknown !== undefined) return `must have no parameters except ${PARAMETERS[kind].join(', ')}`;
  const caFile = first.searchParams.get(CA_FILE);
  if (caFile !== null && !isTls) return `must start with rediss to use ${CA_FILE}`;
  const path = pathOf(kind, first);
  if (typeof path === 'string') return path;
  const port = kind === 'sentinel' ? SENTINEL_PORT : REDIS_PORT;
  return {
    kind,
    hosts: urls.map((url) => ({
      host: (url?.hostname ?? '').replace(/^\[(.+)\]$/, '$1'),
      port: Number(url?.port) || port,
    })),
    ...credentials(decode(first.username), decode(first.password)),
    sentinel: credentials(
      first.searchParams.get(SENTINEL_USERNAME),
      first.searchParams.get(SENTINEL_PASSWORD),
    ),
    isTls,
    ...path,
    ...(caFile !== null && { caFile }),
  };
}

/** The master and database of the path, or the problem with it. */
function pathOf(kind: Kind, url: URL): Pick<RedisAddress, 'master' | 'database'> | string {
  const parts = url.pathname.split('/').slice(1).map(decode);
  const master = kind === 'sentinel' ? parts.shift() : undefined;
  if (kind === 'sentinel' && !master)
    return 'must name the master after the hosts, as redis+sentinel://host:port/name does';
  const [number = '', ...rest] = parts;
  const database = Number(number);
  if (!/^\d{0,10}$/.test(number) || database > MAX_DATABASE || rest.length > 0)
    return 'must end with the number of a database, or without a path';
  if (kind === 'cluster' && database !== 0)
    return 'must name no database except 0, the only one of a cluster';
  return { database, ...(master !== undefined && { master }) };
}

function credentials(username: string | null, password: string | null): Credentials {
  return { ...(username && { username }), ...(password && { password }) };
}

/** Keeps invalid encodings. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
