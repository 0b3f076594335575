import type { Deployment } from '../deployment.js';
import { copyStatement } from './copies.js';
import type { Model } from './models.js';

const BATCH = 10_000;
const BATCH_LIMIT_MS = 600_000;
/** Between one charge and the next: a million of them are half a year. */
const APART = "interval '15 seconds'";

/** Writes `count` charges in the past, the latest just now, in the proportions of the models. */
export async function fillCharges(
  { postgres, database }: Deployment,
  models: readonly Model[],
  count: number,
  say: (line: string) => void,
): Promise<void> {
  const run = async (sql: string): Promise<void> =>
    void (await postgres.query(database, sql, [], BATCH_LIMIT_MS));
  for (let first = 1; first <= count; first += BATCH) {
    const last = Math.min(count, first + BATCH - 1);
    let from = 0;
    for (const { trace, percent } of models) {
      const numbers = `SELECT n, date_trunc('second', now()) - ${APART} * (${count} - n) AS at
        FROM generate_series(${first}, ${last}) n WHERE n % 100 >= ${from} AND n % 100 < ${from + percent}`;
      await run(copyStatement(trace, numbers));
      from += percent;
    }
    if (last % (BATCH * 10) === 0) say(`  ${last} of ${count} charges`);
  }
  // As autovacuum would have done by and by.
  await run('VACUUM (ANALYZE)');
  await run('CHECKPOINT');
}
