import { BlockList, isIP } from 'node:net';
import { parseHttpUrl } from '../http-url.js';

/**
 * Addresses that no webhook may reach: the link-local ranges and the few others where cloud machines keep their credentials.
 * Everything else is allowed, private and loopback addresses too: receivers in staging are private (docs/fidelity.md W6).
 */
const forbidden = new BlockList();
forbidden.addSubnet('169.254.0.0', 16, 'ipv4');
forbidden.addSubnet('fe80::', 10, 'ipv6');
forbidden.addAddress('fd00:ec2::254', 'ipv6');
forbidden.addAddress('100.100.100.200', 'ipv4');
forbidden.addSubnet('::a9fe:0', 112, 'ipv6');
forbidden.addSubnet('64:ff9b::a9fe:0', 112, 'ipv6');
forbidden.addSubnet('2002:a9fe::', 32, 'ipv6');

/** Whether a literal IP address, as the resolver or a URL gives it, must never be called. A host name is not judged. */
export function isForbiddenAddress(address: string): boolean {
  const literal = address.replace(/^\[|\]$/g, '').replace(/%.*$/, '');
  const family = isIP(literal);
  if (family === 0) return false;
  return forbidden.check(literal, family === 6 ? 'ipv6' : 'ipv4');
}

/** A webhook address that can be stored: absolute http or https, without credentials. Returns what is wrong otherwise. */
export function webhookUriProblem(name: string, value: unknown): string | undefined {
  const url = parseHttpUrl(value);
  if (!url) return `${name} must be an absolute http or https address`;
  if (url.username !== '' || url.password !== '') return `${name} must not hold a user name or password`;
  if (isForbiddenAddress(url.hostname)) return `${name} must not be a link-local address`;
  return undefined;
}
