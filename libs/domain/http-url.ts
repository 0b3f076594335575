/** The longest address that is stored, in characters (docs/fidelity.md C6). */
export const MAX_URI_LENGTH = 2_048;

/** `http://` or `https://` and on without a space or control character: what a URL parser would silently mend is refused. */
const ABSOLUTE = /^https?:\/\/[^\s\p{Cc}\\]+$/iu;

/** Reads an absolute http or https address; `undefined` for anything else. */
export function parseHttpUrl(value: unknown): URL | undefined {
  if (typeof value !== 'string' || value.length > MAX_URI_LENGTH || !ABSOLUTE.test(value)) return undefined;
  return URL.canParse(value) ? new URL(value) : undefined;
}
