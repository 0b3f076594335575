import { createHash } from 'node:crypto';
import { migrationNames } from '#platform/database/migrations.js';
import { EXPORT_VERSION } from './rules/exported-row.js';
import type { FileHeader, FileTrailer } from './rules/file-rules.js';

/** The contents of a header that the state decides. */
type HeaderContent = Pick<FileHeader, 'frozen' | 'settings' | 'bundle'> & {
  readonly at: Date;
  readonly hasPersonalData: boolean;
};

export async function fileHeader({ at, hasPersonalData, ...others }: HeaderContent): Promise<FileHeader> {
  const schema = (await migrationNames()).at(-1) ?? '';
  const about = { version: EXPORT_VERSION, schema, personal_data: hasPersonalData };
  return { tollgate: 'snapshot', ...about, at: at.toISOString(), ...others };
}

/** A file as NDJSON: the header, a line for each of the `pages` of rows, and the trailer. */
export async function* fileText(
  header: FileHeader,
  pages: AsyncIterable<readonly object[]> | Iterable<readonly object[]>,
  orders: number,
): AsyncGenerator<string> {
  const hash = createHash('sha256');
  const hashed = (text: string): string => {
    hash.update(text);
    return text;
  };
  yield hashed(line(header));
  let rows = 0;
  for await (const page of pages) {
    rows += page.length;
    yield hashed(page.map(line).join(''));
  }
  const trailer: FileTrailer = { rows, orders, sha256: hash.digest('hex') };
  yield line(trailer);
}

function line(value: object): string {
  return `${JSON.stringify(value)}\n`;
}
