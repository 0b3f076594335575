import type { FaultParams } from '../../faults/rules/fault-terms.js';

/** A step of a story. What it makes is known to later steps by the name in `as`. */
export type ScenarioStep =
  /**
   * A charge on a source that its customer has yet to pay, on one whose customer is sent elsewhere and back,
   * on a card that pays, or on a customer's card; `capture: false` only authorizes, for a capture in part with
   * `preAuth`.
   */
  | {
      readonly do: 'charge';
      readonly as: string;
      readonly on?: 'card' | 'saved card' | 'redirect';
      readonly capture?: false;
      readonly preAuth?: true;
    }
  | { readonly do: 'pay' | 'decline' | 'expire' | 'reverse'; readonly charge: string }
  /** The whole amount, or this share of it. */
  | { readonly do: 'capture'; readonly charge: string; readonly percent?: number }
  /** A schedule that charges a customer's card today, once. */
  | { readonly do: 'subscribe'; readonly as: string }
  /** Percent of the paid amount, or the rest of it. */
  | {
      readonly do: 'refund';
      readonly as?: string;
      readonly charge: string;
      readonly percent: number | 'rest';
    }
  | { readonly do: 'dispute'; readonly charge: string; readonly as: string }
  /** The merchant contests or accepts the dispute, or the bank decides for the merchant. */
  | { readonly do: 'contest' | 'accept' | 'win'; readonly dispute: string }
  /** Advances the clock of the sandbox: by a duration, or until a charge is due. */
  | { readonly do: 'advance'; readonly by: string }
  | { readonly do: 'advance'; readonly past: string }
  /** In its `match`, `$order` stands for the order of the run, and `$charge` for the ID of `charge`. */
  | { readonly do: 'fault'; readonly as: string; readonly fault: FaultParams }
  | { readonly do: 'remove fault'; readonly fault: string };

/** A named series of calls. It uses only the API and the control API. */
export interface Scenario {
  readonly name: string;
  readonly description: string;
  readonly steps: readonly ScenarioStep[];
  /** The request that the caller must send next, for stories about the caller's own calls. */
  readonly next?: string;
}

const OF_ORDER = { metadata: { order: '$order' } };

