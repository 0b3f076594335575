import { FAILURES, type FailureCode } from '#kernel/failures.js';
import { endsOf, type Situation } from '../situation.js';

/** The reasons that need other words to the customer, each with those that need the same. */
const DECLINES: readonly (readonly [title: string, code: FailureCode, ...same: FailureCode[]])[] = [
  ['Declined: insufficient funds', 'insufficient_fund'],
  ['Declined: stolen or lost card', 'stolen_or_lost_card'],
  ['Declined: wrong security code', 'invalid_security_code'],
  ['Declined: expired card', 'expired_card'],
  ['Declined: suspected fraud', 'failed_fraud_check'],
  ['Declined: account not valid', 'invalid_account_number', 'invalid_account'],
  ['Declined: the bank failed', 'failed_processing'],
  ['Declined by the customer or the bank', 'payment_rejected'],
];

/** A source cannot fail with every code. */
const BY_CARD: readonly FailureCode[] = [
  'stolen_or_lost_card',
  'invalid_security_code',
  'expired_card',
  'failed_fraud_check',
  'invalid_account_number',
];

export const DECLINE_SITUATIONS: readonly Situation[] = DECLINES.map(([title, ...codes]) => ({
  name: `declined-${codes[0].replaceAll('_', '-')}`,
  group: 'Declines',
  title,
  steps: [
    { fault: { on: 'payment', do: { fail: codes[0] } } },
    {
      then: `Create a charge${BY_CARD.includes(codes[0]) ? ' on a card' : ''} and pay it: ${FAILURES[codes[0]]}.`,
    },
  ],
  met: (history) => endsOf(history, ({ failure_code: code }) => codes.some((one) => one === code)),
}));
