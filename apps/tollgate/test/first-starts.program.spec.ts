import { Client } from 'pg';
import { readSettings } from '#platform/config/settings.js';
import { seed } from '../../../prisma/seed.js';
import { SANDBOX_SECRET } from '../../../proof/rig/program.js';
import { SharedParts } from '#platform/process/shared-parts.js';
import { until } from '#platform/testing/until.js';
import { createDatabase } from './test-database.js';

describe('two first starts on one empty database', () => {
  let databaseUrl: string;
  let keeper: Client;

  beforeAll(async () => {
    databaseUrl = await createDatabase();
    keeper = new Client({ connectionString: databaseUrl });
    await keeper.connect();
  });

  afterAll(() => keeper.end());

  it('share one demo account', async () => {
    const settings = readSettings({ DATABASE_URL: databaseUrl, SANDBOX_SECRET });
    await keeper.query('BEGIN');
    // Until both have looked for the demo account, none is made.
    await keeper.query('LOCK TABLE account IN SHARE ROW EXCLUSIVE MODE');
    const starts = Promise.allSettled(
      [new SharedParts(settings, 'all'), new SharedParts(settings, 'all')].map(async (shared) => {
        try {
          await seed(shared.database, settings);
        } finally {
          await shared.close();
        }
      }),
    );
    await until(async () => (await waiting()) === 2, 'the two starts do not meet');
    await keeper.query('COMMIT');
    expect((await starts).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
    const { rows } = await keeper.query(
      'SELECT (SELECT count(*)::int FROM account) AS accounts, (SELECT count(*)::int FROM api_key) AS keys',
    );
    expect(rows).toEqual([{ accounts: 1, keys: 4 }]);
  });

  /** Number of statements that wait for a lock of the other start or of the keeper. */
  async function waiting(): Promise<number> {
    const inThisDatabase = '(SELECT oid FROM pg_database WHERE datname = current_database())';
    const { rows } = await keeper.query<{ count: number }>(
      `SELECT count(*)::int FROM pg_locks WHERE NOT granted AND database = ${inThisDatabase}`,
    );
    return rows[0]?.count ?? 0;
  }
});
