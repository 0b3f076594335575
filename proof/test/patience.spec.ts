import { Client } from 'pg';
import { steadyPort } from '../rig/ports.js';
import type { ErrorBody } from '../../libs/kernel/errors.js';
import { expectTryAgain, openCaller, type Caller, type Outcome } from '../../apps/tollgate/test/caller.js';
import { useOwnGateway } from '../../apps/tollgate/test/harness.js';
import type { Merchant } from '../../apps/tollgate/test/merchant.js';
import { rawClient } from '../../apps/tollgate/test/raw-client.js';
import { until } from '../../libs/platform/testing/until.js';

const STATEMENT_MS = 15_000;
/** Lock time-out of requests with an `Idempotency-Key`, for the key or a row. */
const LOCK_MS = 5_000;
const SCRAPER_MS = 5_000;
/** Clocks differ a little. */
const TOLERANCE_MS = 100;

let merchant: Merchant;
let caller: Caller;
let holder: Client;
let metricsPort: number;
const gateway = useOwnGateway(async () => {
  metricsPort = await steadyPort();
  return { METRICS_PORT: String(metricsPort) };
});

beforeAll(async () => {
  merchant = await gateway.account();
  caller = openCaller(gateway.settings.baseUrl, merchant.key('secret'));
  holder = new Client({ connectionString: gateway.databaseUrl });
  await holder.connect();
});

afterAll(async () => {
  await holder.end();
  await caller.close();
});

/**
 * Number of statements that wait for a lock. The holder cannot count them: its transaction has one snapshot.
 */
async function blocked(): Promise<number> {
  const waiting = await gateway.database.$queryRaw<unknown[]>`
    SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  return waiting.length;
}

/** Time until an idle metrics connection is closed. */
async function silentScraper(): Promise<number> {
  const began = performance.now();
  await rawClient(metricsPort).closed();
  return performance.now() - began;
}

/** These limits are waited for, all at the same time. */
describe('requests for a locked charge and a locked key', () => {
  it('time out without writes, while others are served, and succeed after the unlock', async () => {
    const [paid, held, other, free] = await Promise.all([
      merchant.charge(),
      merchant.charge(),
      merchant.charge(),
      merchant.charge(),
    ]);
    const pay = (id: string, key?: string): Promise<Outcome> =>
      caller.post(`/charges/${id}/mark_as_paid`, {}, key);
    const answer = await pay(paid.id, 'held key');
    await holder.query('BEGIN');
    await holder.query('SELECT FROM charge WHERE id IN ($1, $2) FOR UPDATE', [held.id, other.id]);
    await holder.query('SELECT FROM idempotency_key WHERE account_id = $1 FOR UPDATE', [merchant.id]);
    const order: string[] = [];
    const noted = async <T>(name: string, work: Promise<T>): Promise<T> =>
      work.finally(() => order.push(name));
    const statement = noted('the statement', pay(held.id));
    await until(async () => (await blocked()) === 1, 'nobody waits for the charge that is held');
    const keyed = noted('the one with a key', pay(other.id, 'key'));
    const sameKey = noted('the one with the key that is held', pay(paid.id, 'held key'));
    const scraper = noted('the scraper', silentScraper());
    const others = Promise.all([pay(free.id, 'another key'), caller.get(`/charges/${held.id}`)]);

    expect((await others).map(({ status }) => status)).toEqual([200, 200]);
    const { code, message } = JSON.parse((await sameKey).text) as ErrorBody;
    const stillWorking = 'a request with this Idempotency-Key is still in progress; retry with the same key';
    expect([(await sameKey).status, code, message]).toEqual([503, 'service_unavailable', stillWorking]);
    expect((await sameKey).tookMs).toBeGreaterThan(LOCK_MS - TOLERANCE_MS);
    expectTryAgain(await keyed);
    expect((await keyed).tookMs).toBeGreaterThan(LOCK_MS - TOLERANCE_MS);
    expect(await scraper).toBeGreaterThan(SCRAPER_MS - TOLERANCE_MS);
    expectTryAgain(await statement);
    expect((await statement).tookMs).toBeGreaterThan(STATEMENT_MS - TOLERANCE_MS);
    expect(order.at(-1)).toBe('the statement');
    expect(await blocked()).toBe(0);
    for (const { id } of [held, other]) expect(await merchant.eventKeys(id)).toEqual(['charge.create']);
    expect(await gateway.database.idempotencyKey.count({ where: { accountId: merchant.id } })).toBe(2);

    await holder.query('ROLLBACK');
    const again = await pay(paid.id, 'held key');
    expect([again.text, again.headers['idempotent-replayed']]).toEqual([answer.text, 'true']);
    const first = await pay(other.id, 'key');
    expect([first.status, first.headers['idempotent-replayed']]).toEqual([200, undefined]);
    expect(await merchant.eventKeys(other.id)).toEqual(['charge.create', 'charge.complete']);
  });
});
