import type { CommitCursor, CommitCursorQuery } from '#kernel/cursor.js';
import { Prisma } from '#platform/database/generated/client.js';
import { hasWordsSql } from '#platform/listing/pattern-sql.js';
import { COUNTED } from './charge-counts.queries.js';
import { CHARGE_TYPE, LISTED_STATUS, type ChargeFilter } from './charge-filter.js';

export interface ObjectFilter {
  readonly modes: readonly boolean[];
  readonly status: string | undefined;
  /** Words in lower case that the object's text must contain. */
  readonly words: readonly string[];
  /** For charges only. It includes the status. */
  readonly charges: ChargeFilter | undefined;
  /** Only for transactions: `credit` or `debit`. */
  readonly direction: string | undefined;
}

/** The account of the objects, and the time of their status. */
interface Sandboxed {
  readonly accountId: string;
  readonly now: Date;
}

/** The table of a kind, its columns in lists, and its searched text. */
interface Source {
  readonly from: Prisma.Sql;
  readonly table: Prisma.Sql;
  /** The status of the API object, and `authorized`. object-statuses.e2e.spec.ts compares them. */
  readonly status: (now: Date) => Prisma.Sql;
  /**
   * `amount`, `currency`, `type`, `about`, `email`, `charge`, `customer` and `metadata`; also the fields that
   * only this kind has.
   */
  readonly shown: Prisma.Sql;
  readonly text: Prisma.Sql;
  readonly only?: Prisma.Sql;
}

const NONE = Prisma.sql`NULL::text`;
const plainStatus = (): Prisma.Sql => Prisma.sql`status`;
/** `charge_status` of sources and tokens. */
const CHARGE_STATUS = Prisma.sql`coalesce(charge.status, 'unknown')`;

/** Cards of a customer in a list. */
const SHOWN_CARDS = 5;

/** The metadata of the row, or of its charge. */
function metadataOf(table: 'refund' | 'dispute'): Prisma.Sql {
  const own = Prisma.raw(`${table}.metadata`);
  return Prisma.sql`CASE WHEN ${own}::text = '{}' THEN charge.metadata ELSE ${own} END AS metadata`;
}

