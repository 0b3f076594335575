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

/** Adds the last attempt and the object's summary to each delivery, with two statements for all. */
export async function withFacts(
  database: Database,
  accountId: string,
  deliveries: readonly DeliverySummaryView[],
  mask: (metadata: object) => object,
): Promise<ListedDeliveryView[]> {
  if (deliveries.length === 0) return [];
  const ids = deliveries.map(({ id }) => id);
  const objectIds = deliveries.map(({ object_id: objectId }) => objectId);
  const [attempts, summaryOf] = await Promise.all([
    database.query<LastAttempt>(Prisma.sql`
      SELECT attempt.* FROM unnest(${ids}::text[]) delivery (id) CROSS JOIN LATERAL (
        SELECT delivery_id, started_at, duration_ms, status, error FROM webhook_attempt
        WHERE delivery_id = delivery.id AND account_id = ${accountId} ORDER BY number DESC LIMIT 1) attempt`),
    readSummaries(database, accountId, objectIds, mask),
  ]);
  const lastOf = new Map(attempts.map((attempt) => [attempt.delivery_id, attempt]));
  return deliveries.map((delivery) => ({
    ...delivery,
    ...factsOf(delivery, lastOf.get(delivery.id)),
    ...summaryOf(delivery.object_id),
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
