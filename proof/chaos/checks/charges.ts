import { MAX_WRONG_PASSWORDS } from '../../../libs/resources/charges/rules/one-time-password.js';
import { dataOf, groupBy, sum, type Evidence } from '../evidence.js';
import type { ChargeRow, EventRow } from '../rows.js';

const CLOSINGS: readonly string[] = ['charge.capture', 'charge.reverse', 'charge.expire'];

/**
 * Each charge has one charge.create, at most one `charge.complete` and one end, and matches its last event.
 */
export function endsEachChargeOnce({ rows }: Evidence): string[] {
  const events = groupBy(rows.events, ({ objectId }) => objectId);
  return rows.charges.flatMap((charge) => lifeProblem(charge, events.get(charge.id) ?? []) ?? []);
}

/**
 * A change is stored completely or not at all: source, money, token, and an event for each version of a charge
 * that callers can see.
 */
export function leavesNoHalves({ rows }: Evidence): string[] {
  const charges = new Map(rows.charges.map((charge) => [charge.id, charge]));
  const sources = new Set(rows.sources.map(({ id }) => id));
  const changes = groupBy(
    [
      ...rows.events
        .filter(({ key }) => key.startsWith('charge.') && key !== 'charge.create')
        .map(({ objectId }) => objectId),
      ...rows.refunds.map(({ chargeId }) => chargeId),
      ...rows.disputes.map(({ chargeId }) => chargeId),
    ],
    (id) => id,
  );
  const eventsOf = groupBy(rows.events, ({ key, objectId }) => `${key} ${objectId}`);
  const lacksOne = (key: string, id: string): string[] =>
    eventsOf.get(`${key} ${id}`)?.length === 1 ? [] : [`${id} has not one ${key}`];
  return [
    ...rows.charges.flatMap((charge) => [
      ...lacksOne('charge.create', charge.id),
      ...(charge.sourceId === null || sources.has(charge.sourceId) ? [] : [`${charge.id} has no source`]),
      ...versionProblems(charge, changes.get(charge.id)?.length ?? 0),
    ]),
    ...rows.refunds.flatMap(({ id }) => lacksOne('refund.create', id)),
    ...rows.disputes.flatMap(({ id }) => lacksOne('dispute.create', id)),
    ...rows.links.flatMap(({ id }) => lacksOne('link.create', id)),
    ...rows.links.flatMap((link) =>
      link.isUsed === paymentsOf(rows, link) > 0 ? [] : [`${link.id} does not say whether it was paid`],
    ),
    ...rows.strayCards.map(({ id }) => `${id} has no token`),
    ...rows.tokens.flatMap(({ id, chargeId }) =>
      chargeId === null || charges.has(chargeId) ? [] : [`${id} paid ${chargeId}, which is not there`],
    ),
    ...rows.events
      .filter(({ key, objectId }) => key.startsWith('charge.') && !charges.has(objectId))
      .map(({ key, objectId }) => `${key} is about ${objectId}, which is not there`),
  ];
}

/**
 * Two changes of a charge have no event: a wrong one-time password that is not the last, and the fault `never`
 * at the customer's approval. At the creation of a charge this fault is no change.
 */
function versionProblems(
  { id, version, wrongPasswordCount, settlesAs }: ChargeRow,
  events: number,
): string[] {
  const least = events + Math.min(wrongPasswordCount, MAX_WRONG_PASSWORDS - 1);
  const most = least + (settlesAs === 'never' ? 1 : 0);
  return version >= least && version <= most
    ? []
    : [`${id} was changed ${version} times, with ${events} events`];
}

/** Limits hold: money up to its amount; one use of a source, token and link; one open dispute. */
export function staysWithinLimits({ rows }: Evidence): string[] {
  const refunds = groupBy(rows.refunds, ({ chargeId }) => chargeId);
  const lost = groupBy(
    rows.disputes.filter(({ status }) => status !== 'won'),
    ({ chargeId }) => chargeId,
  );
  const twice = (what: string, ids: readonly (string | null)[]): string[] =>
    [
      ...groupBy(
        ids.filter((id) => id !== null),
        (id) => id,
      ),
    ].flatMap(([id, uses]) => (uses.length > 1 ? [`${what} ${id} was used ${uses.length} times`] : []));
  return [
    ...twice(
      'source',
      rows.charges.map(({ sourceId }) => sourceId),
    ),
    ...twice(
      'card',
      rows.charges.map(({ cardId }) => cardId),
    ),
    ...rows.tokens.flatMap(({ id, cardId, chargeId }) =>
      rows.charges.some((charge) => charge.cardId === cardId && charge.id !== chargeId)
        ? [`token ${id} paid more than it says`]
        : [],
    ),
    ...rows.links.flatMap((link) =>
      !link.multiple && paymentsOf(rows, link) > 1
        ? [`link ${link.id} was paid ${paymentsOf(rows, link)} times`]
        : [],
    ),
    ...rows.charges.flatMap((charge) =>
      moneyProblems(charge, refunds.get(charge.id) ?? [], lost.get(charge.id)?.length ?? 0),
    ),
  ];
}

function paymentsOf({ charges }: Evidence['rows'], { id }: { readonly id: string }): number {
  return charges.filter(({ linkId, status }) => linkId === id && status === 'successful').length;
}

function moneyProblems(
  charge: ChargeRow,
  refunds: readonly { amount: number; fundingAmount: number }[],
  unsettled: number,
): string[] {
  const { id, amount, capturedAmount, refundedAmount, fundingAmount, status } = charge;
  const refunded = sum(refunds.map((refund) => refund.amount));
  const problems: readonly (readonly [boolean, string])[] = [
    [capturedAmount > amount, `captured ${capturedAmount} of ${amount}`],
    [refunded > capturedAmount, `refunded ${refunded} of ${capturedAmount}`],
    [refunded !== refundedAmount, `says that ${refundedAmount} was refunded, and ${refunded} was`],
    [sum(refunds.map((refund) => refund.fundingAmount)) > fundingAmount, 'gave back more than it brought'],
    [refunds.length > 0 && status !== 'successful', `is refunded and ${status}`],
    [unsettled > 1, `has ${unsettled} disputes that are open or lost`],
  ];
  return problems.filter(([isWrong]) => isWrong).map(([, problem]) => `${id} ${problem}`);
}

function lifeProblem(
  { id, status, isAuthorized }: ChargeRow,
  events: readonly EventRow[],
): string | undefined {
  const of = (keys: readonly string[]): EventRow[] => events.filter(({ key }) => keys.includes(key));
  const [created] = of(['charge.create']);
  const completions = of(['charge.complete']);
  const closings = of(CLOSINGS);
  if (!created) return `${id} has no beginning`;
  const beganWaiting = stateOf(created) === 'awaiting';
  if (completions.length > (beganWaiting ? 1 : 0))
    return `${id} began ${stateOf(created)} and has ${completions.length} charge.complete`;
  const middle = completions[0] ?? created;
  if (closings.length > (stateOf(middle) === 'authorized' ? 1 : 0))
    return `${id} was ${stateOf(middle)} and has ${closings.length} ends after that`;
  const lastState = stateOf(closings[0] ?? middle);
  const is = status === 'pending' ? (isAuthorized ? 'authorized' : 'awaiting') : status;
  return lastState === is ? undefined : `${id} is ${is}, and its last event says ${lastState}`;
}

function stateOf(event: EventRow): string {
  const { status, authorized } = dataOf(event);
  if (status !== 'pending') return String(status);
  return authorized === true ? 'authorized' : 'awaiting';
}
