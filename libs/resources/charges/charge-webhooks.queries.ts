import { Prisma } from '#platform/database/generated/client.js';
import type { Database } from '#platform/database/database.js';
import { HAS_FAILED } from '#engine/webhooks/delivery-counts.queries.js';

/** The number of webhooks by state. */
interface WebhookCounts {
  readonly delivered: number;
  readonly pending: number;
  readonly retrying: number;
  readonly held: number;
  readonly exhausted: number;
}

const NONE: WebhookCounts = { delivered: 0, pending: 0, retrying: 0, held: 0, exhausted: 0 };

/** The webhooks of the charges' own events. */
export async function readWebhooks(
  database: Database,
  account: { readonly id: string },
  found: readonly { readonly id: string }[],
): Promise<(id: string) => WebhookCounts> {
  const ids = found.map(({ id }) => id);
  const rows = await database.query<WebhookCounts & { readonly id: string }>(webhooksSql(account.id, ids));
  const counts = new Map(rows.map(({ id, ...webhooks }) => [id, webhooks]));
  return (id) => counts.get(id) ?? NONE;
}

function webhooksSql(accountId: string, ids: readonly string[]): Prisma.Sql {
  const count = (name: string, condition: Prisma.Sql): Prisma.Sql =>
    Prisma.sql`count(*) FILTER (WHERE ${condition})::int4 AS ${Prisma.raw(name)}`;
  const counts = [
    count('delivered', Prisma.sql`status = 'delivered'`),
    count('pending', Prisma.sql`status = 'pending' AND NOT (${HAS_FAILED})`),
    count('retrying', Prisma.sql`status = 'pending' AND ${HAS_FAILED}`),
    count('held', Prisma.sql`status = 'held'`),
    count('exhausted', Prisma.sql`status = 'exhausted'`),
  ];
  return Prisma.sql`
    SELECT object_id AS id, ${Prisma.join(counts)} FROM event JOIN webhook_delivery delivery ON delivery.event_id = event.id
    WHERE object_id = ANY(${[...ids]}::text[]) AND event.account_id = ${accountId} GROUP BY object_id`;
}
