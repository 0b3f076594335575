import type { ChargeRow, History } from '../history.js';
import { endsOf, isPaid, type Occasion, type Situation } from '../situation.js';

const THREE_D_SECURE = { set: { three_d_secure: true } } as const;

export const CUSTOMER_SITUATIONS: readonly Situation[] = [
  {
    name: 'three-d-secure-passed',
    group: 'Customers',
    title: '3-D Secure approved',
    steps: [THREE_D_SECURE, { then: 'Create a charge on a card, and approve on its page.' }],
    met: (history) =>
      endsOf(history, ({ authentication, authorized_at: at }) => authentication !== null && at !== null),
  },
  {
    name: 'three-d-secure-refused',
    group: 'Customers',
    title: '3-D Secure refused',
    steps: [THREE_D_SECURE, { then: 'Create a charge on a card, and decline on its page.' }],
    met: (history) =>
      endsOf(history, ({ authentication, status }) => authentication !== null && status === 'failed'),
  },
  {
    name: 'three-d-secure-abandoned',
    group: 'Customers',
    title: '3-D Secure abandoned',
    steps: [THREE_D_SECURE, { then: 'Create a charge on a card, and leave it.' }, { advance: '30d' }],
    met: (history) =>
      endsOf(
        history,
        ({ authentication, status, authorized_at: at }) =>
          authentication !== null && status === 'expired' && at === null,
      ),
  },
  {
    name: 'expired',
    group: 'Customers',
    title: 'Not paid in time',
    steps: [{ scenario: 'expired' }],
    met: (history) => endsOf(history, (charge) => isExpired(charge) && charge.authentication === null),
  },
  {
    name: 'declined-then-paid',
    group: 'Customers',
    title: 'An order is declined, then paid',
    steps: [{ scenario: 'declined-then-paid' }],
    met: (history) => secondPayments(history, (first) => first.status === 'failed'),
  },
  {
    name: 'expired-then-paid',
    group: 'Customers',
    title: 'An order expires, then is paid',
    steps: [{ scenario: 'expired-then-paid' }],
    met: (history) =>
      secondPayments(
        history,
        (first, second) => isExpired(first) && (first.expired_at ?? 0) <= (second.paid_at ?? 0),
      ),
  },
  {
    name: 'paid-then-expired',
    group: 'Customers',
    title: 'The first charge of a paid order expires late',
    steps: [{ scenario: 'paid-then-expired-late' }],
    met: (history) =>
      endsOf(
        history,
        (charge) =>
          isExpired(charge) &&
          history.ofOrder(charge.order_of).some((other) => isPaid(other) && isBefore(other, charge)),
      ),
  },
  {
    name: 'paid-twice',
    group: 'Customers',
    title: 'An order is paid twice',
    steps: [{ scenario: 'paid-twice' }],
    met: (history) => secondPayments(history, isPaid),
  },
  {
    name: 'page-reopened',
    group: 'Customers',
    title: 'The payment page is left and opened again',
    steps: [{ then: 'Create a charge, open its authorize_uri twice, then pay.' }],
    met: pagesReopened,
  },
];

function isExpired({ status, authorized_at: at }: ChargeRow): boolean {
  return status === 'expired' && at === null;
}

function isBefore(paid: ChargeRow, expired: ChargeRow): boolean {
  return (paid.paid_at ?? 0) <= (expired.expired_at ?? 0);
}

/** The payment of each order one of whose earlier charges fits. */
function secondPayments(
  history: History,
  fits: (first: ChargeRow, second: ChargeRow) => boolean,
): Occasion[] {
  const second = new Set<ChargeRow>();
  for (const charges of history.orders)
    for (const [index, charge] of charges.entries())
      if (isPaid(charge) && charges.slice(0, index).some((first) => fits(first, charge))) second.add(charge);
  return endsOf(history, (charge) => second.has(charge));
}

/** The second opening of each page. Pages that load themselves again do not count. */
function pagesReopened(history: History): Occasion[] {
  const opened = new Set<string>();
  return history.requests.flatMap(({ host, method, path, is_poll: isPoll, at, id }): Occasion[] => {
    const [, page] = /^\/payments\/([^/]+)\/authorize$/.exec(path) ?? [];
    if (host !== 'pay' || method !== 'GET' || isPoll || page === undefined) return [];
    const charge = history.chargeOfPage(page);
    if (!charge) return [];
    if (!opened.has(page)) {
      opened.add(page);
      return [];
    }
    const [end] = endsOf(history, (one) => one === charge && one.status !== 'pending');
    return end && at <= end.at ? [{ object: charge.id, at, cause: id }] : [];
  });
}
