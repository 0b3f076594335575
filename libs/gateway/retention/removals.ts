import { Prisma } from '#platform/database/generated/client.js';
import { removedRequests } from '../request-log/request-log.store.js';

/** What is removed of a table once it is over and old. */
export interface Removal {
  readonly table: string;
  /** How its ids begin: what follows holds the machine's millisecond, and each is looked through for itself. */
  readonly prefixes: readonly string[];
  /** Whether its ids hold no time. */
  readonly isUntimed?: true;
  /** Whether a restore leaves its rows alone. What a restore has brought back is as old as the restore. */
  readonly isHistory?: true;
  /**
   * Queries that end in `gone`, the rows that this statement removes of those in `old`: `id`, and `since`, before which all must have happened. Nothing
   * waits here for whoever has a row locked, or somebody who has one and waits for another could wait for ever.
   */
  readonly gone: Prisma.Sql;
}

export const REMOVALS: readonly Removal[] = [
  // An event goes with all its deliveries and attempts, or stays with them.
  {
    table: 'event',
    prefixes: ['evnt_', 'evnt_test_'],
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
  // The one that went furthest stays: no clock goes back behind it.
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
  // Of cards that became a customer's. Those that paid a charge go with it.
  {
    table: 'token',
    prefixes: ['tokn_', 'tokn_test_'],
    gone: plainly('token', Prisma.sql`used_at IS NOT NULL AND charge_id IS NULL`),
  },
  // Nothing can happen any more to a charge that has ended so, and it moved no money. Its last event tells when it ended.
  {
    table: 'charge',
    prefixes: ['chrg_', 'chrg_test_'],
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

/** Removes those of `old` that the condition holds for. */
function plainly(table: string, condition?: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`gone AS (DELETE FROM ${Prisma.raw(table)} WHERE ${lockedOf(table, condition)} RETURNING id)`;
}

function lockedOf(table: string, condition = Prisma.sql`true`): Prisma.Sql {
  const name = Prisma.raw(table);
  return Prisma.sql`id IN (SELECT ${name}.id FROM ${name} JOIN old ON old.id = ${name}.id WHERE ${condition} FOR UPDATE OF ${name} SKIP LOCKED)`;
}
