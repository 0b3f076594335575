import { Injectable } from '@nestjs/common';
import { renderEvent } from '#domain/api-versions/render.js';
import type { EventKey } from '#domain/events/event-keys.js';
import { newId } from '#domain/ids.js';
import { Prisma } from '#platform/database/generated/client.js';
import { Database } from '#platform/database/database.js';
import { JobBell } from '#platform/jobs/job-bell.js';
import type { Alarm } from '#platform/jobs/queues.js';
import { requestId } from '#platform/logging/request-context.js';
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
  readonly events?: readonly EventDraft[];
  /** Rung after the commit, with those of the deliveries. */
  readonly alarms?: readonly Alarm[];
}

/** New rows by table. */
export type Inserts = Readonly<Partial<Record<InsertedTable, readonly Row[]>>>;

export type InsertedTable =
  | 'card'
  | 'charge'
  | 'customer'
  | 'dispute'
  | 'dispute_document'
  | 'journal_entry'
  | 'linked_account'
  | 'refund'
  | 'source'
  | 'token'
  | 'transaction';

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

interface Result {
  readonly moved: boolean;
  readonly deliveries: string[];
}

/**
 * The one place that writes state: a change, the event it causes and the event's deliveries are one statement, so one commit
 * and one round trip. Alarms are rung after it.
 */
@Injectable()
export class Changes {
  constructor(
    private readonly database: Database,
    private readonly bell: JobBell,
  ) {}

  /** Writes the change; `false` when a row it moves has moved on since it was read, and nothing was written. */
  async commit(change: Change): Promise<boolean> {
    const [result] = await this.database.attempt<Result[]>(statementOf(change), ([row]) => row?.moved === true);
    if (!result?.moved) return false;
    const alarms = [...(change.alarms ?? []), ...result.deliveries.map((id) => deliveryAlarm(id, 0, 0))];
    this.database.afterCommit(() => this.bell.ring(alarms));
    return true;
  }
}

function statementOf(change: Change): Prisma.Sql {
  const parts = movesOf(change.moves ?? []);
  // Foreign keys are checked when the whole statement is done, so that the order of the parts is free.
  for (const [table, rows] of Object.entries(change.insert ?? {})) parts.push(insertOf(table, rows));
  parts.push(...eventsOf(change, change.events ?? []));
  return Prisma.sql`WITH ${Prisma.join(parts, ', ')}
    SELECT EXISTS (SELECT FROM moved) AS moved, (SELECT coalesce(array_agg(id), '{}') FROM delivered) AS deliveries`;
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

function eventsOf({ account, livemode, now }: Change, drafts: readonly EventDraft[]): Prisma.Sql[] {
  if (drafts.length === 0) return [Prisma.sql`delivered AS (SELECT NULL AS id WHERE false)`];
  const events = drafts.map(({ key, objectId, data }): Row & { id: string } => {
    const id = newId('event', livemode, now);
    const body = JSON.stringify(renderEvent(eventView({ id, livemode, key, createdAt: now }, data), account.apiVersion));
    const about = { key, object_id: objectId, api_version: account.apiVersion, body, request_id: requestId() ?? null };
    return { id, account_id: account.id, livemode, ...about, created_at: now };
  });
  const targets = drafts.flatMap(({ webhookEndpoints = [] }, index) =>
    [null, ...webhookEndpoints].map((uri) => ({ id: newId('webhook_delivery', livemode, now), event_id: events[index]?.id, uri })),
  );
  return [
    insertOf('event', events),
    // A target without an address is the account's endpoint, as it is at this very moment.
    Prisma.sql`delivered AS (
      INSERT INTO webhook_delivery (id, event_id, account_id, livemode, uri, status, attempt_count, next_attempt_at, created_at)
      SELECT target.id, target.event_id, ${account.id}, ${livemode}, coalesce(target.uri, endpoint.uri), 'pending', 0, ${now}, ${now}
      FROM json_to_recordset(${JSON.stringify(targets)}::json) AS target (id text, event_id text, uri text)
      LEFT JOIN webhook_endpoint endpoint ON endpoint.account_id = ${account.id} AND endpoint.livemode = ${livemode}
      WHERE coalesce(target.uri, endpoint.uri) IS NOT NULL AND EXISTS (SELECT FROM moved)
      RETURNING id)`,
  ];
}
