import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const FILE = join('docs', 'benchmarks.md');
/** What stands above these lines was written by hand and stays. A part ends where the next begins. */
const MARKS = {
  control: '<!-- Written by npm run bench -- --rows=control --write -->',
  search: '<!-- Written by npm run bench -- --rows=search --write -->',
  others: '<!-- Everything below is written by npm run bench -- --write -->',
};
export type Part = keyof typeof MARKS;

/** Puts the tables of a part into docs/benchmarks.md, in the place of the former ones. */
export function writeReport(part: Part, text: string): void {
  writeFileSync(FILE, withReport(readFileSync(FILE, 'utf8'), part, text));
}

/** Throws when the page has no line for the part. */
export function withReport(page: string, part: Part, text: string): string {
  const mark = MARKS[part];
  const at = page.indexOf(mark);
  if (at < 0) throw new Error(`${FILE} must have the line ${mark}`);
  const begin = at + mark.length;
  const [end = page.length] = Object.values(MARKS)
    .map((other) => page.indexOf(other, begin))
    .filter((place) => place >= 0)
    .sort((a, b) => a - b);
  return `${page.slice(0, begin)}\n\n${[text, page.slice(end)].filter(Boolean).join('\n\n').trimEnd()}\n`;
}
