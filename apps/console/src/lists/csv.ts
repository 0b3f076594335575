/**
 * Rows as comma-separated values (RFC 4180). The columns are the fields of the rows; values that are not
 * scalars are JSON.
 */
export function csvOf(rows: readonly object[]): string {
  const fields = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const lines = rows.map((row) =>
    fields.map((field) => cellOf((row as Readonly<Record<string, unknown>>)[field])),
  );
  return [fields, ...lines].map((line) => `${line.join(',')}\r\n`).join('');
}

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
