import { objectOfId } from '#kernel/ids.js';
import { Prisma } from '#platform/database/generated/client.js';
import type { Database } from '#platform/database/database.js';
import type { ObjectSummaryView } from './object-summary.view.js';
import { LISTED_KINDS } from './listed-kinds.js';
import { summariesSql } from './objects.queries.js';

const NO_SUMMARY: ObjectSummaryView = { amount: null, currency: null, metadata: {} };

/** Finds the summary of each of these objects of an account, of any kinds, in one statement. */
export async function readSummaries(
  database: Database,
  accountId: string,
  ids: readonly string[],
  mask: (metadata: object) => object,
): Promise<(id: string) => ObjectSummaryView> {
  const distinct = [...new Set(ids)];
  const parts = LISTED_KINDS.flatMap((kind) => {
    const ofKind = distinct.filter((id) => kind.name === `${objectOfId(id)}s`);
    return ofKind.length === 0 ? [] : [summariesSql(kind, accountId, ofKind)];
  });
  if (parts.length === 0) return () => NO_SUMMARY;
  const found = await database.readJson<ObjectSummaryView & { readonly id: string }>(Prisma.sql`
    SELECT found.id, found.amount, found.currency,
      CASE WHEN found.metadata::text = '{}' THEN coalesce(charge.metadata, found.metadata) ELSE found.metadata END AS metadata
    FROM (${Prisma.join(parts, ' UNION ALL ')}) found LEFT JOIN charge ON charge.id = found.charge`);
  const summaries = new Map(
    found.map(({ id, ...summary }) => [id, { ...summary, metadata: mask(summary.metadata) }]),
  );
  return (id) => summaries.get(id) ?? NO_SUMMARY;
}
