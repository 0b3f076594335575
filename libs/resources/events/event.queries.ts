import type { Tenant } from '#kernel/scope.js';
import { Prisma } from '#platform/database/generated/client.js';
import type { Database } from '#platform/database/database.js';
import type { PageSql } from '#platform/listing/page-sql.js';

/** An event with its deliveries. */
export interface StoredEvent {
  readonly body: string;
  readonly key: string;
  readonly deliveries: readonly {
    readonly id: string;
    readonly uri: string;
    readonly created_at: string;
    /** The response status of the last attempt, if any. */
    readonly status: number | null;
    readonly error: string | null;
  }[];
}

const LAST_ATTEMPT = Prisma.sql`SELECT status, error FROM webhook_attempt WHERE delivery_id = webhook_delivery.id ORDER BY number DESC LIMIT 1`;
const DELIVERIES = Prisma.sql`SELECT webhook_delivery.id, uri, created_at, last.status, last.error
  FROM webhook_delivery LEFT JOIN LATERAL (${LAST_ATTEMPT}) last ON true WHERE event_id = event.id ORDER BY webhook_delivery.id`;

/** The body is a column of its own: in JSON its long text would be escaped and parsed again. */
const PARTS = Prisma.sql`SELECT body, key,
  (SELECT coalesce(json_agg(row_to_json(delivery)), '[]') FROM (${DELIVERIES}) delivery) AS deliveries`;

export async function queryEvent(
  database: Database,
  { accountId, livemode }: Tenant,
  id: string,
): Promise<StoredEvent | undefined> {
  const [event] = await database.query<StoredEvent>(
    Prisma.sql`${PARTS} FROM event WHERE id = ${id} AND account_id = ${accountId} AND livemode = ${livemode}`,
  );
  return event;
}

/** One page of events. The deliveries of skipped events are not read. */
export function queryEventPage(database: Database, { where, order, limit }: PageSql): Promise<StoredEvent[]> {
  return database.query(
    Prisma.sql`${PARTS} FROM (SELECT * FROM event WHERE ${where} ${order} ${limit}) event ${order}`,
  );
}
