import type { Token } from '#domain/tokens/token.js';
import type { Token as StoredToken } from '#platform/database/generated/client.js';
import type { Row, RowUpdate } from '../changes/rows.js';

export function toToken(stored: StoredToken): Token {
  return stored;
}

export function toTokenRow(token: Token): Row<'token'> {
  return {
    id: token.id,
    account_id: token.accountId,
    livemode: token.livemode,
    version: token.version,
    card_id: token.cardId,
    used_at: token.usedAt,
    charge_id: token.chargeId,
    created_at: token.createdAt,
  };
}

/** The one use of a token: for a charge, or to become a customer's card when no charge is named. Of two at once, one is written. */
export function useToken({ id, version }: Token, { now, chargeId = null }: { now: Date; chargeId?: string | null }): RowUpdate {
  return { table: 'token', id, version, set: { used_at: now, charge_id: chargeId } };
}
