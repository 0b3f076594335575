import { Prisma } from '#platform/database/generated/client.js';
import { removedRequests } from '#engine/request-log/request-log.store.js';

/** The removal of a table's old, finished rows. */
export interface Removal {
  readonly table: string;
  /**
   * The prefixes of its ids. What follows a prefix holds the machine's time; each prefix is scanned
   * separately.
   */
  readonly prefixes: readonly string[];
  /** True if a seed may make its ids, which then tell no time: its rows stay. */
  readonly isSeedable?: true;
  /** True if its ids contain no time. */
  readonly isUntimed?: true;
  /** True if its rows survive a restore. Restored rows count as old as the restore. */
  readonly isHistory?: true;
  /**
   * CTEs, the last of them `gone`: the rows of `old` that this statement removes. `old` has their `id`, and
   * `since`, before which everything about them must have happened. They skip locked rows: waiting for locks
   * here could cause deadlocks.
   */
  readonly gone: Prisma.Sql;
}

export const REMOVALS: readonly Removal[] = [
  // An event is removed with all its deliveries and attempts, or not at all.
  {
    table: 'event',
    prefixes: ['evnt_', 'evnt_test_'],
    isSeedable: true,
    gone: Prisma.sql`
      held AS MATERIALIZED (
        SELECT event.id, since FROM event JOIN old ON old.id = event.id FOR UPDATE OF event SKIP LOCKED
      ), delivery AS MATERIALIZED (
        SELECT webhook_delivery.id, event_id FROM webhook_delivery JOIN held ON held.id = event_id
        WHERE status IN ('delivered', 'exhausted') AND NOT EXISTS (
          SELECT FROM webhook_attempt WHERE delivery_id = webhook_delivery.id AND machine_at >= since)
        FOR UPDATE OF webhook_delivery SKIP LOCKED
      ), attempt AS MATERIALIZED (
        SELECT delivery_id, number FROM webhook_attempt WHERE delivery_id IN (SELECT id FROM delivery) FOR UPDATE SKIP LOCKED
      ), gone AS MATERIALIZED (
        SELECT id FROM held WHERE NOT EXISTS (
          SELECT FROM webhook_delivery one LEFT JOIN webhook_attempt ON delivery_id = one.id
          WHERE event_id = held.id AND (
            one.id NOT IN (SELECT id FROM delivery) OR number IS NOT NULL AND (delivery_id, number) NOT IN (SELECT delivery_id, number FROM attempt)))
      ), gone_delivery AS MATERIALIZED (
        SELECT delivery.id FROM delivery JOIN gone ON gone.id = event_id
      ), attempts AS (
        DELETE FROM webhook_attempt WHERE delivery_id IN (SELECT id FROM gone_delivery)
      ), deliveries AS (
        DELETE FROM webhook_delivery WHERE id IN (SELECT id FROM gone_delivery)
      ), events AS (
        DELETE FROM event WHERE id IN (SELECT id FROM gone)
      )`,
  },
  {
    table: 'request_log',
    prefixes: ['req_'],
    isHistory: true,
    gone: Prisma.sql`${removedRequests(lockedOf('request_log'))}, gone AS (SELECT id FROM removed)`,
  },
  { table: 'act', prefixes: ['act_'], isHistory: true, gone: plainly('act') },
  { table: 'fault_firing', prefixes: ['fire_'], isHistory: true, gone: plainly('fault_firing') },
  // The latest move stays, because a clock must not go back before its end.
  {
    table: 'clock_move',
    prefixes: ['clkm_'],
    isUntimed: true,
    gone: plainly(
      'clock_move',
      Prisma.sql`ended_at < since AND EXISTS (
        SELECT FROM clock_move later WHERE later.account_id = clock_move.account_id AND later.xid > clock_move.xid AND later.to_at >= clock_move.to_at)`,
    ),
  },
  {
    table: 'inbox_entry',
    prefixes: ['inbe_'],
    gone: Prisma.sql`
      held AS MATERIALIZED (
        SELECT id FROM inbox WHERE id IN (SELECT inbox_id FROM inbox_entry JOIN old ON old.id = inbox_entry.id) FOR UPDATE SKIP LOCKED
      ), gone AS (
        DELETE FROM inbox_entry USING old, held WHERE inbox_entry.id = old.id AND inbox_id = held.id RETURNING inbox_entry.id, inbox_id, xid
      ), told AS (
        UPDATE inbox SET pruned_xid = greatest(pruned_xid, newest.xid)
        FROM (SELECT inbox_id, max(xid) AS xid FROM gone GROUP BY inbox_id) newest WHERE inbox.id = newest.inbox_id
      )`,
  },
  // Tokens whose cards belong to a customer. Tokens that paid a charge are removed with it.
  {
    table: 'token',
    prefixes: ['tokn_', 'tokn_test_'],
    isSeedable: true,
    gone: plainly('token', Prisma.sql`used_at IS NOT NULL AND charge_id IS NULL`),
  },
  // Such a charge is final, and moved no money. Its last event tells when it ended.
  {
    table: 'charge',
    prefixes: ['chrg_', 'chrg_test_'],
    isSeedable: true,
    gone: Prisma.sql`
      held AS MATERIALIZED (
        SELECT charge.id, source_id, card_id FROM charge JOIN old ON old.id = charge.id
        WHERE status IN ('failed', 'expired', 'reversed') AND paid_at IS NULL AND transaction_id IS NULL AND dispute_id IS NULL
          AND NOT EXISTS (SELECT FROM event WHERE object_id = charge.id)
          AND NOT EXISTS (SELECT FROM refund WHERE charge_id = charge.id)
          AND NOT EXISTS (SELECT FROM dispute WHERE charge_id = charge.id)
          AND NOT EXISTS (SELECT FROM checkout_session WHERE charge_id = charge.id)
          AND NOT EXISTS (SELECT FROM occurrence WHERE schedule_id = charge.schedule_id AND result_id = charge.id)
        FOR UPDATE OF charge SKIP LOCKED
      ), held_token AS MATERIALIZED (
        SELECT id, charge_id FROM token WHERE charge_id IN (SELECT id FROM held) FOR UPDATE SKIP LOCKED
      ), gone AS MATERIALIZED (
        SELECT * FROM held WHERE NOT EXISTS (SELECT FROM token WHERE charge_id = held.id AND id NOT IN (SELECT id FROM held_token))
      ), gone_card AS MATERIALIZED (
        SELECT id FROM card WHERE id IN (SELECT card_id FROM gone) AND customer_id IS NULL
          AND NOT EXISTS (SELECT FROM charge WHERE card_id = card.id AND id NOT IN (SELECT id FROM gone))
          AND NOT EXISTS (SELECT FROM token WHERE card_id = card.id AND NOT coalesce(charge_id IN (SELECT id FROM gone), false))
          AND NOT EXISTS (SELECT FROM customer WHERE default_card_id = card.id)
        FOR UPDATE SKIP LOCKED
      ), tokens AS (
        DELETE FROM token WHERE charge_id IN (SELECT id FROM gone)
      ), charges AS (
        DELETE FROM charge WHERE id IN (SELECT id FROM gone)
      ), sources AS (
        DELETE FROM source WHERE id IN (SELECT source_id FROM gone)
      ), cards AS (
        DELETE FROM card WHERE id IN (SELECT id FROM gone_card)
      )`,
  },
];

/** Removes the rows of `old` that fulfil the condition. */
function plainly(table: string, condition?: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`gone AS (DELETE FROM ${Prisma.raw(table)} WHERE ${lockedOf(table, condition)} RETURNING id)`;
}

function lockedOf(table: string, condition = Prisma.sql`true`): Prisma.Sql {
  const name = Prisma.raw(table);
  return Prisma.sql`id IN (SELECT ${name}.id FROM ${name} JOIN old ON old.id = ${name}.id WHERE ${condition} FOR UPDATE OF ${name} SKIP LOCKED)`;
}
