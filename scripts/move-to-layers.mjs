// Moves files as scripts/moves-to-layers.txt says, one `old new` a line, and rewrites imports and paths to
// them. Run on a branch from before the move, it brings that branch over: node scripts/move-to-layers.mjs
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

const LIST = 'scripts/moves-to-layers.txt';
const MOVES = new Map(
  readFileSync(LIST, 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split(' ')),
);
const CODE = /\.(ts|tsx|mjs|cjs)$/;
const TEXT = /\.(ts|tsx|mjs|cjs|md|json|yml|yaml|sh|css)$/;
const SPECIFIER = /(?<=['"])(#(?:domain|gateway|platform)\/[^'"\s]+|\.{1,2}\/[^'"\s]+)(?=['"])/g;
const LAYER = /^libs\/(\w+)\//;

const git = (...args) => execFileSync('git', args, { encoding: 'utf8' });
const tracked = git('ls-files').trim().split('\n');
const known = new Set([...tracked, ...MOVES.keys()]);

/** The tracked file that a specifier in `from` means, or undefined. */
function fileOf(specifier, from) {
  const path = specifier.startsWith('#') ? `libs/${specifier.slice(1)}` : join(dirname(from), specifier);
  const bare = path.replace(/\.js$/, '');
  return [path, `${bare}.ts`, `${bare}.tsx`].find((file) => known.has(file));
}

function specifierOf(file, from, old) {
  const ending = /\.js$/.test(old) ? '.js' : '';
  const name = file.replace(/\.tsx?$/, ending);
  const layer = LAYER.exec(file)?.[1];
  const isRelative = from.startsWith('proof/') || from.startsWith('scripts/') || /^apps\/(console|browser)\//.test(from);
  if (layer && !isRelative && layer !== LAYER.exec(from)?.[1]) return `#${name.slice('libs/'.length)}`;
  const path = relative(dirname(from), /\.tsx?$/.test(old) ? file : name);
  return path.startsWith('.') ? path : `./${path}`;
}

const ORDER = ['#kernel', '#platform', '#engine', '#resources', '#pages', '#control', '#', '..', '.'];
const IMPORT = /^import (?:[^;]|\n)*?from '([^']+)';\n/gm;

/** Imports from packages first, then those of the layers in their order, then relative ones. */
function inOrder(text) {
  return text.replace(/(?:^import (?:[^;]|\n)*?from '[^']+';\n)+/m, (block) => {
    const rank = (name) => ORDER.findIndex((start) => name.startsWith(start));
    const imports = [...block.matchAll(IMPORT)].map(([whole, name]) => ({ whole, rank: rank(name) }));
    return imports
      .toSorted((a, b) => a.rank - b.rank)
      .map(({ whole }) => whole)
      .join('');
  });
}

for (const old of tracked) {
  const now = MOVES.get(old) ?? old;
  if (!TEXT.test(old) || old === LIST || old === 'package-lock.json') continue;
  const before = readFileSync(old, 'utf8');
  let after = before;
  if (CODE.test(old))
    after = after.replaceAll(SPECIFIER, (specifier) => {
      const file = fileOf(specifier, old);
      if (file === undefined || (!MOVES.has(file) && now === old)) return specifier;
      return specifierOf(MOVES.get(file) ?? file, now, specifier);
    });
  after = after.replaceAll(/(?<![\w/.-])(?:libs|apps|scripts)\/[\w./-]+\w/g, (path) => MOVES.get(path) ?? path);
  if (after !== before && CODE.test(old) && /^(libs|apps)\/(?!console|browser)/.test(now)) after = inOrder(after);
  if (after !== before) writeFileSync(old, after);
}
for (const [old, now] of MOVES) {
  if (!existsSync(old) || !tracked.includes(old)) continue;
  mkdirSync(dirname(now), { recursive: true });
  git('mv', old, now);
}
