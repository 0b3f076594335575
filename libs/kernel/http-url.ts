/** The longest address that is stored, in characters (docs/fidelity.md C6). */
export const MAX_URI_LENGTH = 2_048;

/** `http://` or `https://`, then no space, control character or third slash, which a URL parser would silently correct. */
const ABSOLUTE = /^https?:\/\/(?!\/)[^\s\p{Cc}\\]+$/iu;

/** The same with any scheme. */
const OF_ANY_SCHEME = /^[a-z][a-z\d+.-]*:[^\s\p{Cc}\\]+$/iu;
/** Addresses that browsers run, read themselves or fetch: no app has one of these. */
const NOT_OF_APPS = new Set(
  [
    'javascript',
    'vbscript',
    'data',
    'file',
    'blob',
    'filesystem',
    'about',
    'view-source',
    'ftp',
    'ws',
    'wss',
  ].map((name) => `${name}:`),
);

/** Reads an absolute http or https address; `undefined` for anything else. */
export function parseHttpUrl(value: unknown): URL | undefined {
  return parseAbsolute(value, ABSOLUTE);
}

/**
 * Reads where a customer may be sent back to, a page or an app (docs/fidelity.md C42); `undefined` for
 * anything else.
 */
export function parseReturnUri(value: unknown): URL | undefined {
  const url = parseAbsolute(value, OF_ANY_SCHEME);
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return parseHttpUrl(value);
  return url && NOT_OF_APPS.has(url.protocol) ? undefined : url;
}

function parseAbsolute(value: unknown, shape: RegExp): URL | undefined {
  if (typeof value !== 'string' || value.length > MAX_URI_LENGTH || !shape.test(value)) return undefined;
  return URL.canParse(value) ? new URL(value) : undefined;
}
