import { readFileSync } from 'node:fs';
import { refusalOf } from '#kernel/test/refusal-of.js';
import { exampleCharge } from '../../test/examples.js';
import {
  authorize,
  capture,
  CHARGE_ACTIONS,
  decline,
  expire,
  reverse,
  timeOut,
  TRANSITIONS,
  type ChargeAction,
} from './charge.machine.js';
import { phaseOf, type Charge, type ChargePhase } from './charge.js';

const AUTHORIZED_AT = new Date('2026-01-31T08:05:00Z');
const NOW = new Date('2026-01-31T08:10:00Z');
const EXPIRES_AT = new Date('2026-01-31T08:15:00Z');
const AFTERWARDS = new Date('2026-01-31T09:00:00Z');
const TRANSACTION = 'trxn_test_0';

const AWAITING: Charge = { ...exampleCharge, expiresAt: EXPIRES_AT };
const AUTHORIZED: Charge = { ...AWAITING, capture: false, capturedAmount: 0, authorizedAt: AUTHORIZED_AT };

const CHARGES: Record<ChargePhase, Charge> = {
  awaiting_customer: AWAITING,
  authorized: AUTHORIZED,
  successful: { ...AWAITING, status: 'successful', authorizedAt: AUTHORIZED_AT },
  failed: { ...AWAITING, status: 'failed' },
  expired: { ...AUTHORIZED, status: 'expired' },
  reversed: { ...AUTHORIZED, status: 'reversed' },
};
const PHASES = Object.keys(CHARGES) as ChargePhase[];
const FINAL: ChargePhase[] = ['successful', 'failed', 'expired', 'reversed'];

/** Actions of customers and merchants; a lapse happens only by time. */
type Request = Exclude<ChargeAction, 'lapse'>;

const REQUESTS: Record<Request, (charge: Charge, now: Date) => unknown> = {
  authorize: (charge, now) => authorize(charge, now, TRANSACTION),
  decline: (charge, now) => decline(charge, now, 'insufficient_fund'),
  expire,
  capture: (charge, now) => capture(charge, now, TRANSACTION),
  reverse,
};

const ALLOWED: Record<Request, { from: ChargePhase; patch: object }> = {
  authorize: {
    from: 'awaiting_customer',
    patch: { status: 'successful', authorizedAt: NOW, paidAt: NOW, transactionId: TRANSACTION },
  },
  decline: { from: 'awaiting_customer', patch: { status: 'failed', failureCode: 'insufficient_fund' } },
  expire: {
    from: 'awaiting_customer',
    patch: { status: 'expired', failureCode: 'payment_expired', expiresAt: NOW, expiredAt: NOW },
  },
  capture: {
    from: 'authorized',
    patch: {
      status: 'successful',
      paidAt: NOW,
      transactionId: TRANSACTION,
      capturedAmount: 50_000,
      fundingAmount: 50_000,
    },
  },
  reverse: { from: 'authorized', patch: { status: 'reversed', reversedAt: NOW } },
};

const TOO_LATE: [code: string, message: string] = ['expired_charge', 'charge expired'];

/**
 * The error of each action in a phase that does not allow it. Late actions report the expiry, except a second
 * `expire`.
 */
const REFUSALS: Record<Request, (phase: ChargePhase) => [code: string, message: string]> = {
  authorize: (phase) => ['invalid_charge', `charge is already ${phase}`],
  decline: (phase) => ['invalid_charge', `charge is already ${phase}`],
  expire: (phase) => [
    'failed_expire',
    `only a pending, unauthorized charge can be expired; this one is ${phase}`,
  ],
  capture: (phase) => [
    'failed_capture',
    phase === 'successful' ? 'charge was already captured' : 'Charge is not authorized',
  ],
  reverse: () => ['failed_reverse', 'only uncaptured authorized charges can be reversed'],
};

const PAIRS = (Object.keys(REQUESTS) as Request[]).flatMap((action) =>
  PHASES.map((phase) => [action, phase] as const),
);

describe('an action', () => {
  const documented = readFileSync('docs/fidelity/events.md', 'utf8').split('\n');
  const CHANGES: Readonly<Record<ChargeAction, string>> = {
    authorize: 'the customer pays, refuses, or authorizes a charge with `capture=false`',
    decline: 'the customer pays, refuses, or authorizes a charge with `capture=false`',
    expire: 'a charge that nobody authorized expires, by time or by request',
    capture: 'an authorized charge is captured',
    reverse: 'an authorized charge is reversed',
    lapse: 'an authorized charge runs out of time',
  };

  it.each(CHARGE_ACTIONS)('emits its event in docs/fidelity/events.md: %s', (action) => {
    const rows = documented.filter((line) =>
      line.startsWith(`| ${CHANGES[action]} | \`${TRANSITIONS[action].emits}\` `),
    );
    expect(rows).toHaveLength(1);
  });
});

