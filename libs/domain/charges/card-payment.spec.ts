import { CARD_OUTCOMES, type CardOutcome } from '../cards/card-outcome.js';
import { exampleCard, exampleCharge } from '../test/examples.js';
import { authorizeCard, beginCardPayment } from './card-payment.js';

const NOW = new Date('2026-01-31T08:05:00Z');
const TRANSACTION = 'trxn_test_0';
const PAID = { status: 'successful', authorizedAt: NOW, paidAt: NOW, transactionId: TRANSACTION };

const begin = (outcome: CardOutcome, authentication: '3DS' | null): object =>
  beginCardPayment({ ...exampleCharge, authentication }, { ...exampleCard, outcome }, NOW, TRANSACTION);

describe('a card payment without 3-D Secure', () => {
  it.each(CARD_OUTCOMES.map((outcome) => [outcome]))('is settled at once as %s', (outcome) => {
    const failureCode = outcome.startsWith('3ds_') ? 'payment_rejected' : outcome;
    expect(begin(outcome, null)).toEqual(outcome === 'successful' ? PAID : { status: 'failed', failureCode });
  });

  it('is only authorized for a later capture', () => {
    expect(beginCardPayment({ ...exampleCharge, capture: false }, exampleCard, NOW, TRANSACTION)).toEqual({ authorizedAt: NOW });
  });
});

describe('a card payment with 3-D Secure', () => {
  it.each(CARD_OUTCOMES.filter((outcome) => outcome !== '3ds_enrollment_failed').map((outcome) => [outcome]))(
    'waits, also when it will end as %s',
    (outcome) => {
      expect(begin(outcome, '3DS')).toEqual({});
    },
  );

  it('fails at once if the card is not enrolled', () => {
    expect(begin('3ds_enrollment_failed', '3DS')).toEqual({ status: 'failed', failureCode: 'payment_rejected' });
  });

  it('fails after the cardholder’s approval if the issuer rejects it', () => {
    const charge = { ...exampleCharge, authentication: '3DS' } as const;
    expect(authorizeCard(charge, { ...exampleCard, outcome: '3ds_validation_failed' }, NOW, TRANSACTION)).toEqual({
      status: 'failed',
      failureCode: 'payment_rejected',
    });
    expect(authorizeCard(charge, exampleCard, NOW, TRANSACTION)).toEqual(PAID);
  });
});

describe('a card', () => {
  it('is valid until its month ends', () => {
    const lastMoment = new Date('2026-01-31T23:59:59.999Z');
    const charge = { ...exampleCharge, expiresAt: new Date('2026-03-01T00:00:00Z') };
    expect(authorizeCard(charge, exampleCard, lastMoment, TRANSACTION)).toMatchObject({ status: 'successful' });
    expect(authorizeCard(charge, exampleCard, new Date(lastMoment.getTime() + 1), TRANSACTION)).toEqual({
      status: 'failed',
      failureCode: 'expired_card',
    });
  });
});
