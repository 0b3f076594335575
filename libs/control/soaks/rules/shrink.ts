import { isOfOrder, onlyOrders, type SoakOrder, type SoakPlan, type SoakStep } from './soak-plan.js';

/** Answers whether a plan still breaks the law. */
export type Try = (plan: SoakPlan) => Promise<boolean>;

/**
 * Shrinks a plan that breaks a law: leaves out orders, steps and troubles until nothing can be left out.
 * `culprit` is the number of the order that broke it. `plain` is the order that costs and needs the least.
 * Ends early once `isOver`. `undefined` if the law is not broken again.
 */
export async function shrink(
  plan: SoakPlan,
  culprit: number,
  plain: SoakOrder,
  tries: Try,
  isOver: () => boolean,
): Promise<SoakPlan | undefined> {
  let small = await fewerOrders(plan, culprit, tries, isOver);
  if (!small) return undefined;
  for (let isSmaller = true; isSmaller && !isOver();) {
    isSmaller = false;
    for (const candidate of candidates(small, plain)) {
      if (isOver()) break;
      // oxlint-disable-next-line no-await-in-loop -- Each try depends on the one before.
      if (!(await tries(candidate))) continue;
      small = candidate;
      isSmaller = true;
      break;
    }
  }
  return small;
}

/** The culprit alone, or the smallest found set of orders with it. */
async function fewerOrders(
  plan: SoakPlan,
  culprit: number,
  tries: Try,
  isOver: () => boolean,
): Promise<SoakPlan | undefined> {
  const alone = onlyOrders(plan, [culprit]);
  if (await tries(alone)) return alone;
  if (!(await tries(plan))) return undefined;
  let kept = plan.orders.map((_, index) => index + 1);
  for (let size = Math.ceil((kept.length - 1) / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2))
    for (let from = 0; from < kept.length && !isOver();) {
      const fewer = kept.filter(
        (number, index) => number === culprit || index < from || index >= from + size,
      );
      if (fewer.length < kept.length && (await tries(onlyOrders(plan, fewer)))) kept = fewer;
      else from += size;
    }
  return onlyOrders(plan, kept);
}

/** Plans that are a little smaller or simpler, the smallest first. */
function* candidates(plan: SoakPlan, plain: SoakOrder): Generator<SoakPlan> {
  const { orders, steps } = plan;
  if (orders.length > 1)
    for (let number = 1; number <= orders.length; number += 1)
      yield onlyOrders(
        plan,
        orders.map((_, index) => index + 1).filter((one) => one !== number),
      );
  // From the end: what happens last needs what was before.
  for (let index = steps.length - 1; index >= 0; index -= 1)
    yield { orders, steps: steps.toSpliced(index, 1) };
  for (const [index, step] of steps.entries())
    for (const simple of simpler(step)) yield { orders, steps: steps.toSpliced(index, 1, simple) };
  for (const [index, order] of orders.entries())
    for (const simple of simplerOrders(order, plain))
      yield { orders: orders.toSpliced(index, 1, simple), steps };
}

function* simpler(step: SoakStep): Generator<SoakStep> {
  if (!isOfOrder(step)) return;
  if ('trouble' in step) {
    const { trouble: _, ...calm } = step;
    yield calm;
  }
  if ((step.do === 'begin' || step.do === 'renew') && step.isDeclined) {
    const { isDeclined: _, ...paying } = step;
    yield paying;
  }
  if (step.do === 'webhooks' && step.arrive !== 'in order') {
    yield { ...step, arrive: 'in order' };
    // A race happens by chance; two copies one after the other always do.
    if (step.arrive === 'at once') yield { ...step, arrive: 'twice' };
  }
  if (step.do === 'pay' && step.oldest) yield { do: 'pay', order: step.order };
  if (step.do === 'refund' && step.percent !== 'rest') yield { ...step, percent: 'rest' };
}

function* simplerOrders(order: SoakOrder, plain: SoakOrder): Generator<SoakOrder> {
  const isPlain = order.method === plain.method && order.currency === plain.currency;
  if (!isPlain || order.every) yield plain;
  if (order.every) {
    const { amount, currency } = plain;
    if (order.amount !== amount || order.currency !== currency) yield { ...order, amount, currency };
    return;
  }
  if (order.method !== plain.method && order.currency === plain.currency)
    yield { ...order, method: plain.method };
  if (isPlain && order.amount !== plain.amount) yield plain;
}
