import { DAY_MS } from '#kernel/time.js';
import { Prisma } from '#platform/database/generated/client.js';
import { jsonRows, tableOf, type JsonValues } from '#platform/database/json-rows.js';
import { ALL_RESOURCES, objectsOf } from '#resources/api-resources.js';
import { SAVED_TABLES } from '#control/snapshots/saved-tables.js';
import { useOwnGateway } from './harness.js';
import type { Merchant } from './merchant.js';

const gateway = useOwnGateway();
let shop: Merchant;

interface Column {
  readonly table: string;
  readonly column: string;
  /** As PostgreSQL has it: an expression. */
  readonly default: string;
}

const NAMES = SAVED_TABLES.flatMap(({ name, key }) => (key.includes('id') ? [name] : []));

/** The columns of saved tables that have a constant as their default. */
function columnsWithDefault(): Promise<Column[]> {
  return gateway.database.$queryRaw<Column[]>`
    SELECT table_name AS "table", column_name AS "column", column_default AS "default" FROM information_schema.columns
    WHERE table_schema = 'public' AND column_default NOT LIKE '%(%' AND table_name IN (${Prisma.join(NAMES)})
    ORDER BY table_name, column_name`;
}

/** The value in the newest row of the table, if there is one, and the column's default, both as text. */
async function compare({
  table,
  column,
  default: expression,
}: Column): Promise<{ name: string; written: string; schema: string }[]> {
  const type = expression.includes('::') ? '' : `::text`;
  return gateway.database.$queryRawUnsafe(
    `SELECT '${table}.${column}' AS name, ${column}::text AS written, (${expression})${type}::text AS schema FROM ${table} ORDER BY id DESC LIMIT 1`,
  );
}

beforeAll(async () => {
  shop = await gateway.account();
  const { id } = await shop.cardCharge({ amount: 500_000 });
  await shop.post(`/charges/${id}/refunds`, { amount: 10_000 });
  const dispute = async (): Promise<string> => {
    const { body } = await shop.post(`/charges/${(await shop.cardCharge({ amount: 500_000 })).id}/disputes`);
    return (body as { id: string }).id;
  };
  await shop.upload(`/disputes/${await dispute()}/documents`);
  // The newest row of each kind is checked, because it is unchanged.
  await dispute();
  const { id: payer } = await shop.customer({ card: (await shop.token()).id });
  const daily = {
    every: 1,
    period: 'day',
    end_date: new Date(Date.now() + 9 * DAY_MS).toISOString().slice(0, 10),
  };
  await shop.post('/schedules', { ...daily, 'charge[customer]': payer, 'charge[amount]': 2_000 });
  await shop.recipient();
  await shop.post('/transfers', { amount: 3_000 });
  await shop.customer();
  await shop.linkedAccount();
  await shop.link();
  await shop.chain();
  await shop.session();
  await shop.token();
  await shop.charge();
});

it('a new row has the schema’s column defaults', async () => {
  const compared = (await Promise.all((await columnsWithDefault()).map(compare))).flat();
  expect(compared.length).toBeGreaterThan(10);
  expect(compared.filter(({ written, schema }) => written !== schema)).toEqual([]);
});

/** The models whose rows are read as JSON; documents without their bytes, which it lacks. */
const READ_AS_JSON = objectsOf(ALL_RESOURCES)
  .map(({ rows }) => rows.model)
  .filter((model) => model !== 'DisputeDocument');

/** All rows of a model's table, as JSON and as Prisma reads them. */
async function readBothWays(model: Prisma.ModelName): Promise<{ json: unknown; prisma: unknown }> {
  const { database } = gateway;
  const table = Prisma.raw(tableOf(model));
  const rows = jsonRows(model);
  const found = await database.readJson<{ row: JsonValues }>(
    Prisma.sql`SELECT ${rows.sql} AS row FROM ${table} ORDER BY id`,
  );
  const delegate = database[`${model.charAt(0).toLowerCase()}${model.slice(1)}` as 'charge'];
  const stored: object[] = await delegate.findMany({ orderBy: { id: 'asc' } });
  return { json: found.map(({ row }) => rows.read(row)), prisma: stored.map(withNumbers) };
}

function withNumbers(row: object): object {
  return Object.fromEntries(
    Object.entries(row).map(([field, value]) => [
      field,
      typeof value === 'bigint' ? Number(value) : (value as unknown),
    ]),
  );
}

it.each(READ_AS_JSON)(
  'a row of %s read as JSON equals Prisma’s, in a transaction and outside',
  async (model) => {
    const outside = await readBothWays(model);
    expect(outside.prisma).not.toEqual([]);
    expect(outside.json).toEqual(outside.prisma);
    const inside = await gateway.database.atomically(() => readBothWays(model));
    expect(inside.json).toEqual(outside.json);
  },
);

/** A value of each column type. */
const VALUES: Readonly<Record<string, string>> = {
  bigint: '9007199254740993',
  boolean: 'true',
  bytea: '\\x00ff',
  'character varying': 'a',
  'double precision': '0.5',
  integer: '7',
  json: '{"amount": 1}',
  jsonb: '{"amount": 1}',
  text: 'a',
  'text[]': '{a,b}',
  'timestamp with time zone': '2026-01-31 08:15:00.123+00',
};

it('a query returns a value of any column type alike in a transaction and outside', async () => {
  const { database } = gateway;
  const types = await database.query<{ type: string }>(Prisma.sql`
    SELECT DISTINCT format_type(atttypid, NULL) AS type FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
    WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND attnum > 0 AND NOT attisdropped`);
  expect(types.map(({ type }) => type).toSorted()).toEqual(Object.keys(VALUES));
  const columns = Object.entries(VALUES).map(([type, value]) => `'${value}'::${type} AS "${type}"`);
  const statement = Prisma.sql`SELECT ${Prisma.raw(columns.join(', '))}`;
  const outside = await database.query(statement);
  expect(outside).toMatchObject([
    { bigint: '9007199254740993', boolean: true, integer: 7, json: { amount: 1 }, 'text[]': ['a', 'b'] },
  ]);
  expect(await database.atomically(() => database.query(statement))).toEqual(outside);
});
