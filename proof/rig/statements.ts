import { Client } from 'pg';

interface Statement {
  readonly text: string;
  readonly values?: readonly unknown[];
}

/** A statement as it is sent to PostgreSQL. */
export interface SentStatement extends Statement {
  readonly connection: Client;
}

type Query = (this: Client, statement: string | Statement, ...rest: unknown[]) => unknown;

/** Statements that this process sends to PostgreSQL during `work`, on any connection. */
export async function statementsDuring(work: () => Promise<unknown>): Promise<SentStatement[]> {
  const prototype = Client.prototype as unknown as { query: Query };
  const { query } = prototype;
  const sent: SentStatement[] = [];
  prototype.query = function (statement, ...rest) {
    const { text, values } =
      typeof statement === 'string' ? { text: statement, values: undefined } : statement;
    sent.push({ text, connection: this, ...(values && { values }) });
    return query.call(this, statement, ...rest);
  };
  try {
    await work();
  } finally {
    prototype.query = query;
  }
  return sent;
}
