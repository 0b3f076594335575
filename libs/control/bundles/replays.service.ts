import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { formatDuration } from '#kernel/duration.js';
import { fail, failNotFound } from '#kernel/errors.js';
import { madeAt, objectOfId } from '#kernel/ids.js';
import { MINUTE_MS } from '#kernel/time.js';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import { Prisma } from '#platform/database/generated/client.js';
import type { EventKey } from '#engine/events/rules/event-keys.js';
import type { AttemptChange } from '#engine/webhooks/rules/attempt-change.js';
import { attemptProblem } from '#engine/webhooks/rules/attempt-problem.js';
import type { Account } from '#engine/accounts/account.js';
import { AccountDirectory, throwClosedAccount } from '#engine/accounts/account-directory.js';
import { SandboxAccounts } from '#engine/accounts/sandbox-accounts.js';
import { Audit } from '#engine/audit/audit.js';
import { ManualAttemptStore } from '#engine/webhooks/manual-attempt.store.js';
import { WebhookAttempts } from '#engine/webhooks/webhook-attempts.js';
import { newId } from '#engine/writes/new-id.js';
import { attemptView, type AttemptView } from '../deliveries/delivery.view.js';
import { idsOfStory } from '../timeline/timeline.queries.js';
import { followPlan, planReplay, type PastWebhook, type PlannedWebhook } from './rules/replay-plan.js';
import { parseSpeed, type CreateReplayDto } from './bundle.dto.js';
import type { ReplayedWebhookView, ReplayView } from './replay.view.js';

/** The longest replay: `fetch` of Node.js waits five minutes for a response. */
const MAX_MS = 4 * MINUTE_MS;
/** The most webhooks of a replay. */
const MAX_WEBHOOKS = 1_000;

/** A webhook as it was sent; or an event that has never been sent, which has no delivery. */
interface SentWebhook extends PastWebhook {
  readonly event: string;
  readonly key: EventKey;
  readonly livemode: boolean;
  readonly delivery: string | null;
  readonly uri: string | null;
  readonly status: number | null;
  readonly error: string | null;
  readonly change: AttemptChange | null;
}

/** Sends the webhooks of an object again: in the same order and spacing, with the same faults, newly signed. */
@Injectable()
export class ReplaysService {
  constructor(
    private readonly accounts: SandboxAccounts,
    private readonly directory: AccountDirectory,
    private readonly database: Database,
    private readonly manual: ManualAttemptStore,
    private readonly attempts: WebhookAttempts,
    private readonly audit: Audit,
    private readonly clock: Clock,
  ) {}

  /**
   * Resolves when all have been answered, or as far as they were sent until `signal` is aborted. Throws
   * `not_found`, `bad_request` if there is nothing to send or too much, and `service_unavailable` when the
   * sandbox is reset meanwhile.
   */
  async replay(sandbox: string, body: CreateReplayDto, signal: AbortSignal): Promise<ReplayView> {
    const { object, to } = body;
    const account = await this.accounts.get(sandbox);
    const speed = parseSpeed(body.speed ?? 1) ?? 1;
    const plan = planReplay(await this.find(account, object, body.from), speed);
    const lastsMs = plan.at(-1)?.offsetMs ?? 0;
    if (lastsMs > MAX_MS)
      fail(
        'bad_request',
        `the replay would last ${formatDuration(lastsMs)}, and at most ${formatDuration(MAX_MS)} is possible; choose a higher speed`,
      );
    const isDryRun = body.dry_run === true;
    if (!isDryRun) await this.audit.record(account, { action: 'replay', objectId: object });
    const made = isDryRun ? [] : await this.send(account, plan, to, signal);
    const delivered = made.filter((attempt) => attempt?.error === null).length;
    const failed = made.filter((attempt) => attempt !== undefined && attempt.error !== null).length;
    return {
      object: 'replay',
      object_id: object,
      to,
      speed,
      dry_run: isDryRun,
      count: plan.length,
      delivered,
      failed,
      data: plan.map((planned, place) => replayedView(planned, made[place])),
    };
  }

