/** An order of a soak, and how its customer pays. */
export interface SoakOrder {
  /** Type of a source, or `card`. */
  readonly method: string;
  /** In the smallest unit of `currency`. */
  readonly amount: number;
  readonly currency: string;
  /** Set if the customer subscribes: a schedule charges the card. */
  readonly every?: 'month';
}

/** A trouble with a call of the shop to the API. */
export const API_TROUBLES = ['error', 'lost request', 'lost answer', 'slow'] as const;
export type ApiTrouble = (typeof API_TROUBLES)[number];

/** Order and number of copies in which unsent webhooks of an order arrive. */
export const ARRIVALS = ['in order', 'reversed', 'twice', 'at once', 'with the customer'] as const;
export type Arrival = (typeof ARRIVALS)[number];

/** A step on one order. `order` is its place in the plan, from 1. Impossible steps do nothing. */
export type OrderStep = { readonly order: number } & (
  | {
      /** The customer begins the order, or begins it again. */
      readonly do: 'begin';
      /** With a card that is declined. */
      readonly isDeclined?: true;
      /** With the call that creates the charge. */
      readonly trouble?: ApiTrouble;
    }
  /** The customer pays the newest charge of the order, or the oldest one. */
  | { readonly do: 'pay'; readonly oldest?: true }
  /** The customer refuses, or lets the newest charge expire, or returns from its page to the shop. */
  | { readonly do: 'decline' | 'expire' | 'return' }
  /** The merchant refunds a part of the paid amount, or the rest of it. */
  | { readonly do: 'refund'; readonly percent: number | 'rest' }
  | { readonly do: 'dispute'; readonly outcome: 'won' | 'lost' }
  /** The clock of the sandbox advances until the schedules of the order have charged the card again. */
  | { readonly do: 'renew'; readonly isDeclined?: true }
  /** The webhooks of the order arrive. `trouble`: what happens to calls that the shop makes for them. */
  | { readonly do: 'webhooks'; readonly arrive: Arrival; readonly trouble?: ApiTrouble }
);

export type SoakStep =
  | OrderStep
  /** The clock of the sandbox jumps past every expiry. */
  | { readonly do: 'advance' }
  /** The shop is killed and started. */
  | { readonly do: 'restart' };

/** Orders and what happens to them, one step after the other. Webhooks that are left arrive at its end. */
export interface SoakPlan {
  readonly orders: readonly SoakOrder[];
  readonly steps: readonly SoakStep[];
}

export function isOfOrder(step: SoakStep): step is OrderStep {
  return 'order' in step;
}

/** The plan with these orders alone, numbered from 1. Steps of no order stay. */
export function onlyOrders(plan: SoakPlan, numbers: readonly number[]): SoakPlan {
  const places = new Map(numbers.map((number, index) => [number, index + 1]));
  return {
    orders: numbers.flatMap((number) => plan.orders[number - 1] ?? []),
    steps: plan.steps.flatMap((step): SoakStep[] => {
      if (!isOfOrder(step)) return [step];
      const order = places.get(step.order);
      return order === undefined ? [] : [{ ...step, order }];
    }),
  };
}