describe('a charge in time', () => {
  it.each(PAIRS.filter(([action, phase]) => ALLOWED[action].from === phase))(
    'can %s when it is %s',
    (action, phase) => {
      expect(REQUESTS[action](CHARGES[phase], NOW)).toEqual(ALLOWED[action].patch);
    },
  );

  it.each(PAIRS.filter(([action, phase]) => ALLOWED[action].from !== phase))(
    'cannot %s when it is %s',
    (action, phase) => {
      expect(refusalOf(() => REQUESTS[action](CHARGES[phase], NOW))).toEqual(
        phase === 'expired' && action !== 'expire' ? TOO_LATE : REFUSALS[action](phase),
      );
    },
  );

  it('is authorized, not paid, for a later capture', () => {
    expect(authorize({ ...AWAITING, capture: false }, NOW, TRANSACTION)).toEqual({ authorizedAt: NOW });
  });
});

describe('a partial capture', () => {
  const DOLLARS: Charge = {
    ...AUTHORIZED,
    amount: 10_000,
    currency: 'USD',
    fundingAmount: 330_000,
    authorizationType: 'pre_auth',
  };

  it('succeeds for a pre-authorization, and reduces the funding amount', () => {
    expect(capture(DOLLARS, NOW, TRANSACTION, 5_000)).toMatchObject({
      capturedAmount: 5_000,
      fundingAmount: 165_000,
    });
    expect(capture(DOLLARS, NOW, TRANSACTION, 1)).toMatchObject({ capturedAmount: 1, fundingAmount: 33 });
    expect(capture(DOLLARS, NOW, TRANSACTION, 10_000)).toMatchObject({
      capturedAmount: 10_000,
      fundingAmount: 330_000,
    });
  });

  it.each([[0], [-1], [10_001]])('cannot have the amount %p', (amount) => {
    expect(refusalOf(() => capture(DOLLARS, NOW, TRANSACTION, amount))).toEqual([
      'failed_capture',
      'capture_amount must be from 1 to 10000, the authorized amount',
    ]);
  });

  it.each([['final_auth'], [null]] as const)('fails for the authorization type %p', (authorizationType) => {
    expect(refusalOf(() => capture({ ...DOLLARS, authorizationType }, NOW, TRANSACTION, 5_000))).toEqual([
      'failed_capture',
      'capture_amount must be the full amount, 10000; a partial capture requires authorization_type pre_auth',
    ]);
  });
});

describe('an overdue charge', () => {
  it.each<[Request, ChargePhase]>([
    ['authorize', 'awaiting_customer'],
    ['decline', 'awaiting_customer'],
    ['capture', 'authorized'],
    ['reverse', 'authorized'],
  ])('cannot %s from its expiry time on', (action, phase) => {
    expect(refusalOf(() => REQUESTS[action](CHARGES[phase], EXPIRES_AT))).toEqual([
      'expired_charge',
      'charge expired',
    ]);
    expect(refusalOf(() => REQUESTS[action](CHARGES[phase], AFTERWARDS))).toEqual([
      'expired_charge',
      'charge expired',
    ]);
  });

  it('can still be expired, as of its expiry time', () => {
    expect(expire(AWAITING, AFTERWARDS)).toMatchObject({
      status: 'expired',
      expiresAt: EXPIRES_AT,
      expiredAt: EXPIRES_AT,
    });
  });

  it('is no longer overdue once it is final: its status decides the error', () => {
    expect(refusalOf(() => capture(CHARGES.successful, AFTERWARDS, TRANSACTION))).toEqual(
      REFUSALS.capture('successful'),
    );
  });
});

describe('timeOut', () => {
  it('expires an unpaid charge as of its expiry time', () => {
    const patch = {
      status: 'expired',
      failureCode: 'payment_expired',
      expiresAt: EXPIRES_AT,
      expiredAt: EXPIRES_AT,
    };
    expect(timeOut(AWAITING, AFTERWARDS)).toEqual({ action: 'expire', patch });
  });

  it('expires an authorized charge without a failure', () => {
    expect(timeOut(AUTHORIZED, AFTERWARDS)).toEqual({
      action: 'lapse',
      patch: { status: 'expired', expiredAt: EXPIRES_AT },
    });
  });

  it.each<[ChargePhase]>([['awaiting_customer'], ['authorized']])(
    'acts on a charge that is %s at its last moment, not before',
    (phase) => {
      expect(timeOut(CHARGES[phase], EXPIRES_AT)).toBeDefined();
      expect(timeOut(CHARGES[phase], new Date(EXPIRES_AT.getTime() - 1))).toBeUndefined();
    },
  );

  it.each(FINAL.map((phase) => [phase]))('does nothing to a charge that is %s', (phase) => {
    expect(timeOut(CHARGES[phase], AFTERWARDS)).toBeUndefined();
  });
});

it('the charges of this spec are in their phases', () => {
  expect(PHASES.map((phase) => phaseOf(CHARGES[phase]))).toEqual(PHASES);
});
