import { readFile } from 'node:fs/promises';
import { Client } from 'pg';
import { Prisma } from '#platform/database/generated/client.js';
import { applyMigrations, migrationNames } from '#platform/database/migrations.js';
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
import { control } from './sandbox.js';
import { scrape } from './scrape.js';

const DUMP = 'apps/tollgate/test/fixtures/first-release.sql';
/** Its webhook address. */
const OLD_RECEIVER = 'http://127.0.0.1:3000/webhooks';
const PAID = 'chrg_test_69rfh304jmg4o91wcem';
const FAILED = 'chrg_test_69rfh319o1zdeotpfh8';
const PENDING = 'chrg_test_69rfh36hv7y2ttdx2m8';

const NEXT = ['29990101000000_next', '29990102000000_after_next'] as const;
const REFUSAL = `the database has migrations of a newer release: ${NEXT.join(', ')}; run that release, or restore an older backup`;

/** With the role `replica` no foreign key is checked. */
async function inDatabase(
  url: string,
  sql: string,
  values?: unknown[],
  role: 'origin' | 'replica' = 'origin',
): Promise<void> {
  const client = new Client({
    connectionString: url,
    options: `-c session_replication_role=${role}`,
  });
  await client.connect();
  try {
    await client.query(sql, values);
  } finally {
    await client.end();
  }
}

async function emptyDatabase(): Promise<string> {
  const url = await createDatabase();
  await inDatabase(
    url,
    'DROP SCHEMA public CASCADE; DROP SCHEMA bullmq CASCADE; DROP SCHEMA snapshot CASCADE',
  );
  return url;
}

/** A database as the first release left it, with its webhooks still to go to `receiver`. */
async function restored(receiver: string): Promise<string> {
  const url = await emptyDatabase();
  const dump = await readFile(DUMP, 'utf8');
  await inDatabase(url, dump.replaceAll(OLD_RECEIVER, receiver));
  return url;
}

/** A database with the migrations before this one. */
async function migratedBefore(name: string): Promise<string> {
  const url = await emptyDatabase();
  await inDatabase(url, 'CREATE SCHEMA public');
  const names = (await migrationNames()).filter((known) => known < name);
  const client = new Client({ connectionString: url });
  await client.connect();
  await applyMigrations(client, names);
  await client.end();
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

/** The rows of a file that 0.1.0 imported, by table; each breaks a CHECK constraint. */
const IMPORTED: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  charge: {
    id: 'chrg_test_60aaaaaaaaaaaaaaa01',
    status: 'pending',
    amount: 100_000,
    currency: 'THB',
    captured_amount: 100_000,
    refunded_amount: 0,
    refund_count: 0,
    funding_amount: 100_000,
    funding_currency: 'THB',
    fee_flat: '0.0',
    fee_rate: '3.65',
    vat_rate: '7.0',
    interest_rate: '0.0',
    metadata: {},
    capture: true,
    wrong_password_count: 0,
    card_id: 'card_test_60aaaaaaaaaaaaaaa02',
    provider_references: [],
    webhook_endpoints: [],
    failure_code: 'payment_rejected',
    voided: false,
    expires_at: '2099-11-30T12:00:00Z',
  },
  card: {
    id: 'card_test_60aaaaaaaaaaaaaaa02',
    customer_id: 'cust_test_60aaaaaaaaaaaaaaa04',
    attached_at: null,
    deleted: false,
    name: 'Somchai',
    brand: 'Visa',
    bank: '',
    financing: '',
    country: 'th',
    fingerprint: 'AAAA',
    first_digits: '424242',
    last_digits: '4242',
    expiration_month: 12,
    expiration_year: 2040,
    security_code_check: true,
    outcome: 'successful',
    has_email: false,
  },
  occurrence: {
    id: 'occu_test_60aaaaaaaaaaaaaaa05',
    schedule_id: 'schd_test_60aaaaaaaaaaaaaaa06',
    scheduled_on: '2026-11-23',
    status: 'failed',
    transfer_amount: 0,
    attempt_count: 0,
    processed_at: '2026-11-23T12:00:00Z',
  },
  webhook_attempt: {
    delivery_id: 'whdl_test_60aaaaaaaaaaaaaaa07',
    number: 1,
    started_at: '2026-11-23T12:00:00Z',
    duration_ms: 5,
    status: 200,
    error: 'timeout',
    trigger: 'schedule',
  },
  clock_move: {
    id: 'clkm_00000000-0000-4000-8000-000000000009',
    action: 'freeze',
    status: 'done',
    from_at: '2026-11-23T12:00:00Z',
    to_at: '2026-11-23T12:00:00Z',
    runs_on: false,
    started_at: '2026-11-23T12:00:00Z',
    ended_at: '2026-11-23T12:00:00Z',
    why: 'because',
  },
  fault: {
    id: 'flt_60aaaaaaaaaaaaaaa10',
    name: 'late',
    subject: 'api',
    side: 'before',
    match: {},
    skip: 0,
    probability: 1,
    seed: 'x',
    must_fire: false,
    effect: { kind: 'disconnect' },
    matched_count: 1,
    fired_count: 2,
    awaited_count: 0,
    window_count: 0,
    machine_at: '2026-11-23T12:00:00Z',
    expires_at: '2026-11-23T12:00:00Z',
  },
};

