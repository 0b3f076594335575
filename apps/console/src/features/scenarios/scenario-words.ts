import { labelOf } from '../../ui/words';

/** The scenarios by group. */
export const SCENARIO_GROUPS: readonly (readonly [group: string, names: readonly string[]])[] = [
  [
    'Payments',
    [
      'paid',
      'declined',
      'expired',
      'paid-then-expired-late',
      'authorized-then-lapsed',
      'bank-down-for-10-minutes',
    ],
  ],
  ['Disputes & refunds', ['refunded-in-parts', 'disputed', 'disputed-and-won', 'disputed-and-lost']],
  ['Webhooks', ['webhook-before-redirect', 'duplicate-webhooks', 'out-of-order']],
  ['API', ['answer-lost-after-commit', 'rate-limited']],
];

const TITLES: Readonly<Record<string, string>> = {
  'paid-then-expired-late': 'Paid, then late expiry',
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
