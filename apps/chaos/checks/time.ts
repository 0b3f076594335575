import type { Evidence } from '../evidence.js';

/**
 * A charge whose time has come is expired at most this late, from then on or, after faults, from when
 * everything works again.
 */
export const MAX_LATENESS_MS = 10_000;

/**
 * Every pending charge whose time has come is expired, and in a run that is timed no later than the bound.
 */
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
 * The worst lateness of all, also while nothing worked, and the worst since everything works again, in
 * milliseconds.
 */
export function worstLateness(evidence: Evidence): { everMs: number; healedMs: number } {
  const worst = (lateness: readonly number[]): number => lateness.reduce((most, ms) => Math.max(most, ms), 0);
  const expiries = expiriesOf(evidence);
  return {
    everMs: worst(expiries.map(({ dueAt, at }) => at - dueAt)),
    healedMs: worst(expiries.map(({ dueAt, at }) => at - Math.max(dueAt, evidence.healedAt))),
  };
}

/** No process ends but by being killed. */
export function staysUp({ falls }: Evidence): string[] {
  return [...falls];
}

/** The charges that time has ended, when it should have, and when it did. */
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
