import { newSuffix } from '#kernel/ids.js';
import type { Database } from '#platform/database/database.js';
import type { CaseRun } from '#control/exams/case-run.js';
import { ShopCalls } from '#control/exams/shop-calls.js';
import type { Client } from 'pg';
import { useGateway } from './harness.js';
import { inTransaction } from './open-transaction.js';

const gateway = useGateway();

interface Row {
  readonly id: string | null;
}

describe('the calls of a shop', () => {
  it('are each read once while a long transaction is open, and again when they have ended', async () => {
    const accountId = (await gateway.account()).id;
    const read: (readonly (string | null)[])[] = [];
    const database = {
      query: async (statement: never) => {
        const rows = await gateway.database.query<Row>(statement);
        read.push(rows.map(({ id }) => id));
        return rows;
      },
    };
    const run = {
      scenario: { scope: { accountId }, made: new Map() },
      sentIds: new Set(),
      ...{ calls: new Map(), callsSeenIn: '1:1:', beganAt: new Date(0) },
    } as unknown as CaseRun;
    const calls = new ShopCalls(database as unknown as Database);
    const found = async (): Promise<object[]> =>
      (await calls.read(run)).map(({ id, status }) => ({ id, status }));
    const write = async (
      client: Pick<Client, 'query'>,
      id: string,
      status: number | null,
    ): Promise<unknown> =>
      client.query(
        `INSERT INTO request_log (id, account_id, livemode, host, method, path, query, status, is_in_progress, is_answer_cut,
           duration_ms, request_id, objects, machine_at)
         VALUES ($1, $2, false, 'api', 'GET', '/charges', '{}', $3, $3::int IS NULL, false, 1, 'req-1', '{}', now())
         ON CONFLICT (id) DO UPDATE SET status = excluded.status, is_in_progress = false, xid = excluded.xid`,
        [id, accountId, status],
      );
    // The worker's gateway removes requests whose ids are of last week.
    const [first, second, late] = [`req_${newSuffix()}`, `req_${newSuffix()}`, `req_${newSuffix()}`] as const;
    await inTransaction(gateway, async (long) => {
      await write(long, late, 200);
      await inTransaction(gateway, (other) => write(other, first, 200));
      expect(await found()).toEqual([{ id: first, status: 200 }]);
      await inTransaction(gateway, (other) => write(other, second, null));
      expect(await found()).toHaveLength(2);
      await inTransaction(gateway, (other) => write(other, second, 500));
      expect(await found()).toContainEqual({ id: second, status: 500 });
      expect(await found()).toHaveLength(2);
    });
    expect(await found()).toContainEqual({ id: late, status: 200 });
    expect(read).toEqual([[first], [second], [second], [null], [late]]);
  });
});
