import { orderOf } from '../../ui/order';
import { counted } from '../../ui/words';

/** The contents of an exported snapshot or a bundle, before it is imported. */
export interface FileContents {
  /** The object of a bundle. */
  readonly object: string | undefined;
  /** The order of a bundle. */
  readonly order: string | undefined;
  readonly hasPersonalData: boolean;
  /** Rows by table. */
  readonly counts: Readonly<Record<string, number>>;
}

/** Characters of the longest line: a document of a dispute. */
const LONGEST_LINE = 9 * 1024 * 1024;
const TABLE = /^\{"table":"(\w+)"/;

/** Reads a file line by line. Throws an error with a sentence for one that is neither, or incomplete. */
export async function contentsOf(file: Pick<File, 'name' | 'stream'>): Promise<FileContents> {
  let header: Header | undefined;
  let order: string | undefined;
  let last = '';
  const counts: Record<string, number> = {};
  for await (const line of linesOf(file)) {
    header ??= headerIn(line, file.name);
    const table = TABLE.exec(line)?.[1];
    if (table !== undefined) counts[table] = (counts[table] ?? 0) + 1;
    if (header.bundle && table === 'charge') order ??= orderIn(line);
    last = line;
  }
  if (!header) throw new Error(`${file.name} is empty.`);
  if (!last.includes('"sha256"')) throw new Error(`${file.name} is incomplete: its last line is missing.`);
  return { object: header.bundle?.object, order, hasPersonalData: header.personal_data, counts };
}

/** Nouns of the tables that are worth a word, in this order. */
const NOUNS: Readonly<Record<string, string>> = {
  charge: 'charge',
  refund: 'refund',
  dispute: 'dispute',
  transfer: 'transfer',
  customer: 'customer',
  link: 'link',
  checkout_session: 'checkout session',
  schedule: 'schedule',
  recipient: 'recipient',
  event: 'event',
  webhook_delivery: 'webhook',
};

/** `case.tollgate holds 1 charge, 2 events, 2 webhooks, without personal data.` */
export function contentsText(name: string, { counts, hasPersonalData }: FileContents): string {
  const parts = Object.entries(NOUNS).flatMap(([table, noun]) => {
    const count = counts[table] ?? 0;
    return count === 0 ? [] : [counted(count, noun)];
  });
  const rows = parts.length === 0 ? 'no objects' : parts.join(', ');
  return `${name} holds ${rows}, ${hasPersonalData ? 'with' : 'without'} personal data.`;
}

interface Header {
  readonly personal_data: boolean;
  readonly bundle?: { readonly object: string };
}

function headerIn(line: string, name: string): Header {
  const header = parsed(line);
  if (header?.['tollgate'] !== 'snapshot') throw unfit(name);
  return header as unknown as Header;
}

function unfit(name: string): Error {
  return new Error(`${name} is neither a bundle nor an exported snapshot.`);
}

function orderIn(line: string): string | undefined {
  return orderOf(parsed(line)?.['metadata']);
}

function parsed(line: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    // It is no line of such a file.
    return undefined;
  }
}

async function* linesOf(file: Pick<File, 'name' | 'stream'>): AsyncGenerator<string> {
  const reader = file.stream().pipeThrough(new TextDecoderStream()).getReader();
  try {
    let rest = '';
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      const lines = (rest + value).split('\n');
      rest = lines.pop() ?? '';
      if (rest.length > LONGEST_LINE) throw unfit(file.name);
      yield* lines;
    }
    if (rest !== '') yield rest;
  } finally {
    await reader.cancel();
  }
}
