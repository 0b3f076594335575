// `npm run fidelity`: counts the rows of docs/fidelity by their evidence, and writes the index of
// docs/fidelity.md and the figures of README.md. With --check it writes nothing, and fails if they are
// outdated, if a row names no evidence, or if a file cites a row that does not exist.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectTexts } from './prepare.mjs';

const INDEX = join('docs', 'fidelity.md');
const README = 'README.md';
const CITED = /docs\/fidelity\.md,? ([A-Z]+\d+(?:(?:, | and )[A-Z]+\d+)*)/g;
/** A row: its first line, and the indented lines below. */
const ROW = /^- \*\*([A-Z]+)(\d+)\*\* .*(?:\n {2}.*)*/gm;
const EVIDENCE = /^(?: {2}- | {4})(Specified|Recorded|Our choice): ./gm;
const INDEX_LINE = /^\| [^|\n]* \| (\[[^\]|\n]*\]\(fidelity\/([\w-]+\.md)\)[^|\n]*) \|.*$/gm;
const TOTAL_LINE = /^\| all .*$/m;
const README_FIGURES = /Of \d+ emulated behaviours, .*/;

const pages = Object.fromEntries(
  readdirSync(join('docs', 'fidelity')).map((name) => {
    const text = readFileSync(join('docs', 'fidelity', name), 'utf8');
    const rows = Array.from(text.matchAll(ROW), ([row, letters, number]) => ({
      letters,
      number: Number(number),
      kinds: new Set(Array.from(row.matchAll(EVIDENCE), ([, kind]) => kind)),
    }));
    return [name, rows];
  }),
);
const all = Object.values(pages).flat();
const idOf = ({ letters, number }) => `${letters}${number}`;

/** `K, A`, or `V2 to V9` if other pages have rows with the same letters. */
function named(rows) {
  const groups = new Set(rows.map(({ letters }) => letters));
  return Array.from(groups, (letters) => {
    const has = (row) => row.letters === letters;
    const own = rows.filter(has);
    return own.length === all.filter(has).length ? letters : ranges(own);
  }).join(', ');
}

function ranges(rows) {
  const runs = [];
  for (const row of rows.toSorted((one, other) => one.number - other.number)) {
    const run = runs.at(-1);
    if (run?.at(-1).number === row.number - 1) run.push(row);
    else runs.push([row]);
  }
  const texts = runs.map((run) =>
    run.length > 2 ? `${idOf(run[0])} to ${idOf(run.at(-1))}` : run.map(idOf).join(', '),
  );
  return texts.join(', ');
}

function count(rows) {
  const isChosen = ({ kinds }) => kinds.has('Our choice');
  const choices = rows.filter(isChosen);
  const partly = choices.filter(({ kinds }) => kinds.size > 1);
  return {
    total: rows.length,
    evident: rows.length - choices.length,
    partly: partly.length,
    chosen: choices.length - partly.length,
  };
}

function cells(rows) {
  const { total, evident, partly, chosen } = count(rows);
  return `${total} | ${evident} | ${partly} | ${chosen} |`;
}

function written() {
  const { total, evident, partly, chosen } = count(all);
  const index = readFileSync(INDEX, 'utf8')
    .replaceAll(
      INDEX_LINE,
      (_, cell, page) => `| ${named(pages[page] ?? [])} | ${cell} | ${cells(pages[page] ?? [])}`,
    )
    .replace(TOTAL_LINE, `| all | | ${cells(all)}`);
  const readme = readFileSync(README, 'utf8').replace(
    README_FIGURES,
    `Of ${total} emulated behaviours, ${evident} rest on public documentation or recordings, ${partly} do in part, and ${chosen} are our choice ([docs/fidelity.md](docs/fidelity.md)).`,
  );
  return { [INDEX]: index, [README]: readme };
}

function problems() {
  const listed = Array.from(readFileSync(INDEX, 'utf8').matchAll(INDEX_LINE), ([, , page]) => page);
  const unlisted = Object.keys(pages).filter((page) => pages[page].length > 0 && !listed.includes(page));
  const ids = new Set(all.map(idOf));
  const cited = projectTexts().flatMap(({ file, text }) =>
    Array.from(text.matchAll(CITED), ([, list]) => list.split(/, | and /))
      .flat()
      .filter((id) => !ids.has(id))
      .map((id) => `${file}: docs/fidelity.md has no row ${id}`),
  );
  const unmarked = [
    [INDEX, TOTAL_LINE],
    [README, README_FIGURES],
  ].filter(([file, place]) => !place.test(readFileSync(file, 'utf8')));
  return [
    ...unmarked.map(([file, place]) => `${file} has no line for the figures: ${place}`),
    ...unlisted.map((page) => `${INDEX} has no line for fidelity/${page}`),
    ...all
      .filter(({ kinds }) => kinds.size === 0)
      .map((row) => `${idOf(row)} names no evidence: "Specified: …", "Recorded: …" or "Our choice: …"`),
    ...cited,
  ];
}

const found = problems();
for (const [file, text] of Object.entries(written())) {
  if (!process.argv.includes('--check')) writeFileSync(file, text);
  else if (readFileSync(file, 'utf8') !== text) found.push(`${file} is out of date; run: npm run fidelity`);
}
for (const problem of found) console.error(problem);
if (found.length > 0) process.exitCode = 1;