const SOURCES = {
  charges: {
    table: Prisma.sql`charge`,
    from: Prisma.sql`charge LEFT JOIN source ON source.id = charge.source_id LEFT JOIN card ON card.id = charge.card_id
      LEFT JOIN linked_account ON linked_account.id = charge.linked_account_id`,
    status: () => LISTED_STATUS,
    shown: Prisma.sql`charge.amount, charge.currency, ${CHARGE_TYPE} AS type, charge.description AS about,
      NULL AS email, NULL AS charge, charge.customer_id AS customer, charge.metadata, charge.failure_code, charge.refunded_amount,
      charge.dispute_id IS NOT NULL AS disputed, charge.expires_at,
      CASE WHEN card.id IS NOT NULL THEN json_build_object('brand', card.brand, 'last_digits', card.last_digits) END AS card`,
    text: Prisma.sql`charge.id, charge.description, charge.metadata, charge.failure_code, charge.customer_id, charge.amount,
      ${CHARGE_TYPE}, array_to_string(charge.provider_references, ' ')`,
  },
  customers: {
    table: Prisma.sql`customer`,
    from: Prisma.sql`customer`,
    status: () => NONE,
    shown: Prisma.sql`NULL AS amount, NULL AS currency, NULL AS type, description AS about, email, NULL AS charge, NULL AS customer, metadata,
      (SELECT coalesce(json_agg(json_build_object('brand', brand, 'last_digits', last_digits)), '[]') FROM (
        SELECT brand, last_digits FROM card WHERE customer_id = customer.id AND NOT deleted ORDER BY created_at, id LIMIT ${SHOWN_CARDS}) saved) AS cards,
      (SELECT count(*)::int4 FROM (SELECT FROM charge WHERE customer_id = customer.id LIMIT ${COUNTED}) counted) AS payments`,
    text: Prisma.sql`id, description, email, metadata`,
    only: Prisma.sql`NOT deleted`,
  },
  refunds: {
    table: Prisma.sql`refund`,
    from: Prisma.sql`refund JOIN charge ON charge.id = refund.charge_id`,
    status: () => Prisma.sql`'closed'`,
    shown: Prisma.sql`refund.amount, refund.currency, NULL AS type, NULL AS about, NULL AS email, charge_id AS charge, NULL AS customer,
      ${metadataOf('refund')}`,
    text: Prisma.sql`refund.id, charge_id, refund.amount, refund.metadata, charge.metadata`,
  },
  disputes: {
    table: Prisma.sql`dispute`,
    from: Prisma.sql`dispute JOIN charge ON charge.id = dispute.charge_id`,
    status: () => Prisma.sql`dispute.status`,
    shown: Prisma.sql`dispute.amount, dispute.currency, reason_code AS type, message AS about, NULL AS email, charge_id AS charge, NULL AS customer,
      ${metadataOf('dispute')}`,
    text: Prisma.sql`dispute.id, charge_id, dispute.amount, reason_code, message, dispute.metadata, charge.metadata`,
  },
  linked_accounts: {
    table: Prisma.sql`linked_account`,
    from: Prisma.sql`linked_account`,
    status: (now) =>
      Prisma.sql`CASE WHEN status = 'pending' AND expires_at <= ${now} THEN 'expired' ELSE status END`,
    shown: Prisma.sql`NULL AS amount, NULL AS currency, type, last_digits AS about, NULL AS email, NULL AS charge, customer_id AS customer, metadata`,
    text: Prisma.sql`id, type, last_digits, customer_id, metadata`,
  },
  transactions: {
    table: Prisma.sql`transaction`,
    from: Prisma.sql`transaction`,
    status: () => NONE,
    shown: Prisma.sql`amount, currency, origin AS type, direction AS about, NULL AS email, NULL AS charge, NULL AS customer, '{}'::json AS metadata`,
    text: Prisma.sql`id, key, origin, direction, amount`,
  },
  recipients: {
    table: Prisma.sql`recipient`,
    from: Prisma.sql`recipient`,
    status: () => Prisma.sql`CASE WHEN activated_at IS NULL THEN 'inactive' ELSE 'active' END`,
    shown: Prisma.sql`NULL AS amount, NULL AS currency, type, name AS about, email, NULL AS charge, NULL AS customer, metadata`,
    text: Prisma.sql`id, name, email, description, metadata`,
    only: Prisma.sql`NOT deleted`,
  },
  transfers: {
    table: Prisma.sql`transfer`,
    from: Prisma.sql`transfer`,
    status: () => Prisma.sql`state`,
    shown: Prisma.sql`amount, currency, recipient_id AS type, failure_code AS about, NULL AS email, NULL AS charge, NULL AS customer, metadata,
      due_at`,
    text: Prisma.sql`id, recipient_id, schedule_id, failure_code, amount, metadata`,
    only: Prisma.sql`NOT deleted`,
  },
  links: {
    table: Prisma.sql`link`,
    from: Prisma.sql`link`,
    status: () => Prisma.sql`CASE WHEN used_at IS NULL THEN 'unused' ELSE 'used' END`,
    shown: Prisma.sql`amount, currency, NULL AS type, title AS about, NULL AS email, NULL AS charge, NULL AS customer, '{}'::json AS metadata`,
    text: Prisma.sql`id, title, description, amount`,
    only: Prisma.sql`deleted_at IS NULL`,
  },
  schedules: {
    table: Prisma.sql`schedule`,
    from: Prisma.sql`schedule`,
    status: plainStatus,
    shown: Prisma.sql`(terms ->> 'amount')::int8 AS amount, terms ->> 'currency' AS currency, kind AS type, party_id AS about, NULL AS email, NULL AS charge,
      NULL AS customer, coalesce(terms -> 'metadata', '{}'::json) AS metadata`,
    text: Prisma.sql`id, kind, party_id, terms`,
    only: Prisma.sql`status <> 'deleted'`,
  },
  cards: {
    table: Prisma.sql`card`,
    from: Prisma.sql`card`,
    status: () => NONE,
    shown: Prisma.sql`NULL AS amount, NULL AS currency, brand AS type, name || ', ' || last_digits AS about, NULL AS email, NULL AS charge,
      customer_id AS customer, '{}'::json AS metadata`,
    text: Prisma.sql`id, name, brand, bank, last_digits, customer_id`,
    only: Prisma.sql`customer_id IS NOT NULL AND NOT deleted`,
  },
  checkout_sessions: {
    table: Prisma.sql`checkout_session`,
    from: Prisma.sql`checkout_session LEFT JOIN charge ON charge.id = checkout_session.charge_id`,
    status: (now) => Prisma.sql`CASE
      WHEN charge.id IS NOT NULL THEN CASE WHEN charge.status = 'pending' AND charge.authorized_at IS NOT NULL THEN 'successful' ELSE charge.status END
      WHEN cancelled_at IS NOT NULL THEN 'cancelled' WHEN checkout_session.expires_at <= ${now} THEN 'expired' ELSE 'pending' END`,
    shown: Prisma.sql`checkout_session.amount, checkout_session.currency, array_to_string(payment_methods, ', ') AS type,
      nullif(concat_ws(', ', order_id, checkout_session.description), '') AS about, NULL AS email, charge_id AS charge, NULL AS customer,
      checkout_session.metadata`,
    text: Prisma.sql`checkout_session.id, order_id, checkout_session.description, checkout_session.metadata, checkout_session.amount, charge_id,
      array_to_string(payment_methods, ' ')`,
  },
  chains: {
    table: Prisma.sql`chain`,
    from: Prisma.sql`chain`,
    status: () => Prisma.sql`CASE WHEN revoked_at IS NULL THEN 'active' ELSE 'revoked' END`,
    shown: Prisma.sql`NULL AS amount, NULL AS currency, NULL AS type, NULL AS about, email, NULL AS charge, NULL AS customer, '{}'::json AS metadata`,
    text: Prisma.sql`id, email`,
  },
  sources: {
    table: Prisma.sql`source`,
    from: Prisma.sql`source LEFT JOIN charge ON charge.source_id = source.id`,
    status: () => CHARGE_STATUS,
    shown: Prisma.sql`source.amount, source.currency, source.type, source.details ->> 'name' AS about, source.details ->> 'email' AS email, charge.id AS charge,
      charge.customer_id AS customer, '{}'::json AS metadata`,
    text: Prisma.sql`source.id, source.type, source.amount, charge.id, source.details ->> 'name', source.details ->> 'email', source.details ->> 'phoneNumber',
      source.details ->> 'bank', source.details ->> 'barcode', source.details ->> 'storeId', source.details ->> 'storeName', source.details ->> 'terminalId'`,
  },
  tokens: {
    table: Prisma.sql`token`,
    from: Prisma.sql`token JOIN card ON card.id = token.card_id LEFT JOIN charge ON charge.id = token.charge_id`,
    status: () => CHARGE_STATUS,
    shown: Prisma.sql`NULL AS amount, NULL AS currency, card.brand AS type, card.name || ', ' || card.last_digits AS about, NULL AS email, charge.id AS charge,
      card.customer_id AS customer, '{}'::json AS metadata`,
    text: Prisma.sql`token.id, card.id, card.name, card.brand, card.bank, card.last_digits, charge.id, card.customer_id`,
  },
} satisfies Readonly<Record<string, Source>>;