export const SCENARIOS: readonly Scenario[] = [
  {
    name: 'paid',
    description: 'The customer pays a charge.',
    steps: [
      { do: 'charge', as: 'charge' },
      { do: 'pay', charge: 'charge' },
    ],
  },
  {
    name: 'declined',
    description: 'A charge is declined, with the failure code of your choice.',
    steps: [
      { do: 'charge', as: 'charge' },
      { do: 'decline', charge: 'charge' },
    ],
  },
  {
    name: 'expired',
    description: 'A charge expires unpaid.',
    steps: [
      { do: 'charge', as: 'charge' },
      { do: 'expire', charge: 'charge' },
    ],
  },
  {
    name: 'paid-by-card',
    description: 'The customer pays by card.',
    steps: [{ do: 'charge', as: 'charge', on: 'card' }],
  },
  {
    name: 'declined-then-paid',
    description: 'An order has two charges. The first is declined, and the second is paid.',
    steps: [
      { do: 'charge', as: 'first' },
      { do: 'decline', charge: 'first' },
      { do: 'charge', as: 'second' },
      { do: 'pay', charge: 'second' },
    ],
  },
  {
    name: 'expired-then-paid',
    description: 'An order has two charges. The first expires, and the second is paid.',
    steps: [
      { do: 'charge', as: 'first' },
      { do: 'expire', charge: 'first' },
      { do: 'charge', as: 'second' },
      { do: 'pay', charge: 'second' },
    ],
  },
  {
    name: 'paid-twice',
    description: 'An order has two charges, and the customer pays both.',
    steps: [
      { do: 'charge', as: 'first' },
      { do: 'charge', as: 'second' },
      { do: 'pay', charge: 'first' },
      { do: 'pay', charge: 'second' },
    ],
  },
  {
    name: 'paid-then-expired-late',
    description:
      'An order has two charges. The second is paid, then the first expires and sends a late charge.complete.',
    steps: [
      { do: 'charge', as: 'first' },
      { do: 'charge', as: 'second' },
      { do: 'pay', charge: 'second' },
      { do: 'expire', charge: 'first' },
    ],
  },
  {
    name: 'webhook-before-redirect',
    description: 'The webhook arrives before the customer returns to the shop.',
    steps: [
      {
        do: 'fault',
        as: 'race',
        fault: { on: 'webhook', match: { key: 'charge.complete', ...OF_ORDER }, do: { before_answer: true } },
      },
      { do: 'charge', as: 'charge', on: 'redirect' },
    ],
    next: 'Open the authorize_uri of the charge and pay, or mark the charge as paid. The webhook arrives first.',
  },
  {
    name: 'duplicate-webhooks',
    description: 'A charge is paid. Each of its webhooks is delivered twice.',
    steps: [
      { do: 'fault', as: 'twice', fault: { on: 'webhook', match: OF_ORDER, times: 2, do: { duplicate: 2 } } },
      { do: 'charge', as: 'charge' },
      { do: 'pay', charge: 'charge' },
    ],
  },
  {
    name: 'out-of-order',
    description: 'A charge is paid. Its charge.complete arrives before its charge.create.',
    steps: [
      { do: 'fault', as: 'reversed', fault: { on: 'webhook', match: OF_ORDER, do: { reorder: 2 } } },
      { do: 'charge', as: 'charge' },
      { do: 'pay', charge: 'charge' },
    ],
  },
  {
    name: 'answer-lost-after-commit',
    description: 'The next charge with metadata[order] is created, but its response is lost.',
    steps: [
      {
        do: 'fault',
        as: 'lost',
        fault: {
          on: 'api',
          when: 'after',
          match: { route: 'POST /charges', ...OF_ORDER },
          must_fire: true,
          do: { disconnect: true },
        },
      },
    ],
    next: 'Create a charge with this metadata[order]. It is created, and the connection drops. Retry with the same Idempotency-Key.',
  },
  {
    name: 'bank-down-for-10-minutes',
    description: 'Payments fail for ten minutes of sandbox time, then succeed again.',
    steps: [
      {
        do: 'fault',
        as: 'down',
        fault: { on: 'payment', match: OF_ORDER, times: 'always', do: { fail: 'failed_processing' } },
      },
      { do: 'charge', as: 'first' },
      { do: 'pay', charge: 'first' },
      { do: 'advance', by: '10m' },
      { do: 'remove fault', fault: 'down' },
      { do: 'charge', as: 'second' },
      { do: 'pay', charge: 'second' },
    ],
  },
  {
    name: 'disputed',
    description: 'The cardholder disputes a card charge. The dispute is open.',
    steps: [
      { do: 'charge', as: 'charge', on: 'card' },
      { do: 'dispute', charge: 'charge', as: 'dispute' },
    ],
  },
  {
    name: 'disputed-and-lost',
    description: 'The cardholder disputes a card charge and wins.',
    steps: [
      { do: 'charge', as: 'charge', on: 'card' },
      { do: 'dispute', charge: 'charge', as: 'dispute' },
      { do: 'accept', dispute: 'dispute' },
    ],
  },
  {
    name: 'disputed-and-won',
    description: 'The cardholder disputes a card charge. The merchant contests the dispute and wins.',
    steps: [
      { do: 'charge', as: 'charge', on: 'card' },
      { do: 'dispute', charge: 'charge', as: 'dispute' },
      { do: 'contest', dispute: 'dispute' },
      { do: 'win', dispute: 'dispute' },
    ],
  },
  {
    name: 'refunded-in-parts',
    description: 'A card charge is refunded in three parts.',
    steps: [
      { do: 'charge', as: 'charge', on: 'card' },
      { do: 'refund', charge: 'charge', percent: 50 },
      { do: 'refund', charge: 'charge', percent: 30 },
      { do: 'refund', charge: 'charge', percent: 'rest' },
    ],
  },
  {
    name: 'authorized-then-captured',
    description: 'A card charge is authorized, then captured.',
    steps: [
      { do: 'charge', as: 'charge', on: 'card', capture: false },
      { do: 'capture', charge: 'charge' },
    ],
  },
  {
    name: 'captured-in-part',
    description: 'A card charge is authorized, and 60% of it is captured.',
    steps: [
      { do: 'charge', as: 'charge', on: 'card', capture: false, preAuth: true },
      { do: 'capture', charge: 'charge', percent: 60 },
    ],
  },
  {
    name: 'authorized-then-reversed',
    description: 'A card charge is authorized, then reversed.',
    steps: [
      { do: 'charge', as: 'charge', on: 'card', capture: false },
      { do: 'reverse', charge: 'charge' },
    ],
  },
  {
    name: 'authorized-then-lapsed',
    description:
      'A card charge is authorized and never captured. The clock advances until the authorization lapses.',
    steps: [
      { do: 'charge', as: 'charge', on: 'card', capture: false },
      { do: 'advance', past: 'charge' },
    ],
  },
  {
    name: 'saved-card',
    description: 'A customer with a saved card is charged.',
    steps: [{ do: 'charge', as: 'charge', on: 'saved card' }],
  },
  {
    name: 'subscription-paid',
    description: 'A schedule charges a saved card.',
    steps: [{ do: 'subscribe', as: 'schedule' }],
  },
  {
    name: 'subscription-declined',
    description: 'A schedule charges a saved card, which is declined. The schedule retries a day later.',
    steps: [
      {
        do: 'fault',
        as: 'decline',
        fault: { on: 'payment', match: OF_ORDER, do: { fail: 'insufficient_fund' } },
      },
      { do: 'subscribe', as: 'schedule' },
    ],
  },
  {
    name: 'rate-limited',
    description: 'For a minute, requests above limit per second are rejected.',
    steps: [
      {
        do: 'fault',
        as: 'limit',
        fault: { on: 'api', ttl: '1m', times: 'always', do: { rate_limit: { limit: '$limit', per: '1s' } } },
      },
    ],
    next: 'Send more requests per second than the limit. The excess requests return 429.',
  },
];

export function isByCard({ on }: Extract<ScenarioStep, { do: 'charge' }>): boolean {
  return on === 'card' || on === 'saved card';
}

/** A step as one reads it. */
export function sayStep(step: ScenarioStep): string {
  switch (step.do) {
    case 'charge':
      return `create ${step.as} (${step.on ?? 'source'}${step.capture === false ? ', authorized only' : ''})`;
    case 'capture':
      return `capture ${step.percent === undefined ? '' : `${step.percent}% of `}${step.charge}`;
    case 'subscribe':
      return `create ${step.as} (saved card, today)`;
    case 'refund':
      return `refund ${step.percent === 'rest' ? 'the rest' : `${step.percent}%`} of ${step.charge}`;
    case 'dispute':
      return `open ${step.as} on ${step.charge}`;
    case 'advance':
      return 'by' in step
        ? `advance the clock by ${step.by}`
        : `advance the clock until ${step.past} expires`;
    case 'fault':
      return `add the fault ${step.as}: ${JSON.stringify(step.fault)}`;
    case 'remove fault':
      return `remove the fault ${step.fault}`;
    case 'pay':
    case 'decline':
    case 'expire':
    case 'reverse':
      return `${step.do} ${step.charge}`;
    case 'contest':
    case 'accept':
    case 'win':
      return `${step.do} ${step.dispute}`;
  }
}
