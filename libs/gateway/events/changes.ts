import { Injectable } from '@nestjs/common';
import { renderEvent } from '#domain/api-versions/render.js';
import type { EventKey } from '#domain/events/event-keys.js';
import { newId } from '#domain/ids.js';
import { Prisma } from '#platform/database/generated/client.js';
import { Batches } from '#platform/database/batches.js';
import { Database } from '#platform/database/database.js';
import { JobBell } from '#platform/jobs/job-bell.js';
import type { Alarm } from '#platform/jobs/queues.js';
import { requestId } from '#platform/logging/request-context.js';
import { Metrics } from '#platform/metrics/metrics.js';
import type { Account } from '../accounts/account.js';
import { deliveryAlarm } from '../webhooks/delivery-alarm.js';
import { eventView } from './event.view.js';

/** A table's row by its columns' names, as JSON that PostgreSQL reads. */
export type Row = Readonly<Record<string, unknown>>;

/** What one change writes: all of it or nothing. */
export interface Change {
  readonly account: Account;
  readonly livemode: boolean;
  readonly now: Date;
  readonly insert?: Inserts;
  /** Rows that are changed only if every one of them is still at its `version`; otherwise nothing of the change is written. */
  readonly moves?: readonly Move[];
  /**
   * Whether it may have to wait for somebody else's, as one that moves rows may: then it gets a statement of its own, so that nobody waits
   * along with it.
   */
  readonly isContended?: boolean;
  readonly events?: readonly EventDraft[];
  /** Rung after the commit, with those of the deliveries. */
  readonly alarms?: readonly Alarm[];
}

/** New rows by table. */
export type Inserts = Readonly<Partial<Record<InsertedTable, readonly Row[]>>>;

/** The tables that get new rows; a statement names them in this order, so that its text is the same for the same tables. */
const INSERTED_TABLES = [
  'source',
  'customer',
  'linked_account',
  'card',
  'charge',
  'token',
  'transaction',
  'journal_entry',
  'refund',
  'dispute',
  'dispute_document',
] as const;
export type InsertedTable = (typeof INSERTED_TABLES)[number];

/** The tables whose rows change, in the order in which one statement locks them: always the same, so that no two wait for each other. */
const MOVED_TABLES = ['customer', 'token', 'card', 'linked_account', 'charge', 'dispute', 'dispute_document'] as const;

export interface Move {
  readonly table: (typeof MOVED_TABLES)[number];
  readonly id: string;
  /** What the row's version was when the change was decided; it grows by one. */
  readonly version: number;
  readonly set: Row;
}

export interface EventDraft {
  readonly key: EventKey;
  readonly objectId: string;
  /** The object's view; it is stored as the account's API version shows it. */
  readonly data: unknown;
  /** Addresses of the object's own, besides the account's. */
  readonly webhookEndpoints?: readonly string[];
}

/** A change, made into rows. */
interface Draft {
  readonly moves: readonly Move[];
  readonly insert: Inserts;
  readonly events: readonly (Row & { readonly id: string })[];
  readonly targets: readonly Row[];
}

interface Delivery {
  readonly id: string;
  readonly uri: string;
}

interface Result {
  readonly moved: boolean;
  readonly deliveries: readonly (Delivery & { readonly event_id: string })[];
}

/** What became of one change: the deliveries that came of it, unless it was not written. */
type Outcome = { readonly deliveries: readonly Delivery[] } | undefined;

/**
 * The one place that writes state: a change, the event it causes and the event's deliveries are one statement, so one commit
 * and one round trip. Alarms are rung after it. Changes that only insert share a statement with others of the same moment.
 */
@Injectable()
export class Changes {
  private readonly insertions: Batches<Draft, Outcome>;

  constructor(
    private readonly database: Database,
    private readonly bell: JobBell,
    metrics: Metrics,
  ) {
    this.insertions = new Batches('change', metrics, (drafts) => this.write(drafts));
  }

  /** Writes the change; `false` when a row it moves has moved on since it was read, and nothing was written. */
  async commit(change: Change): Promise<boolean> {
    const draft = draftOf(change);
    const isContended = change.isContended ?? draft.moves.length > 0;
    const outcome = isContended ? (await this.write([draft]))[0] : await this.insertions.do(draft);
    if (!outcome) return false;
    const alarms = [...(change.alarms ?? []), ...outcome.deliveries.map((delivery) => deliveryAlarm(delivery, 0, 0))];
    this.database.afterCommit(() => this.bell.ring(alarms));
    return true;
  }

  private async write(drafts: readonly Draft[]): Promise<Outcome[]> {
    const [result] = await this.database.attempt<Result>(statementOf(drafts), ([row]) => row?.moved === true);
    if (!result?.moved) return drafts.map(() => undefined);
    const byEvent = new Map<string, Delivery[]>();
    for (const delivery of result.deliveries) byEvent.set(delivery.event_id, [...(byEvent.get(delivery.event_id) ?? []), delivery]);
    return drafts.map(({ events }) => ({ deliveries: events.flatMap(({ id }) => byEvent.get(id) ?? []) }));
  }
}

