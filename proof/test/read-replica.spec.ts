import { useOwnProcess } from '../../apps/tollgate/test/own-process.js';
import { Door } from '../../apps/tollgate/test/door.js';
import { scrape } from '../../apps/tollgate/test/scrape.js';
import { idOf, type Caller, type Outcome } from '../../apps/tollgate/test/caller.js';
import { openPair, type PostgresPair } from './postgres-pair.js';
import { steadyPort } from '../rig/ports.js';
import { until } from '../../libs/platform/testing/until.js';

const DATABASE = 'tollgate';
const READS = 'tollgate_database_replica_reads_total';
const TOLD = 'replica unavailable; the primary serves all reads';
const AGAIN = 'replica available; it serves reads again';
/** Clients in separate processes that write and list. */
const CLIENTS = 4;
const ROUNDS = 25;

let pair: PostgresPair;
/** The way to the replica. */
let door: Door;
let metricsPort: number;

async function settings(): Promise<Record<string, string>> {
  pair = await openPair(DATABASE);
  // Commits do not wait for it: it may be behind.
  await pair.primary.set('synchronous_standby_names', '');
  door = await Door.open(pair.replica.url(DATABASE));
  metricsPort = await steadyPort();
  return {
    DATABASE_URL: pair.primary.url(DATABASE),
    DATABASE_READ_URL: door.url,
    METRICS_PORT: String(metricsPort),
    LOG_LEVEL: 'info',
  };
}

async function closePair(): Promise<void> {
  await door.shut();
  await pair.close();
}

/** Number of the API's reads on the replica, or on the primary instead. */
async function reads(by: 'replica' | 'behind' | 'away'): Promise<number> {
  return (await scrape(metricsPort)).sum(READS, { by, part: 'all' }) ?? 0;
}

function idsIn({ status, text }: Outcome): string[] {
  if (status !== 200) throw new Error(`${status} ${text}`);
  return (JSON.parse(text) as { data: { id: string }[] }).data.map(({ id }) => id);
}

async function latest(caller: Caller): Promise<string[]> {
  return idsIn(await caller.get('/charges?order=reverse_chronological'));
}

/** Lists until the replica serves. */
async function untilServed(caller: Caller): Promise<void> {
  const before = await reads('replica');
  const isServed = async (): Promise<boolean> => {
    await latest(caller);
    return (await reads('replica')) > before;
  };
  await until(isServed, 'the replica does not serve');
}

/**
 * Makes commits on the primary wait after they have reached the replica, until the function that is returned
 * is called.
 */
async function holdCommits(): Promise<() => Promise<void>> {
  await pair.primary.set('synchronous_standby_names', 'nobody');
  // PostgreSQL applies the setting some time after it has answered, so that the first commits may pass.
  const isHeld = async (): Promise<boolean> => {
    void pair.primary
      .query(DATABASE, "SELECT pg_logical_emit_message(true, 'probe', '')")
      .catch(() => undefined);
    return (
      (await pair.primary.query(DATABASE, "SELECT FROM pg_stat_activity WHERE wait_event = 'SyncRep'"))
        .length > 0
    );
  };
  await until(isHeld, 'no commit waits for a replica');
  return () => pair.primary.set('synchronous_standby_names', '');
}

function countOf(text: string, sought: string): number {
  return text.split(sought).length - 1;
}

