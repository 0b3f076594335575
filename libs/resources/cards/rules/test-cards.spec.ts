import { failureCodesOf, FAILURES } from '#kernel/failures.js';
import { brandOf, isCardNumber } from '#kernel/card-number.js';
import { CARD_OUTCOMES, failureOf, type CardOutcome } from './card-outcome.js';
import { checkCardRequest } from './card.rules.js';
import { issuerOf } from './issuers.js';
import { EXAMPLE_CARDS, outcomeOf } from './test-cards.js';

/** As published, one line for each outcome: Visa, MasterCard, JCB, then the others. */
const PUBLISHED: Readonly<Record<string, string>> = {
  successful: `4242424242424242 4111111111111111 5555555555554444 5454545454545454 3530111333300000 3566111111111113
    378282246310005 6447032400000000001 36021042000004 6250947000000006`,
  invalid_security_code: '4111111111160001 5555551111130001 3530111111110001',
  '3ds_enrollment_failed': '4111111111150002 5555551111120002 3530111111100002 6250947000000071',
  '3ds_validation_failed':
    '4111111111140003 5555551111110003 3530111111190003 377138161111003 6250947000000089',
  insufficient_fund: '4111111111140011 5555551111110011 3530111111190011 6250947000000014',
  stolen_or_lost_card: '4111111111130012 5555551111100012 3530111111180012 6250947000000022',
  failed_processing: `4111111111120013 5555551111190013 3530111111170013 377138160000009 6447032400001111005 36021042111108
    6250947000000030`,
  payment_rejected: '4111111111110014 5555551111180014 3530111111160014 6250947000000048',
  failed_fraud_check: '4111111111190016 5555551111160016 3530111111140016 6250947000000055',
  invalid_account_number: '4111111111180017 5555551111150017 3530111111130017 6250947000000063',
};
const CARDS = Object.entries(PUBLISHED).flatMap(([outcome, numbers]) =>
  numbers.split(/\s+/).map((number) => ({ outcome, number })),
);

describe('the test cards', () => {
  it.each(CARDS)('$number has the outcome $outcome', ({ outcome, number }) => {
    expect(outcomeOf(number)).toBe(outcome);
    expect(isCardNumber(number)).toBe(true);
  });

  it.each(CARDS)('$number makes a card whose payments end as $outcome', ({ outcome, number }) => {
    const request = {
      number,
      name: 'Somchai',
      expiration_month: 12,
      expiration_year: 2040,
      security_code: '123',
    };
    const checked = checkCardRequest(request, new Date('2026-01-31T08:00:00Z'));
    expect(checked).toMatchObject({
      facts: {
        outcome,
        lastDigits: number.slice(-4),
        securityCodeCheck: outcome !== 'invalid_security_code',
      },
    });
    const failure = failureOf(outcome as CardOutcome);
    expect(failure).toBe(
      outcome === 'successful' ? undefined : outcome.startsWith('3ds_') ? 'payment_rejected' : outcome,
    );
    expect(failure === undefined || failure in FAILURES).toBe(true);
  });

  it('fail as any other card can be made to', () => {
    const codes = CARD_OUTCOMES.map(failureOf).filter((code) => code !== undefined);
    expect(codes).toContain('insufficient_fund');
    expect(failureCodesOf({ cardId: 'card_test_0' })).toEqual(expect.arrayContaining(codes));
  });

  it('cover every outcome, one per number', () => {
    expect(Object.keys(PUBLISHED).sort()).toEqual([...CARD_OUTCOMES].sort());
    expect(new Set(CARDS.map(({ number }) => number)).size).toBe(CARDS.length);
  });

  it('include an example of every outcome', () => {
    expect(EXAMPLE_CARDS.filter(({ number, outcome }) => outcomeOf(number) !== outcome)).toEqual([]);
    expect([...new Set(EXAMPLE_CARDS.map(({ outcome }) => outcome))].sort()).toEqual(
      [...CARD_OUTCOMES].sort(),
    );
  });

  it('have an issuer each', () => {
    expect(CARDS.filter(({ number }) => issuerOf(number).bank === '')).toEqual([]);
  });

  it.each(['4242420000000011', '4000000000000002', '5105105105105100', '4111111111110006'])(
    '%s is not a test card and pays',
    (number) => {
      expect(outcomeOf(number)).toBe('successful');
    },
  );

  it('cover all seven brands', () => {
    expect([...new Set(CARDS.map(({ number }) => brandOf(number)))].sort()).toEqual([
      'American Express',
      'Diners Club',
      'Discover',
      'JCB',
      'MasterCard',
      'UnionPay',
      'Visa',
    ]);
  });
});

describe('issuerOf', () => {
  it('returns bank, financing and country', () => {
    expect(issuerOf('4242424242424242')).toEqual({
      bank: 'JPMORGAN CHASE BANK N.A.',
      financing: 'credit',
      country: 'us',
    });
    expect(issuerOf('5454545454545454')).toEqual({ bank: 'BANGKOK BANK', financing: 'debit', country: 'th' });
  });

  it('returns empty texts for an unknown number', () => {
    expect(issuerOf('4000000000000002')).toEqual({ bank: '', financing: '', country: '' });
  });
});
