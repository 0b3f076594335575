import { BlockList, isIP } from 'node:net';
import { parseHttpUrl } from './http-url.js';

/** The most addresses that one charge can name for its own webhooks (docs/fidelity.md W2). */
export const MAX_WEBHOOK_ENDPOINTS = 2;

/**
 * Addresses that no webhook may reach: the link-local ranges and the few others where cloud machines keep
 * their credentials. Everything else is allowed, private and loopback addresses too: receivers in staging are
 * private (docs/fidelity.md W6).
 */
const forbidden = new BlockList();
forbidden.addSubnet('169.254.0.0', 16, 'ipv4');
forbidden.addSubnet('fe80::', 10, 'ipv6');
// Alibaba, Azure, Oracle; Amazon's two, Google's.
for (const address of ['100.100.100.200', '168.63.129.16', '192.0.0.192'])
  forbidden.addAddress(address, 'ipv4');
for (const address of ['fd00:ec2::23', 'fd00:ec2::254', 'fd20:ce::254'])
  forbidden.addAddress(address, 'ipv6');

/**
 * An IPv6 prefix below which addresses wrap an IPv4 address, and in which of the sixteen octets each may keep
 * it.
 */
interface Wrapping {
  readonly prefix: string;
  readonly length: number;
  readonly octets: readonly (readonly [number, number, number, number])[];
}

const LAST_OCTETS = [12, 13, 14, 15] as const;
const WRAPPINGS: readonly Wrapping[] = [
  // Compatible and mapped (RFC 4291), translated (RFC 2765), NAT64 (RFC 6052), 6to4 (RFC 3056).
  { prefix: '::', length: 96, octets: [LAST_OCTETS] },
  { prefix: '::ffff:0:0', length: 96, octets: [LAST_OCTETS] },
  { prefix: '::ffff:0:0:0', length: 96, octets: [LAST_OCTETS] },
  { prefix: '64:ff9b::', length: 96, octets: [LAST_OCTETS] },
  { prefix: '2002::', length: 16, octets: [[2, 3, 4, 5]] },
  // The server of Teredo (RFC 4380); its client is below.
  { prefix: '2001::', length: 32, octets: [[4, 5, 6, 7]] },
  // NAT64 of one's own network (RFC 8215): the length of its prefix, 48, 56, 64 or 96, cannot be told from an
  // address.
  {
    prefix: '64:ff9b:1::',
    length: 48,
    octets: [[6, 7, 9, 10], [7, 9, 10, 11], [9, 10, 11, 12], LAST_OCTETS],
  },
];

/** Before the last octets of an ISATAP address (RFC 5214), in any network. */
const ISATAP = /^[02],0,94,254$/;
const TEREDO = new BlockList();
TEREDO.addSubnet('2001::', 32, 'ipv6');

const wrappings = WRAPPINGS.map(({ prefix, length, octets }) => {
  const range = new BlockList();
  range.addSubnet(prefix, length, 'ipv6');
  return { range, octets };
});

/** Judges literal IP addresses from the resolver or a URL, but no host names. */
export function isForbiddenAddress(address: string): boolean {
  const literal = address.replace(/^\[|\]$/g, '').replace(/%.*$/, '');
  const family = isIP(literal);
  if (family === 0) return false;
  if (family === 4) return forbidden.check(literal, 'ipv4');
  return (
    forbidden.check(literal, 'ipv6') ||
    wrappedAddresses(literal).some((wrapped) => forbidden.check(wrapped, 'ipv4'))
  );
}

/** The IPv4 addresses that an IPv6 address may stand for. */
function wrappedAddresses(address: string): string[] {
  const all = octetsOf(address);
  const last = all.slice(12);
  const kept = wrappings.filter(({ range }) => range.check(address, 'ipv6')).flatMap(({ octets }) => octets);
  return [
    ...kept.map((places) => places.map((place) => all[place])),
    ...(ISATAP.test(all.slice(8, 12).join()) ? [last] : []),
    // Teredo turns every bit of its client's address around.
    ...(TEREDO.check(address, 'ipv6') ? [last.map((octet) => octet ^ 0xff)] : []),
  ].map((octets) => octets.join('.'));
}

function octetsOf(address: string): number[] {
  // The form that URLs are brought into has no dots, and at most one "::".
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const [first, last] = [head, tail ?? ''].map((half) => half.split(':').filter(Boolean)) as [
    string[],
    string[],
  ];
  const groups = [...first, ...Array<string>(8 - first.length - last.length).fill('0'), ...last].map(
    (group) => parseInt(group, 16),
  );
  return groups.flatMap((group) => [group >> 8, group & 0xff]);
}

/** Accepts absolute http or https addresses without credentials. Returns the problem of others. */
export function webhookUriProblem(name: string, value: unknown): string | undefined {
  const url = parseHttpUrl(value);
  if (!url) return `${name} must be an absolute http or https URL`;
  if (url.username !== '' || url.password !== '') return `${name} must not contain a user name or password`;
  // Nothing listens there: a socket that asks for port 0 gets another.
  if (url.port === '0') return `${name} must not use port 0`;
  if (isForbiddenAddress(url.hostname)) return `${name} must not be a link-local or metadata address`;
  return undefined;
}

/** Validates the addresses that one charge names for its own webhooks (docs/fidelity.md W2). */
export function webhookEndpointProblems(endpoints: readonly string[]): (string | undefined)[] {
  if (endpoints.length > MAX_WEBHOOK_ENDPOINTS)
    return [`webhook endpoints can have at most ${MAX_WEBHOOK_ENDPOINTS} URLs`];
  return endpoints.map((endpoint) => webhookUriProblem('webhook endpoints', endpoint));
}
