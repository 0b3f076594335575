import { formatDuration } from '#kernel/duration.js';
import type { ShopRun } from '#platform/database/generated/client.js';
import type { Moment } from '../timeline/list.view.js';
import type {
  ShopEntryView,
  ShopParameters,
  ShopQuestionView,
  ShopRunSummary,
} from '../shops/shop-run.view.js';
import { BEHAVIOURS, type Behaviour } from './rules/behaviours.js';
import type { Law } from './rules/law.js';
import type { SoakPlan } from './rules/soak-plan.js';

/** A behaviour of customers, or a trouble. */
export interface BehaviourView {
  object: 'soak_behaviour';
  /** @example "two-tabs" */
  name: string;
  /** @example "begins the order in two tabs, and pays in both" */
  says: string;
}

export interface BehaviourListView {
  object: 'list';
  data: BehaviourView[];
  /** Always null: the list has one page. */
  next: null;
}

/** A behaviour that was not drawn because this shop cannot do it. */
export interface UnusedBehaviourView {
  /** @example "restarts" */
  name: Behaviour;
  /** @example "Only a shop that tollgate soak starts can be killed: pass its command." */
  why: string;
}

/**
 * An order of a plan.
 * @schema { "type": "object", "additionalProperties": true }
 * @example { "method": "promptpay", "amount": 2000, "currency": "THB" }
 */
type PlannedOrder = object;

/**
 * A step of a plan. `order` is the place of its order, from 1.
 * @schema { "type": "object", "additionalProperties": true }
 * @example { "do": "pay", "order": 1 }
 */
type PlannedStep = object;

/** Orders and what happens to them, which `plan` of another soak repeats. */
export interface SoakPlanView {
  orders: PlannedOrder[];
  steps: PlannedStep[];
}

/** Orders that broke the law, made as small as possible. */
export interface SoakFindingView {
  law: Law;
  /**
   * The difference at the end, as a sentence.
   * @example "The shop says {\"status\":\"paid\",\"count\":2}, and an order that was paid once is {\"status\":\"paid\",\"count\":1}."
   */
  text: string;
  /**
   * The steps and the difference, as sentences.
   * @example ["The order costs 20.00 THB, by promptpay.", "The customer begins the order."]
   */
  story: string[];
  plan: SoakPlanView;
  /**
   * Number of orders that were played until it was found.
   * @example 20
   */
  found_after: number;
  /**
   * Number of plans that were tried to make it small.
   * @example 12
   */
  tries: number;
  /**
   * False if it did not happen again: then `plan` has all orders that were played together.
   * @example true
   */
  is_repeated: boolean;
  /**
   * ID of the charge that shows it, for its timeline and its bundle.
   * @example "chrg_test_60aaaaaaaaaaaaaaab1"
   */
  charge: string | null;
  /** The exchanges about its orders. */
  entries: ShopEntryView[];
}

/** A soak, without its progress and finding. */
export interface SoakSummaryView {
  object: 'soak';
  /** @example "soak_60aaaaaaaaaaaaaaab1" */
  id: string;
  status: 'running' | 'ended';
  /** Null while it runs, and if it ended early. */
  verdict: 'passed' | 'failed' | null;
  /** @example "http://127.0.0.1:3000/webhooks" */
  receiver: string;
  /** @example "http://127.0.0.1:3000/orders/{order}" */
  probe: string | null;
  /** @example "http://127.0.0.1:3000/orders/{order}" */
  checkout: string | null;
  /** @example "order" */
  order_key: string;
  /** @example ["status", "count"] */
  expect: string[];
  /** @example "1s" */
  settle: string;
  /** @example "1m" */
  start: string;
  /** @example 7 */
  seed: number;
  /** @example 200 */
  orders: number;
  /**
   * The time that it may take. Null without a limit.
   * @example null
   */
  for: string | null;
  /** @example ["pays", "two-tabs"] */
  behaviours: Behaviour[];
  /**
   * Why it ended early. Null otherwise.
   * @example null
   */
  problem: string | null;
  /** Start, in real time. */
  machine_at: Moment;
  /** End, in real time. Null while it runs. */
  ended_at: Moment | null;
}

export interface SoakListView {
  object: 'list';
  /** The latest 20, newest first. */
  data: SoakSummaryView[];
  /** Always null: the list has one page. */
  next: null;
}

/** A soak with its progress and finding. */
export interface SoakView extends SoakSummaryView {
  phase: SoakPhase;
  /**
   * Number of orders that were played and obeyed the law.
   * @example 200
   */
  played: number;
  /**
   * Number of steps that were taken, and of those that were not possible, as a refund of an order that nobody paid.
   * @example 840
   */
  steps: number;
  /** @example 31 */
  skipped: number;
  unused: UnusedBehaviourView[];
  /** The plan that it repeats. Null for random orders. */
  plan: SoakPlanView | null;
  /** Null if nothing was found. */
  finding: SoakFindingView | null;
  /** Null if nothing is asked. */
  question: ShopQuestionView | null;
}

/** `learning`: how orders of the shop look. `playing`: orders. `shrinking`: what was found. */
export type SoakPhase = 'learning' | 'playing' | 'shrinking' | 'done';

/** The parameters of a soak, as stored. */
export interface SoakParameters extends ShopParameters {
  readonly seed: number;
  readonly orders: number;
  readonly forMs: number | null;
  readonly behaviours: Behaviour[];
  /** A finding to repeat; null for random orders. */
  readonly plan: SoakPlan | null;
}

/** The results of a soak, as stored. */
export interface SoakResults {
  readonly phase: SoakPhase;
  readonly played: number;
  readonly steps: number;
  readonly skipped: number;
  readonly unused: UnusedBehaviourView[];
  readonly finding: SoakFindingView | null;
}

export const NO_RESULTS: SoakResults = {
  phase: 'learning',
  played: 0,
  steps: 0,
  skipped: 0,
  unused: [],
  finding: null,
};

export function parametersOf({ parameters }: ShopRunSummary): SoakParameters {
  return parameters as unknown as SoakParameters;
}

export function behaviourListView(): BehaviourListView {
  const data = BEHAVIOURS.map(({ name, says }) => ({ object: 'soak_behaviour' as const, name, says }));
  return { object: 'list', data, next: null };
}

export function soakSummaryView(soak: ShopRunSummary): SoakSummaryView {
  const parameters = parametersOf(soak);
  const { receiver, probe, checkout, orderKey, expect, settleMs, startMs, seed, orders, forMs, behaviours } =
    parameters;
  const hasEnded = soak.endedAt !== null;
  const isFailed = soak.verdicts.includes('failed');
  return {
    object: 'soak',
    id: soak.id,
    status: hasEnded ? 'ended' : 'running',
    verdict: isFailed ? 'failed' : hasEnded && soak.problem === null ? 'passed' : null,
    receiver,
    probe,
    checkout,
    order_key: orderKey,
    expect,
    settle: formatDuration(settleMs),
    start: formatDuration(startMs),
    seed,
    orders,
    for: forMs === null ? null : formatDuration(forMs),
    behaviours,
    problem: soak.problem,
    machine_at: soak.createdAt.toISOString(),
    ended_at: soak.endedAt?.toISOString() ?? null,
  };
}

export function soakView(soak: ShopRun): SoakView {
  const results = soak.results as unknown as SoakResults | [];
  return {
    ...soakSummaryView(soak),
    ...(Array.isArray(results) ? NO_RESULTS : results),
    plan: parametersOf(soak).plan as unknown as SoakPlanView | null,
    question: soak.question as unknown as ShopQuestionView | null,
  };
}