export type ObjectKind = keyof typeof SOURCES;
export const OBJECT_KINDS = Object.keys(SOURCES) as readonly ObjectKind[];

function sourceOf(kind: ObjectKind): Source {
  return SOURCES[kind];
}

/** The most objects that are read for a filtered page, in order or by an index. */
const LOOKED_THROUGH = 5_000;

/** The row that {@link objectsSql} returns. */
export interface ObjectsPage<Found> {
  readonly found: readonly Found[];
  /** The last scanned object, if more may follow it. */
  readonly cut: { readonly at: string; readonly id: string } | null;
}

/**
 * A page of the objects of a kind, sorted by creation time. With a filter it reads the rows in the index of
 * the rarest condition, if they are at most
 * {@link LOOKED_THROUGH}, and otherwise that many rows in order.
 */
export function objectsSql(
  of: Sandboxed,
  kind: ObjectKind,
  filter: ObjectFilter,
  query: CommitCursorQuery,
): Prisma.Sql {
  const { table, from, status, shown, only } = sourceOf(kind);
  const direction = Prisma.raw(query.before === undefined ? 'ASC' : 'DESC');
  const own = Prisma.sql`${table}.account_id = ${of.accountId}${only ? Prisma.sql` AND ${only}` : Prisma.empty}`;
  const place = Prisma.join(
    [placeSql(table, query.after, query.before), ...createdSql(table, filter.charges?.created)],
    ' AND ',
  );
  const conditions = conditionsSql(of, kind, filter);
  const most = conditions.length === 0 ? query.limit : Math.max(LOOKED_THROUGH, query.limit);
  const indexed = filter.charges?.indexed;
  const isMode = Prisma.sql`${table}.livemode = ANY(${[...filter.modes]}::bool[])`;
  const inOrder = Prisma.join(
    filter.modes.map(
      (
        livemode,
      ) => Prisma.sql`(SELECT ${table}.id, ${table}.created_at FROM ${table} WHERE ${own} AND ${table}.livemode = ${livemode} AND ${place}
        ORDER BY ${table}.created_at ${direction}, ${table}.id ${direction} LIMIT ${most})`,
    ),
    ' UNION ALL ',
  );
  const few = Prisma.sql`few AS MATERIALIZED (
    SELECT ${table}.id, ${table}.created_at FROM ${table} WHERE ${own} AND ${isMode} AND ${indexed} LIMIT ${most + 1}),`;
  const fewOrInOrder = Prisma.sql`
    SELECT id, created_at FROM few ${table} WHERE (SELECT count(*) FROM few) <= ${most} AND ${place}
    UNION ALL SELECT * FROM (${inOrder}) in_order WHERE (SELECT count(*) FROM few) > ${most}`;
  return Prisma.sql`
    WITH ${indexed ? few : Prisma.empty} looked AS MATERIALIZED (
      SELECT id AS looked_id, created_at AS looked_at FROM (${indexed ? fewOrInOrder : inOrder}) candidate
      ORDER BY created_at ${direction}, id ${direction} LIMIT ${most})
    SELECT (SELECT json_build_object('at', looked_at, 'id', looked_id) FROM looked
        ORDER BY looked_at ${direction}, looked_id ${direction} LIMIT 1 OFFSET ${most - 1}) AS cut,
      (SELECT coalesce(json_agg(one), '[]') FROM (
        SELECT ${table}.id, ${table}.livemode, ${table}.created_at AS at, ${status(of.now)} AS status, ${shown}
        FROM looked, ${from} WHERE ${Prisma.join([Prisma.sql`${table}.id = looked_id`, ...conditions], ' AND ')}
        ORDER BY looked_at ${direction}, looked_id ${direction} LIMIT ${query.limit}) one) AS found`;
}

