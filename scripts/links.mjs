// `npm run links`: checks that relative links in Markdown files name an existing file, and an existing heading in it. Pages and decisions that any file
// of the project mentions must exist too, such as `docs/cli.md` in a comment and `decision 0001` in a page.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { projectFiles } from './prepare.mjs';

const CODE = /^```.*?^```|`[^`\n]*`/gms;
const MENTION = /(?<![\w/.-])docs\/[\w/-]+\.md|(?<!former )\bdecision\s+(\d{4})\b/gi;
const TEXT = /\.([cm]?[jt]sx?|md|prisma|ya?ml|py|sh)$|(^|\/)(Dockerfile|\.env\.example|Caddyfile)$/;
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

const pages = projectFiles().filter((file) => file.endsWith('.md'));
const dead = pages.flatMap((page) =>
  Array.from(readFileSync(page, 'utf8').replaceAll(CODE, '').matchAll(LINK), ([, link, source]) => link ?? source)
    .filter((link) => !/^[a-z]+:/.test(link))
    .filter((link) => {
      const [path, anchor] = link.split('#');
      const target = path === '' ? page : join(dirname(page), path);
      return !existsSync(target) || (anchor !== undefined && !(target.endsWith('.md') && anchorsOf(target).includes(anchor)));
    })
    .map((link) => `${page}: ${link}`),
);
const decisions = readdirSync(join('docs', 'decisions')).map((name) => name.slice(0, 4));
const missing = projectFiles()
  .filter((file) => TEXT.test(file))
  .flatMap((file) =>
    Array.from(readFileSync(file, 'utf8').matchAll(MENTION))
      .filter(([mention, decision]) => !(decision === undefined ? existsSync(mention) : decisions.includes(decision)))
      .map(([mention]) => `${file}: ${mention}`),
  );
for (const line of [...dead, ...missing]) console.error(`Dead link in ${line}`);
if (dead.length + missing.length > 0) process.exitCode = 1;
