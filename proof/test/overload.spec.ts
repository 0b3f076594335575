import { Client } from 'pg';
import { expectTryAgain, idOf, openCaller, type Outcome } from '../../apps/tollgate/test/caller.js';
import { DEMO_KEY, described, useOwnProcess } from '../../apps/tollgate/test/own-process.js';
import { scrape } from '../../apps/tollgate/test/scrape.js';
import { steadyPort } from '../rig/ports.js';
import { until } from '../../libs/platform/testing/until.js';

/** More than may have a statement or a transaction under way, so that some wait. */
const MOST = 40;

let metricsPort: number;
let holder: Client;
const tollgate = useOwnProcess(async () => {
  metricsPort = await steadyPort();
  return { MAX_REQUESTS_IN_PROGRESS: String(MOST), METRICS_PORT: String(metricsPort) };
});

beforeAll(async () => {
  holder = new Client({ connectionString: tollgate.databaseUrl });
  await holder.connect();
});

afterAll(() => holder.end());

/** Releases locks after a failed spec. */
afterEach(() => holder.query('ROLLBACK'));

async function hold(statement: string, values: readonly string[] = []): Promise<void> {
  await holder.query('BEGIN');
  await holder.query(statement, [...values]);
}

/** Collects responses in the order of their arrival. */
function gather<Name>(requests: ReadonlyMap<Name, Promise<Outcome>>): Map<Name, Outcome> {
  const outcomes = new Map<Name, Outcome>();
  for (const [name, request] of requests) void request.then((outcome) => outcomes.set(name, outcome));
  return outcomes;
}

const answered = (outcomes: ReadonlyMap<unknown, Outcome>, count: number): Promise<void> =>
  until(
    () => outcomes.size >= count,
    () => `${outcomes.size} are answered, and not ${count}`,
  );

/** Names that sort by their number. */
const named = (name: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `${name} ${String(index).padStart(3, '0')}`);

/** Connections of the process in use, and requests that wait for one. */
async function connectionsInUse(): Promise<number> {
  const { sum } = await scrape(metricsPort);
  const pool = { part: 'all', pool: 'queries' };
  const used = sum('tollgate_database_connections', { ...pool, state: 'used' }) ?? NaN;
  return used + (sum('tollgate_database_connections_waiting', pool) ?? NaN);
}

describe('an overloaded process', () => {
  it('rejects excess requests in time, survives, and has done exactly what it confirmed', async () => {
    const names = named('order', 3 * MOST);
    /** Every second one has a key. */
    const keyOf = (name: string): string | undefined => (Number(name.slice(-3)) % 2 ? name : undefined);
    await hold('LOCK TABLE charge IN EXCLUSIVE MODE');
    const requests = new Map(names.map((name) => [name, tollgate.caller.create(name, keyOf(name))]));
    const outcomes = gather(requests);
    await answered(outcomes, names.length - MOST);
    const refusedAtOnce = [...outcomes.values()];
    expect(refusedAtOnce.filter(({ text }) => text.includes('too many concurrent requests'))).toEqual(
      refusedAtOnce,
    );
    expect((await tollgate.caller.get('/healthz')).status).toBe(200);
    expect((await tollgate.caller.get('/account')).status).toBe(503);
    // All but the one whose statement is under way, which may take longer than they may wait: those that wait
    // to share the next one, those that wait for a connection or to begin, and those with a key, which wait
    // no longer for what another transaction holds.
    await answered(outcomes, names.length - 1);
    expect(outcomes.size).toBe(names.length - 1);
    for (const outcome of outcomes.values()) expectTryAgain(outcome);

    await holder.query('ROLLBACK');
    await Promise.all(requests.values());
    const made = names.filter((name) => outcomes.get(name)?.status === 200);
    expect(made).toHaveLength(1);
    expect(await described(tollgate.database)).toEqual(made);

    const again = names.filter(keyOf);
    for (const some of [again.slice(0, MOST), again.slice(MOST)]) {
      const sent = await Promise.all(some.map((name) => tollgate.caller.create(name, keyOf(name))));
      expect(sent.filter(({ status }) => status !== 200)).toEqual([]);
    }
    expect(await described(tollgate.database)).toEqual([...made, ...again].toSorted());
  });

  it('counts clients that hung up until their work ends', async () => {
    const quitters = openCaller(`http://127.0.0.1:${tollgate.ports.api}`, DEMO_KEY);
    // A path that needs nothing of the database, so that asking takes no time.
    const statusNow = async (): Promise<number> => (await tollgate.caller.get('/nowhere')).status;
    await hold('LOCK TABLE charge IN EXCLUSIVE MODE');
    const requests = Array.from({ length: MOST }, (_, index) => quitters.create(`quitter ${index}`));
    await until(
      async () => (await statusNow()) === 503,
      'so many requests as may be in progress are, and one more is let in',
    );
    await quitters.close();
    await Promise.all(requests);
    const inProgress = async (): Promise<number | undefined> =>
      (await scrape(metricsPort)).sum('tollgate_http_requests_in_progress', { part: 'api' });
    await until(async () => (await inProgress()) === 0, 'it does not see that they have hung up');
    expect(await statusNow()).toBe(503);
    await holder.query('ROLLBACK');
    await until(
      async () => (await statusNow()) === 404,
      'no request is admitted after the aborted work ended',
    );
    // One admitted request does not mean that there is room for all: some work continues.
    await until(async () => (await connectionsInUse()) === 0, 'the aborted work does not end');
  });

  it('serves as many of a crowd as it can', async () => {
    const crowd = named('visitor', 4 * MOST);
    const statuses = (await Promise.all(crowd.map((name) => tollgate.caller.create(name)))).map(
      ({ status }) => status,
    );
    expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([]);
    const made = crowd.filter((_, index) => statuses[index] === 200);
    expect(made.length).toBeGreaterThanOrEqual(MOST);
    expect((await described(tollgate.database)).filter((name) => name.startsWith('visitor'))).toEqual(made);
  });

  it('times out on a locked charge, and serves other requests', async () => {
    const held = idOf(await tollgate.caller.create('held'));
    const free = idOf(await tollgate.caller.create('free'));
    await hold('SELECT FROM charge WHERE id = $1 FOR UPDATE', [held]);
    const requests = new Map(
      Array.from({ length: 30 }, (_, index) => [
        index,
        tollgate.caller.post(`/charges/${held}/mark_as_paid`),
      ]),
    );
    const outcomes = gather(requests);
    expect((await tollgate.caller.post(`/charges/${free}/mark_as_paid`)).status).toBe(200);
    expect((await tollgate.caller.get(`/charges/${held}`)).status).toBe(200);
    // All but the one whose statement is under way, which may take longer than they may wait for their turn.
    await answered(outcomes, requests.size - 1);
    expect(outcomes.size).toBe(requests.size - 1);
    for (const outcome of outcomes.values()) expectTryAgain(outcome);

    await holder.query('ROLLBACK');
    const statuses = (await Promise.all(requests.values())).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(
      (await tollgate.caller.get(`/charges/${held}/events`)).text.match(/"charge.complete"/g),
    ).toHaveLength(1);
  });
});
