/** Matches any text in a pattern. */
export function hasWildcard(pattern: string): boolean {
  return pattern.includes('*');
}

/** Runs in linear time. */
export function fitsPattern(text: string, pattern: string): boolean {
  const [begin = '', ...others] = pattern.split('*');
  const end = others.pop();
  if (end === undefined) return text === pattern;
  if (!text.startsWith(begin) || !text.endsWith(end)) return false;
  let from = begin.length;
  for (const part of others) {
    const found = text.indexOf(part, from);
    if (found < 0) return false;
    from = found + part.length;
  }
  return from <= text.length - end.length;
}

/** The pattern as `LIKE` of SQL takes it. */
export function likePattern(pattern: string): string {
  return pattern.replaceAll(/[\\%_]/g, '\\$&').replaceAll('*', '%');
}
