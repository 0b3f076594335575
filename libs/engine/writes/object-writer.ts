import { Injectable } from '@nestjs/common';
import { madeAt, newSuffix, withPrefix } from '#kernel/ids.js';
import { Clock } from '#platform/clock/clock.js';
import { Batches } from '#platform/database/batches.js';
import { Database } from '#platform/database/database.js';
import { isMissingReference } from '#platform/database/database-errors.js';
import { JobProducer } from '#platform/jobs/job-producer.js';
import type { NewJob } from '#platform/jobs/job.js';
import { noteEvents, requestId, trigger } from '#platform/logging/request-context.js';
import { Metrics } from '#platform/metrics/metrics.js';
import { VersionRenderer } from '../versions/rules/render.js';
import type { EventKey } from '../events/rules/event-keys.js';
import type { Account } from '../accounts/account.js';
import { throwClosedAccount } from '../accounts/account-directory.js';
import { AccountWatch } from '../accounts/account-watch.js';
import type { PageAction } from '../audit/audit.js';
import { eventView } from '../events/event.view.js';
import { deliveryJob } from '../webhooks/delivery-job.js';
import { newId } from './new-id.js';
import {
  writeStatement,
  exclusiveRows,
  type WriteResult,
  type WriteRows,
  type DeliveryTarget,
} from './write-statement.js';
import type { InsertedRow, Inserts, RowUpdate } from './rows.js';

/** The rows and events that one change writes, atomically. */
export interface Write {
  readonly account: Account;
  readonly livemode: boolean;
  readonly now: Date;
  readonly insert?: Inserts;
  /** If any of these rows has another `version` by now, nothing is written. */
  readonly updates?: readonly RowUpdate[];
  readonly events?: readonly EventDraft[];
  /** The customer's action on a page that causes this change. */
  readonly pageAct?: PageAudit | undefined;
  /** Added to the queue after the commit, together with the jobs of the deliveries. */
  readonly jobs?: readonly NewJob[];
}

export interface EventDraft {
  /** The event's id, where the caller needs to know it; a new one unless given. */
  readonly id?: string;
  readonly key: EventKey;
  readonly objectId: string;
  /** The object's view. It is stored in the account's API version. */
  readonly data: unknown;
  /** Webhook addresses of the object itself, besides the account's. */
  readonly webhookEndpoints?: readonly string[];
}

/** A customer's action on the page of an object. */
export interface PageAudit {
  readonly action: PageAction;
  readonly objectId: string;
  /** Of a decline. */
  readonly failureCode?: string;
}

type Delivery = WriteResult['deliveries'][number];

/**
 * The deliveries that a change made. `closed`: the account is closed. `undefined`: a row has another version,
 * or another transaction has it locked. In both cases nothing was written.
 */
type Outcome = { readonly deliveries: readonly Delivery[] } | 'closed' | undefined;

/**
 * Writes the objects of the emulated API. A change, its events and their deliveries (the transactional
 * outbox) are one statement: one commit, one round trip. Concurrent changes share a statement. Other writers
 * have their own statements (docs/architecture/state.md).
 */
@Injectable()
export class ObjectWriter {
  private readonly batches: Batches<WriteRows, Outcome>;

  constructor(
    private readonly database: Database,
    private readonly producer: JobProducer,
    private readonly watch: AccountWatch,
    private readonly versions: VersionRenderer,
    private readonly clock: Clock,
    metrics: Metrics,
  ) {
    this.batches = new Batches('change', metrics, (changes) => this.writeBatch(changes));
  }

  /**
   * Writes the change. Answers `false` when nothing was written, because a row that it updates has another
   * version by now. Throws `service_unavailable` when the account was closed meanwhile.
   */
  async commit(change: Write): Promise<boolean> {
    const rows = rowsOf(change, this.versions, this.clock.machineNow());
    // Alone, the change waits for locks, and then knows whether its rows still have their versions.
    const outcome = (await this.batches.do(rows)) ?? (await this.write([rows], { waits: true }))[0];
    if (!outcome) return false;
    if (outcome === 'closed') throwClosedAccount();
    const { account, jobs = [] } = change;
    // While the account's clock is being moved, that move sends the webhooks.
    const deliveryJobs =
      account.clockMoveId === null ? outcome.deliveries.map((delivery) => deliveryJob(delivery, 0, 0)) : [];
    this.database.afterCommit(() => {
      this.producer.add([...jobs, ...deliveryJobs]);
      this.watch.written(account);
    });
    return true;
  }