  /**
   * The webhooks that one endpoint received, in test and live mode. Without any attempt, the events
   * themselves. Attempts that were not sent, and those of earlier replays, are left out.
   */
  private async find(
    { id: accountId }: Account,
    object: string,
    from: string | undefined,
  ): Promise<SentWebhook[]> {
    const rows = await this.database.query<
      Omit<SentWebhook, 'startedAt'> & { machineAt: Date | null }
    >(Prisma.sql`
      SELECT event.id AS event, key, event.livemode, delivery.id AS delivery, coalesce(attempt.uri, delivery.uri) AS uri,
        coalesce(attempt.machine_at, event.machine_at) AS "machineAt", coalesce(attempt.duration_ms, 0) AS "durationMs", attempt.status, error, change
      FROM event
      LEFT JOIN (webhook_delivery delivery JOIN webhook_attempt attempt
        ON delivery_id = delivery.id AND connect_ms IS NOT NULL AND trigger <> 'replay') ON event_id = event.id
      WHERE event.account_id = ${accountId} AND object_id = ANY(${idsOfStory(object)})
      ORDER BY event.id, delivery.id, number LIMIT ${MAX_WEBHOOKS + 1}`);
    if (rows.length === 0) return failNotFound(objectOfId(object) ?? 'object', object);
    if (rows.length > MAX_WEBHOOKS)
      fail('bad_request', `${object} has more than ${MAX_WEBHOOKS} webhooks, the most that can be replayed`);
    const webhooks = rows.map(({ machineAt, ...row }) => ({
      ...row,
      startedAt: (machineAt ?? madeAt(row.event)).getTime(),
    }));
    const sent = webhooks.filter(({ uri }) => uri !== null);
    const uris = [...new Set(sent.map(({ uri }) => uri))];
    if (sent.length === 0) return webhooks;
    if (from === undefined && uris.length > 1)
      fail('bad_request', `the webhooks were sent to several URLs: choose ${uris.join(' or ')} with from`);
    if (from !== undefined && !uris.includes(from))
      fail('bad_request', `no webhook was sent to ${from}; from must be ${uris.join(' or ')}`);
    return sent.filter(({ uri }) => from === undefined || uri === from);
  }

  /** Attempts of one delivery are attempts of one delivery again. */
  private async send(
    account: Account,
    plan: readonly PlannedWebhook<SentWebhook>[],
    to: string,
    signal: AbortSignal,
  ): Promise<(AttemptView | undefined)[]> {
    const began = performance.now();
    const deliveries = new Map<string, Promise<string>>();
    const deliveryOf = (webhook: SentWebhook): Promise<string> => {
      const key = webhook.delivery ?? webhook.event;
      const known = deliveries.get(key) ?? this.newDelivery(account, webhook, to);
      deliveries.set(key, known);
      return known;
    };
    return followPlan(
      plan,
      (offsetMs) => paused(offsetMs - (performance.now() - began), signal),
      async (webhook) =>
        signal.aborted ? undefined : this.attempt(account, await deliveryOf(webhook), webhook),
    );
  }

  private async newDelivery(account: Account, { event, livemode }: SentWebhook, to: string): Promise<string> {
    const id = newId('webhook_delivery', livemode);
    const delivery = { id, eventId: event, uri: to, createdAt: this.clock.now(account) };
    return (await this.manual.add(delivery, account.id)) ? id : throwClosedAccount();
  }

  private async attempt(account: Account, delivery: string, { change }: SentWebhook): Promise<AttemptView> {
    const claimed = (await this.manual.begin(delivery, account.id, null, 'replay')) ?? throwClosedAccount();
    await this.attempts.makeChanged(claimed, change ?? undefined);
    // Throws if the sandbox has been reset.
    await this.directory.get(account.id);
    const attempt = await this.database.webhookAttempt.findFirst({
      where: { deliveryId: delivery, number: claimed.attempt },
    });
    return attempt ? attemptView(attempt, claimed.uri) : throwClosedAccount();
  }
}

/** Ends early when the signal is aborted. */
async function paused(ms: number, signal: AbortSignal): Promise<void> {
  if (ms > 0) await delay(ms, undefined, { signal }).catch(() => undefined);
}

function replayedView(
  { webhook, offsetMs }: PlannedWebhook<SentWebhook>,
  attempt: AttemptView | undefined,
): ReplayedWebhookView {
  const { event, key, uri, status, error } = webhook;
  const original = { status, error: uri === null ? null : attemptProblem({ status, error }) };
  return { event, key, offset_ms: offsetMs, original, attempt: attempt ?? null };
}
