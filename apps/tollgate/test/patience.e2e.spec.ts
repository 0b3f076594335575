import { Client } from 'pg';
import { freePort } from '#platform/database/postgres-server.js';
import type { ErrorBody } from '#domain/errors.js';
import { expectTryAgain, openCaller, type Caller, type Outcome } from './caller.js';
import { openGateway, type Gateway, type Merchant } from './harness.js';
import { rawClient } from './raw-client.js';
import { until } from './until.js';

const STATEMENT_MS = 15_000;
/** For what another transaction holds, where there is an `Idempotency-Key`: that key, or a row. */
const LOCK_MS = 5_000;
const SCRAPER_MS = 5_000;
/** What a busy machine may add. */
const SLACK_MS = 4_000;

let gateway: Gateway;
let merchant: Merchant;
let caller: Caller;
let holder: Client;
let metricsPort: number;

beforeAll(async () => {
  metricsPort = await freePort();
  gateway = await openGateway({ METRICS_PORT: String(metricsPort) });
  merchant = await gateway.account();
  caller = openCaller(gateway.settings.baseUrl, merchant.key('secret'));
  holder = new Client({ connectionString: gateway.databaseUrl });
  await holder.connect();
});

afterAll(async () => {
  await holder.end();
  await caller.close();
  await gateway.close();
});

/** How many statements wait for a lock. Not for the holder to ask, who would see the same throughout its transaction. */
async function blocked(): Promise<number> {
  const waiting = await gateway.database.$queryRaw<unknown[]>`
    SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  return waiting.length;
}

function expectAbout(tookMs: number, limitMs: number): void {
  expect(tookMs).toBeGreaterThan(limitMs - 100);
  expect(tookMs).toBeLessThan(limitMs + SLACK_MS);
}

/** A connection for scrapes on which nobody asks. */
async function silentScraper(): Promise<number> {
  const began = performance.now();
  await rawClient(metricsPort).closed;
  return performance.now() - began;
}

/** These limits are waited for, all at the same time. */
describe('while somebody holds a charge and a key for good', () => {
  it('each gives up in its time, nothing is written, others are served, and all is done once they are free', async () => {
    const [paid, held, other, free] = await Promise.all([merchant.charge(), merchant.charge(), merchant.charge(), merchant.charge()]);
    const pay = (id: string, key?: string): Promise<Outcome> => caller.post(`/charges/${id}/mark_as_paid`, {}, key);
    const answer = await pay(paid.id, 'held key');
    await holder.query('BEGIN');
    await holder.query('SELECT FROM charge WHERE id IN ($1, $2) FOR UPDATE', [held.id, other.id]);
    await holder.query('SELECT FROM idempotency_key WHERE account_id = $1 FOR UPDATE', [merchant.id]);
    const statement = pay(held.id);
    await until(async () => (await blocked()) === 1);
    const [keyed, sameKey, scraper] = [pay(other.id, 'key'), pay(paid.id, 'held key'), silentScraper()];
    await until(async () => (await blocked()) === 3);
    expect((await pay(free.id, 'another key')).status).toBe(200);
    expect((await caller.get(`/charges/${held.id}`)).status).toBe(200);

    const { code, message } = JSON.parse((await sameKey).text) as ErrorBody;
    const stillWorking = 'a request with this Idempotency-Key is still being worked on; try again with the same key';
    expect([(await sameKey).status, code, message]).toEqual([503, 'service_unavailable', stillWorking]);
    expectAbout((await sameKey).tookMs, LOCK_MS);
    expectTryAgain(await keyed);
    expectAbout((await keyed).tookMs, LOCK_MS);
    expectAbout(await scraper, SCRAPER_MS);
    expectTryAgain(await statement);
    expectAbout((await statement).tookMs, STATEMENT_MS);
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
