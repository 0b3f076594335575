import type { Summary } from './statistics.js';

/** A table of Markdown, its numbers to the right. Throws when a row has more or fewer cells than the head. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  for (const row of rows)
    if (row.length !== head.length) throw new Error(`A row of ${row.length} cells does not fit ${head.length} columns`);
  const widths = head.map((title, column) => Math.max(...[title, ...rows.map((row) => row[column] ?? '')].map((cell) => cell.length), 3));
  const pad = (cell: string, column: number): string => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0));
  const line = (cells: readonly string[]): string => `| ${cells.map(pad).join(' | ')} |`;
  const rule = widths.map((width, column) => (column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`));
  return [line(head), line(rule), ...rows.map(line)].join('\n');
}

/** What stands where nothing was to be measured. */
export const NOTHING = '–';

/** A median and its spread: `412 (390–433)`. */
export function shown({ median, least, most }: Summary, digits = 0): string {
  const [middle, low, high] = [median, least, most].map((value) => value.toFixed(digits));
  return `${middle} (${low}–${high})`;
}
