import { addressesIn, HOSTS_PROBLEM, schemeOf } from './several-hosts.js';
import type { Reader } from './setting-readers.js';

const SCHEMES: readonly string[] = ['postgres:', 'postgresql:'];
const ATTRIBUTE = 'target_session_attrs';
/** What libpq calls the server that Tollgate needs: it writes. */
const WRITERS: readonly string[] = ['read-write', 'primary'];

/** Checks a `DATABASE_URL`, of one host or of several; its text is not repeated, for it may hold a password. */
export const databaseUrl: Reader<string> = (value) => {
  const urls = addressesIn(value).map((one) => (URL.canParse(one) ? new URL(one) : undefined));
  if (!SCHEMES.includes(schemeOf(value)))
    return { problem: `must be an address that starts with ${SCHEMES.map((scheme) => `${scheme}//`).join(' or ')}` };
  const [first] = urls;
  // One host may be left out: a socket's folder is a parameter.
  if (!first || urls.some((url) => !url || url.port === '0' || (urls.length > 1 && !url.hostname))) return { problem: HOSTS_PROBLEM };
  const { searchParams } = first;
  if (searchParams.has('options'))
    return { problem: 'must have no options: Tollgate sets those of its sessions itself, their time zone too' };
  if (urls.length > 1 && searchParams.has('host')) return { problem: 'must have no parameter host where it names several hosts' };
  const attribute = searchParams.get(ATTRIBUTE);
  return attribute === null || WRITERS.includes(attribute)
    ? { value }
    : { problem: `must have no ${ATTRIBUTE} but ${WRITERS.join(' or ')}: it is where Tollgate writes` };
};

/** Checks a `DATABASE_READ_URL`, of one host: which of several it would be read from is for a proxy to say. */
export const databaseReadUrl: Reader<string> = (value) => {
  if (addressesIn(value).length > 1) return { problem: 'must name one host, which may be that of a proxy before several replicas' };
  if (URL.canParse(value) && new URL(value).searchParams.has(ATTRIBUTE)) return { problem: `must have no ${ATTRIBUTE}` };
  return databaseUrl(value);
};

/** The address of each server, and whether the one that takes writes is to be looked for among them. */
export function databaseServers(url: string): { readonly urls: readonly string[]; readonly seeksPrimary: boolean } {
  const urls = addressesIn(url);
  const seeksPrimary = urls.length > 1 || (URL.canParse(url) && new URL(url).searchParams.has(ATTRIBUTE));
  return { urls, seeksPrimary };
}
