import type { Pool, QueryResult } from 'pg';
import { withTimeout } from '../process/timeout.js';

const TIMEOUT_MS = 2_000;
/**
 * One transaction. Its count exceeds `work_mem`, so PostgreSQL writes a temporary file of 150 KB to the
 * database's disk, and no row.
 */
const TRIAL = `
  SET LOCAL work_mem = '64kB';
  SELECT count(*) FROM generate_series(1, 10000);
  SELECT current_setting('transaction_read_only')::boolean AS "isReadOnly"`;

/** Throws if the database is read-only or its disk is full. It does not check the disks of tablespaces. */
export async function assertWritable(pool: Pool): Promise<void> {
  // The driver's types lack the array of results, one for each statement.
  const trial = pool.query(TRIAL) as Promise<unknown> as Promise<QueryResult<{ isReadOnly: boolean }>[]>;
  const results = await withTimeout(TIMEOUT_MS, trial, 'the database does not answer');
  if (results.at(-1)?.rows[0]?.isReadOnly !== false) throw new Error('the database is read-only');
}
