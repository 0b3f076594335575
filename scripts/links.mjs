// `npm run links`: checks that relative links in Markdown files name an existing file, and an existing
// heading in it. Pages and decisions that any file of the project mentions must exist too, such as
// `docs/cli.md` in a comment and `decision 0001` in a page. So must cited rows of docs/fidelity, and the
// index docs/fidelity.md must have each row with its page.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { projectFiles } from './prepare.mjs';

const CODE = /^```.*?^```|`[^`\n]*`/gms;
const MENTION = /(?<![\w/.-])docs\/[\w/-]+\.md|(?<!former )\bdecision\s+(\d{4})\b/gi;
const TEXT = /\.([cm]?[jt]sx?|md|prisma|ya?ml|py|sh)$|(^|\/)(Dockerfile|\.env\.example|Caddyfile)$/;
const ROW = /^- \*\*([A-Z]+\d+)\*\* /gm;
const CITED_ROWS = /docs\/fidelity\.md,? ([A-Z]+\d+(?:(?:, | and )[A-Z]+\d+)*)/g;
const INDEX_LINE = /^\| ([A-Z][^|]*) \| \[[^\]]*\]\(fidelity\/([\w-]+\.md)\)/gm;
const LINK = /\]\(([^)\s]+)\)|(?:src|href)="([^"]+)"/g;

/** The anchors of a page as GitHub makes them: in lower case, without punctuation, and numbered when they repeat. */
function anchorsOf(page) {
  const seen = new Map();
  const headings = readFileSync(page, 'utf8')
    .replaceAll(/^```.*?^```/gms, '')
    .matchAll(/^#+ +(.+?) *$/gm);
  return Array.from(headings, ([, heading]) => {
    const text = heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase();
    const anchor = text.replaceAll(/[^\p{L}\p{N} _-]/gu, '').replaceAll(' ', '-');
    const count = seen.get(anchor) ?? 0;
    seen.set(anchor, count + 1);
    return count === 0 ? anchor : `${anchor}-${count}`;
  });
}

/** True if rows of the index, such as `C1, C3 to C6` or `RC, TR`, have this one. */
function covers(rows, id) {
  const [, letters, number] = /^([A-Z]+)(\d+)$/.exec(id);
  return rows.split(', ').some((part) => {
    const [first, last = first] = part.split(' to ');
    if (first === letters) return true;
    return (
      /^[A-Z]+/.exec(first)[0] === letters &&
      +number >= +/\d+$/.exec(first)[0] &&
      +number <= +/\d+$/.exec(last)[0]
    );
  });
}

const pages = projectFiles().filter((file) => file.endsWith('.md'));
const dead = pages.flatMap((page) =>
  Array.from(
    readFileSync(page, 'utf8').replaceAll(CODE, '').matchAll(LINK),
    ([, link, source]) => link ?? source,
  )
    .filter((link) => !/^[a-z]+:/.test(link))
    .filter((link) => {
      const [path, anchor] = link.split('#');
      const target = path === '' ? page : join(dirname(page), path);
      return (
        !existsSync(target) ||
        (anchor !== undefined && !(target.endsWith('.md') && anchorsOf(target).includes(anchor)))
      );
    })
    .map((link) => `${page}: ${link}`),
);
const decisions = readdirSync(join('docs', 'decisions')).map((name) => name.slice(0, 4));
const missing = projectFiles()
  .filter((file) => TEXT.test(file))
  .flatMap((file) =>
    Array.from(readFileSync(file, 'utf8').matchAll(MENTION))
      .filter(
        ([mention, decision]) =>
          !(decision === undefined ? existsSync(mention) : decisions.includes(decision)),
      )
      .map(([mention]) => `${file}: ${mention}`),
  );
const rowsOf = Object.fromEntries(
  readdirSync(join('docs', 'fidelity')).map((name) => [
    name,
    Array.from(readFileSync(join('docs', 'fidelity', name), 'utf8').matchAll(ROW), ([, id]) => id),
  ]),
);
const ids = new Set(Object.values(rowsOf).flat());
const unknown = projectFiles()
  .filter((file) => TEXT.test(file))
  .flatMap((file) =>
    Array.from(readFileSync(file, 'utf8').matchAll(CITED_ROWS), ([, cited]) => cited.split(/, | and /))
      .flat()
      .filter((id) => !ids.has(id))
      .map((id) => `${file}: docs/fidelity.md ${id}`),
  );
const index = Array.from(readFileSync(join('docs', 'fidelity.md'), 'utf8').matchAll(INDEX_LINE));
const unlisted = Object.entries(rowsOf).flatMap(([name, rows]) =>
  rows
    .filter((id) => !index.some(([, listed, page]) => page === name && covers(listed, id)))
    .map((id) => `docs/fidelity.md: no line for ${id} in fidelity/${name}`),
);
const problems = [...dead, ...missing, ...unknown, ...unlisted];
for (const line of problems) console.error(`Dead link in ${line}`);
if (problems.length > 0) process.exitCode = 1;
