import { readFileSync } from 'node:fs';

/** A row of a table of differences in docs/fidelity/version-tables.md. */
interface Row {
  readonly object: string;
  readonly later: string | undefined;
  readonly earlier: string | undefined;
  /** True if some objects lack the field. */
  readonly isConditional: boolean;
}

interface Field {
  readonly name: string;
  readonly isConditional: boolean;
}

const EVERY_OBJECT = 'every object';
const VERSIONS = ['2019-05-29', '2017-11-02', '2015-11-17', '2014-07-27'] as const;
const NEWEST = VERSIONS[0];

/** The tables between the newest version and this one, in the order of steps back. */
export function tablesTo(version: string): Row[][] {
  const lines = readFileSync('docs/fidelity/version-tables.md', 'utf8').split('\n');
  return VERSIONS.slice(1, VERSIONS.indexOf(version as typeof NEWEST) + 1).map((earlier, index) => {
    const begin = lines.indexOf(`| object | in ${VERSIONS[index]} | in ${earlier} |`);
    if (begin < 0) throw new Error(`docs/fidelity/version-tables.md has no table of ${earlier}`);
    const rows = lines.slice(begin + 2, begin + lines.slice(begin).indexOf(''));
    return rows.map(rowOf);
  });
}

function rowOf(line: string): Row {
  const [object = '', later = '', earlier = ''] = line.slice(2, -2).split(' | ');
  const nameIn = (cell: string): string | undefined => /^`(\w+)`/.exec(cell)?.[1];
  return {
    object,
    later: nameIn(later),
    earlier: nameIn(earlier),
    isConditional: earlier.includes('`, only '),
  };
}

type Json = Readonly<Record<string, unknown>>;

/**
 * Differences between an older response and the newest one converted by the tables, including embedded objects.
 * `seen` collects the compared kinds.
 */
export function differencesIn(
  newest: unknown,
  older: unknown,
  tables: readonly Row[][],
  seen: Set<string>,
  path = '',
): string[] {
  if (Array.isArray(newest) && Array.isArray(older)) {
    if (newest.length !== older.length) return [`${path} has ${older.length} of ${newest.length}`];
    return newest.flatMap((item, index) => differencesIn(item, older[index], tables, seen, path));
  }
  if (!isJson(newest) || !isJson(older)) return [];
  const kind = newest['object'];
  // Ids and payment backends replace objects of the newest version; their rows name them.
  if (kind !== older['object']) return [];
  const here = `${path}/${typeof kind === 'string' ? kind : ''}`;
  const fields =
    typeof kind === 'string'
      ? fieldsOf(kind, Object.keys(newest), tables)
      : Object.keys(newest).map((name) => [name, plain(name)] as const);
  if (typeof kind === 'string') seen.add(kind);
  const expected = fields.flatMap(([, field]) => (field ? [field] : []));
  const missing = expected
    .filter(({ name, isConditional }) => !isConditional && !(name in older))
    .map(({ name }) => `${here} lacks ${name}`);
  const surplus = Object.keys(older).filter((name) => !expected.some((field) => field.name === name));
  const inside = fields.flatMap(([name, field]) => {
    const isFree = name === null || name === 'metadata' || !field;
    return isFree
      ? []
      : differencesIn(newest[name], older[field.name], tables, seen, `${here}.${field.name}`);
  });
  return [...missing, ...surplus.map((name) => `${here} has ${name}`), ...inside];
}

/** Each field of an object with its name and value's form in the older version; `undefined` if it is not there, `null` for one that only that has. */
function fieldsOf(
  kind: string,
  names: readonly string[],
  tables: readonly Row[][],
): (readonly [string | null, Field | undefined])[] {
  const start: (readonly [string | null, Field | undefined])[] = names.map((name) => [name, plain(name)]);
  return tables.reduce((fields, table) => {
    const own = table.filter(({ object }) => object === kind);
    const rows = [
      ...own,
      ...table.filter(
        ({ object, later }) => object === EVERY_OBJECT && !own.some((row) => row.later === later),
      ),
    ];
    const stepped = fields.map(([name, field]) => [name, field && steppedBack(field, rows, fields)] as const);
    const added = rows.filter(({ later }) => later === undefined).map((row) => [null, fieldIn(row)] as const);
    return [...stepped, ...added];
  }, start);
}

function steppedBack(
  field: Field,
  rows: readonly Row[],
  all: readonly (readonly [string | null, Field | undefined])[],
): Field | undefined {
  const row = rows.find(({ later }) => later === field.name);
  if (row) return fieldIn(row, field.isConditional);
  // A token and an event have both names in the newest version.
  const replacing = rows.find(({ earlier, later }) => earlier === field.name && later !== undefined);
  return replacing && all.some(([, other]) => other?.name === replacing.later) ? undefined : field;
}

function fieldIn({ earlier, isConditional }: Row, wasConditional = false): Field | undefined {
  return earlier === undefined
    ? undefined
    : { name: earlier, isConditional: isConditional || wasConditional };
}

function plain(name: string): Field {
  return { name, isConditional: false };
}

function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
