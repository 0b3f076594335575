export const HOSTS_PROBLEM =
  'must name a host, or a comma-separated list of hosts, each as host or host:port with a port from 1 to 65535';

/** The parts of an address: scheme and credentials, hosts, rest. */
const PARTS = /^([a-z+]+:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/is;

/** The scheme of an address whose rest may be wrong, with its colon. */
export function schemeOf(url: string): string {
  return /^[a-z+]+:/i.exec(url)?.[0].toLowerCase() ?? '';
}

/**
 * Splits an address with a comma-separated list of hosts, as `scheme://user:password@one:1,two:2/rest`, into
 * one address for each host. Returns other texts unchanged.
 */
export function addressesIn(url: string): readonly string[] {
  const [, before = '', hosts = '', after = ''] = PARTS.exec(url) ?? [];
  return hosts.includes(',') ? hosts.split(',').map((host) => `${before}${host.trim()}${after}`) : [url];
}
