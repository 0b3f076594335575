// `npm run links`: checks that relative links in Markdown files name an existing file, and an existing
// heading in it. Pages and decisions that any file of the project mentions must exist too, such as
// `docs/cli.md` in a comment and `decision 0001` in a page.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { projectTexts } from './prepare.mjs';

const CODE = /^```.*?^```|`[^`\n]*`/gms;
const MENTION = /(?<![\w/.-])docs\/[\w/-]+\.md|(?<!former )\bdecision\s+(\d{4})\b/gi;
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

const texts = projectTexts();
const dead = texts
  .filter(({ file }) => file.endsWith('.md'))
  .flatMap(({ file, text }) =>
    Array.from(text.replaceAll(CODE, '').matchAll(LINK), ([, link, source]) => link ?? source)
      .filter((link) => !/^[a-z]+:/.test(link))
      .filter((link) => {
        const [path, anchor] = link.split('#');
        const target = path === '' ? file : join(dirname(file), path);
        return (
          !existsSync(target) ||
          (anchor !== undefined && !(target.endsWith('.md') && anchorsOf(target).includes(anchor)))
        );
      })
      .map((link) => `${file}: ${link}`),
  );
const decisions = readdirSync(join('docs', 'decisions')).map((name) => name.slice(0, 4));
const missing = texts.flatMap(({ file, text }) =>
  Array.from(text.matchAll(MENTION))
    .filter(
      ([mention, decision]) => !(decision === undefined ? existsSync(mention) : decisions.includes(decision)),
    )
    .map(([mention]) => `${file}: ${mention}`),
);
const problems = [...dead, ...missing];
for (const line of problems) console.error(`Dead link in ${line}`);
if (problems.length > 0) process.exitCode = 1;
