import { Client } from 'pg';

/** A statement as it is sent to PostgreSQL. */
export interface SentStatement {
  readonly text: string;
  readonly values?: readonly unknown[];
}

type Query = (this: Client, asked: string | SentStatement, ...rest: unknown[]) => unknown;

/** Statements that this process sends to PostgreSQL during `work`, on any connection. */
export async function statementsDuring(work: () => Promise<unknown>): Promise<SentStatement[]> {
  const prototype = Client.prototype as unknown as { query: Query };
  const { query } = prototype;
  const sent: SentStatement[] = [];
  prototype.query = function (asked, ...rest) {
    sent.push(typeof asked === 'string' ? { text: asked } : asked);
    return query.call(this, asked, ...rest);
  };
  try {
    await work();
  } finally {
    prototype.query = query;
  }
  return sent;
}
