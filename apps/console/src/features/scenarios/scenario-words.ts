import { labelOf } from '../../ui/words';

/** The scenarios by group. */
export const SCENARIO_GROUPS: readonly (readonly [group: string, names: readonly string[]])[] = [
  [
    'Payments',
    [
      'paid',
      'declined',
      'expired',
      'paid-by-card',
      'declined-then-paid',
      'expired-then-paid',
      'paid-twice',
      'paid-then-expired-late',
      'bank-down-for-10-minutes',
    ],
  ],
  [
    'Authorizations',
    ['authorized-then-captured', 'captured-in-part', 'authorized-then-reversed', 'authorized-then-lapsed'],
  ],
  ['Saved cards', ['saved-card', 'subscription-paid', 'subscription-declined']],
  ['Disputes & refunds', ['refunded-in-parts', 'disputed', 'disputed-and-won', 'disputed-and-lost']],
  ['Webhooks', ['webhook-before-redirect', 'duplicate-webhooks', 'out-of-order']],
  ['API', ['answer-lost-after-commit', 'rate-limited']],
];

const TITLES: Readonly<Record<string, string>> = {
  'paid-by-card': 'Paid by card',
  'declined-then-paid': 'Declined, then paid',
  'expired-then-paid': 'Expired, then paid',
  'paid-then-expired-late': 'Paid, then late expiry',
  'authorized-then-captured': 'Authorized, then captured',
  'authorized-then-reversed': 'Authorized, then reversed',
  'authorized-then-lapsed': 'Authorization lapsed',
  'bank-down-for-10-minutes': 'Bank down 10 minutes',
  disputed: 'Dispute opened',
  'disputed-and-won': 'Dispute won',
  'disputed-and-lost': 'Dispute lost',
  'out-of-order': 'Webhooks out of order',
  'answer-lost-after-commit': 'Response lost after commit',
  'rate-limited': 'Rate-limited',
};

export function scenarioTitle(name: string): string {
  return TITLES[name] ?? labelOf(name.replaceAll('-', '_'));
}
