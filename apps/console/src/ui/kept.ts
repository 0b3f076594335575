/** True if a part of a path is the id of an object. Names of lists have no digits. */
export function isId(part: string): boolean {
  return /^[a-z\d]+_\w*\d/.test(part);
}

/** An id within a filter. */
const ID = /\b[a-z\d]+_(test_)?[a-z\d]{19}\b/;

/** Kinds whose objects are in the list of another. */
const LISTED_AS: Readonly<Record<string, string>> = { occurrences: 'schedules' };

interface Kept {
  readonly path: string;
  readonly search: Readonly<Record<string, string>>;
}

/**
 * The page and the filters that stay when the mode or the sandbox changes. Objects are of one sandbox and
 * mode: the page of an object becomes the list of its kind, and filters by an id are dropped.
 */
export function keptAt(path: string, search: Readonly<Record<string, unknown>>): Kept {
  const parts = path.split('/').filter(Boolean);
  const kind = isId(parts.at(-1) ?? '') ? (parts.at(-2) ?? '') : undefined;
  if (kind !== undefined)
    return { path: parts[0] === 'objects' ? `/objects/${LISTED_AS[kind] ?? kind}` : `/${kind}`, search: {} };
  const filters = Object.entries(search).flatMap(([name, value]) =>
    typeof value === 'string' && !ID.test(value) ? [[name, value]] : [],
  );
  return { path, search: Object.fromEntries(filters) as Kept['search'] };
}