  /** Writes changes together. Of those that need the same row, only the first is written. */
  private async writeBatch(changes: readonly WriteRows[]): Promise<Outcome[]> {
    const taken = new Set<string>();
    const together = changes.filter((change) => {
      const rows = exclusiveRows(change);
      if (rows.some((id) => taken.has(id))) return false;
      for (const id of rows) taken.add(id);
      return true;
    });
    const outcomes = new Map(
      (await this.write(together)).map((outcome, index) => [together[index], outcome]),
    );
    return changes.map((change) => outcomes.get(change));
  }

  private async write(
    changes: readonly WriteRows[],
    options?: { readonly waits: boolean },
  ): Promise<Outcome[]> {
    const statement = this.database.inSavepoint<WriteResult>(
      writeStatement(changes, options),
      ([row]) => row?.written.length === changes.length,
    );
    const [result] = await statement.catch((error: unknown) => {
      // A restore has removed a row that a new one refers to. It has closed the account too.
      if (isMissingReference(error) && changes.length === 1) return [];
      throw error;
    });
    const byEvent = new Map<string, Delivery[]>();
    for (const delivery of result?.deliveries ?? [])
      byEvent.set(delivery.event_id, [...(byEvent.get(delivery.event_id) ?? []), delivery]);
    return changes.map(({ accountId, insert: { event = [] } }, change) => {
      if (!result?.open.includes(accountId)) return 'closed';
      if (!result.written.includes(change)) return undefined;
      return { deliveries: event.flatMap(({ id }) => byEvent.get(id) ?? []) };
    });
  }
}

function rowsOf(
  { account, livemode, now, updates = [], insert = {}, events: drafts = [], pageAct }: Write,
  versions: VersionRenderer,
  machineNow: Date,
): WriteRows {
  const owner = { account_id: account.id, livemode, created_at: now };
  const act = pageAct && actRow(pageAct, account, livemode, now);
  const events = drafts.map(
    ({ id = newId('event', livemode), key, objectId, data }): InsertedRow<'event'> => {
      const body = JSON.stringify(
        versions.renderEvent(eventView({ id, livemode, key, createdAt: now }, data), account.apiVersion),
      );
      const about = {
        key,
        object_id: objectId,
        api_version: account.apiVersion,
        body,
        request_id: requestId() ?? null,
        trigger_id: act?.id ?? trigger(),
        machine_at: account.idSeed === null ? null : machineNow,
      };
      return { id, ...owner, ...about };
    },
  );
  const targets = drafts.flatMap(({ webhookEndpoints = [] }, index): DeliveryTarget[] => {
    const event_id = events[index]?.id ?? '';
    return [null, ...webhookEndpoints].map((uri) => ({
      id: withPrefix('webhook_delivery', livemode, newSuffix()),
      event_id,
      ...owner,
      uri,
    }));
  });
  noteEvents(events.map(({ id }) => id));
  return {
    accountId: account.id,
    updates,
    insert: { ...insert, act: act ? [act] : [], event: events },
    targets,
  };
}

function actRow(
  { action, objectId, failureCode }: PageAudit,
  { id: accountId }: Account,
  livemode: boolean,
  now: Date,
): InsertedRow<'act'> {
  const id = `act_${newSuffix()}`;
  return {
    id,
    account_id: accountId,
    livemode,
    kind: 'page',
    action,
    failure_code: failureCode ?? null,
    object_id: objectId,
    client: null,
    request_id: requestId() ?? null,
    trigger_id: trigger(),
    at: now,
    machine_at: madeAt(id),
  };
}
