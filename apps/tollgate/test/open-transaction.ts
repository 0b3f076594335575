import { Client } from 'pg';
import type { Gateway } from './harness.js';

/** Does `work` while a transaction on a connection of its own is open, then commits it. */
export async function inTransaction<T>(
  { databaseUrl }: Pick<Gateway, 'databaseUrl'>,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query('BEGIN');
    const result = await work(client);
    await client.query('COMMIT');
    return result;
  } finally {
    await client.end();
  }
}
