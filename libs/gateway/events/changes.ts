import { Injectable } from '@nestjs/common';
import type { EventKey } from '#domain/events/event-keys.js';
import { newId } from '#domain/ids.js';
import { Prisma } from '#platform/database/generated/client.js';
import { Database } from '#platform/database/database.js';
import { JobBell } from '#platform/jobs/job-bell.js';
import type { Alarm } from '#platform/jobs/queues.js';
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
  readonly insert?: { readonly source?: Row; readonly charge?: Row };
  /** A row that is changed only if it is still at `version`; otherwise nothing of the change is written. */
  readonly move?: { readonly table: 'charge'; readonly id: string; readonly version: number; readonly set: Row };
  readonly event?: EventDraft;
  /** Rung after the commit, with those of the deliveries. */
  readonly alarms?: readonly Alarm[];
}

export interface EventDraft {
  readonly key: EventKey;
  readonly objectId: string;
  /** The object as the account's API version shows it. */
  readonly data: unknown;
  /** Addresses of the object's own, besides the account's. */
  readonly webhookEndpoints: readonly string[];
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

  /** Writes the change; `false` when the row it moves has moved on since it was read, and nothing was written. */
  async commit(change: Change): Promise<boolean> {
    const [result] = await this.database.$queryRaw<{ moved: boolean; deliveries: string[] }[]>(statementOf(change));
    if (!result?.moved) return false;
    this.bell.ring([...(change.alarms ?? []), ...result.deliveries.map((id) => deliveryAlarm(id, 0, 0))]);
    return true;
  }
}

function statementOf(change: Change): Prisma.Sql {
  const parts = [moveOf(change)];
  // Foreign keys are checked when the whole statement is done, so that the order of the parts is free.
  for (const [table, row] of Object.entries(change.insert ?? {})) parts.push(insertOf(table, row));
  parts.push(...(change.event ? eventOf(change, change.event) : [Prisma.sql`delivered AS (SELECT NULL AS id WHERE false)`]));
  return Prisma.sql`WITH ${Prisma.join(parts, ', ')}
    SELECT EXISTS (SELECT FROM moved) AS moved, (SELECT coalesce(array_agg(id), '{}') FROM delivered) AS deliveries`;
}

function moveOf({ move }: Change): Prisma.Sql {
  if (!move) return Prisma.sql`moved AS (SELECT 1)`;
  const table = Prisma.raw(move.table);
  const columns = Prisma.raw(Object.keys(move.set).join(', '));
  return Prisma.sql`moved AS (
    UPDATE ${table} SET version = version + 1, (${columns}) =
      (SELECT ${columns} FROM json_populate_record(NULL::${table}, ${JSON.stringify(move.set)}::json))
    WHERE id = ${move.id} AND version = ${move.version} RETURNING id)`;
}

function insertOf(table: string, row: Row): Prisma.Sql {
  return Prisma.sql`new_${Prisma.raw(table)} AS (
    INSERT INTO ${Prisma.raw(table)}
    SELECT * FROM json_populate_record(NULL::${Prisma.raw(table)}, ${JSON.stringify(row)}::json) WHERE EXISTS (SELECT FROM moved))`;
}

function eventOf({ account, livemode, now }: Change, { key, objectId, data, webhookEndpoints }: EventDraft): Prisma.Sql[] {
  const id = newId('event', livemode, now);
  const event: Row = {
    id,
    account_id: account.id,
    livemode,
    key,
    object_id: objectId,
    api_version: account.apiVersion,
    body: JSON.stringify(eventView({ id, livemode, key, createdAt: now }, data)),
    created_at: now,
  };
  const targets = [null, ...webhookEndpoints].map((uri) => ({ id: newId('webhook_delivery', livemode, now), uri }));
  return [
    insertOf('event', event),
    // A target without an address is the account's endpoint, as it is at this very moment.
    Prisma.sql`delivered AS (
      INSERT INTO webhook_delivery (id, event_id, account_id, livemode, uri, status, attempt_count, next_attempt_at, created_at)
      SELECT target.id, ${id}, ${account.id}, ${livemode}, coalesce(target.uri, endpoint.uri), 'pending', 0, ${now}, ${now}
      FROM json_to_recordset(${JSON.stringify(targets)}::json) AS target (id text, uri text)
      LEFT JOIN webhook_endpoint endpoint ON endpoint.account_id = ${account.id} AND endpoint.livemode = ${livemode}
      WHERE coalesce(target.uri, endpoint.uri) IS NOT NULL AND EXISTS (SELECT FROM moved)
      RETURNING id)`,
  ];
}
