import { Prisma } from '#platform/database/generated/client.js';
import { INSERTED_TABLES, UPDATED_TABLES, type Inserts, type Row, type RowUpdate, type Table } from './rows.js';

/** The rows of one change. */
export interface ChangeRows {
  readonly accountId: string;
  readonly updates: readonly RowUpdate[];
  readonly insert: Inserts;
  readonly events: readonly EventRow[];
  readonly acts: readonly ActRow[];
  readonly targets: readonly DeliveryTarget[];
}

/** A new event. PostgreSQL fills in its `xid`. */
export type EventRow = Omit<Row<'event'>, 'xid'>;

/** A customer's action on a page. PostgreSQL fills in its `xid`. */
export type ActRow = Omit<Row<'act'>, 'client' | 'xid'>;

/** A receiver of an event. Without an address, the account's endpoint at the moment of the commit. */
export type DeliveryTarget = Pick<Row<'webhook_delivery'>, 'id' | 'event_id' | 'account_id' | 'livemode' | 'created_at'> & {
  readonly uri: string | null;
};

/** The row that {@link changeStatement} returns. */
export interface ChangeResult {
  /** Whether every account was open. If not, nothing was written. */
  readonly open: boolean;
  /** Whether also every updated row still had its version. If not, nothing was written. */
  readonly written: boolean;
  /** The pending deliveries. */
  readonly deliveries: readonly { readonly id: string; readonly event_id: string; readonly uri: string }[];
}

const EVENT_COLUMNS = Prisma.raw('id, account_id, livemode, key, object_id, api_version, body, request_id, created_at');
const ACT_COLUMNS = Prisma.raw('id, account_id, livemode, kind, action, failure_code, object_id, request_id, at, machine_at');

/** One statement of data-modifying CTEs that writes all of several changes, or nothing of any. Its row is a {@link ChangeResult}. */
export function changeStatement(changes: readonly ChangeRows[]): Prisma.Sql {
  const parts = [openPart(changes), ...updateParts(changes.flatMap(({ updates }) => updates))];
  // Foreign keys are checked at the end of the statement, so the order of its parts is free.
  for (const table of INSERTED_TABLES) {
    const rows = changes.flatMap(({ insert }): readonly unknown[] => insert[table] ?? []);
    if (rows.length > 0) parts.push(insertPart(table, rows));
  }
  parts.push(...actParts(changes), ...eventParts(changes));
  return Prisma.sql`WITH ${Prisma.join(parts, ', ')}
    SELECT EXISTS (SELECT FROM open) AS open, EXISTS (SELECT FROM written) AS written, 
      (SELECT coalesce(json_agg(delivery) FILTER (WHERE status = 'pending'), '[]') FROM delivery) AS deliveries`;
}

/** Returns a row if every account is open, so that nothing is written for an epoch after its end. The row says which accounts hold their webhooks. */
function openPart(changes: readonly ChangeRows[]): Prisma.Sql {
  const ids = [...new Set(changes.map(({ accountId }) => accountId))];
  return Prisma.sql`open AS MATERIALIZED (
    SELECT array_agg(id) FILTER (WHERE webhooks_held_at IS NOT NULL) AS holding
    FROM account WHERE id = ANY(${ids}::text[]) AND closed_at IS NULL HAVING count(*) = ${ids.length})`;
}

/** Locks all rows but the last, updates the last if all locks were taken, and then updates the others: all rows or none. */
function updateParts(updates: readonly RowUpdate[]): Prisma.Sql[] {
  const ordered = updates.toSorted((a, b) => UPDATED_TABLES.indexOf(a.table) - UPDATED_TABLES.indexOf(b.table) || (a.id < b.id ? -1 : 1));
  const last = ordered.pop();
  if (!last) return [Prisma.sql`written AS (SELECT 1 FROM open)`];
  const name = (prefix: string, index: number): Prisma.Sql => Prisma.raw(`${prefix}_${index}`);
  return [
    ...ordered.map(
      ({ table, id, version }, index) => Prisma.sql`${name('locked', index)} AS MATERIALIZED (
        SELECT 1 FROM ${Prisma.raw(table)} WHERE id = ${id} AND version = ${version} FOR NO KEY UPDATE)`,
    ),
    Prisma.sql`written AS (${updatePart(last, [Prisma.sql`open`, ...ordered.map((_, index) => name('locked', index))])})`,
    ...ordered.map((update, index) => Prisma.sql`${name('also_written', index)} AS (${updatePart(update, [Prisma.sql`written`])})`),
  ];
}

/** `conditions` are names of CTEs that must have a row. */
function updatePart({ table, id, version, set }: RowUpdate, conditions: readonly Prisma.Sql[]): Prisma.Sql {
  const target = Prisma.raw(table);
  const columns = Prisma.raw(Object.keys(set).join(', '));
  const all = [Prisma.sql`id = ${id} AND version = ${version}`, ...conditions.map((part) => Prisma.sql`EXISTS (SELECT FROM ${part})`)];
  return Prisma.sql`UPDATE ${target} SET version = version + 1, (${columns}) =
      (SELECT ${columns} FROM json_populate_record(NULL::${target}, ${JSON.stringify(set)}::json))
    WHERE ${Prisma.join(all, ' AND ')} RETURNING id`;
}

function insertPart(table: Table, rows: readonly unknown[]): Prisma.Sql {
  return Prisma.sql`new_${Prisma.raw(table)} AS (
    INSERT INTO ${Prisma.raw(table)}
    SELECT * FROM json_populate_recordset(NULL::${Prisma.raw(table)}, ${JSON.stringify(rows)}::json) WHERE EXISTS (SELECT FROM written))`;
}

function actParts(changes: readonly ChangeRows[]): Prisma.Sql[] {
  const acts = changes.flatMap((change) => change.acts);
  if (acts.length === 0) return [];
  return [
    Prisma.sql`new_act AS (
      INSERT INTO act (${ACT_COLUMNS}) SELECT ${ACT_COLUMNS}
      FROM json_populate_recordset(NULL::act, ${JSON.stringify(acts)}::json) WHERE EXISTS (SELECT FROM written))`,
  ];
}

function eventParts(changes: readonly ChangeRows[]): Prisma.Sql[] {
  const events = changes.flatMap((change) => change.events);
  if (events.length === 0) return [Prisma.sql`delivery AS (SELECT NULL AS status WHERE false)`];
  const targets = JSON.stringify(changes.flatMap((change) => change.targets));
  return [
    Prisma.sql`new_event AS (
      INSERT INTO event (${EVENT_COLUMNS}) SELECT ${EVENT_COLUMNS}
      FROM json_populate_recordset(NULL::event, ${JSON.stringify(events)}::json) WHERE EXISTS (SELECT FROM written))`,
    Prisma.sql`delivery AS (
      INSERT INTO webhook_delivery (id, event_id, account_id, livemode, uri, status, attempt_count, next_attempt_at, created_at)
      SELECT id, event_id, account_id, livemode, coalesce(target.uri, endpoint.uri),
        CASE WHEN account_id = ANY((SELECT holding FROM open)::text[]) THEN 'held' ELSE 'pending' END, 0, created_at, created_at
      FROM json_populate_recordset(NULL::webhook_delivery, ${targets}::json) AS target
      LEFT JOIN webhook_endpoint endpoint USING (account_id, livemode)
      WHERE coalesce(target.uri, endpoint.uri) IS NOT NULL AND EXISTS (SELECT FROM written)
      RETURNING id, event_id, uri, status)`,
  ];
}
