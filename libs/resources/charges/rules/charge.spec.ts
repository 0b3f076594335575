import { CHARGE_STATUSES, isOverdue, phaseOf } from './charge.js';

const EXPIRES_AT = new Date('2026-01-31T08:15:00Z');
const FINAL = CHARGE_STATUSES.filter((status) => status !== 'pending');

describe('phaseOf', () => {
  it('separates pending charges that wait for the customer from those that wait for a capture', () => {
    expect(phaseOf({ status: 'pending', authorizedAt: null })).toBe('awaiting_customer');
    expect(phaseOf({ status: 'pending', authorizedAt: EXPIRES_AT })).toBe('authorized');
  });

  it.each(FINAL.map((status) => [status]))(
    'is the status of a charge that is %s, authorized before or not',
    (status) => {
      expect(phaseOf({ status, authorizedAt: null })).toBe(status);
      expect(phaseOf({ status, authorizedAt: EXPIRES_AT })).toBe(status);
    },
  );
});

describe('isOverdue', () => {
  it.each([
    ['a millisecond before', -1, false],
    ['at the very moment', 0, true],
    ['a day after', 86_400_000, true],
  ])('judges a pending charge %s it expires', (_, offsetMs, overdue) => {
    expect(
      isOverdue({ status: 'pending', expiresAt: EXPIRES_AT }, new Date(EXPIRES_AT.getTime() + offsetMs)),
    ).toBe(overdue);
  });

  it.each(FINAL.map((status) => [status]))('is false for a charge that is %s', (status) => {
    expect(isOverdue({ status, expiresAt: EXPIRES_AT }, new Date('2027-01-01T00:00:00Z'))).toBe(false);
  });
});
