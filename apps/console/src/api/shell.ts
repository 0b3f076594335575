/** A text as one word of a shell, in which nothing of it means anything. */
export function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
