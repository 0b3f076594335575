/** Parts of a path in an answer, such as `data`, `0` and `id`. */
export type Path = readonly (string | number)[];

/** True if the pattern matches the path or one above it: `*` is one part, `**` any number of parts. */
export function matches(pattern: string, path: Path): boolean {
  return matchesParts(pattern.split('.'), path);
}

function matchesParts([first, ...rest]: readonly string[], path: Path): boolean {
  if (first === undefined) return true;
  if (first === '**') return path.some((_part, index) => matchesParts(rest, path.slice(index)));
  return path.length > 0 && (first === '*' || first === String(path[0])) && matchesParts(rest, path.slice(1));
}

/** The value at a path such as `data.0.id`. */
export function valueAt(body: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((value, part) => (value as Record<string, unknown> | null | undefined)?.[part], body);
}
