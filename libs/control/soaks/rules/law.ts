import type { JsonValue } from '#kernel/metadata.js';
import type { SoakOrder } from './soak-plan.js';

/** An order as the shop shows it. */
export type Shown = Readonly<Record<string, JsonValue>>;

/** A charge of an order, as Tollgate knows it. Amounts in the smallest unit of the currency. */
export interface ChargeTruth {
  readonly id: string;
  readonly status: string;
  readonly amount: number;
  readonly currency: string;
  readonly refunded: number;
  /** True if the customer won a dispute about it. */
  readonly isLost: boolean;
  /** ID of the schedule that made it; null if none did. */
  readonly schedule: string | null;
}

/** The fields of orders in each state, from orders without any trouble. */
export interface Looks {
  readonly pending: Shown;
  readonly paid: Shown;
  /** After a decline. */
  readonly failed: Shown;
  /** True if the shop charges what the order costs, so that amounts can be compared. */
  readonly followsAmount: boolean;
  /** Of a subscription, oldest first; empty for a shop without any. */
  readonly subscribed: readonly SubscribedLook[];
}

/** The fields of a subscription after this many payments. */
export interface SubscribedLook {
  readonly payments: number;
  readonly shown: Shown;
}

export const LAWS = [
  'unaccepted webhook',
  'wrong charge',
  'charged twice',
  'fulfilled twice',
  'paid without money',
  'money without an order',
  'left pending',
  'wrong amount',
] as const;
export type Law = (typeof LAWS)[number];

/** A broken law, with what is wrong as a sentence. */
export interface Breach {
  readonly law: Law;
  readonly text: string;
}

/**
 * Compares an order of the shop with its charges, once all webhooks have arrived. `fields`: those that tell
 * what became of an order. Others are compared where the shop gives them: `amount`, `currency`, `refunded`.
 */
export function breachOf(
  order: SoakOrder,
  charges: readonly ChargeTruth[],
  shown: Shown,
  fields: readonly string[],
  looks: Looks,
): Breach | undefined {
  const state = pick(shown, fields);
  const says = `The shop says ${JSON.stringify(state)}`;
  const paid = charges.filter(({ status }) => status === 'successful');
  const held = paid.filter(({ amount, refunded, isLost }) => refunded < amount && !isLost);
  const looksPaid = isAlike(state, looks.paid);
  const wrong = looks.followsAmount && charges.find((one) => !isFor(order, one));
  if (wrong)
    return breach(
      'wrong charge',
      `The order costs ${order.amount} ${order.currency}, and the shop charged ${wrong.amount} ${wrong.currency}.`,
    );
  if (order.every) return subscriptionBreach(charges, state, looks);
  if (held.length > 1)
    return breach(
      'charged twice',
      `The customer was charged ${held.length} times, and no charge was refunded in full.`,
    );
  if (fields.some((field) => isMore(state[field], looks.paid[field])))
    return breach(
      'fulfilled twice',
      `${says}, and an order that was paid once is ${JSON.stringify(looks.paid)}.`,
    );
  if (looksPaid && held.length === 0 && !paid.some(({ isLost }) => isLost))
    return breach('paid without money', `${says}, but ${whyNot(charges)}.`);
  if (paid.length === 0 && fields.some((field) => isMore(state[field], looks.pending[field])))
    return breach('paid without money', `${says}, but ${whyNot(charges)}.`);
  // A shop may have a word of its own for an order that was refunded in part.
  const isPart = held.some(({ refunded }) => refunded > 0);
  const looksUnpaid = [looks.pending, looks.failed].some((one) => isAlike(state, one));
  if (held.length > 0 && (isPart ? looksUnpaid : !looksPaid))
    return breach('money without an order', `${says}, but the customer has paid.`);
  const isStill = charges.length > 0 && charges.every(({ status }) => status !== 'pending');
  const hasOwnLook = !isAlike(looks.failed, looks.pending);
  if (paid.length === 0 && isStill && hasOwnLook && isAlike(state, looks.pending))
    return breach('left pending', `${says}, but every charge of the order has failed or expired.`);
  return amountBreach(paid, shown);
}

