import { Prisma } from '#platform/database/generated/client.js';
import { tableOf } from '#platform/database/json-rows.js';
import { ALL_RESOURCES, objectsOf } from '#resources/api-resources.js';
import type { Gateway } from './harness.js';

const TABLES = [...new Set([...objectsOf(ALL_RESOURCES).map(({ rows }) => tableOf(rows.model)), 'event'])];

/** The rows of an account's objects and events, as text, by table. */
export async function rowsOfAccount(
  { database }: Gateway,
  accountId: string,
): Promise<Record<string, string[]>> {
  const read = async (table: string): Promise<[string, string[]]> => {
    const rows = await database.$queryRaw<{ row: string }[]>`
      SELECT stored::text AS row FROM ${Prisma.raw(table)} stored WHERE account_id = ${accountId} ORDER BY id`;
    return [table, rows.map(({ row }) => row)];
  };
  return Object.fromEntries(await Promise.all(TABLES.map(read)));
}
