import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The measurements, and the pages of docs that have their tables. */
const PAGES = {
  start: 'benchmarks.md',
  split: 'benchmarks.md',
  control: 'benchmarks/control.md',
  search: 'benchmarks/search.md',
};
export type Part = keyof typeof PAGES;
export const PARTS = Object.keys(PAGES) as Part[];

export function writeReport(part: Part, text: string): void {
  const file = join('docs', PAGES[part]);
  writeFileSync(file, withReport(readFileSync(file, 'utf8'), part, text));
}

/** Replaces the text between the two marks of a part. Throws when the page has no such marks. */
export function withReport(page: string, part: Part, text: string): string {
  const [begin, end] = [`<!-- ${part}: written by npm run bench -- --write -->`, `<!-- ${part}: end -->`];
  const [from, to] = [page.indexOf(begin), page.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`the page must have the lines ${begin} and ${end}`);
  return `${page.slice(0, from + begin.length)}\n\n${text.trimEnd()}\n\n${page.slice(to)}`;
}
