import { Prisma } from '#platform/database/generated/client.js';
import type { Database } from '#platform/database/database.js';
import { attemptProblem } from '#engine/webhooks/rules/attempt-problem.js';
import { readSummaries } from '../lists/object-summaries.queries.js';
import type { DeliveryFactsView, DeliverySummaryView, ListedDeliveryView } from './delivery.view.js';

interface LastAttempt {
  readonly delivery_id: string;
  readonly started_at: Date;
  readonly duration_ms: number;
  readonly status: number | null;
  readonly error: string | null;
}

interface Party {
  readonly id: string;
  readonly about: string | null;
}

/** Adds the last attempt and facts of the object to each delivery, with three statements for all. */
export async function withFacts(
  database: Database,
  accountId: string,
  deliveries: readonly DeliverySummaryView[],
  mask: (metadata: object) => object,
): Promise<ListedDeliveryView[]> {
  if (deliveries.length === 0) return [];
  const ids = deliveries.map(({ id }) => id);
  const objectIds = deliveries.map(({ object_id: objectId }) => objectId);
  const [attempts, summaryOf, parties] = await Promise.all([
    database.query<LastAttempt>(Prisma.sql`
      SELECT attempt.* FROM unnest(${ids}::text[]) delivery (id) CROSS JOIN LATERAL (
        SELECT delivery_id, started_at, duration_ms, status, error FROM webhook_attempt
        WHERE delivery_id = delivery.id AND account_id = ${accountId} ORDER BY number DESC LIMIT 1) attempt`),
    readSummaries(database, accountId, objectIds, mask),
    database.query<Party>(Prisma.sql`
      SELECT id, coalesce(email, description) AS about FROM customer
      WHERE account_id = ${accountId} AND id = ANY(${objectIds})
      UNION ALL SELECT id, coalesce(email, name) FROM recipient
      WHERE account_id = ${accountId} AND id = ANY(${objectIds})`),
  ]);
  const lastOf = new Map(attempts.map((attempt) => [attempt.delivery_id, attempt]));
  const aboutOf = new Map(parties.map(({ id, about }) => [id, about]));
  return deliveries.map((delivery) => ({
    ...delivery,
    ...factsOf(delivery, lastOf.get(delivery.id)),
    ...summaryOf(delivery.object_id),
    about: aboutOf.get(delivery.object_id) ?? null,
  }));
}

function factsOf({ at }: DeliverySummaryView, last: LastAttempt | undefined): DeliveryFactsView {
  if (!last) return { last_status: null, last_error: null, last_duration_ms: null, updated_at: at };
  const { status, duration_ms: durationMs, started_at: startedAt } = last;
  const updatedAt = new Date(startedAt.getTime() + durationMs).toISOString();
  return {
    last_status: status,
    last_error: attemptProblem(last),
    last_duration_ms: durationMs,
    updated_at: updatedAt,
  };
}