function subscriptionBreach(
  charges: readonly ChargeTruth[],
  state: Shown,
  { pending, subscribed }: Looks,
): Breach | undefined {
  const fields = Object.keys(state);
  const says = `The shop says ${JSON.stringify(state)}`;
  const paid = charges.filter(({ status }) => status === 'successful');
  const held = paid.filter(({ amount, refunded }) => refunded < amount);
  const schedules = new Set(held.flatMap(({ schedule }) => schedule ?? [])).size;
  if (schedules > 1)
    return breach(
      'charged twice',
      `The customer subscribed once, and ${schedules} schedules charge the card.`,
    );
  if (paid.length === 0) {
    // Its words alone may be those of a subscription that was paid.
    const isFulfilled = fields.some((field) => isMore(state[field], pending[field]));
    return isFulfilled ? breach('paid without money', `${says}, but ${whyNot(charges)}.`) : undefined;
  }
  const usual = lookAfter(paid.length, subscribed);
  if (!usual) return undefined;
  const times = paid.length === 1 ? 'once' : `${paid.length} times`;
  const compared = `${says}, and a subscription that was paid ${times} is ${JSON.stringify(usual)}.`;
  if (fields.some((field) => isMore(state[field], usual[field]))) return breach('fulfilled twice', compared);
  // A shop may have a word of its own for a subscription whose last charge was declined.
  const isDeclined = charges.some(({ status }) => status === 'failed');
  const isLess = fields.some((field) => isMore(usual[field], state[field]));
  return isLess || (!isDeclined && !isAlike(state, usual))
    ? breach('money without an order', compared)
    : undefined;
}

/** Numbers grow with each payment as they did between the looks. `undefined` without looks. */
function lookAfter(payments: number, [first, last]: readonly SubscribedLook[]): Shown | undefined {
  if (!first || !last) return undefined;
  const nearest = payments <= first.payments ? first : last;
  return Object.fromEntries(
    Object.entries(nearest.shown).map(([field, value]) => {
      const [from, to] = [first.shown[field], last.shown[field]];
      if (typeof from !== 'number' || typeof to !== 'number') return [field, value];
      return [field, from + ((to - from) * (payments - first.payments)) / (last.payments - first.payments)];
    }),
  );
}

function amountBreach(paid: readonly ChargeTruth[], shown: Shown): Breach | undefined {
  const [charge, ...others] = paid;
  // Of several payments a shop may show one.
  if (!charge || others.length > 0) return undefined;
  const { amount, currency, refunded } = charge;
  const truth: Shown = { amount, currency, refunded };
  const field = Object.keys(truth).find(
    (name) => Object.hasOwn(shown, name) && !isSame(shown[name], truth[name]),
  );
  return field === undefined
    ? undefined
    : breach(
        'wrong amount',
        `The shop says that ${field} is ${JSON.stringify(shown[field])}, but it is ${JSON.stringify(truth[field])}.`,
      );
}

function whyNot(charges: readonly ChargeTruth[]): string {
  if (charges.some(({ status }) => status === 'successful')) return 'the whole amount was refunded';
  return charges.length === 0 ? 'no charge was made' : 'nobody has paid';
}

function isFor(order: SoakOrder, { amount, currency }: ChargeTruth): boolean {
  return amount === order.amount && currency === order.currency;
}

/** Shops write currencies in either case, and amounts as numbers or text. */
function isSame(one: JsonValue | undefined, other: JsonValue | undefined): boolean {
  const [text, truth] = [one, other].map((value) =>
    String(JSON.stringify(value)).replaceAll('"', '').toLowerCase(),
  );
  return text === truth;
}

/** A number is how often an order was fulfilled. */
function isMore(one: JsonValue | undefined, usual: JsonValue | undefined): boolean {
  return typeof one === 'number' && typeof usual === 'number' && one > usual;
}

/** A shop writes the fields of its orders in one order. */
export function isAlike(one: Shown, other: Shown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

export function pick(shown: Shown, fields: readonly string[]): Shown {
  return Object.fromEntries(fields.map((field) => [field, shown[field] ?? null]));
}

function breach(law: Law, text: string): Breach {
  return { law, text };
}
