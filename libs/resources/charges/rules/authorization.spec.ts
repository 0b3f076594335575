import type { PaymentEffect } from '#engine/faults/rules/fault.js';
import { CARD_OUTCOMES, type CardOutcome } from '../../cards/rules/card-outcome.js';
import { exampleCard, exampleCharge } from '../../test/examples.js';
import { authorizeApproved, authorizeNewCharge } from './authorization.js';

const NOW = new Date('2026-01-31T08:05:00Z');
const TRANSACTION = 'trxn_test_0';
const PAID = { status: 'successful', authorizedAt: NOW, paidAt: NOW, transactionId: TRANSACTION };
const DECLINED = { status: 'failed', failureCode: 'payment_rejected' };
const FAULT: PaymentEffect = { kind: 'fail', code: 'insufficient_fund' };

const create = (
  outcome: CardOutcome,
  authentication: '3DS' | null,
  account: { autoApprove?: boolean; effect?: PaymentEffect } = {},
): object =>
  authorizeNewCharge(
    { ...exampleCharge, authentication },
    { ...exampleCard, outcome },
    { autoApprove: false, ...account },
    NOW,
    TRANSACTION,
  );

describe('a new card charge without 3-D Secure', () => {
  it.each(CARD_OUTCOMES.map((outcome) => [outcome]))('is settled at once as %s', (outcome) => {
    const failureCode = outcome.startsWith('3ds_') ? 'payment_rejected' : outcome;
    expect(create(outcome, null)).toEqual(
      outcome === 'successful' ? PAID : { status: 'failed', failureCode },
    );
  });

  it('is only authorized for a later capture', () => {
    const charge = { ...exampleCharge, capture: false };
    expect(authorizeNewCharge(charge, exampleCard, { autoApprove: false }, NOW, TRANSACTION)).toEqual({
      authorizedAt: NOW,
    });
  });

  it('fails at once by a fault', () => {
    expect(create('successful', null, { effect: FAULT })).toEqual({
      status: 'failed',
      failureCode: 'insufficient_fund',
    });
  });
});

describe('a new card charge with 3-D Secure', () => {
  it.each(CARD_OUTCOMES.filter((outcome) => outcome !== '3ds_enrollment_failed').map((outcome) => [outcome]))(
    'waits for the cardholder of a card that is %s',
    (outcome) => {
      expect(create(outcome, '3DS')).toEqual({});
    },
  );

  it('fails at once if the card is not enrolled', () => {
    expect(create('3ds_enrollment_failed', '3DS')).toEqual(DECLINED);
  });

  it('fails after the cardholder’s approval if the issuer rejects it', () => {
    const charge = { ...exampleCharge, authentication: '3DS' } as const;
    expect(
      authorizeApproved(charge, { ...exampleCard, outcome: '3ds_validation_failed' }, NOW, TRANSACTION),
    ).toEqual(DECLINED);
    expect(authorizeApproved(charge, exampleCard, NOW, TRANSACTION)).toEqual(PAID);
  });

  it.each([
    ['successful', 'successful'],
    ['insufficient_fund', 'insufficient_fund'],
  ] as const)('of a card that is %s, is settled by auto-approve as %s', (outcome, settlesAs) => {
    expect(create(outcome, '3DS', { autoApprove: true })).toEqual({ settlesAs, settlesAt: NOW });
  });

  it('is settled as failed by a fault', () => {
    expect(create('successful', '3DS', { autoApprove: true, effect: FAULT })).toEqual({
      settlesAs: 'insufficient_fund',
      settlesAt: NOW,
    });
  });
});

describe('a card', () => {
  it('is valid until its month ends', () => {
    const lastMoment = new Date('2026-01-31T23:59:59.999Z');
    const charge = { ...exampleCharge, expiresAt: new Date('2026-03-01T00:00:00Z') };
    expect(authorizeApproved(charge, exampleCard, lastMoment, TRANSACTION)).toMatchObject({
      status: 'successful',
    });
    expect(authorizeApproved(charge, exampleCard, new Date(lastMoment.getTime() + 1), TRANSACTION)).toEqual({
      status: 'failed',
      failureCode: 'expired_card',
    });
  });
});
