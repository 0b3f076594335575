import type { OwnPostgres } from '../../rig/own-postgres.js';
import { copyId, copyStatement, paddedNumber } from './copies.js';
import type { Trace } from './stored.js';

/** A charge that was recorded through, and how many in a hundred are like it. */
export interface Model {
  readonly trace: Trace;
  readonly percent: number;
}

const BATCH = 10_000;
const BATCH_LIMIT_MS = 600_000;
/** Between one charge and the next: a million of them are half a year. */
const APART = "interval '15 seconds'";

/** Writes `count` charges in the past, the latest just now, in the proportions of the models, each with all that Tollgate would have written. */
export async function fillCharges(
  postgres: OwnPostgres,
  database: string,
  models: readonly Model[],
  count: number,
  say: (line: string) => void,
): Promise<void> {
  const run = async (sql: string): Promise<void> => void (await postgres.query(database, sql, [], BATCH_LIMIT_MS));
  for (let first = 1; first <= count; first += BATCH) {
    const last = Math.min(count, first + BATCH - 1);
    let from = 0;
    for (const { trace, percent } of models) {
      const numbers = `SELECT ${paddedNumber('n')} AS number, date_trunc('second', now()) - ${APART} * (${count} - n) AS at
        FROM generate_series(${first}, ${last}) n WHERE n % 100 >= ${from} AND n % 100 < ${from + percent}`;
      await run(copyStatement(trace, numbers, '5'));
      from += percent;
    }
    if (last % (BATCH * 10) === 0) say(`  ${last} of ${count} charges`);
  }
  // As autovacuum would have done by and by.
  await run('VACUUM (ANALYZE)');
  await run('CHECKPOINT');
}

/** Copies of one trace, made just now, that the load may use up. Every call makes others. */
export class Supply {
  private last: number;

  constructor(
    private readonly postgres: OwnPostgres,
    private readonly database: string,
    /** Copies up to this number exist already. */
    after: number,
  ) {
    this.last = after;
  }

  /** Makes `count` more; answers the number of the first. */
  async make(trace: Trace, count: number): Promise<number> {
    const first = this.last + 1;
    this.last += count;
    const numbers = `SELECT ${paddedNumber('n')} AS number, date_trunc('second', now()) AS at FROM generate_series(${first}, ${this.last}) n`;
    await this.postgres.query(this.database, copyStatement(trace, numbers, '5'), [], BATCH_LIMIT_MS);
    return first;
  }

  /** Makes `count` more; answers their ids. */
  async ids(trace: Trace, count: number): Promise<string[]> {
    const first = await this.make(trace, count);
    return Array.from({ length: count }, (_, index) => copyId(trace, '5', first + index));
  }
}
