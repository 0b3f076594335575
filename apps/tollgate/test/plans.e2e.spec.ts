import { Client } from 'pg';
import { statementsDuring, type SentStatement } from '../../../proof/rig/statements.js';
import { until } from '#platform/testing/until.js';
import { useOwnGateway } from './harness.js';
import { useReceiver } from './receiver.js';

/** Many times as many rows as the hottest statements may read. */
const ROWS = 5_000;
const MAX_READ = 200;

interface Plan {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows'?: number;
  readonly 'Actual Loops'?: number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly Plan[];
}

/** A copy of the first row, `n` of them, with values of their own in the columns that must differ. */
const COPIES: Readonly<Record<string, string>> = {
  source: `'id', 'src_test_' || n`,
  charge: `'id', 'chrg_test_' || n, 'payment_id', 'pay_' || n, 'source_id', CASE WHEN charge.source_id IS NOT NULL THEN 'src_test_' || n END`,
  card: `'id', 'card_test_' || n`,
  event: `'id', 'evnt_test_' || n`,
  webhook_delivery: `'id', 'whdl_test_' || n`,
  transaction: `'id', 'trxn_test_' || n`,
};

/** PostgreSQL makes its first five plans for the values of the executions. */
const EXECUTIONS = 7;

const gateway = useOwnGateway();
const receiver = useReceiver();
const client = (): Client => new Client({ connectionString: gateway.databaseUrl });

