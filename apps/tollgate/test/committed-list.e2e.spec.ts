import { Client } from 'pg';
import { parseCommitCursorQuery } from '#kernel/cursor.js';
import { Prisma } from '#platform/database/generated/client.js';
import { migrate } from '#platform/database/migrate.js';
import {
  MAX_PAGE_BYTES,
  readCommitted,
  type CommittedEntry,
  type CommittedPage,
} from '#platform/listing/committed-list.js';
import { until } from '#platform/testing/until.js';
import { useOwnGateway } from './harness.js';

const gateway = useOwnGateway();
let accountId: string;
let late: Client;

/** A row of a table that no other spec writes. */
async function write(
  client: { query(text: string, values: unknown[]): Promise<unknown> },
  id: string,
): Promise<void> {
  await client.query(
    `INSERT INTO act (id, account_id, action, at, machine_at) VALUES ($1, $2, 'spec', now(), now())`,
    [`${id}-${accountId}`, accountId],
  );
}

async function page(after = '', limit = 100): Promise<CommittedPage<CommittedEntry>> {
  const acts = Prisma.sql`SELECT id, xid FROM act WHERE account_id = ${accountId}`;
  return readCommitted(gateway.database, [acts], parseCommitCursorQuery({ after, limit }));
}

const ids = ({ entries }: CommittedPage<CommittedEntry>): string[] =>
  entries.map(({ id }) => id.replace(`-${accountId}`, ''));

/** Waits until no older transaction of the server holds back the end of lists. */
async function pageWith(id: string, after = ''): Promise<CommittedPage<CommittedEntry>> {
  await until(async () => ids(await page(after)).includes(id), `${id} is not listed`);
  return page(after);
}

let client: Client;

beforeEach(async () => {
  accountId = (await gateway.account()).id;
  [client, late] = [
    new Client({ connectionString: gateway.databaseUrl }),
    new Client({ connectionString: gateway.databaseUrl }),
  ];
  await Promise.all([client.connect(), late.connect()]);
});

afterEach(async () => {
  await Promise.all([client.end(), late.end()]);
});

it('a list in commit order skips no late commit', async () => {
  await late.query('BEGIN');
  await write(late, 'z');
  await write(client, 'a');
  const before = await page();
  expect([ids(before), before.isBehind]).toEqual([[], true]);
  await late.query('COMMIT');
  const after = await pageWith('a', before.next);
  expect([ids(after), after.isBehind]).toEqual([['z', 'a'], false]);
  expect(ids(await page(after.next))).toEqual([]);
});

it('a cursor at the end of a list is the position of the next entry', async () => {
  await write(client, 'a');
  const { next } = await pageWith('a');
  await write(client, 'b');
  expect(ids(await pageWith('b', next))).toEqual(['b']);
});

it('a list is read in pages of any size, even if one transaction wrote many entries', async () => {
  await client.query('BEGIN');
  for (const id of ['c', 'b', 'd']) await write(client, id);
  await client.query('COMMIT');
  await write(client, 'a');
  await pageWith('a');
  const seen: string[] = [];
  for (let next = '', found = ['']; found.length > 0; seen.push(...found)) {
    const one = await page(next, 2);
    [next, found] = [one.next, ids(one)];
  }
  expect(seen).toEqual(['b', 'c', 'd', 'a']);
});

it('a page is limited by the bytes of its own entries', async () => {
  await write(client, 'a');
  await write(client, 'b');
  await pageWith('b');
  const listed = (length: number): Promise<CommittedPage<CommittedEntry>> => {
    const acts = Prisma.sql`SELECT id, xid, repeat('x', ${length}::int) AS text FROM act WHERE account_id = ${accountId}`;
    return readCommitted(gateway.database, [acts], parseCommitCursorQuery({ limit: 100 }));
  };
  const { entries } = await listed(0);
  expect(entries.map((entry) => Object.keys(entry))).toEqual([
    ['id', 'xid', 'text'],
    ['id', 'xid', 'text'],
  ]);
  const room = Math.floor((MAX_PAGE_BYTES - JSON.stringify(entries).length + '[,]'.length) / 2);
  expect(ids(await listed(room))).toEqual(['a', 'b']);
  const cut = await listed(room + 1);
  expect([ids(cut), cut.isCut]).toEqual([['a'], true]);
});

it('rows of an older release come first', async () => {
  await write(client, 'z');
  await client.query(`UPDATE act SET xid = 0 WHERE account_id = $1`, [accountId]);
  await write(client, 'a');
  expect(ids(await pageWith('a'))).toEqual(['z', 'a']);
});

it.each(['x', '1.', '-1', '1.a b', '9'.repeat(30)])('%p is not a cursor', (after) => {
  expect(() => parseCommitCursorQuery({ after })).toThrow('after must be the next of a previous page');
});

it('rows restored into another cluster come first, whatever their transaction ids', async () => {
  await write(client, 'restored');
  await client.query(
    "UPDATE act SET xid = 1000000000000; UPDATE cluster SET system_identifier = 'that of before'",
  );
  await migrate(gateway.databaseUrl);
  await write(client, 'new');
  expect(ids(await pageWith('new'))).toEqual(['restored', 'new']);
  await migrate(gateway.databaseUrl);
  const { rows } = await client.query<{ zeros: number }>(
    'SELECT count(*)::int AS zeros FROM act WHERE account_id = $1 AND xid = 0',
    [accountId],
  );
  expect(rows[0]?.zeros).toBe(1);
});
