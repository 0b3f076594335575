import { idOf, NO_ANSWER, type Outcome } from '../../apps/tollgate/test/caller.js';
import { countOf, useOwnProcess } from '../../apps/tollgate/test/own-process.js';
import { until } from '../../libs/platform/testing/until.js';

/** Any number: the spec's own, that a trigger waits for. */
const GATE = 4_711;
const CLIENTS = 10;
/** So many are made before the kill. */
const BEFORE = 40;

const tollgate = useOwnProcess({ LOG_LEVEL: 'fatal' });

const create = (key: string): Promise<Outcome> => tollgate.caller.create(key, key);

const ROWS = ['charge', 'source', 'event', 'idempotency_key'] as const;

async function rows(): Promise<number[]> {
  const counts: number[] = [];
  for (const table of ROWS) counts.push(await countOf(tollgate.database, table));
  return counts;
}

/** Clients that create charges one by one until the process dies, with results by key. */
async function createUntilTheEnd(outcomes: Map<string, Outcome>): Promise<void> {
  const client = async (number: number): Promise<void> => {
    for (let count = 0, isServed = true; isServed; count += 1) {
      const key = `order ${number}-${count}`;
      const outcome = await create(key);
      outcomes.set(key, outcome);
      isServed = outcome.status !== NO_ANSWER;
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, (_, number) => client(number)));
}

describe('idempotency keys after kill -9', () => {
  it('between work and response repeat the work, of which nothing is left', async () => {
    const { database } = tollgate;
    await database.query(`
      CREATE FUNCTION wait_at_gate() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN PERFORM pg_advisory_xact_lock_shared(${GATE}); RETURN NEW; END $$`);
    await database.query(
      'CREATE TRIGGER gate BEFORE UPDATE ON idempotency_key FOR EACH ROW EXECUTE FUNCTION wait_at_gate()',
    );
    await database.query('SELECT pg_advisory_lock($1)', [GATE]);
    const unanswered = create('a');
    const waiting = "pg_locks WHERE locktype = 'advisory' AND NOT granted";
    await until(async () => (await countOf(database, waiting)) === 1, 'the answer is not being kept');
    expect(await tollgate.stop('SIGKILL')).toBe('SIGKILL');
    expect((await unanswered).status).toBe(NO_ANSWER);
    await database.query('SELECT pg_advisory_unlock($1)', [GATE]);
    const served =
      "pg_stat_activity WHERE datname = current_database() AND application_name LIKE 'tollgate%'";
    await until(
      async () => (await countOf(database, served)) === 0,
      'PostgreSQL does not see that the process is gone',
    );
    expect(await rows()).toEqual([0, 0, 0, 0]);
    await database.query('DROP FUNCTION wait_at_gate CASCADE');

    await tollgate.start();
    expect((await create('a')).status).toBe(200);
    expect(await rows()).toEqual([1, 1, 1, 1]);
  });

  it('during many creates complete every missing charge, and none twice', async () => {
    const before = new Map<string, Outcome>();
    const made = (): [string, Outcome][] => [...before].filter(([, { status }]) => status === 200);
    const clients = createUntilTheEnd(before);
    await until(
      () => made().length >= BEFORE,
      () => `${made().length} are made, and not ${BEFORE}`,
    );
    expect(await tollgate.stop('SIGKILL')).toBe('SIGKILL');
    await clients;

    await tollgate.start();
    const after = new Map<string, Outcome>();
    for (const key of before.keys()) after.set(key, await create(key));
    for (const [key, { text }] of made()) {
      const again = after.get(key);
      expect([again?.text, again?.headers['idempotent-replayed']]).toEqual([text, 'true']);
    }
    expect(new Set([...after.values()].map(idOf)).size).toBe(before.size);
    // The one of the spec before is there too.
    expect(await rows()).toEqual(ROWS.map(() => before.size + 1));
  });
});