function nodesOf(plan: Plan): Plan[] {
  return [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
}

/** The value as the driver sends it, in quotes. */
function literal(value: unknown): string {
  if (value === null || value === undefined) return 'NULL';
  const text =
    value instanceof Date
      ? value.toISOString()
      : Array.isArray(value)
        ? `{${value.map((one) => JSON.stringify(one)).join(',')}}`
        : quoted(value);
  return `'${text.replaceAll("'", "''")}'`;
}

function quoted(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The statements of the hottest requests that name the merchant or one of its objects, each text once. */
async function hotStatements(): Promise<SentStatement[]> {
  const merchant = await gateway.account({ webhookUri: receiver.uri });
  const pending = await merchant.charge();
  const token = await merchant.token();
  const paid = await merchant.cardCharge({ card: token.id });
  const refund = await merchant.post(`/charges/${paid.id}/refunds`, { amount: 2_000 });
  const { id: refundId } = refund.body as { id: string };
  const read = [
    `/charges/${pending.id}`,
    `/charges/${paid.id}`,
    `/sources/${pending.source?.id}`,
    `/charges/${paid.id}/refunds/${refundId}`,
    '/charges',
    '/events',
    '/refunds',
    '/transactions',
  ];
  const sent = await statementsDuring(async () => {
    for (const path of read) await merchant.get(path).expect(200);
    await merchant.retrieveToken(token.id);
    await Promise.all([pending, paid].map(({ id }) => merchant.get(`/charges/${id}`).expect(200)));
    await merchant.charge();
    await merchant.cardCharge();
    await merchant.post(`/charges/${pending.id}/mark_as_paid`).expect(200);
    await until(
      async () => (await gateway.database.webhookDelivery.count({ where: { status: 'pending' } })) === 0,
      'not all webhooks are delivered',
    );
  });
  const deliveries = await gateway.database.webhookDelivery.findMany({ where: { accountId: merchant.id } });
  const own = [merchant.id, pending.id, paid.id, token.id, refundId, ...deliveries.map(({ id }) => id)];
  // The request log is written in the background.
  const isLog = ({ text }: SentStatement): boolean => text.includes('request_log');
  const named = sent.filter(
    (one) => !isLog(one) && own.some((id) => JSON.stringify(one.values ?? []).includes(id)),
  );
  return [...new Map(named.map((statement) => [statement.text, statement])).values()];
}

async function fill(database: Client): Promise<void> {
  for (const [table, columns] of Object.entries(COPIES)) {
    await database.query(`
      INSERT INTO ${table} SELECT copy.* FROM ${table}, generate_series(1, ${ROWS}) n,
        json_populate_record(${table}, json_build_object(${columns})) copy WHERE ${table}.ctid = (SELECT min(ctid) FROM ${table})`);
  }
}

describe('the plans of the hottest statements', () => {
  let database: Client;
  let statements: SentStatement[];
  let growing: Set<string>;

  /** Prepares them all, with names that begin so. */
  const prepare = async (name: string): Promise<void> => {
    for (const [index, { text }] of statements.entries())
      await database.query(`PREPARE ${name}_${index} AS ${text}`);
  };

  /** Plans of these prepared statements that read a growing table as a whole, or too many rows. */
  const problems = async (name: string, mode: 'generic' | 'custom'): Promise<string[]> => {
    await database.query(`SET plan_cache_mode = force_${mode}_plan`);
    const found: string[] = [];
    for (const [index, { text, values = [] }] of statements.entries()) {
      const isRead = /^\s*SELECT/i.test(text);
      const given = values.length === 0 ? '' : `(${values.map(literal).join(', ')})`;
      const { rows } = await database.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
        `EXPLAIN (${isRead ? 'ANALYZE, ' : ''}FORMAT JSON) EXECUTE ${name}_${index} ${given}`,
      );
      const isCount = /count\(/i.test(text);
      for (const node of nodesOf((rows[0] as (typeof rows)[0])['QUERY PLAN'][0].Plan)) {
        const { 'Relation Name': table = '', 'Actual Loops': loops = 0 } = node;
        const readRows = loops * ((node['Actual Rows'] ?? 0) + (node['Rows Removed by Filter'] ?? 0));
        const isWhole = node['Node Type'] === 'Seq Scan' && growing.has(table);
        if (isWhole || (readRows > MAX_READ && !isCount))
          found.push(`${node['Node Type']} of ${table}, ${readRows} rows: ${text.slice(-400)}`);
      }
    }
    return found;
  };

  beforeAll(async () => {
    statements = await hotStatements();
    database = client();
    await database.connect();
    const { rows } = await database.query<{ name: string }>(
      `SELECT relname AS name FROM pg_class WHERE 'autovacuum_analyze_threshold=1000' = ANY(reloptions)`,
    );
    growing = new Set(rows.map(({ name }) => name));
    await prepare('early');
  });

  afterAll(() => database.end());

  it('are looked for in the statements that Tollgate sends', () => {
    expect([...growing]).toEqual(expect.arrayContaining(['charge', 'event', 'source', 'token']));
    for (const table of ['charge', 'token', 'refund', 'source', 'event', 'journal_entry', 'webhook_attempt'])
      expect(statements.filter(({ text }) => text.includes(table))).not.toEqual([]);
    expect(statements.length).toBeGreaterThan(10);
  });

  it('read no growing table from end to end while it is new', async () => {
    expect(await problems('early', 'custom')).toEqual([]);
    expect(await problems('early', 'generic')).toEqual([]);
  });

  it('stay good when they were cached before the rows came', async () => {
    await fill(database);
    expect(await problems('early', 'generic')).toEqual([]);
  });

  it('read few rows of many that were never analyzed', async () => {
    await prepare('late');
    expect(await problems('late', 'generic')).toEqual([]);
    expect(await problems('late', 'custom')).toEqual([]);
  });

  it('read few rows of many that are analyzed', async () => {
    await database.query(`VACUUM ANALYZE ${Object.keys(COPIES).join(', ')}`);
    expect(await problems('late', 'generic')).toEqual([]);
    expect(await problems('late', 'custom')).toEqual([]);
  });

  it('are kept for a single webhook, which is claimed and recorded', async () => {
    await database.query('RESET plan_cache_mode');
    const found = statements.filter(({ text }) => text.includes('INSERT INTO webhook_attempt'));
    const kept = await Promise.all(
      found.map(async ({ text, values = [] }, index) => {
        const name = `kept_${index}`;
        await database.query(`PREPARE ${name} AS ${text}`);
        for (let count = 0; count < EXECUTIONS; count += 1)
          await database.query(`EXECUTE ${name} (${values.map(literal).join(', ')})`);
        const { rows } = await database.query<{ kept: boolean }>(
          'SELECT generic_plans > 0 AS kept FROM pg_prepared_statements WHERE name = $1',
          [name],
        );
        return rows[0]?.kept;
      }),
    );
    expect(kept).toEqual([true, true]);
  });
});
