import type { History, RequestRow } from '../history.js';
import { isRejected } from '../history.js';
import { endsOf, eventsOf, isPaid, type Situation } from '../situation.js';

const REFUNDS = /^\/charges\/[^/]+\/refunds$/;

export const AUTHORIZATION_SITUATIONS: readonly Situation[] = [
  {
    name: 'captured',
    group: 'Authorizations',
    title: 'An authorization is captured',
    steps: [{ scenario: 'authorized-then-captured' }],
    met: (history) => endsOf(history, (charge) => isPaid(charge) && !charge.capture, ['charge.capture']),
  },
  {
    name: 'captured-in-part',
    group: 'Authorizations',
    title: 'A part of an authorization is captured',
    steps: [{ scenario: 'captured-in-part' }],
    met: (history) =>
      endsOf(history, (charge) => isPaid(charge) && charge.captured_amount < charge.amount, [
        'charge.capture',
      ]),
  },
  {
    name: 'reversed',
    group: 'Authorizations',
    title: 'An authorization is reversed',
    steps: [{ scenario: 'authorized-then-reversed' }],
    met: (history) => endsOf(history, ({ status }) => status === 'reversed', ['charge.reverse']),
  },
  {
    name: 'lapsed',
    group: 'Authorizations',
    title: 'An authorization lapses uncaptured',
    steps: [{ scenario: 'authorized-then-lapsed' }],
    met: (history) =>
      endsOf(history, ({ status, authorized_at: at }) => status === 'expired' && at !== null, [
        'charge.expire',
      ]),
  },
];

export const REFUND_SITUATIONS: readonly Situation[] = [
  {
    name: 'refunded-in-full',
    group: 'Refunds',
    title: 'Refunded in full',
    steps: [{ scenario: 'refunded-in-parts' }],
    met: (history) => refunds(history, (refunded, captured) => refunded === captured),
  },
  {
    name: 'refunded-in-part',
    group: 'Refunds',
    title: 'Refunded in part',
    steps: [{ scenario: 'refunded-in-parts' }],
    met: (history) => refunds(history, (refunded, captured) => refunded < captured),
  },
  {
    name: 'refund-refused',
    group: 'Refunds',
    title: 'A refund is refused',
    steps: [
      {
        fault: {
          on: 'api',
          match: { route: 'POST /charges/{}/refunds' },
          do: { status: 400, code: 'failed_refund' },
        },
      },
      { then: 'Refund a charge.' },
    ],
    met: ({ calls }) =>
      calls
        .filter(isRefusedRefund)
        .map(({ id, at, objects: [object = null] }) => ({ object, at, cause: id })),
  },
];

export const DISPUTE_SITUATIONS: readonly Situation[] = [
  {
    name: 'disputed',
    group: 'Disputes',
    title: 'A payment is disputed',
    steps: [{ scenario: 'disputed' }],
    met: (history) => eventsOf(history, 'dispute.create'),
  },
  {
    name: 'dispute-lost',
    group: 'Disputes',
    title: 'A dispute is lost',
    steps: [{ scenario: 'disputed-and-lost' }],
    met: (history) => closedDisputes(history, 'lost'),
  },
  {
    name: 'dispute-won',
    group: 'Disputes',
    title: 'A dispute is won',
    steps: [{ scenario: 'disputed-and-won' }],
    met: (history) => closedDisputes(history, 'won'),
  },
];

export const SAVED_CARD_SITUATIONS: readonly Situation[] = [
  {
    name: 'saved-card',
    group: 'Saved cards',
    title: 'A saved card is charged',
    steps: [{ scenario: 'saved-card' }],
    met: (history) =>
      endsOf(
        history,
        (charge) => isPaid(charge) && charge.customer_id !== null && charge.schedule_id === null,
      ),
  },
  {
    name: 'subscription-paid',
    group: 'Saved cards',
    title: 'A schedule charges a card',
    steps: [{ scenario: 'subscription-paid' }],
    met: (history) => endsOf(history, (charge) => isPaid(charge) && charge.schedule_id !== null),
  },
  {
    name: 'subscription-declined',
    group: 'Saved cards',
    title: 'A charge of a schedule is declined',
    steps: [{ scenario: 'subscription-declined' }],
    met: (history) =>
      endsOf(history, ({ status, schedule_id: schedule }) => status === 'failed' && schedule !== null),
  },
];

export function isRefusedRefund(call: RequestRow): boolean {
  return call.method === 'POST' && REFUNDS.test(call.path) && isRejected(call);
}

/** The refunds after which so much of the payment is refunded. */
function refunds(history: History, fits: (refunded: number, captured: number) => boolean) {
  const sums = new Map<string, number>();
  const meant = new Set<string>();
  for (const { id, charge_id: charge, amount } of history.refunds) {
    const refunded = (sums.get(charge) ?? 0) + amount;
    sums.set(charge, refunded);
    const { captured_amount: captured } = history.charge(charge) ?? {};
    if (captured !== undefined && fits(refunded, captured)) meant.add(id);
  }
  return eventsOf(history, 'refund.create', (id) => meant.has(id));
}

function closedDisputes(history: History, status: string) {
  const closed = new Set(history.disputes.filter((one) => one.status === status).map(({ id }) => id));
  return [
    ...eventsOf(history, 'dispute.close', (id) => closed.has(id)),
    ...eventsOf(history, 'dispute.accept', (id) => closed.has(id)),
  ];
}
