import { Injectable } from '@nestjs/common';
import { fail } from '#kernel/errors.js';
import type { KeyKind, Tenant } from '#kernel/scope.js';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import { isDatabaseBusy } from '#platform/database/database-errors.js';
import { throwClosedAccount } from '../accounts/account-directory.js';
import { accountTime } from '../accounts/account-time.js';
import { IDEMPOTENCY_TTL_MS } from './rules/idempotency.js';

/** The time that a request waits for one in progress with the same key (docs/fidelity.md N5). */
const CLAIM_WAIT_MS = 5_000;
/** The most records that one sweep removes. */
const SWEEP_LIMIT = 2_000;

const STILL_WORKING = 'a request with this Idempotency-Key is still in progress; retry with the same key';

/** A key, and the fingerprint of the request that it came with. */
export interface Claim extends Tenant {
  readonly keyKind: KeyKind;
  readonly keyHash: string;
  readonly fingerprint: string;
  /** The account's time. */
  readonly now: Date;
}

export interface KeptAnswer {
  readonly status: number;
  readonly body: string;
}

/**
 * The records of keys. A claim is an uncommitted row: others cannot see it, but an insert of the same key
 * waits for its transaction to end.
 */
@Injectable()
export class IdempotencyStore {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * Claims the key for the caller's transaction, or answers what is stored for it. Waits for a request that
   * has claimed the key. Throws `bad_request` when the key was another request's, `service_unavailable` when
   * the account was closed meanwhile.
   */
  async claim(claim: Claim): Promise<KeptAnswer | undefined> {
    if (await this.take(claim)) return undefined;
    const { accountId, livemode, keyKind, keyHash } = claim;
    const kept = await this.database.idempotencyKey.findFirst({
      where: { accountId, livemode, keyKind, keyHash },
    });
    if (!kept) return throwClosedAccount();
    if (kept.fingerprint === claim.fingerprint) return kept;
    return fail(
      'bad_request',
      'Idempotency-Key was already used for another request; use a new key for each request',
    );
  }

  async keep({ accountId, livemode, keyKind, keyHash }: Claim, { status, body }: KeptAnswer): Promise<void> {
    await this.database.$executeRaw`
      UPDATE idempotency_key SET status = ${status}, body = ${body}
      WHERE account_id = ${accountId} AND livemode = ${livemode} AND key_kind = ${keyKind} AND key_hash = ${keyHash}`;
  }

  /** Removes expired records; one that is claimed again meanwhile stays. Answers how many it removed. */
  removeExpired(): Promise<number> {
    const now = this.clock.machineNow();
    return this.database.$executeRaw`
      DELETE FROM idempotency_key USING (
        SELECT expired.* FROM account CROSS JOIN LATERAL (
          SELECT account_id, livemode, key_kind, key_hash, created_at FROM idempotency_key
          WHERE account_id = account.id
            AND created_at <= ${accountTime(now)} - ${IDEMPOTENCY_TTL_MS} * interval '1 millisecond'
          ORDER BY created_at LIMIT ${SWEEP_LIMIT}) expired
        WHERE account.closed_at IS NULL LIMIT ${SWEEP_LIMIT}) expired
      WHERE idempotency_key.account_id = expired.account_id AND idempotency_key.livemode = expired.livemode
        AND idempotency_key.key_kind = expired.key_kind AND idempotency_key.key_hash = expired.key_hash
        AND idempotency_key.created_at = expired.created_at`;
  }

  /** Claims a key that is new or has expired. Returns false if the key is taken. */
  private async take({ accountId, livemode, keyKind, keyHash, fingerprint, now }: Claim): Promise<boolean> {
    const expiry = new Date(now.getTime() - IDEMPOTENCY_TTL_MS);
    try {
      // The insert is where this waits, so the time-out is set before it. It lasts for the transaction.
      const taken = await this.database.$queryRaw<unknown[]>`
        WITH patience AS MATERIALIZED (SELECT set_config('lock_timeout', ${String(CLAIM_WAIT_MS)}, true))
        INSERT INTO idempotency_key (account_id, livemode, key_kind, key_hash, fingerprint, status, body, created_at)
        SELECT ${accountId}, ${livemode}, ${keyKind}, ${keyHash}, ${fingerprint}, 0, '', ${now}::timestamptz
        FROM patience, account WHERE account.id = ${accountId} AND closed_at IS NULL
        ON CONFLICT (account_id, livemode, key_kind, key_hash) DO UPDATE
          SET fingerprint = excluded.fingerprint, status = excluded.status, body = excluded.body, created_at = excluded.created_at
          WHERE idempotency_key.created_at <= ${expiry}::timestamptz
        RETURNING 1`;
      return taken.length > 0;
    } catch (error) {
      if (isDatabaseBusy(error)) fail('service_unavailable', STILL_WORKING);
      throw error;
    }
  }
}
