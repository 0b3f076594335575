import { findPaymentMethod } from '#resources/payment-methods/rules/registry.js';
import { grouped, type ChargeRow, type History, type RequestRow } from '../history.js';
import { isNoticed, isPaid, occasionOf } from '../situation.js';
import { lostAnswers } from '../situations/api.js';
import { isRefusedRefund } from '../situations/money.js';
import { calls, findingOf, type Advice, type Finding } from './advice.js';

export const CHARGE_ADVICE: readonly Advice[] = [
  {
    name: 'charge-repeated-blindly',
    title: 'Look for the first charge before you create it again',
    why: 'The answer was lost, not the charge: the customer can pay both.',
    findings: repeatedCharges,
  },
  {
    name: 'return-page-trusted',
    title: 'Ask the API after the customer returns',
    why: 'Anybody can open the return page, and customers who have paid may never return.',
    findings: unnoticedPayments,
  },
  {
    name: 'order-paid-twice',
    title: 'Refund the second payment of an order',
    why: 'The customer has paid twice.',
    findings: doublePayments,
  },
  {
    name: 'charge-without-order',
    title: 'Put the order into the metadata of charges',
    why: 'Without it, nobody finds the charge of an order whose answer was lost.',
    findings: (history) =>
      calls(
        history,
        (call) => isAnonymous(createdBy(history, call)),
        () => 'a charge without metadata and description',
      ),
  },
  {
    name: 'refund-not-possible',
    title: 'Do not offer refunds of methods that have none',
    why: 'The processor refuses them: pay back another way.',
    findings: (history) =>
      calls(
        history,
        (call) =>
          call.fault === null && isRefusedRefund(call) && isNotRefundable(chargeOfRefund(history, call)),
        (call) => `a refund of ${chargeOfRefund(history, call)?.method ?? ''} was refused`,
      ),
  },
];

function createdBy(history: History, call: RequestRow): ChargeRow | undefined {
  if (call.method !== 'POST' || call.path !== '/charges') return undefined;
  const created = history.causedBy(call.id).find(({ key }) => key === 'charge.create');
  return created && history.charge(created.object_id);
}

function isAnonymous(charge: ChargeRow | undefined): boolean {
  return charge !== undefined && charge.order_of === null && charge.description === null;
}

function repeatedCharges(history: History): Finding[] {
  const calls = history.calls.toSorted((one, other) => one.machine_at - other.machine_at);
  const looks = calls.filter(({ method, path }) => method === 'GET' && /^\/(charges|search)/.test(path));
  const creations = grouped(calls, (call) => {
    const order = createdBy(history, call)?.order_of ?? null;
    return order === null ? [] : [order];
  });
  return lostAnswers(history, true).flatMap(({ cause }) => {
    const lost = history.call(cause);
    const first = lost && createdBy(history, lost);
    // Without an order, a later charge may be another customer's.
    if (!lost || !first || first.order_of === null) return [];
    const again = firstAfter(lost.machine_at, creations.get(first.order_of) ?? []);
    const looked = firstAfter(lost.machine_at, looks);
    if (!again || (looked && looked.machine_at < again.machine_at)) return [];
    return [
      findingOf(again, `a second charge of order ${first.order_of} after the answer to ${first.id} was lost`),
    ];
  });
}

/** The first call after a time, of calls in the order of their times. */
function firstAfter(at: number, calls: readonly RequestRow[]): RequestRow | undefined {
  let [from, to] = [0, calls.length];
  while (from < to) {
    const middle = Math.floor((from + to) / 2);
    if ((calls[middle]?.machine_at ?? 0) > at) to = middle;
    else from = middle + 1;
  }
  return calls[from];
}

function unnoticedPayments(history: History): Finding[] {
  return history.charges.flatMap((charge): Finding[] => {
    const end = history.eventsOf(charge.id).find(({ key }) => key === 'charge.complete');
    if (!isPaid(charge) || charge.return_uri === null || charge.is_of_exam) return [];
    if (!end || isNoticed(history, occasionOf(end))) return [];
    const text = `${charge.id} was paid, and the shop neither asked nor acknowledged a webhook`;
    return [{ text, entry: end.id, object: charge.id, at: end.created_at }];
  });
}

function doublePayments(history: History): Finding[] {
  return [...history.orders].flatMap((charges): Finding[] => {
    const kept = charges.filter((one) => isPaid(one) && one.refunded_amount < one.captured_amount);
    const second = kept[1];
    if (!second) return [];
    const entry = history.eventsOf(second.id).find(({ key }) => key === 'charge.complete')?.id ?? second.id;
    const text = `order ${second.order_of ?? ''} has ${kept.length} payments`;
    return [{ text, entry, object: second.id, at: second.paid_at ?? second.created_at }];
  });
}

function chargeOfRefund(history: History, { path }: RequestRow): ChargeRow | undefined {
  return history.charge(path.split('/')[2] ?? '');
}

function isNotRefundable(charge: ChargeRow | undefined): boolean {
  return charge !== undefined && findPaymentMethod(charge.method)?.refunds === null;
}
