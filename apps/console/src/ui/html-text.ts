import { isStatusAlone } from './status-alone';

/** A page, also after comments in which frameworks print the error. Fragments of HTML are no page. */
const PAGE = /^\s*(?:<!--[\s\S]*?-->\s*)*<(?:!doctype\s+html|html|head|body|title|h1)\b/i;
/** Elements without text for readers. A stored response may end within one. */
const HIDDEN = /<(head|style|script|svg|template|noscript)\b[^>]*>[\s\S]*?(?:<\/\1\s*>|$)/gi;
const TITLE = /<title\b[^>]*>([\s\S]*?)(?:<\/title\s*>|$)/i;
const COMMENT = /<!--([\s\S]*?)(?:-->|$)/g;
/** A tag, which may be cut off, or the text up to the next one. */
const PIECES = /<\/?([a-z][\w-]*)(?:"[^"]*"|'[^']*'|[^>"'])*(?:>|$)|<[^>]*(?:>|$)|[^<]+/gi;
const INLINE: ReadonlySet<string> = new Set(
  'a abbr b bdi cite code data em font i kbd label mark q s samp small span strong sub sup td th time tt u var wbr'.split(
    ' ',
  ),
);
const KEEPS_SPACE: ReadonlySet<string> = new Set(['pre', 'textarea']);
const PREFORMATTED = /white-space:\s*pre/;
const BLANK_LINES = /\n\s*\n+/g;

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  hellip: '…',
  mdash: '—',
  ndash: '–',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  raquo: '»',
  laquo: '«',
  copy: '©',
};
const LAST_CODE_POINT = 0x10_ff_ff;

export function isHtmlPage(text: string): boolean {
  return PAGE.test(text);
}

/** The parts of a page that people read. */
export interface PageText {
  /** The comment before the page, in which Symfony and Laravel print the error. */
  readonly comment: string;
  readonly title: string;
  /** The lines of the body. */
  readonly lines: readonly string[];
}

export function readPage(html: string): PageText {
  const [, comment = ''] = /^\s*<!--([\s\S]*?)(?:-->|$)/.exec(html) ?? [];
  const [, title = ''] = TITLE.exec(html) ?? [];
  const body = textOf(html.replaceAll(COMMENT, '').replaceAll(HIDDEN, '\n'));
  return {
    comment: decoded(comment).trim(),
    title: decoded(title).replaceAll(/\s+/g, ' ').trim(),
    lines: body === '' ? [] : body.split('\n'),
  };
}

/** A page as text, line by line. A title that says no more than the status is left out, unless it is all. */
export function pageText(html: string): string {
  const { comment, title, lines } = readPage(html);
  const head = [comment, title].filter((text) => !isStatusAlone(text) && !lines.includes(text));
  return [...head, ...lines].join('\n') || title;
}

function textOf(html: string): string {
  let text = '';
  /** The element within which white space counts. */
  let keeping: string | undefined;
  for (const [piece, tag] of html.matchAll(PIECES)) {
    if (!piece.startsWith('<')) text += keeping === undefined ? piece.replaceAll(/\s+/g, ' ') : piece;
    const name = tag?.toLowerCase();
    if (name === undefined) continue;
    if (name === keeping && piece.startsWith('</')) keeping = undefined;
    else if (KEEPS_SPACE.has(name) || PREFORMATTED.test(piece)) keeping ??= name;
    if (name === 'td' || name === 'th') text += ' ';
    if (!INLINE.has(name)) text += '\n';
  }
  return decoded(text)
    .split('\n')
    .map((line) => line.trimEnd().replace(/^ (?=\S)/, ''))
    .join('\n')
    .replaceAll(BLANK_LINES, '\n')
    .trim();
}

function decoded(text: string): string {
  return text.replaceAll(/&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi, (entity, hex, decimal, name: string) => {
    if (name !== undefined) return ENTITIES[name.toLowerCase()] ?? entity;
    const code = hex === undefined ? Number(decimal) : Number.parseInt(String(hex), 16);
    return code <= LAST_CODE_POINT ? String.fromCodePoint(code) : entity;
  });
}
