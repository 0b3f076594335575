import { readFile } from 'node:fs/promises';
import { Client } from 'pg';
import { StartRefusal } from '#platform/process/start-refusal.js';
import { hostPorts, steadyPort } from '../../../proof/rig/ports.js';
import { startProgram, type Program } from '../../../proof/rig/program.js';
import { until } from '#platform/testing/until.js';
import { gateBefore } from './database-gate.js';
import { openGateway, useOwnGateway } from './harness.js';
import { Merchant } from './merchant.js';
import { createDatabase } from './test-database.js';
import { useOwnProcess } from './own-process.js';
import { useReceiver } from './receiver.js';
import { scrape } from './scrape.js';

const DUMP = 'apps/tollgate/test/fixtures/first-release.sql';
/** Its webhook address. */
const OLD_RECEIVER = 'http://127.0.0.1:3000/webhooks';
const PAID = 'chrg_test_69rfh304jmg4o91wcem';
const FAILED = 'chrg_test_69rfh319o1zdeotpfh8';
const PENDING = 'chrg_test_69rfh36hv7y2ttdx2m8';

const NEXT = ['29990101000000_next', '29990102000000_after_next'] as const;
const REFUSAL = `the database has migrations of a newer release: ${NEXT.join(', ')}; run that release, or restore an older backup`;

async function inDatabase(url: string, sql: string, values?: unknown[]): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql, values);
  } finally {
    await client.end();
  }
}

/** A database as the first release left it, with its webhooks still to go to `receiver`. */
async function restored(receiver: string): Promise<string> {
  const url = await createDatabase();
  const dump = await readFile(DUMP, 'utf8');
  await inDatabase(
    url,
    `DROP SCHEMA public CASCADE; DROP SCHEMA bullmq CASCADE; DROP SCHEMA snapshot CASCADE; ${dump.replaceAll(OLD_RECEIVER, receiver)}`,
  );
  return url;
}

/** Leaves the database as a newer release does: with one migration applied, and one under way. */
async function makeNewer(url: string): Promise<void> {
  const insert = `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at)
    SELECT name, '', name, CASE WHEN name = $2 THEN now() END FROM unnest($1::text[]) AS name`;
  await inDatabase(url, insert, [NEXT, NEXT[0]]);
}

async function newerDatabase(): Promise<string> {
  const url = await createDatabase();
  await makeNewer(url);
  return url;
}

describe('a database of the first release', () => {
  const receiver = useReceiver();
  // Its events have the fields that there were then.
  const gateway = useOwnGateway(async () => ({ DATABASE_URL: await restored(receiver.uri) }), 'unwatched');
  /** The demo account: its keys end so. */
  const shop = (): Merchant => new Merchant(gateway.tollgate, gateway.settings, 'tollgate');

  it('is migrated at the start, with its charges', async () => {
    const { body, status } = await shop().get('/charges', { order: 'chronological' });
    expect(status).toBe(200);
    const charges = body as { data: { id: string; status: string }[]; total: number };
    expect(charges.data.map(({ id, status }) => [id, status])).toEqual([
      [PAID, 'successful'],
      [FAILED, 'failed'],
      [PENDING, 'pending'],
    ]);
    expect(await shop().retrieve(PAID)).toMatchObject({
      amount: 2000,
      currency: 'MYR',
      metadata: { order: '1001' },
      paid: true,
    });
  });

  it('has its events, and the undelivered one is delivered', async () => {
    expect(await shop().eventKeys(PAID)).toEqual(['charge.create', 'charge.complete']);
    const { event } = await receiver.next('charge.create');
    expect(event.data).toMatchObject({ id: PENDING, status: 'pending', amount: 320_000 });
    expect(receiver.received).toHaveLength(1);
  });

  it('has an unpaid charge, which can be paid', async () => {
    const { body, status } = await shop().post(`/charges/${PENDING}/mark_as_paid`);
    expect([status, body]).toEqual([200, expect.objectContaining({ status: 'successful', paid: true })]);
    const { event } = await receiver.next('charge.complete');
    expect(event.data).toMatchObject({ id: PENDING, status: 'successful' });
  });
});

describe('a database newer than the release', () => {
  it('is left unchanged by a start, which names the unknown migrations', async () => {
    const refusal = await openGateway({ DATABASE_URL: await newerDatabase() }).catch(
      (error: unknown) => error,
    );
    expect(refusal).toBeInstanceOf(StartRefusal);
    expect((refusal as Error).message).toBe(REFUSAL);
  });

  it('is rejected in one line by each process', async () => {
    const settings = { DATABASE_URL: await newerDatabase(), ...(await hostPorts()) };
    const programs = ['apps/tollgate', 'apps/api', 'apps/vault', 'apps/pay', 'apps/worker'].map(
      (app) => `${app}/main.js`,
    );
    for (const name of ['prisma/migrate.js', ...programs]) {
      const program = startProgram(settings, name);
      expect([name, await program.ended(), program.output()]).toEqual([name, 1, `tollgate: ${REFUSAL}\n`]);
    }
  });

  it('is rejected by a process that started before the database', async () => {
    const gate = await gateBefore(await newerDatabase(), 'starting');
    const program: Program = startProgram(
      { DATABASE_URL: gate.url, LOG_LEVEL: 'silent' },
      'apps/worker/main.js',
    );
    await until(() => gate.failures() > 0, 'the database is not asked');
    gate.open();
    expect([await program.ended(), program.output()]).toEqual([1, `tollgate: ${REFUSAL}\n`]);
    await gate.close();
  });
});

describe('a process whose database becomes newer', () => {
  let metricsPort: number;
  const tollgate = useOwnProcess(async () => {
    metricsPort = await steadyPort();
    return { METRICS_PORT: String(metricsPort) };
  });
  const unknown = async (part: string): Promise<number | undefined> =>
    (await scrape(metricsPort)).sum('tollgate_database_unknown_migrations', { part });

  it('stays ready and works, and each part logs it once', async () => {
    expect(await unknown('api')).toBe(0);
    await makeNewer(tollgate.databaseUrl);
    await until(async () => (await unknown('api')) === NEXT.length, 'the unknown migrations are not counted');
    for (const port of Object.values(tollgate.ports))
      expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);
    expect((await tollgate.caller.create('order 1')).status).toBe(200);
    expect(await unknown('api')).toBe(NEXT.length);
    const lines = tollgate.output().match(/^.*"the database is newer than this process".*$/gm) ?? [];
    const said = lines.map((line) => JSON.parse(line) as { part: string; migrations: string[] });
    expect(said.map(({ part }) => part).sort()).toEqual(['api', 'control', 'pay', 'vault', 'worker']);
    for (const { migrations } of said) expect(migrations).toEqual(NEXT);
  });
});