/** Columns that the migration repairs. */
const REPAIRED: Readonly<Record<string, object>> = {
  charge: { status: 'pending', failure_code: null },
  card: { attached_at: '2026-11-23T12:00:00+00:00' },
  occurrence: { attempt_count: 1 },
  webhook_attempt: { status: 200, error: null },
  clock_move: { why: null },
  fault: { fired_count: 1 },
};

/** Writes these rows for an account, and as those of a snapshot. */
async function writeImported(url: string): Promise<void> {
  const settings = {
    country: 'TH',
    currency: 'THB',
    fidelity: null,
    api_version: '2019-05-29',
    three_d_secure: false,
    zero_interest_installments: false,
    three_d_secure_challenge: 'buttons',
    exchange_rates: null,
    auto_approve: false,
    page_theme: 'plain',
  };
  await inDatabase(
    url,
    `INSERT INTO account (id, public_id, name, email, country, currency, api_version, webhook_secret, created_at)
     VALUES ('acct', 'acct', 'Shop', 'shop@shop.example', 'TH', 'THB', '2019-05-29', 'c2VjcmV0', '2026-11-22T12:00:00Z');
     INSERT INTO sandbox (name, account_id) VALUES ('default', 'acct')`,
  );
  await inDatabase(
    url,
    `INSERT INTO snapshot (id, sandbox_name, name, at, machine_at, frozen, settings, row_count)
     VALUES (7, 'default', 'old', '2026-11-24T12:00:00Z', now(), true, $1, 6)`,
    [settings],
  );
  for (const [table, row] of Object.entries(IMPORTED)) {
    const owner = { account_id: 'acct', snapshot_id: 7, livemode: false, version: 0, xid: 1 };
    for (const name of [table, `snapshot.${table}`])
      await inDatabase(
        url,
        `INSERT INTO ${name} SELECT * FROM jsonb_populate_record(NULL::${name}, $1)`,
        [{ ...owner, created_at: '2026-11-23T12:00:00Z', ...row }],
        'replica',
      );
  }
}

describe('a database with imported rows that break CHECK constraints', () => {
  const gateway = useOwnGateway(async () => {
    const url = await migratedBefore('20261129175700_checks');
    await writeImported(url);
    return { DATABASE_URL: url };
  }, 'unwatched');
  const rowsOf = (name: string): Promise<{ row: object }[]> =>
    gateway.database.query(Prisma.sql`SELECT to_jsonb(one) AS row FROM ${Prisma.raw(name)} one`);

  it.each(Object.keys(IMPORTED))('is migrated with repaired rows of %s, in snapshots too', async (table) => {
    const repaired = [{ row: REPAIRED[table] }];
    expect(await rowsOf(table)).toMatchObject(repaired);
    expect(await rowsOf(`snapshot.${table}`)).toMatchObject(repaired);
  });

  it('restores its snapshot', async () => {
    await control(gateway).post('/api/sandboxes/default/snapshots/old/restore').expect(200);
    const shop = new Merchant(gateway.tollgate, gateway.settings, 'tollgate');
    expect(await shop.retrieve('chrg_test_60aaaaaaaaaaaaaaa01')).toMatchObject({
      status: 'pending',
      failure_code: null,
    });
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
