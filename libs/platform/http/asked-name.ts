/**
 * The address by the name that a client asked for, where both are names that hosts are found by; otherwise as
 * it is. `host` is the header. Without a slash at its end.
 */
export function byAskedName(address: string, host: string | undefined, names: readonly string[]): string {
  const asked = hostnameOf(`http://${host ?? ''}`);
  const isNamed = (name: string | undefined): boolean => name !== undefined && names.includes(name);
  if (asked === undefined || !isNamed(asked) || !isNamed(hostnameOf(address))) return address;
  const url = new URL(address);
  url.hostname = asked;
  return url.href.replace(/\/$/, '');
}

/** The host name or IP address of a URL; `undefined` for an invalid URL. */
export function hostnameOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).hostname : undefined;
}
