/**
 * The address with the name in the `Host` header, if `names` has both names; otherwise the address unchanged.
 * Without a slash at its end.
 */
export function withRequestHost(address: string, host: string | undefined, names: readonly string[]): string {
  const hostname = hostnameOf(`http://${host ?? ''}`);
  const isNamed = (name: string | undefined): boolean => name !== undefined && names.includes(name);
  if (hostname === undefined || !isNamed(hostname) || !isNamed(hostnameOf(address))) return address;
  const url = new URL(address);
  url.hostname = hostname;
  return url.href.replace(/\/$/, '');
}

/** The host name or IP address of a URL; `undefined` for an invalid URL. */
export function hostnameOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).hostname : undefined;
}
