import type { Pool, QueryResult } from 'pg';
import { withTimeout } from '../process/timeout.js';

/** The longest wait for the result. */
const TIMEOUT_MS = 2_000;
/**
 * One transaction. What it counts is more than it may keep in memory, so PostgreSQL writes a temporary file, of some 150 KB, to the disk of
 * the database; it writes no row, and nothing that would have to be cleaned up. On a replica, too, every transaction is read-only.
 */
const TRIAL = `
  SET LOCAL work_mem = '64kB';
  SELECT count(*) FROM generate_series(1, 10000);
  SELECT current_setting('transaction_read_only')::boolean AS "isReadOnly"`;

/**
 * Throws when the database takes no writes: it is read-only, or its disk is full. Not seen are other disks, such as those of tablespaces:
 * the next write finds out.
 */
export async function assertWritable(pool: Pool): Promise<void> {
  // There is one result for each statement, which the driver's types do not say.
  const trial = pool.query(TRIAL) as Promise<unknown> as Promise<QueryResult<{ isReadOnly: boolean }>[]>;
  const results = await withTimeout(TIMEOUT_MS, trial, 'the database does not answer');
  if (results.at(-1)?.rows[0]?.isReadOnly !== false) throw new Error('the database is read-only');
}
