import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A report replaces everything below this line and keeps the rest. */
const MARK = '<!-- Everything below is written by npm run bench -- --write -->';

/** The pages below docs/benchmarks. */
export type Part = 'requests' | 'webhooks' | 'control' | 'search';

/** Replaces the tables of a page. */
export function writeReport(part: Part, text: string): void {
  const file = join('docs', 'benchmarks', `${part}.md`);
  writeFileSync(file, withReport(readFileSync(file, 'utf8'), text));
}

/** Throws when the page has no line for the tables. */
export function withReport(page: string, text: string): string {
  const at = page.indexOf(MARK);
  if (at < 0) throw new Error(`the page must have the line ${MARK}`);
  return `${page.slice(0, at + MARK.length)}\n\n${text.trimEnd()}\n`;
}
