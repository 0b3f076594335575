import type { Request } from 'express';
import type { Settings } from '#platform/config/settings.js';

type RequestHead = Pick<Request, 'headers' | 'method'>;

/** Values of `Sec-Fetch-Site`, which scripts cannot set. */
const FOREIGN_SITES: readonly unknown[] = ['cross-site', 'same-site'];

/** The names that the control host may be asked by, in lower case and without ports. */
export function namesOf({
  controlUrl,
  controlHosts,
}: Pick<Settings, 'controlUrl' | 'controlHosts'>): Set<string> {
  const listed = controlHosts.map((host) => (host.includes(':') ? `[${host}]` : host).toLowerCase());
  return new Set([new URL(controlUrl).hostname, 'localhost', '127.0.0.1', '[::1]', ...listed]);
}

/**
 * True if the `Host` of the request is one of these names. By DNS rebinding, a page of another site can have
 * the same origin as this host, and only its name in `Host` shows it.
 */
export function isNamedIn({ headers: { host } }: RequestHead, names: ReadonlySet<string>): boolean {
  const [, name] = /^(\[[\da-f:.]+\]|[^:[\]]+)(?::\d+)?$/i.exec(host ?? '') ?? [];
  return name !== undefined && names.has(name.toLowerCase());
}

/** True for a request by a page of another site. Following a link from one is allowed. */
export function isForeign({ headers, method }: RequestHead): boolean {
  const { origin, host } = headers;
  if (origin !== undefined && hostOf(origin) !== host?.toLowerCase()) return true;
  const isNavigation = headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document';
  return FOREIGN_SITES.includes(headers['sec-fetch-site']) && !(isNavigation && method === 'GET');
}

/** With its port; `undefined` for `null` and whatever else is no address of a site. */
function hostOf(origin: string): string | undefined {
  const [, host] = /^https?:\/\/([^/?#@]+)$/i.exec(origin) ?? [];
  return host?.toLowerCase();
}
