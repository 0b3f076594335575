import { Client } from 'pg';

type Query = (this: Client, asked: string | { readonly text: string }, ...rest: unknown[]) => unknown;

/** Statements that this process sends to PostgreSQL during `work`, on any connection. */
export async function statementsDuring(work: () => Promise<unknown>): Promise<string[]> {
  const prototype = Client.prototype as unknown as { query: Query };
  const { query } = prototype;
  const texts: string[] = [];
  prototype.query = function (asked, ...rest) {
    texts.push(typeof asked === 'string' ? asked : asked.text);
    return query.call(this, asked, ...rest);
  };
  try {
    await work();
  } finally {
    prototype.query = query;
  }
  return texts;
}
