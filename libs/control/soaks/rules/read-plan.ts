import { isObject, parsedJson } from '#kernel/values.js';
import { parseCurrency } from '#kernel/money.js';
import {
  API_TROUBLES,
  ARRIVALS,
  isOfOrder,
  type OrderStep,
  type SoakOrder,
  type SoakPlan,
  type SoakStep,
} from './soak-plan.js';

/** The most orders and steps of a plan that is repeated. */
export const MAX_PLAN_ORDERS = 200;
const MAX_PLAN_STEPS = 5_000;
const METHOD = /^[a-z0-9_]{1,64}$/;

/** Parses the plan of a finding. Answers the problem of a text that is no plan. */
export function readPlan(text: string): SoakPlan | { readonly problem: string } {
  const read = parsedJson(text);
  if (!isObject(read) || !Array.isArray(read['orders']) || !Array.isArray(read['steps']))
    return { problem: 'must be JSON with orders and steps, from a finding' };
  const orders = read['orders'].map(readOrder);
  const steps = read['steps'].map(readStep);
  if (orders.length < 1 || orders.length > MAX_PLAN_ORDERS || steps.length > MAX_PLAN_STEPS)
    return { problem: `must have 1 to ${MAX_PLAN_ORDERS} orders and at most ${MAX_PLAN_STEPS} steps` };
  const order = orders.indexOf(undefined);
  if (order >= 0) return { problem: `has an unknown order at place ${order + 1}` };
  const step = steps.findIndex((one) => one === undefined || (isOfOrder(one) && one.order > orders.length));
  if (step >= 0) return { problem: `has an unknown step at place ${step + 1}` };
  return { orders: orders as SoakOrder[], steps: steps as SoakStep[] };
}

function readOrder(value: unknown): SoakOrder | undefined {
  if (!isObject(value)) return undefined;
  const { method, amount, currency, every } = value;
  const isRight =
    typeof method === 'string' &&
    METHOD.test(method) &&
    Number.isSafeInteger(amount) &&
    (amount as number) > 0 &&
    parseCurrency(currency) === currency &&
    (every === undefined || every === 'month');
  return isRight
    ? { method, amount: amount as number, currency: currency as string, ...(every && { every }) }
    : undefined;
}

function readStep(value: unknown): SoakStep | undefined {
  if (!isObject(value)) return undefined;
  if (value['do'] === 'advance' || value['do'] === 'restart') return { do: value['do'] };
  const order = value['order'];
  if (!Number.isSafeInteger(order) || (order as number) < 1) return undefined;
  const step = readOrderStep(value);
  return step && ({ ...step, order } as OrderStep);
}

function readOrderStep(value: Readonly<Record<string, unknown>>): object | undefined {
  const { do: act, percent, outcome } = value;
  const trouble = API_TROUBLES.find((one) => one === value['trouble']);
  if (value['trouble'] !== undefined && trouble === undefined) return undefined;
  const more = trouble && { trouble };
  switch (act) {
    case 'begin':
      return { do: act, ...(value['isDeclined'] === true && { isDeclined: true }), ...more };
    case 'pay':
      return { do: act, ...(value['oldest'] === true && { oldest: true }) };
    case 'decline':
    case 'expire':
    case 'return':
      return { do: act };
    case 'refund':
      return percent === 'rest' || isPercent(percent) ? { do: act, percent } : undefined;
    case 'dispute':
      return outcome === 'won' || outcome === 'lost' ? { do: act, outcome } : undefined;
    case 'renew':
      return { do: act, ...(value['isDeclined'] === true && { isDeclined: true }) };
    case 'webhooks': {
      const arrive = ARRIVALS.find((one) => one === value['arrive']);
      return arrive && { do: act, arrive, ...more };
    }
    default:
      return undefined;
  }
}

function isPercent(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 1 && (value as number) <= 100;
}
