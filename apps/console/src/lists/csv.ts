import type { Column } from './column';

/** Rows as comma-separated values (RFC 4180): the columns of a list, with their names. */
export function csvOf<Item>(columns: readonly Column<Item>[], rows: readonly Item[]): string {
  const shown = columns.flatMap(({ name, text }) => (text ? [{ name, text }] : []));
  const lines = rows.map((row) => shown.map(({ text }) => text(row)));
  return [shown.map(({ name }) => name), ...lines]
    .map((line) => `${line.map(quoted).join(',')}\r\n`)
    .join('');
}

function quoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