function draftOf({ account, livemode, now, moves = [], insert = {}, events: drafts = [] }: Change): Draft {
  const owner = { account_id: account.id, livemode, created_at: now };
  const events = drafts.map(({ key, objectId, data }): Row & { id: string } => {
    const id = newId('event', livemode, now);
    const body = JSON.stringify(renderEvent(eventView({ id, livemode, key, createdAt: now }, data), account.apiVersion));
    const about = { key, object_id: objectId, api_version: account.apiVersion, body, request_id: requestId() ?? null };
    return { id, ...owner, ...about };
  });
  // A target without an address is the account's endpoint, as it is at the moment of the commit.
  const targets = drafts.flatMap(({ webhookEndpoints = [] }, index) =>
    [null, ...webhookEndpoints].map((uri) => ({
      id: newId('webhook_delivery', livemode, now),
      event_id: events[index]?.id,
      ...owner,
      uri,
    })),
  );
  return { moves, insert, events, targets };
}

/** All of several drafts, or nothing of any. */
function statementOf(drafts: readonly Draft[]): Prisma.Sql {
  const parts = movesOf(drafts.flatMap(({ moves }) => moves));
  // Foreign keys are checked when the whole statement is done, so that the order of the parts is free.
  for (const table of INSERTED_TABLES) {
    const rows = drafts.flatMap(({ insert }) => insert[table] ?? []);
    if (rows.length > 0) parts.push(insertOf(table, rows));
  }
  parts.push(...eventsOf(drafts));
  return Prisma.sql`WITH ${Prisma.join(parts, ', ')}
    SELECT EXISTS (SELECT FROM moved) AS moved, (SELECT coalesce(json_agg(delivered), '[]') FROM delivered) AS deliveries`;
}

/** All rows but the last are held first; the last is moved if all are held, and then so are they: all of them or none. */
function movesOf(moves: readonly Move[]): Prisma.Sql[] {
  const ordered = moves.toSorted((a, b) => MOVED_TABLES.indexOf(a.table) - MOVED_TABLES.indexOf(b.table) || (a.id < b.id ? -1 : 1));
  const last = ordered.pop();
  if (!last) return [Prisma.sql`moved AS (SELECT 1)`];
  const name = (prefix: string, index: number): Prisma.Sql => Prisma.raw(`${prefix}_${index}`);
  return [
    ...ordered.map(
      ({ table, id, version }, index) => Prisma.sql`${name('held', index)} AS MATERIALIZED (
        SELECT 1 FROM ${Prisma.raw(table)} WHERE id = ${id} AND version = ${version} FOR NO KEY UPDATE)`,
    ),
    Prisma.sql`moved AS (${updateOf(
      last,
      ordered.map((_, index) => name('held', index)),
    )})`,
    ...ordered.map((move, index) => Prisma.sql`${name('also_moved', index)} AS (${updateOf(move, [Prisma.sql`moved`])})`),
  ];
}

/** `conditions` are names of parts that must have a row. */
function updateOf({ table, id, version, set }: Move, conditions: readonly Prisma.Sql[]): Prisma.Sql {
  const target = Prisma.raw(table);
  const columns = Prisma.raw(Object.keys(set).join(', '));
  const all = [Prisma.sql`id = ${id} AND version = ${version}`, ...conditions.map((part) => Prisma.sql`EXISTS (SELECT FROM ${part})`)];
  return Prisma.sql`UPDATE ${target} SET version = version + 1, (${columns}) =
      (SELECT ${columns} FROM json_populate_record(NULL::${target}, ${JSON.stringify(set)}::json))
    WHERE ${Prisma.join(all, ' AND ')} RETURNING id`;
}

function insertOf(table: string, rows: readonly Row[]): Prisma.Sql {
  return Prisma.sql`new_${Prisma.raw(table)} AS (
    INSERT INTO ${Prisma.raw(table)}
    SELECT * FROM json_populate_recordset(NULL::${Prisma.raw(table)}, ${JSON.stringify(rows)}::json) WHERE EXISTS (SELECT FROM moved))`;
}

function eventsOf(drafts: readonly Draft[]): Prisma.Sql[] {
  const events = drafts.flatMap((draft) => draft.events);
  if (events.length === 0) return [Prisma.sql`delivered AS (SELECT NULL WHERE false)`];
  const targets = JSON.stringify(drafts.flatMap((draft) => draft.targets));
  return [
    insertOf('event', events),
    Prisma.sql`delivered AS (
      INSERT INTO webhook_delivery (id, event_id, account_id, livemode, uri, status, attempt_count, next_attempt_at, created_at)
      SELECT id, event_id, account_id, livemode, coalesce(target.uri, endpoint.uri), 'pending', 0, created_at, created_at
      FROM json_populate_recordset(NULL::webhook_delivery, ${targets}::json) AS target
      LEFT JOIN webhook_endpoint endpoint USING (account_id, livemode)
      WHERE coalesce(target.uri, endpoint.uri) IS NOT NULL AND EXISTS (SELECT FROM moved)
      RETURNING id, event_id, uri)`,
  ];
}
