import { CUSTOMERS, type Behaviour, type Customer } from './behaviours.js';
import type { Random } from './random.js';
import type { ApiTrouble, Arrival, OrderStep, SoakOrder, SoakPlan, SoakStep } from './soak-plan.js';

/** Orders that are open at the same time. */
const OPEN_ORDERS = 4;
/** Probabilities for each wave, delivery, checkout and order. */
const JUMP = 0.3;
const RESTART = 0.3;
const DELIVERY_TROUBLE = 0.1;
const CHECKOUT_TROUBLE = 0.15;
/** A second schedule goes on to charge. */
const SUBSCRIPTION_TROUBLE = 0.4;
const BY_CARD = 0.3;
const OTHER_CURRENCY = 0.3;
const RENEWAL_DECLINED = 0.2;

/** A method that customers can pay with, and the amounts that are drawn for it in each currency. */
export interface DrawnMethod {
  readonly type: string;
  readonly amounts: readonly { readonly currency: string; readonly min: number; readonly max: number }[];
}

/** The behaviours that are wanted and that the shop can do, and its payment methods. */
export interface Repertoire {
  readonly behaviours: ReadonlySet<Behaviour>;
  /** The first is the one of plain orders. */
  readonly methods: readonly [DrawnMethod, ...DrawnMethod[]];
  /** The currencies of orders by card, the account's own first. */
  readonly card: DrawnMethod;
}

const ARRIVALS: readonly { readonly arrive: Arrival; readonly needs?: Behaviour; readonly weight: number }[] =
  [
    { arrive: 'in order', weight: 5 },
    { arrive: 'twice', needs: 'repeated-webhooks', weight: 1.5 },
    { arrive: 'at once', needs: 'simultaneous-webhooks', weight: 1.5 },
    { arrive: 'reversed', needs: 'reordered-webhooks', weight: 1.5 },
    { arrive: 'with the customer', needs: 'racing-redirects', weight: 1 },
  ];
/** Weight of webhooks that arrive only at the end. */
const LATE_WEIGHT = 2;

type Draft = OrderStep extends infer Step ? (Step extends OrderStep ? Omit<Step, 'order'> : never) : never;

/** So many orders, their customers and troubles, in an order that mixes them. The same random draws the same. */
export function drawPlan(random: Random, size: number, repertoire: Repertoire): SoakPlan {
  const orders: SoakOrder[] = [];
  const waiting: SoakStep[][] = [];
  const customers = CUSTOMERS.filter(({ name }) => repertoire.behaviours.has(name));
  for (let number = 1; number <= size; number += 1) {
    const { name } = random.weighted(customers);
    const order = drawOrder(name, random, repertoire);
    orders.push(order);
    waiting.push(stepsOf(name, order, random, repertoire).map((step) => ({ ...step, order: number })));
  }
  // A renewal takes a month, which no open charge of another order outlives.
  const renewals = waiting.map((steps) => steps.splice(firstRenewal(steps)));
  const steps = [...mixed(waiting, random), ...mixed(renewals, random)];
  return { orders, steps: withTrouble(steps, random, repertoire) };
}

function firstRenewal(steps: readonly SoakStep[]): number {
  const index = steps.findIndex((step) => step.do === 'renew');
  return index < 0 ? steps.length : index;
}

function drawOrder(customer: Customer, random: Random, { behaviours, methods, card }: Repertoire): SoakOrder {
  const [plain] = methods;
  const subscribes = customer === 'subscribes';
  const isByCard = subscribes || (behaviours.has('cards') && random.chance(BY_CARD));
  const { type: method, amounts } = isByCard
    ? card
    : behaviours.has('currencies')
      ? random.pick(methods)
      : plain;
  const isOther = behaviours.has('currencies') && random.chance(OTHER_CURRENCY);
  const { currency, min, max } = isOther ? random.pick(amounts) : (amounts[0] ?? never());
  // As prices are: few digits that are not zero.
  const amount = Math.max(min, Math.round(random.between(min, max) / 100) * 100);
  return {
    method,
    amount: behaviours.has('currencies') ? amount : Math.max(min, PLAIN_AMOUNT),
    currency,
    ...(subscribes && { every: 'month' }),
  };
}

/** Of orders whose amount does not matter. */
export const PLAIN_AMOUNT = 2_000;

