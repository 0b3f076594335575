import { addressesIn, HOSTS_PROBLEM, schemeOf } from './several-hosts.js';
import { textWithout } from './setting-types.js';

const SCHEMES: readonly string[] = ['postgres:', 'postgresql:'];
const ATTRIBUTE = 'target_session_attrs';
/** libpq's names for a server that accepts writes. */
const WRITERS: readonly string[] = ['read-write', 'primary'];

const EXPECTED = `an address that starts with ${SCHEMES.map((scheme) => `${scheme}//`).join(' or ')}`;

/** One host or several. Errors do not repeat the address, which may have a password. */
export const databaseUrl = textWithout(databaseProblem, EXPECTED);

function databaseProblem(value: string): string | undefined {
  const urls = addressesIn(value).map((one) => (URL.canParse(one) ? new URL(one) : undefined));
  if (!SCHEMES.includes(schemeOf(value))) return `must be ${EXPECTED}`;
  const [first] = urls;
  // A single host may be missing: the folder of a socket is a parameter.
  if (!first || urls.some((url) => !url || url.port === '0' || (urls.length > 1 && !url.hostname)))
    return HOSTS_PROBLEM;
  const { searchParams } = first;
  if (searchParams.has('options'))
    return 'must have no parameter options: Tollgate sets session options itself, including the time zone';
  // Prisma's, which this driver ignores.
  if ((searchParams.get('schema') ?? 'public') !== 'public')
    return 'must have no parameter schema: Tollgate needs a database of its own, and uses its schema public';
  if (urls.length > 1 && searchParams.has('host'))
    return 'must have no parameter host if it names several hosts';
  const attribute = searchParams.get(ATTRIBUTE);
  if (attribute === null || WRITERS.includes(attribute)) return undefined;
  return `must have no ${ATTRIBUTE} except ${WRITERS.join(' or ')}, because Tollgate writes to this server`;
}

/** The address of each server; `seeksPrimary` is true if one of them must be found that accepts writes. */
export function databaseServers(url: string): {
  readonly urls: readonly string[];
  readonly seeksPrimary: boolean;
} {
  const urls = addressesIn(url);
  const seeksPrimary = urls.length > 1 || (URL.canParse(url) && new URL(url).searchParams.has(ATTRIBUTE));
  return { urls, seeksPrimary };
}
