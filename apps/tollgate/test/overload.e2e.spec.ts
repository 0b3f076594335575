import { jest } from '@jest/globals';
import { Client } from 'pg';
import { expectTryAgain, idOf, openCaller, type Outcome } from './caller.js';
import { DEMO_KEY, described, ownProcess, type OwnProcess } from './own-process.js';
import { until } from './until.js';

/** Processes are slow to start on a busy machine. */
jest.setTimeout(120_000);

const MOST = 150;
/** The wait for a connection or a turn, and what a busy machine may add. */
const PATIENCE_MS = 5_000 + 4_000;

let tollgate: OwnProcess;
let holder: Client;

beforeAll(async () => {
  tollgate = await ownProcess(() => ({ MAX_REQUESTS_IN_PROGRESS: String(MOST) }));
  await tollgate.start();
  holder = new Client({ connectionString: tollgate.databaseUrl });
  await holder.connect();
});

afterAll(async () => {
  await holder.end();
  await tollgate.close();
});

afterEach(() => holder.query('ROLLBACK'));

/** Collects what comes of requests, as it comes. */
function gather(requests: readonly Promise<Outcome>[]): Outcome[] {
  const outcomes: Outcome[] = [];
  for (const request of requests) void request.then((outcome) => outcomes.push(outcome));
  return outcomes;
}

const answered = (outcomes: readonly Outcome[], count: number): Promise<void> => until(() => Promise.resolve(outcomes.length >= count));

describe('a process that is asked for more than it can carry', () => {
  const names = Array.from({ length: 400 }, (_, index) => `order ${String(index).padStart(3, '0')}`);
  /** Every second one has a key. */
  const keyOf = (name: string): string | undefined => (Number(name.slice(-3)) % 2 ? name : undefined);

  it('sends away in time whom it cannot serve, lives on, and has made exactly what it said it made', async () => {
    await holder.query('BEGIN');
    await holder.query('LOCK TABLE charge IN EXCLUSIVE MODE');
    const requests = names.map((name) => tollgate.caller.create(name, keyOf(name)));
    const outcomes = gather(requests);
    await answered(outcomes, names.length - MOST);
    expect(outcomes.filter(({ text }) => text.includes('too many requests are in progress'))).toHaveLength(outcomes.length);
    expect((await tollgate.caller.get('/healthz')).status).toBe(200);
    expect((await tollgate.caller.get('/account')).status).toBe(503);
    // All but those that have one of the ten connections.
    await answered(outcomes, names.length - 10);
    for (const outcome of outcomes) expectTryAgain(outcome);
    expect(Math.max(...outcomes.map(({ tookMs }) => tookMs))).toBeLessThan(PATIENCE_MS);

    await holder.query('ROLLBACK');
    const statuses = (await Promise.all(requests)).map(({ status }) => status);
    expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([]);
    const made = names.filter((_, index) => statuses[index] === 200);
    expect(made.length).toBeGreaterThan(0);
    expect(await described(tollgate.database)).toEqual(made);

    const again = names.filter((name) => keyOf(name) !== undefined);
    for (const name of again) expect((await tollgate.caller.create(name, keyOf(name))).status).toBe(200);
    expect(await described(tollgate.database)).toEqual(names.filter((name) => made.includes(name) || again.includes(name)));
  });

  it('counts also those who hang up, as long as their work goes on', async () => {
    const quitters = openCaller(`http://127.0.0.1:${tollgate.ports.api}`, DEMO_KEY);
    // A path that needs nothing of the database, so that asking takes no time.
    const statusNow = async (): Promise<number> => (await tollgate.caller.get('/nowhere')).status;
    await holder.query('BEGIN');
    await holder.query('LOCK TABLE charge IN EXCLUSIVE MODE');
    const requests = Array.from({ length: MOST }, (_, index) => quitters.create(`quitter ${index}`));
    await until(async () => (await statusNow()) === 503);
    await quitters.close();
    await Promise.all(requests);
    for (let time = 0; time < 20; time += 1) expect([time, await statusNow()]).toEqual([time, 503]);
    await holder.query('ROLLBACK');
    await until(async () => (await statusNow()) === 404);
  });

  it('serves what it can of a crowd that nothing holds up', async () => {
    const crowd = Array.from({ length: 600 }, (_, index) => `visitor ${String(index).padStart(3, '0')}`);
    const statuses = (await Promise.all(crowd.map((name) => tollgate.caller.create(name)))).map(({ status }) => status);
    expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([]);
    const made = crowd.filter((_, index) => statuses[index] === 200);
    expect(made.length).toBeGreaterThanOrEqual(MOST);
    expect((await described(tollgate.database)).filter((name) => name.startsWith('visitor'))).toEqual(made);
  });

  it('lets nobody wait long for a charge that somebody holds, and serves the others', async () => {
    const held = idOf(await tollgate.caller.create('held'));
    const free = idOf(await tollgate.caller.create('free'));
    await holder.query('BEGIN');
    await holder.query('SELECT FROM charge WHERE id = $1 FOR UPDATE', [held]);
    const requests = Array.from({ length: 50 }, () => tollgate.caller.post(`/charges/${held}/mark_as_paid`));
    const outcomes = gather(requests);
    expect((await tollgate.caller.post(`/charges/${free}/mark_as_paid`)).status).toBe(200);
    expect((await tollgate.caller.get(`/charges/${held}`)).status).toBe(200);
    await answered(outcomes, requests.length - 1);
    for (const outcome of outcomes) expectTryAgain(outcome);
    expect(Math.max(...outcomes.map(({ tookMs }) => tookMs))).toBeLessThan(PATIENCE_MS);

    await holder.query('ROLLBACK');
    const statuses = (await Promise.all(requests)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect((await tollgate.caller.get(`/charges/${held}/events`)).text.match(/"charge.complete"/g)).toHaveLength(1);
  });
});
