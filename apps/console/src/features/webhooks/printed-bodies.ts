/** A way to write parsed JSON again. */
export interface Printing {
  /** "compact JSON with sorted keys", and the function that prints so. */
  readonly name: string;
  /** True for the defaults of much-used languages. */
  readonly isUsual: boolean;
  readonly print: (parsed: unknown) => string;
}

/** The tokens of JSON whose form differs between languages: strings, empty objects, separators. */
const TOKEN = /"(?:[^"\\]|\\.)*"|\{\}|[,:]/g;

type Layout = (parsed: unknown) => string;
const LAYOUTS: Readonly<Record<string, Layout>> = {
  'compact JSON': (parsed) => JSON.stringify(parsed),
  'JSON with spaces after commas and colons': (parsed) =>
    JSON.stringify(parsed).replaceAll(TOKEN, (token) =>
      token === ',' || token === ':' ? `${token} ` : token,
    ),
  'JSON indented by 4 spaces': (parsed) => JSON.stringify(parsed, null, 4),
  'JSON indented by 2 spaces': (parsed) => JSON.stringify(parsed, null, 2),
  'JSON indented by tabs': (parsed) => JSON.stringify(parsed, null, '\t'),
};

type Escape = (json: string) => string;
const ASCII: Escape = (json) => json.replaceAll(/[^\0-\x7f]/g, escaped);
const SLASHES: Escape = (json) => json.replaceAll('/', String.raw`\/`);
const HTML: Escape = (json) => json.replaceAll(/[<>&]/g, escaped);
/** `json_decode($body, true)` makes an array of an empty object. */
const EMPTY_LISTS: Escape = (json) => json.replaceAll(TOKEN, (token) => (token === '{}' ? '[]' : token));

const ESCAPES: readonly (readonly [name: string, ...escapes: Escape[]])[] = [
  [''],
  ['escaped non-ASCII characters', ASCII],
  ['escaped slashes', SLASHES],
  ['escaped slashes and non-ASCII characters', SLASHES, ASCII],
  ['escaped slashes, and [] for {}', SLASHES, EMPTY_LISTS],
  ['escaped slashes and non-ASCII characters, and [] for {}', SLASHES, ASCII, EMPTY_LISTS],
  ['[] for {}', EMPTY_LISTS],
  ['escaped &, < and >', HTML],
];

/** Printings that libraries have without many options, and the function that prints so. */
const USUAL: Readonly<Record<string, string | undefined>> = {
  'compact JSON': "JavaScript's JSON.stringify",
  'compact JSON with sorted keys': undefined,
  'compact JSON with escaped non-ASCII characters': undefined,
  'compact JSON with escaped slashes and non-ASCII characters': "PHP's json_encode",
  'compact JSON with escaped slashes and non-ASCII characters, and [] for {}': "PHP's json_encode",
  'compact JSON with sorted keys, escaped &, < and >': "Go's json.Marshal",
  'JSON with spaces after commas and colons': undefined,
  'JSON with spaces after commas and colons, with escaped non-ASCII characters': "Python's json.dumps",
  'JSON indented by 4 spaces': undefined,
  'JSON indented by 2 spaces': undefined,
};

/** Ways in which languages print JSON, the most usual first. */
export const PRINTINGS: readonly Printing[] = Object.entries(LAYOUTS)
  .flatMap(([layout, print]) =>
    [false, true].flatMap((isSorted) =>
      ESCAPES.map(([escape, ...escapes]): Printing => {
        const details = [isSorted && 'sorted keys', escape].filter(Boolean).join(', ');
        const name = details === '' ? layout : `${layout}${joint(layout)}${details}`;
        const by = USUAL[name];
        return {
          name: by === undefined ? name : `${name}, as ${by} does`,
          isUsual: name in USUAL,
          print: (parsed) =>
            escapes.reduce((json, one) => one(json), print(isSorted ? sorted(parsed) : parsed)),
        };
      }),
    ),
  )
  .toSorted((one, other) => Number(other.isUsual) - Number(one.isUsual));

function joint(layout: string): string {
  return layout.includes('with') ? ', with ' : ' with ';
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([name, one]) => [name, sorted(one)]));
}

function escaped(unit: string): string {
  return String.raw`\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
