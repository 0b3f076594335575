import { setTimeout as delay } from 'node:timers/promises';
import { expectTryAgain, idOf, type Outcome } from '../../apps/tollgate/test/caller.js';
import { Door } from '../../apps/tollgate/test/door.js';
import { useOwnProcess } from '../../apps/tollgate/test/own-process.js';
import { useReceiver } from '../../apps/tollgate/test/receiver.js';
import { openPair, type PostgresPair } from './postgres-pair.js';
import type { OwnPostgres } from '../rig/own-postgres.js';
import { until } from '../../libs/platform/testing/until.js';

/** Sequential clients. Every other one sends idempotency keys, so that each request is a transaction. */
const CLIENTS = 6;
const PAUSE_MS = 20;
/** As many are made before the primary goes, and after. */
const ENOUGH = 60;
const DATABASE = 'tollgate';

let pair: PostgresPair;
let primary: OwnPostgres;
let replica: OwnPostgres;

async function openServers(): Promise<void> {
  pair = await openPair(DATABASE);
  ({ primary, replica } = pair);
}

interface Asked {
  readonly name: string;
  readonly key: string | undefined;
  readonly outcome: Outcome;
}

type Ask = (name: string, key: string | undefined) => Promise<Outcome>;

/** Clients that send requests until stopped, and their responses. */
class Load {
  readonly asked: Asked[] = [];
  private isOver = false;
  private readonly clients: Promise<void>[];

  constructor(private readonly ask: Ask) {
    this.clients = Array.from({ length: CLIENTS }, (_, client) => this.run(client));
  }

  /** Confirmed objects after the first `since`. */
  done(since = 0): readonly Asked[] {
    return this.asked.slice(since).filter(({ outcome }) => outcome.status === 200);
  }

  refused(since = 0): readonly Asked[] {
    return this.asked.slice(since).filter(({ outcome }) => outcome.status !== 200);
  }

  /** Resolves when so many more were done. */
  async untilDone(count: number): Promise<void> {
    const since = this.asked.length;
    await until(
      () => this.done(since).length >= count,
      () => `of ${count} are done ${this.done(since).length}, and refused ${this.refused(since).length}`,
    );
  }

  async stop(): Promise<void> {
    this.isOver = true;
    await Promise.all(this.clients);
  }

  private async run(client: number): Promise<void> {
    for (let number = 1; !this.isOver; number += 1) {
      const name = `order ${client}.${number}`;
      const key = client % 2 ? name : undefined;
      this.asked.push({ name, key, outcome: await this.ask(name, key) });
      await delay(PAUSE_MS);
    }
  }
}

/** All confirmed objects exist once and were delivered; rejected requests succeed once with their key. */
async function expectNothingLost(load: Load, ask: Ask, heard: () => readonly string[]): Promise<void> {
  for (const { outcome } of load.refused()) expectTryAgain(outcome);
  const keyed = load.refused().filter(({ key }) => key !== undefined);
  for (const { name, key } of keyed) expect((await ask(name, key)).status).toBe(200);
  const rows = await replica.query<{ id: string; description: string }>(
    DATABASE,
    'SELECT id, description FROM charge',
  );
  const ids = new Set(rows.map(({ id }) => id));
  expect(load.done().filter(({ outcome }) => !ids.has(idOf(outcome)))).toEqual([]);
  const names = rows.map(({ description }) => description);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  expect(keyed.filter(({ name }) => !names.includes(name))).toEqual([]);
  await until(
    () => [...ids].every((id) => heard().includes(id)),
    () => `not delivered: ${[...ids].filter((id) => !heard().includes(id)).join()}`,
  );
}

describe('two servers in DATABASE_URL', () => {
  const receiver = useReceiver();
  const tollgate = useOwnProcess(async () => {
    await openServers();
    const { username, password } = new URL(primary.url(DATABASE));
    const hosts = `127.0.0.1:${replica.port},127.0.0.1:${primary.port}`;
    const url = `postgresql://${username}:${password}@${hosts}/${DATABASE}?target_session_attrs=read-write`;
    return { DATABASE_URL: url, WEBHOOK_URL: receiver.uri };
  });

  afterAll(() => pair.close());

  it('fail over from a killed primary without losing confirmed work', async () => {
    const ask: Ask = (name, key) => tollgate.caller.create(name, key);
    const load = new Load(ask);
    await load.untilDone(ENOUGH);
    await primary.kill();
    await until(
      async () => (await tollgate.caller.get('/readyz')).status === 503,
      'it is ready without a primary',
    );
    await replica.promote();
    await load.untilDone(ENOUGH);
    await until(
      async () => (await tollgate.caller.get('/readyz')).status === 200,
      'it does not become ready',
    );
    await load.stop();

    const expired =
      "UPDATE charge SET expires_at = now() - interval '1 minute' WHERE status = 'pending' RETURNING id";
    const due = await replica.query<{ id: string }>(DATABASE, expired);
    const heard = (key: string) => () =>
      receiver.received.filter(({ event }) => event.key === key).map(({ event }) => event.data.id);
    await expectNothingLost(load, ask, heard('charge.create'));
    const isExpired = (): boolean => due.every(({ id }) => heard('charge.complete')().includes(id));
    await until(isExpired, 'the expiry is not delivered');
    const listeners = "SELECT FROM pg_stat_activity WHERE application_name = 'tollgate-notifications'";
    await until(
      async () => (await replica.query(DATABASE, listeners)).length > 0,
      'it does not listen to the new primary',
    );
    expect(await tollgate.stop('SIGTERM')).toBe(0);
  });
});

describe('one address in DATABASE_URL, behind which the primary is replaced,', () => {
  let door: Door;
  const receiver = useReceiver();
  const tollgate = useOwnProcess(async () => {
    await openServers();
    door = await Door.open(primary.url(DATABASE));
    return { DATABASE_URL: door.url, WEBHOOK_URL: receiver.uri };
  });

  afterAll(async () => {
    await door.shut();
    await pair.close();
  });

  it('is resolved again after an error that the old primary is read-only', async () => {
    // Only requests with keys: each is a transaction, whose connection the driver would keep.
    const load = new Load((name) => tollgate.caller.create(name, name));
    await load.untilDone(ENOUGH);
    await primary.set('default_transaction_read_only', 'on');
    // Transactions that had begun may still write: they are not to be committed after the replica has left.
    const older =
      "SELECT FROM pg_stat_activity WHERE datname = $1 AND xact_start < $2::timestamptz AND application_name LIKE 'tollgate%'";
    const [told] = await primary.query<{ at: string }>(DATABASE, 'SELECT clock_timestamp()::text AS at');
    await until(
      async () => (await primary.query(DATABASE, older, [DATABASE, told?.at])).length === 0,
      'earlier transactions do not end',
    );
    await until(() => load.refused().length > 0, 'nobody is refused by a primary that takes no writes');
    await replica.promote();
    door.leadTo(replica.url(DATABASE));
    await load.untilDone(ENOUGH);
    await until(
      async () => (await tollgate.caller.get('/readyz')).status === 200,
      'it does not become ready',
    );
    await load.stop();
    for (const { outcome } of load.refused()) expectTryAgain(outcome);
    const rows = await replica.query<{ id: string }>(DATABASE, 'SELECT id FROM charge');
    const ids = rows.map(({ id }) => id);
    expect(load.done().filter(({ outcome }) => !ids.includes(idOf(outcome)))).toEqual([]);
    expect(await tollgate.stop('SIGTERM')).toBe(0);
  });
});
