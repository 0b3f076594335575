import { toUpdate, type RowUpdate } from '#engine/writes/rows.js';
import type { Token } from './rules/token.js';

/**
 * The one use of a token: for a charge, or to become a customer's card when no charge is named. Of two at
 * once, one is written.
 */
export function useToken(
  token: Token,
  { now, chargeId = null }: { now: Date; chargeId?: string | null },
): RowUpdate {
  return toUpdate('token', token, { ...token, usedAt: now, chargeId });
}