/**
 * The columns of lists for the objects with these ids: `id`, `amount`, `currency`, `charge` and `metadata`.
 */
export function shownSql(kind: ObjectKind, accountId: string, ids: readonly string[]): Prisma.Sql {
  const { table, from, shown } = sourceOf(kind);
  return Prisma.sql`SELECT id, amount::int8, currency::text, charge::text, metadata FROM (
    SELECT ${table}.id, ${shown} FROM ${from} WHERE ${table}.id = ANY(${[...ids]}::text[]) AND ${table}.account_id = ${accountId}) one`;
}

/**
 * Counts the objects of each kind, the events and the webhooks of an account, in the columns `kind` and
 * `count`.
 */
export function countsSql(accountId: string): Prisma.Sql {
  const count = (kind: string, table: Prisma.Sql, only = Prisma.sql`true`): Prisma.Sql => Prisma.sql`
    SELECT ${kind} AS kind, count(*) FILTER (WHERE ${only})::int4 AS count
    FROM (SELECT * FROM ${table} WHERE account_id = ${accountId} LIMIT ${COUNTED}) ${table}`;
  const objects = OBJECT_KINDS.map((kind) => count(kind, sourceOf(kind).table, sourceOf(kind).only));
  const others = [count('events', Prisma.sql`event`), count('deliveries', Prisma.sql`webhook_delivery`)];
  return Prisma.join([...objects, ...others], ' UNION ALL ');
}

/** The conditions of the filter on an object, without mode, cursor and creation time. */
function conditionsSql(
  { now }: Sandboxed,
  kind: ObjectKind,
  { status, words, charges, direction }: ObjectFilter,
): Prisma.Sql[] {
  const source = sourceOf(kind);
  const text = Prisma.sql`lower(concat_ws(' ', ${source.text}))`;
  return [
    ...(charges?.conditions ?? (status === undefined ? [] : [Prisma.sql`${source.status(now)} = ${status}`])),
    ...(direction === undefined ? [] : [Prisma.sql`transaction.direction = ${direction}`]),
    ...(words.length === 0 ? [] : [hasWordsSql(text, words)]),
  ];
}

function createdSql(table: Prisma.Sql, { gte, lt }: ChargeFilter['created'] = {}): Prisma.Sql[] {
  return [
    ...(gte === undefined ? [] : [Prisma.sql`${table}.created_at >= ${gte}`]),
    ...(lt === undefined ? [] : [Prisma.sql`${table}.created_at < ${lt}`]),
  ];
}

function placeSql(table: Prisma.Sql, after: CommitCursor, before: CommitCursorQuery['before']): Prisma.Sql {
  const place = Prisma.sql`(${table}.created_at, ${table}.id)`;
  if (before === 'end') return Prisma.sql`true`;
  if (before) return Prisma.sql`${place} < (${momentOf(before)}, ${before.id})`;
  return after.xid === 0n ? Prisma.sql`true` : Prisma.sql`${place} > (${momentOf(after)}, ${after.id})`;
}

/** The latest time of a cursor: PostgreSQL rejects later years. */
const LAST_MOMENT = Date.parse('9999-12-31T23:59:59.999Z');

function momentOf({ xid }: CommitCursor): Date {
  return new Date(Math.min(Number(xid), LAST_MOMENT));
}
