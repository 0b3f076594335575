import { FairBudget } from './fair-budget.js';

const refuse = (): never => {
  throw new Error('nothing is left');
};

/** Work that takes an amount and lasts until `end` is called. */
function taking(budget: FairBudget, owner: string, amount: number): { held: Promise<void>; end: () => void } {
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  const work = (take: (amount: number) => void): Promise<void> => {
    take(amount);
    return ended;
  };
  return { held: budget.run(owner, work, refuse), end };
}

it('leaves a part to others, whatever one owner takes', async () => {
  const budget = new FairBudget(10, 6);
  const first = taking(budget, 'a', 6);
  await expect(taking(budget, 'a', 1).held).rejects.toThrow('nothing is left');
  const other = taking(budget, 'b', 4);
  await expect(taking(budget, 'c', 1).held).rejects.toThrow('nothing is left');
  first.end();
  await first.held;
  const again = taking(budget, 'a', 6);
  for (const { held, end } of [other, again]) {
    end();
    await held;
  }
});

it('frees what rejected work took before', async () => {
  const budget = new FairBudget(10, 6);
  let end = (): void => undefined;
  const drained = new Promise<void>((resolve) => (end = resolve));
  const refused = budget.run(
    'a',
    async (take) => {
      take(5);
      try {
        take(2);
      } finally {
        await drained;
      }
    },
    refuse,
  );
  const next = taking(budget, 'a', 6);
  next.end();
  await next.held;
  end();
  await expect(refused).rejects.toThrow('nothing is left');
});
