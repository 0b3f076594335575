import { randomInt } from 'node:crypto';
import { parseDuration } from '#kernel/duration.js';
import { fail } from '#kernel/errors.js';
import { HOUR_MS } from '#kernel/time.js';
import { Check, Duration, Optional, WholeNumber } from '#platform/http/dto.js';
import { listOf, ShopDto, shopParametersOf } from '../shops/shop.dto.js';
import { BEHAVIOURS, CUSTOMERS, type Behaviour } from './rules/behaviours.js';
import { readPlan } from './rules/read-plan.js';
import type { SoakPlan } from './rules/soak-plan.js';
import type { SoakParameters } from './soak.view.js';

const NAMES = BEHAVIOURS.map(({ name }) => name);
const DEFAULT_ORDERS = 200;
const MAX_ORDERS = 1_000;
/** Seeds that are drawn are short: they are typed again. */
const DRAWN_SEEDS = 1_000_000;
const MAX_SEED = 2 ** 31 - 1;

/**
 * Parameters of `POST /api/sandboxes/{name}/soaks`.
 * @example { "receiver": "http://127.0.0.1:3000/webhooks", "probe": "http://127.0.0.1:3000/orders/{order}", "checkout": "http://127.0.0.1:3000/orders/{order}" }
 */
export class CreateSoakDto extends ShopDto {
  /**
   * Number of orders, at most 1,000. Default: 200.
   * @example 200
   */
  @Optional()
  @WholeNumber(1, MAX_ORDERS)
  orders?: number | string;

  /**
   * Seed of the random orders. The same seed draws the same orders for the same shop. Default: random.
   * @example 7
   */
  @Optional()
  @WholeNumber(0, MAX_SEED)
  seed?: number | string;

  /**
   * Time after which no more waves of 20 orders are begun, in real time. Default: no limit.
   * @example "2m"
   */
  @Optional()
  @Duration({ minMs: 1, maxMs: HOUR_MS })
  for?: string;

  /**
   * Behaviours of customers and troubles to draw from, comma-separated. Default: all. At least one must be a
   * behaviour of customers.
   * @example "pays,two-tabs,repeated-webhooks"
   */
  @Optional()
  @Check(behavioursProblem)
  behaviours?: string;

  /**
   * The `plan` of a finding, as JSON: it is repeated instead of random orders.
   * @example "{\"orders\":[{\"method\":\"promptpay\",\"amount\":2000,\"currency\":\"THB\"}],\"steps\":[{\"do\":\"begin\",\"order\":1}]}"
   */
  @Optional()
  @Check(planProblem)
  plan?: string;
}

/** The parameters as a run stores them. Throws `bad_request` without a probe or checkout. */
export function soakParametersOf(body: CreateSoakDto): SoakParameters {
  const { orders, seed, behaviours, plan } = body;
  if (body.probe === undefined || body.checkout === undefined)
    fail(
      'bad_request',
      'probe and checkout are required: the law compares what the shop says with its charges',
    );
  return {
    ...shopParametersOf(body),
    seed: seed === undefined ? randomInt(DRAWN_SEEDS) : Number(seed),
    orders: orders === undefined ? DEFAULT_ORDERS : Number(orders),
    forMs: parseDuration(body.for) ?? null,
    behaviours: behaviours === undefined ? NAMES : (listOf(behaviours) as Behaviour[]),
    // The body was validated.
    plan: plan === undefined ? null : (planIn(plan) as SoakPlan),
  };
}

function behavioursProblem(value: unknown, name: string): string | undefined {
  const given = listOf(value);
  const unknown = given.find((text) => !NAMES.includes(text as Behaviour));
  if (unknown !== undefined) return `${name} has an unknown ${unknown}; behaviours: ${NAMES.join(', ')}`;
  return CUSTOMERS.some((one) => given.includes(one.name))
    ? undefined
    : `${name} must have a behaviour of customers: ${CUSTOMERS.map((one) => one.name).join(', ')}`;
}

function planProblem(value: unknown, name: string): string | undefined {
  const read = planIn(value);
  return 'problem' in read ? `${name} ${read.problem}` : undefined;
}

function planIn(value: unknown): ReturnType<typeof readPlan> {
  return readPlan(typeof value === 'string' ? value : JSON.stringify(value));
}
