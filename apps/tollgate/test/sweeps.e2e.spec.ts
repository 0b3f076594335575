import { jest } from '@jest/globals';
import type { BackgroundWork } from '#platform/jobs/background-work.js';
import { IdempotencySweeper } from '#engine/idempotency/idempotency.sweeper.js';
import { DeliveryQueries } from '#engine/webhooks/delivery.queries.js';
import { DeliveryDueWork } from '#engine/webhooks/delivery.work.js';
import { ChargeDueWork } from '#resources/charges/charge.work.js';
import { useOwnGateway } from './harness.js';
import type { Merchant } from './merchant.js';

const DAY_MS = 24 * 3_600_000;

const gateway = useOwnGateway();
let sweepCharges: BackgroundWork['sweep'];
let sweepKeys: BackgroundWork['sweep'];

beforeAll(() => {
  sweepCharges = takeOver(gateway.tollgate.worker.get(ChargeDueWork, { strict: false }));
  sweepKeys = takeOver(gateway.tollgate.worker.get(IdempotencySweeper, { strict: false }));
  takeOver(gateway.tollgate.worker.get(DeliveryDueWork, { strict: false }));
});

const { signal } = new AbortController();

/** From now on it sweeps when the spec says so, and not by itself. */
function takeOver(sweeper: BackgroundWork): BackgroundWork['sweep'] {
  const sweep = sweeper.sweep.bind(sweeper);
  jest.spyOn(sweeper, 'sweep').mockResolvedValue(0);
  return sweep;
}

/** Results of repeated sweeps until nothing is left. */
async function rounds(sweep: () => Promise<number>): Promise<number[]> {
  const found = [];
  do found.push(await sweep());
  while (found.at(-1) !== 0);
  return found;
}

/** Pending charges, all but one of them copies of that one. */
async function makeCharges(merchant: Merchant, count: number): Promise<void> {
  const { id, source } = await merchant.charge();
  await gateway.database.$executeRaw`
    INSERT INTO source SELECT (jsonb_populate_record(source, jsonb_build_object('id', id || n))).*
    FROM source, generate_series(2, ${count}) n WHERE id = ${source.id}`;
  await gateway.database.$executeRaw`
    INSERT INTO charge SELECT (jsonb_populate_record(charge,
      jsonb_build_object('id', id || n, 'source_id', source_id || n, 'payment_id', payment_id || n))).*
    FROM charge, generate_series(2, ${count}) n WHERE id = ${id}`;
}

describe('one run of a sweep', () => {
  it('expires two hundred charges of all accounts, and the next run continues', async () => {
    const merchants = await Promise.all([gateway.account(), gateway.account()]);
    await Promise.all(merchants.map((merchant) => makeCharges(merchant, 115)));
    for (const merchant of merchants) await merchant.advance(30 * DAY_MS);
    expect(await gateway.database.charge.count({ where: { status: 'pending' } })).toBe(230);
    expect(await rounds(() => sweepCharges(signal))).toEqual([200, 30, 0]);
    expect(await gateway.database.charge.count({ where: { status: 'expired' } })).toBe(230);
  });

  it('finds a thousand deliveries per receiver and five thousand per account, skips no account, and the next run continues', async () => {
    const [crowded, small] = await Promise.all([gateway.account(), gateway.account()]);
    await Promise.all([crowded.charge(), small.charge()]);
    /** Deliveries of the account's only event that should have been made at this second. */
    const owe = (accountId: string, host: string, count: number, second: number): Promise<number> => gateway
      .database.$executeRaw`
      INSERT INTO webhook_delivery (id, event_id, account_id, livemode, uri, status, attempt_count, next_attempt_at, created_at)
      SELECT ${`${accountId} ${host} `} || n, id, account_id, livemode, ${`https://${host}/hook`}, 'pending', 0,
        to_timestamp(${second}::float8), to_timestamp(0)
      FROM event, generate_series(1, ${count}) n WHERE account_id = ${accountId}`;
    await owe(crowded.id, 'dead.example', 1_200, 1);
    for (let index = 0; index < 8; index += 1) await owe(crowded.id, `slow-${index}.example`, 600, 2 + index);
    await owe(small.id, 'dead.example', 10, 3);
    await owe(small.id, 'well.example', 10, 100);

    const queries = gateway.tollgate.worker.get(DeliveryQueries, { strict: false });
    const found: Record<string, number>[] = [];
    await rounds(async () => {
      const overdue = await queries.findOverdue();
      await gateway.database.webhookDelivery.updateMany({
        where: { id: { in: overdue.map(({ id }) => id) } },
        data: { status: 'delivered', nextAttemptAt: null },
      });
      const hosts = overdue.map(({ uri }) => new URL(uri).host.replace(/-\d/, ''));
      found.push(
        Object.fromEntries(
          [...new Set(hosts)].sort().map((host) => [host, hosts.filter((other) => other === host).length]),
        ),
      );
      return overdue.length;
    });
    expect(found).toEqual([
      { 'dead.example': 1_000, 'slow.example': 3_800, 'well.example': 10 },
      { 'dead.example': 210, 'slow.example': 1_000 },
      {},
    ]);
  });

  it('deletes two thousand key records, and the next run continues', async () => {
    const { id } = await gateway.account();
    const keep = (name: string, count: number, createdAt: Date): Promise<number> => gateway.database
      .$executeRaw`
      INSERT INTO idempotency_key (account_id, livemode, key_kind, key_hash, fingerprint, status, body, created_at)
      SELECT ${id}, false, 'secret', ${name} || n, '', 200, '{}', ${createdAt}::timestamptz FROM generate_series(1, ${count}) n`;
    await keep('old', 2_300, new Date(Date.now() - DAY_MS - 1_000));
    await keep('young', 5, new Date(Date.now() - DAY_MS + 3_600_000));
    expect(await rounds(() => sweepKeys(signal))).toEqual([2_000, 300, 0]);
    expect(await gateway.database.idempotencyKey.count({ where: { accountId: id } })).toBe(5);
  });
});
