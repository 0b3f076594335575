import { BEHAVIOURS, CUSTOMERS, type Behaviour } from './behaviours.js';
import { drawPlan, type Repertoire } from './draw-plan.js';
import { Random } from './random.js';
import { isOfOrder, type OrderStep } from './soak-plan.js';

const METHODS: Repertoire['methods'] = [
  { type: 'promptpay', amounts: [{ currency: 'THB', min: 2_000, max: 500_000 }] },
  { type: 'alipay', amounts: [{ currency: 'THB', min: 2_000, max: 500_000 }] },
];
const CARD = {
  type: 'card',
  amounts: [
    { currency: 'THB', min: 2_000, max: 500_000 },
    { currency: 'JPY', min: 100, max: 500_000 },
  ],
};

function repertoire(...behaviours: Behaviour[]): Repertoire {
  const all = BEHAVIOURS.map(({ name }) => name);
  return { behaviours: new Set(behaviours.length > 0 ? behaviours : all), methods: METHODS, card: CARD };
}

function stepsOf(number: number, plan: ReturnType<typeof drawPlan>): OrderStep[] {
  return plan.steps.filter((step) => isOfOrder(step)).filter(({ order }) => order === number);
}

describe('random orders', () => {
  it('are the same for the same seed, and others for another', () => {
    const plan = drawPlan(new Random(7), 20, repertoire());
    expect(drawPlan(new Random(7), 20, repertoire())).toEqual(plan);
    expect(drawPlan(new Random(8), 20, repertoire())).not.toEqual(plan);
  });

  it('begin before anything else happens to them, and are mixed with each other', () => {
    const plan = drawPlan(new Random(1), 40, repertoire());
    expect(plan.orders).toHaveLength(40);
    for (const number of plan.orders.keys()) expect(stepsOf(number + 1, plan)[0]?.do).toBe('begin');
    const [first = 0, ...others] = plan.steps.flatMap((step) => (isOfOrder(step) ? [step.order] : []));
    const changes = others.filter((order, index) => order !== (others[index - 1] ?? first));
    expect(changes.length).toBeGreaterThan(40);
  });

  it('show every behaviour and trouble sooner or later', () => {
    const texts = Array.from({ length: 20 }, (_, seed) =>
      JSON.stringify(drawPlan(new Random(seed), 20, repertoire())),
    ).join('');
    const parts = [
      '"every":"month"',
      '"renew"',
      '"restart"',
      '"advance"',
      '"isDeclined":true',
      '"decline"',
      '"expire"',
      '"oldest":true',
      '"JPY"',
    ];
    const arrivals = ['reversed', 'twice', 'at once', 'with the customer', 'in order'].map(
      (one) => `"${one}"`,
    );
    const troubles = ['error', 'lost request', 'lost answer', 'slow'].map((one) => `"trouble":"${one}"`);
    const money = ['"percent":"rest"', '"percent":30', '"won"', '"lost"', '"alipay"'];
    for (const part of [...parts, ...arrivals, ...troubles, ...money]) expect(texts).toContain(part);
  });

  it('are renewed after all else: no open charge lives for a month', () => {
    const { steps } = drawPlan(new Random(1), 40, repertoire('pays', 'subscribes'));
    const first = steps.findIndex((step) => step.do === 'renew');
    expect(first).toBeGreaterThan(0);
    expect(steps.slice(first).some((step) => step.do === 'begin' || step.do === 'pay')).toBe(false);
  });

  it('have no trouble if none is wanted', () => {
    const calm = repertoire(...CUSTOMERS.map(({ name }) => name));
    const { orders, steps } = drawPlan(new Random(3), 100, calm);
    expect(new Set(orders.map((order) => JSON.stringify(order))).size).toBe(2);
    expect(JSON.stringify(steps)).not.toMatch(
      /trouble|reversed|twice|at once|with the customer|restart|advance/,
    );
  });

  it('cost no less than their method takes', () => {
    const { orders } = drawPlan(new Random(5), 200, repertoire());
    for (const { method, currency, amount } of orders) {
      const drawn = [...METHODS, CARD].find(({ type }) => type === method);
      const limits = drawn?.amounts.find((one) => one.currency === currency);
      expect(amount).toBeGreaterThanOrEqual(limits?.min ?? Infinity);
      expect(amount).toBeLessThanOrEqual(limits?.max ?? 0);
    }
  });
});