function stepsOf(customer: Customer, order: SoakOrder, random: Random, repertoire: Repertoire): Draft[] {
  const begin = (more: Partial<Draft> = {}): Draft => {
    const chance = order.every ? SUBSCRIPTION_TROUBLE : CHECKOUT_TROUBLE;
    const trouble = random.chance(chance) ? apiTrouble(random, repertoire) : undefined;
    return { do: 'begin', ...more, ...(trouble && { trouble }) } as Draft;
  };
  const webhooks = (): Draft[] => arrival(random, repertoire);
  const pay: Draft[] = [{ do: 'pay' }, ...webhooks()];
  switch (customer) {
    case 'pays':
      return random.chance(0.5)
        ? [begin(), { do: 'pay' }, { do: 'return' }, ...webhooks()]
        : [begin(), ...pay, { do: 'return' }];
    case 'closes-page':
      return [begin(), ...pay];
    case 'comes-back':
      return [begin(), ...webhooks(), begin(), ...pay];
    case 'two-tabs':
      return [begin(), begin(), { do: 'pay' }, { do: 'pay', oldest: true }, ...webhooks()];
    case 'declines':
    case 'declines-first': {
      const isByCard = order.method === 'card';
      const declined = [
        begin(isByCard ? { isDeclined: true } : {}),
        ...(isByCard ? [] : [{ do: 'decline' } as const]),
      ];
      return customer === 'declines'
        ? [...declined, ...(random.chance(0.5) ? [{ do: 'return' } as const] : []), ...webhooks()]
        : [...declined, ...webhooks(), begin(), ...pay];
    }
    case 'lets-expire':
      return [begin(), { do: 'expire' }, ...webhooks()];
    case 'pays-late':
      return [begin(), { do: 'expire' }, ...webhooks(), begin(), ...pay];
    case 'refund-part':
      return [begin(), ...pay, { do: 'refund', percent: random.between(1, 9) * 10 }, ...webhooks()];
    case 'refund-twice':
      return [
        begin(),
        ...pay,
        { do: 'refund', percent: 30 },
        ...webhooks(),
        { do: 'refund', percent: 30 },
        ...webhooks(),
      ];
    case 'refund-full':
      return [begin(), ...pay, { do: 'refund', percent: 'rest' }, ...webhooks()];
    case 'disputes':
      return [begin(), ...pay, { do: 'dispute', outcome: random.pick(['won', 'lost']) }, ...webhooks()];
    case 'subscribes':
      return [
        begin(),
        ...(random.chance(0.3) ? [begin()] : []),
        ...webhooks(),
        ...Array.from({ length: random.between(1, 2) }, () => [renewal(random), ...webhooks()]).flat(),
      ];
  }
}

function renewal(random: Random): Draft {
  return { do: 'renew', ...(random.chance(RENEWAL_DECLINED) && { isDeclined: true }) };
}

/** No step if the webhooks are late: they arrive with those of a later step, or at the end. */
function arrival(random: Random, repertoire: Repertoire): Draft[] {
  const { behaviours } = repertoire;
  const late = behaviours.has('late-webhooks') ? [{ arrive: undefined, weight: LATE_WEIGHT }] : [];
  const possible = ARRIVALS.filter(({ needs }) => needs === undefined || behaviours.has(needs));
  const { arrive } = random.weighted<{ readonly arrive: Arrival | undefined; readonly weight: number }>([
    ...possible,
    ...late,
  ]);
  const trouble = random.chance(DELIVERY_TROUBLE) ? apiTrouble(random, repertoire) : undefined;
  return arrive === undefined ? [] : [{ do: 'webhooks', arrive, ...(trouble && { trouble }) }];
}

function apiTrouble(random: Random, { behaviours }: Repertoire): ApiTrouble | undefined {
  const possible: ApiTrouble[] = [
    ...(behaviours.has('failed-requests') ? (['error', 'lost request'] as const) : []),
    ...(behaviours.has('lost-answers') ? (['lost answer', 'lost answer'] as const) : []),
    ...(behaviours.has('slow-answers') ? (['slow'] as const) : []),
  ];
  return possible.length === 0 ? undefined : random.pick(possible);
}

/** Takes the next step of one of the open orders, until all are done. */
function mixed(waiting: SoakStep[][], random: Random): SoakStep[] {
  const steps: SoakStep[] = [];
  const left = waiting.filter((one) => one.length > 0);
  while (left.length > 0) {
    const place = random.between(0, Math.min(OPEN_ORDERS, left.length) - 1);
    steps.push(...(left[place]?.splice(0, 1) ?? []));
    if (left[place]?.length === 0) left.splice(place, 1);
  }
  return steps;
}

function withTrouble(steps: SoakStep[], random: Random, { behaviours }: Repertoire): SoakStep[] {
  const jumps = behaviours.has('clock-jumps') && random.chance(JUMP);
  const restarts = behaviours.has('restarts') && random.chance(RESTART);
  if (jumps) steps.splice(random.between(1, steps.length), 0, { do: 'advance' });
  if (restarts) steps.splice(random.between(1, steps.length), 0, { do: 'restart' });
  return steps;
}

function never(): never {
  throw new Error('A method has no currency');
}
