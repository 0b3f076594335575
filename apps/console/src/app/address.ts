/**
 * The parameters of an address, all of them texts. Those of older links, which quoted what looks like a
 * number, are read as they were meant.
 */
export function parseSearch(search: string): Record<string, string> {
  return Object.fromEntries(
    [...new URLSearchParams(search)].map(([name, value]) => [name, unquoted(value) ?? value]),
  );
}

/** The inverse of {@link parseSearch}. Only texts that look quoted are quoted. */
export function stringifySearch(parameters: Record<string, unknown>): string {
  const pairs = Object.entries(parameters).filter(([, value]) => value !== undefined);
  const written = pairs
    .map(([name, value]) => `${plain(name)}=${plain(quotedWhereQuoted(String(value)))}`)
    .join('&');
  return written && `?${written}`;
}

function quotedWhereQuoted(text: string): string {
  return unquoted(text) === undefined ? text : JSON.stringify(text);
}

function unquoted(text: string): string | undefined {
  if (!/^".*"$/s.test(text)) return undefined;
  try {
    return String(JSON.parse(text));
  } catch {
    // It has the quotes itself.
    return undefined;
  }
}

/** With what addresses may hold as it is: `status:4xx /charges` is `status:4xx+/charges`. */
function plain(text: string): string {
  return encodeURIComponent(text)
    .replaceAll('%20', '+')
    .replaceAll('%3A', ':')
    .replaceAll('%2F', '/')
    .replaceAll('%2C', ',')
    .replaceAll('%40', '@');
}
