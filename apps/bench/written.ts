import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const FILE = join('docs', 'benchmarks.md');
/** What stands above this line was written by hand and stays. */
const MARK = '<!-- Everything below is written by npm run bench -- --write -->';

/** Puts the tables into docs/benchmarks.md, in the place of the former ones. */
export function writeReport(text: string): void {
  writeFileSync(FILE, withReport(readFileSync(FILE, 'utf8'), text));
}

export function withReport(page: string, text: string): string {
  const at = page.indexOf(MARK);
  if (at < 0) throw new Error(`${FILE} must have the line ${MARK}`);
  return `${page.slice(0, at)}${MARK}\n\n${text}\n`;
}
