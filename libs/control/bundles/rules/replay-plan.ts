/** A webhook as it was sent. Times are in milliseconds. */
export interface PastWebhook {
  readonly startedAt: number;
  readonly durationMs: number;
}

/** When a webhook of a replay is sent: at the offset, and after the webhooks that had ended before it began. */
export interface PlannedWebhook<Webhook> {
  readonly webhook: Webhook;
  /** Milliseconds since the start of the replay. */
  readonly offsetMs: number;
  /** Places in the plan. */
  readonly after: readonly number[];
}

/**
 * The order and spacing of webhooks, `speed` times as fast. Webhooks that were sent at the same time overlap
 * again, and a webhook whose predecessor is still unanswered waits for it, as it did before.
 */
export function planReplay<Webhook extends PastWebhook>(
  webhooks: readonly Webhook[],
  speed: number,
): PlannedWebhook<Webhook>[] {
  const ordered = webhooks.toSorted((one, other) => one.startedAt - other.startedAt);
  const first = ordered[0]?.startedAt ?? 0;
  return ordered.map((webhook, place) => ({
    webhook,
    offsetMs: Math.round((webhook.startedAt - first) / speed),
    after: ordered
      .slice(0, place)
      .flatMap((other, index) => (other.startedAt + other.durationMs <= webhook.startedAt ? [index] : [])),
  }));
}

/** Does the work of a plan. `wait` resolves after the milliseconds, or throws, which ends the replay. */
export async function followPlan<Webhook, Result>(
  plan: readonly PlannedWebhook<Webhook>[],
  wait: (offsetMs: number) => Promise<void>,
  send: (webhook: Webhook) => Promise<Result>,
): Promise<Result[]> {
  const results: Promise<Result>[] = [];
  for (const { webhook, offsetMs, after } of plan) {
    const before = results.filter((_, place) => after.includes(place));
    results.push(
      wait(offsetMs)
        .then(() => Promise.all(before))
        .then(() => send(webhook)),
    );
  }
  return Promise.all(results);
}