describe('a replica in DATABASE_READ_URL', () => {
  const tollgate = useOwnProcess(settings);
  const other = useOwnProcess(() => ({
    DATABASE_URL: pair.primary.url(DATABASE),
    DATABASE_READ_URL: pair.replica.url(DATABASE),
  }));

  afterAll(closePair);

  it('serves lists and search, but not single objects', async () => {
    const id = idOf(await tollgate.caller.create('first'));
    await untilServed(tollgate.caller);
    const before = await reads('replica');
    const paths = [
      'charges',
      'refunds',
      'customers',
      'events',
      'links',
      'transfers',
      'recipients',
      'search?scope=charge&query=first',
    ];
    for (const path of paths)
      expect([path, (await tollgate.caller.get(`/${path}`)).status]).toEqual([path, 200]);
    const served = (await reads('replica')) - before;
    expect(served).toBeGreaterThan(0);
    await tollgate.caller.get(`/charges/${id}`);
    expect((await reads('replica')) - before).toBe(served);
    const connected = "SELECT FROM pg_stat_activity WHERE application_name = 'tollgate' AND datname = $1";
    expect((await pair.replica.query(DATABASE, connected, [DATABASE])).length).toBeGreaterThan(0);
  });

  it('shows callers their own writes from any process', async () => {
    const callers = [tollgate.caller, other.caller];
    const missed: string[] = [];
    const client = async (number: number): Promise<void> => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const [writer, reader] = [callers[(number + round) % 2], callers[(number + round + 1) % 2]] as [
          Caller,
          Caller,
        ];
        const id = idOf(
          await writer.create(`${number}.${round}`, round % 2 ? `${number}.${round}` : undefined),
        );
        const listed = await latest(reader);
        if (!listed.includes(id)) missed.push(id);
        for (const one of listed.slice(0, 1)) expect((await writer.get(`/charges/${one}`)).status).toBe(200);
      }
    };
    const before = await reads('replica');
    await Promise.all(Array.from({ length: CLIENTS }, (_, number) => client(number)));
    expect(missed).toEqual([]);
    expect(await reads('replica')).toBeGreaterThan(before);
  });

  it('is skipped while it lags', async () => {
    await untilServed(tollgate.caller);
    await pair.replica.query('postgres', 'SELECT pg_wal_replay_pause()');
    const [served, behind] = [await reads('replica'), await reads('behind')];
    const id = idOf(await tollgate.caller.create('unseen'));
    expect(await latest(other.caller)).toContain(id);
    expect(await latest(tollgate.caller)).toContain(id);
    expect([await reads('replica'), (await reads('behind')) > behind]).toEqual([served, true]);
    expect((await tollgate.caller.get('/readyz')).status).toBe(200);
    await pair.replica.query('postgres', 'SELECT pg_wal_replay_resume()');
    await untilServed(tollgate.caller);
  });

  it('shows nothing before the primary does', async () => {
    await untilServed(tollgate.caller);
    const release = await holdCommits();
    try {
      const created = tollgate.caller.create('not committed yet');
      const isThere = "SELECT FROM charge WHERE description = 'not committed yet'";
      await until(
        async () => (await pair.replica.query(DATABASE, isThere)).length === 1,
        'the replica does not have the charge',
      );
      const shown = await latest(other.caller);
      expect(await pair.primary.query(DATABASE, isThere)).toEqual([]);
      await release();
      const id = idOf(await created);
      expect([shown.includes(id), (await latest(other.caller)).includes(id)]).toEqual([false, true]);
    } finally {
      await release();
    }
    await untilServed(tollgate.caller);
  });

  it('is reported once while unreachable, and no request fails', async () => {
    await untilServed(tollgate.caller);
    const told = countOf(tollgate.output(), TOLD);
    door.mute();
    const away = await reads('away');
    const isAway = async (): Promise<boolean> => {
      expect((await tollgate.caller.get('/charges')).status).toBe(200);
      return (await reads('away')) >= away + 2 && countOf(tollgate.output(), TOLD) > told;
    };
    await until(isAway, 'it is not away');
    expect((await tollgate.caller.get('/readyz')).status).toBe(200);
    expect(countOf(tollgate.output(), TOLD)).toBe(told + 1);
    door.unmute();
    await untilServed(tollgate.caller);
    await until(() => tollgate.output().includes(AGAIN), 'its return is not logged');
  });

  it('can be killed under load: no request fails, and it is reported once', async () => {
    await untilServed(tollgate.caller);
    const told = countOf(tollgate.output(), TOLD);
    const away = await reads('away');
    let isOver = false;
    const statuses: number[] = [];
    const client = async (): Promise<void> => {
      while (!isOver)
        statuses.push(
          (await tollgate.caller.get('/charges')).status,
          (await tollgate.caller.create('load')).status,
        );
    };
    const clients = Array.from({ length: CLIENTS }, client);
    const more = async (count: number): Promise<void> => {
      const before = statuses.length;
      await until(() => statuses.length >= before + count, 'nothing is answered');
    };
    await more(40);
    await pair.replica.restart('crash', 0);
    await untilServed(tollgate.caller);
    await pair.replica.kill();
    await more(40);
    isOver = true;
    await Promise.all(clients);
    expect(statuses.filter((status) => status !== 200)).toEqual([]);
    expect(await reads('away')).toBeGreaterThan(away);
    expect((await tollgate.caller.get('/readyz')).status).toBe(200);
    await until(() => countOf(tollgate.output(), TOLD) > told, 'it is not logged');
    const [complaints, returns] = [countOf(tollgate.output(), TOLD), countOf(tollgate.output(), AGAIN)];
    expect(complaints).toBeLessThanOrEqual(returns + 5);
  });
});

describe('a replica that was promoted beside its primary', () => {
  const tollgate = useOwnProcess(settings);

  afterAll(closePair);

  it('is no longer read', async () => {
    const id = idOf(await tollgate.caller.create('there'));
    await untilServed(tollgate.caller);
    await pair.replica.promote();
    await pair.replica.query(DATABASE, 'DELETE FROM event; DELETE FROM charge');
    const served = await reads('replica');
    expect(await latest(tollgate.caller)).toContain(id);
    await until(
      () => tollgate.output().includes('it is no replica, or none any more: it takes writes'),
      'the promotion is not logged',
    );
    expect([await latest(tollgate.caller), await reads('replica')]).toEqual([[id], served]);
    expect(await tollgate.stop('SIGTERM')).toBe(0);
  });
});
