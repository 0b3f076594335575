import { shrink } from './shrink.js';
import { isOfOrder, type SoakOrder, type SoakPlan, type SoakStep } from './soak-plan.js';

const PLAIN: SoakOrder = { method: 'promptpay', amount: 2_000, currency: 'THB' };
const COSTLY: SoakOrder = { method: 'card', amount: 300_000, currency: 'JPY' };

const PLAN: SoakPlan = {
  orders: [COSTLY, COSTLY, COSTLY, COSTLY, COSTLY],
  steps: [1, 2, 3, 4, 5].flatMap((order): SoakStep[] => [
    { do: 'begin', order, trouble: 'slow' },
    { do: 'pay', order },
    { do: 'advance' },
    { do: 'webhooks', order, arrive: 'reversed', trouble: 'error' },
    { do: 'return', order },
  ]),
};

const never = (): boolean => false;

function has(plan: SoakPlan, order: number, act: string): boolean {
  return plan.steps.some((step) => isOfOrder(step) && step.order === order && step.do === act);
}

describe('making a finding small', () => {
  it('leaves the one order and the steps that break the law', async () => {
    const isRed = (plan: SoakPlan): boolean =>
      plan.orders.some((_, index) => has(plan, index + 1, 'begin') && has(plan, index + 1, 'pay'));
    expect(await shrink(PLAN, 3, PLAIN, (plan) => Promise.resolve(isRed(plan)), never)).toEqual({
      orders: [PLAIN],
      steps: [
        { do: 'begin', order: 1 },
        { do: 'pay', order: 1 },
      ],
    });
  });

  it('leaves a subscription only if the law needs one', async () => {
    const plan: SoakPlan = {
      orders: [{ ...COSTLY, every: 'month' }],
      steps: [
        { do: 'begin', order: 1 },
        { do: 'renew', order: 1, isDeclined: true },
      ],
    };
    const smallest = (isRed: (one: SoakPlan) => boolean) =>
      shrink(plan, 1, PLAIN, (one) => Promise.resolve(isRed(one)), never);
    expect(await smallest(({ orders }) => orders[0]?.every !== undefined)).toEqual({
      orders: [{ method: 'card', amount: 2_000, currency: 'THB', every: 'month' }],
      steps: [],
    });
    expect(await smallest((one) => has(one, 1, 'begin'))).toEqual({
      orders: [PLAIN],
      steps: [{ do: 'begin', order: 1 }],
    });
  });

  it('leaves two orders where one alone is right', async () => {
    const isRed = ({ orders }: SoakPlan): boolean =>
      orders.filter(({ method }) => method === 'card').length >= 2;
    const small = await shrink(PLAN, 4, PLAIN, (plan) => Promise.resolve(isRed(plan)), never);
    expect(small?.orders).toHaveLength(2);
    expect(small?.steps).toEqual([]);
  });

  it('leaves the trouble, the arrival and the clock that are needed', async () => {
    const isRed = ({ steps }: SoakPlan): boolean =>
      steps.some(
        (step) => step.do === 'webhooks' && step.arrive === 'reversed' && step.trouble === 'error',
      ) && steps.some((step) => step.do === 'advance');
    const small = await shrink(PLAN, 1, PLAIN, (plan) => Promise.resolve(isRed(plan)), never);
    expect(small?.steps).toEqual([
      { do: 'advance' },
      { do: 'webhooks', order: 1, arrive: 'reversed', trouble: 'error' },
    ]);
  });

  it('tries the same plan again, and gives up if it is right now', async () => {
    const tried: SoakPlan[] = [];
    const isRed = (plan: SoakPlan): Promise<boolean> => Promise.resolve(tried.push(plan) < 0);
    expect(await shrink(PLAN, 2, PLAIN, isRed, never)).toBeUndefined();
    expect(tried).toHaveLength(2);
    expect(tried[1]).toEqual(PLAN);
  });

  it('ends when its time is over, with what is small until then', async () => {
    let tries = 0;
    const isRed = (): Promise<boolean> => {
      tries += 1;
      return Promise.resolve(true);
    };
    const small = await shrink(PLAN, 2, PLAIN, isRed, () => tries >= 3);
    expect(tries).toBe(3);
    expect(small?.orders).toHaveLength(1);
    expect(small?.steps).toHaveLength(7);
  });
});
