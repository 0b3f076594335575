import { Injectable } from '@nestjs/common';
import { renderEvent } from '#domain/api-versions/render.js';
import type { EventKey } from '#domain/events/event-keys.js';
import { newId } from '#domain/ids.js';
import { Batches } from '#platform/database/batches.js';
import { Database } from '#platform/database/database.js';
import { isMissingReference } from '#platform/database/database-errors.js';
import { JobProducer } from '#platform/jobs/job-producer.js';
import type { NewJob } from '#platform/jobs/job.js';
import { requestId } from '#platform/logging/request-context.js';
import { Metrics } from '#platform/metrics/metrics.js';
import type { Account } from '../accounts/account.js';
import { failOfClosed } from '../accounts/account-directory.js';
import { AccountWatch } from '../accounts/account-watch.js';
import { eventView } from '../events/event.view.js';
import { deliveryJob } from '../webhooks/delivery-job.js';
import { changeStatement, type ChangeResult, type ChangeRows, type DeliveryTarget, type EventRow } from './change-statement.js';
import type { Inserts, RowUpdate } from './rows.js';

/** What one change writes: all of it or nothing. */
export interface Change {
  readonly account: Account;
  readonly livemode: boolean;
  readonly now: Date;
  readonly insert?: Inserts;
  /** If one of these rows does not have its `version` any more, nothing of the change is written. */
  readonly updates?: readonly RowUpdate[];
  readonly events?: readonly EventDraft[];
  /** Added to the queue after the commit, with those of the deliveries. */
  readonly jobs?: readonly NewJob[];
}

export interface EventDraft {
  /** Where somebody is to be told of it; a new one, unless given. */
  readonly id?: string;
  readonly key: EventKey;
  readonly objectId: string;
  /** The object's view; it is stored as the account's API version shows it. */
  readonly data: unknown;
  /** Addresses of the object's own, besides the account's. */
  readonly webhookEndpoints?: readonly string[];
}

type Delivery = ChangeResult['deliveries'][number];

/** What became of one change: the deliveries that came of it, unless it was not written, because its account is closed or another was faster. */
type Outcome = { readonly deliveries: readonly Delivery[] } | 'closed' | undefined;

/**
 * The one place that writes state. A change, its events and their deliveries (the transactional outbox) are one statement: one commit, one
 * round trip. Changes that only insert are batched.
 */
@Injectable()
export class Changes {
  private readonly insertions: Batches<ChangeRows, Outcome>;

  constructor(
    private readonly database: Database,
    private readonly producer: JobProducer,
    private readonly watch: AccountWatch,
    metrics: Metrics,
  ) {
    this.insertions = new Batches('change', metrics, (changes) => this.write(changes));
  }

  /**
   * Writes the change. Answers `false` when nothing was written, because a row that it updates has another version by now. Throws
   * `service_unavailable` when the account was closed meanwhile.
   */
  async commit(change: Change): Promise<boolean> {
    const rows = rowsOf(change);
    const outcome = mayWait(rows) ? (await this.write([rows]))[0] : await this.insertions.do(rows);
    if (!outcome) return false;
    if (outcome === 'closed') failOfClosed();
    const { account, jobs = [] } = change;
    // While its clock is moved, what is due is done by that move.
    const deliveryJobs = account.clockMoveId === null ? outcome.deliveries.map((delivery) => deliveryJob(delivery, 0, 0)) : [];
    this.database.afterCommit(() => {
      this.producer.add([...jobs, ...deliveryJobs]);
      this.watch.written(account);
    });
    return true;
  }

  private async write(changes: readonly ChangeRows[]): Promise<Outcome[]> {
    const statement = this.database.attempt<ChangeResult>(changeStatement(changes), ([row]) => row?.written === true);
    const [result] = await statement.catch((error: unknown) => {
      // A restore has taken away what a new row refers to, and so has closed its account.
      if (isMissingReference(error)) return [];
      throw error;
    });
    if (!result?.open) return this.writeOpen(changes);
    if (!result.written) return changes.map(() => undefined);
    const byEvent = new Map<string, Delivery[]>();
    for (const delivery of result.deliveries) byEvent.set(delivery.event_id, [...(byEvent.get(delivery.event_id) ?? []), delivery]);
    return changes.map(({ events }) => ({ deliveries: events.flatMap(({ id }) => byEvent.get(id) ?? []) }));
  }

  /** One of the accounts is closed: which, shows when each is tried alone. */
  private async writeOpen(changes: readonly ChangeRows[]): Promise<Outcome[]> {
    if (changes.length === 1) return ['closed'];
    const outcomes: Outcome[] = [];
    for (const change of changes) outcomes.push(...(await this.write([change])));
    return outcomes;
  }
}

function rowsOf({ account, livemode, now, updates = [], insert = {}, events: drafts = [] }: Change): ChangeRows {
  const owner = { account_id: account.id, livemode, created_at: now };
  const events = drafts.map(({ id = newId('event', livemode), key, objectId, data }): EventRow => {
    const body = JSON.stringify(renderEvent(eventView({ id, livemode, key, createdAt: now }, data), account.apiVersion));
    const about = { key, object_id: objectId, api_version: account.apiVersion, body, request_id: requestId() ?? null };
    return { id, ...owner, ...about };
  });
  const targets = drafts.flatMap(({ webhookEndpoints = [] }, index): DeliveryTarget[] => {
    const event_id = events[index]?.id ?? '';
    return [null, ...webhookEndpoints].map((uri) => ({ id: newId('webhook_delivery', livemode), event_id, ...owner, uri }));
  });
  return { accountId: account.id, updates, insert, events, targets };
}

/**
 * Whether the change may have to wait for another one's commit, which keeps it out of batches, where others would wait along: it updates
 * rows, or its charge refers to what is there already, which another charge may claim at the same moment, or a restore take away.
 */
function mayWait({ updates, insert: { charge: charges = [], source: sources = [] } }: ChangeRows): boolean {
  const refersToOthers = charges.some(
    (charge) =>
      charge.card_id !== null ||
      charge.linked_account_id !== null ||
      charge.link_id !== null ||
      (charge.source_id !== null && !sources.some(({ id }) => id === charge.source_id)),
  );
  return updates.length > 0 || refersToOthers;
}
