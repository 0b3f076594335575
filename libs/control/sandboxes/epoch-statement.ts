import type { ExchangeRate } from '#kernel/exchange-rates.js';
import { Prisma } from '#platform/database/generated/client.js';
import type { Row } from '#engine/writes/rows.js';

export type AccountRow = Omit<Row<'account'>, 'webhook_retry_delays_ms' | 'exchange_rates'> & {
  readonly webhook_retry_delays_ms: readonly number[] | null;
  readonly exchange_rates: readonly ExchangeRate[] | null;
};

/** An account that was closed, and the keys that no longer belong to it. */
export interface ClosedEpoch {
  readonly accountId: string;
  /** SHA-256 in hex. */
  readonly keys: readonly string[];
}

/** The names under which processes cache a closed account and its keys, for `Invalidations`. */
export function cachedNamesOf({ accountId, keys }: ClosedEpoch): string[] {
  return [accountId, ...keys];
}

/** The columns in which the account of a new epoch differs from the last one. */
export type EpochOverrides = Pick<AccountRow, 'clock_offset_ms' | 'frozen_at'> & Partial<AccountRow>;

/**
 * Begins a new epoch of a sandbox: inserts an account with the id `accountId` and the settings of the last
 * one, changed by `overrides`, and closes the last one. Returns a {@link ClosedEpoch}; no row when there is
 * no such sandbox, or another epoch began at the same moment.
 */
export function epochStatement(
  name: string,
  accountId: string,
  overrides: EpochOverrides,
  now: Date,
): Prisma.Sql {
  const fresh = {
    clock_move_id: null,
    webhooks_held_at: null,
    has_faults: false,
    restored_xid: null,
    successor_id: null,
  };
  return Prisma.sql`
    WITH old AS MATERIALIZED (
      SELECT account.* FROM sandbox JOIN account ON account.id = sandbox.account_id WHERE sandbox.name = ${name} FOR UPDATE
    ), new AS (
      INSERT INTO account SELECT begun.* FROM old, jsonb_populate_record(NULL::account, to_jsonb(old)
        || jsonb_build_object('id', ${accountId}::text, 'epoch', old.epoch + 1) || ${JSON.stringify({ ...fresh, ...overrides })}::jsonb) AS begun
    ), closed AS (
      UPDATE account SET closed_at = ${now}::timestamptz FROM old WHERE account.id = old.id
    ), key AS (
      UPDATE api_key SET account_id = ${accountId} FROM old WHERE account_id = old.id RETURNING sha256
    ), endpoint AS (
      UPDATE webhook_endpoint SET account_id = ${accountId} FROM old WHERE account_id = old.id
    ), inbox_of_new AS (
      UPDATE inbox SET account_id = ${accountId}, pruned_xid = 0 FROM old WHERE account_id = old.id
    ), moved AS (
      UPDATE sandbox SET account_id = ${accountId}, expires_at = ${now}::timestamptz + ttl_ms * interval '1 millisecond'
      FROM old WHERE account_id = old.id
    )
    SELECT old.id AS "accountId", array(SELECT sha256 FROM key) AS keys FROM old`;
}
