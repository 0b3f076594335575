import type { Evidence } from '../evidence.js';

/** The longest delay of an expiry, from its time or, after faults, from the recovery. */
export const MAX_LATENESS_MS = 10_000;

/** Every pending charge expires at its time, in a timed run no later than the bound. */
export function expiresInTime(evidence: Evidence): string[] {
  const { rows, healedAt, isTimed } = evidence;
  const late = expiriesOf(evidence).flatMap(({ chargeId, dueAt, at }) => {
    const lateMs = at - Math.max(dueAt, healedAt);
    return isTimed && lateMs > MAX_LATENESS_MS ? [`${chargeId} expired ${lateMs} ms late`] : [];
  });
  const lastAt = Math.max(healedAt, ...rows.events.slice(-1).map(({ createdAt }) => createdAt));
  const forgotten = rows.charges.filter(
    ({ status, expiresAt }) => status === 'pending' && expiresAt < lastAt,
  );
  return [...late, ...forgotten.map(({ id }) => `${id} should have expired, and is pending`)];
}

/**
 * The longest delay of an expiry, including the faults, and the longest since the recovery, in milliseconds.
 */
export function worstLateness(evidence: Evidence): { everMs: number; healedMs: number } {
  const worst = (lateness: readonly number[]): number => lateness.reduce((most, ms) => Math.max(most, ms), 0);
  const expiries = expiriesOf(evidence);
  return {
    everMs: worst(expiries.map(({ dueAt, at }) => at - dueAt)),
    healedMs: worst(expiries.map(({ dueAt, at }) => at - Math.max(dueAt, evidence.healedAt))),
  };
}

/** No process ends by itself. */
export function staysUp({ falls }: Evidence): string[] {
  return [...falls];
}

/** The charges that expired, with the planned and the actual times. */
function expiriesOf({ rows }: Evidence): { chargeId: string; dueAt: number; at: number }[] {
  const charges = new Map(rows.charges.map((charge) => [charge.id, charge]));
  return rows.events.flatMap(({ key, objectId, createdAt }) => {
    const charge = charges.get(objectId);
    const isEnd = key === 'charge.expire' || key === 'charge.complete';
    return isEnd && charge?.status === 'expired' && charge.expiresAt <= createdAt
      ? [{ chargeId: objectId, dueAt: charge.expiresAt, at: createdAt }]
      : [];
  });
}
