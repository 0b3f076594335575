import { followPlan, planReplay } from './replay-plan.js';

const webhook = (
  name: string,
  startedAt: number,
  durationMs = 10,
): { name: string; startedAt: number; durationMs: number } => ({
  name,
  startedAt,
  durationMs,
});

describe('the plan of a replay', () => {
  it('has the webhooks in their order, with their spacing', () => {
    const plan = planReplay([webhook('second', 5_000), webhook('first', 1_000), webhook('third', 5_500)], 1);
    expect(plan.map(({ webhook: { name }, offsetMs }) => [name, offsetMs])).toEqual([
      ['first', 0],
      ['second', 4_000],
      ['third', 4_500],
    ]);
  });

  it('has shorter spacing at a higher speed', () => {
    const plan = planReplay([webhook('first', 1_000), webhook('second', 5_000)], 10);
    expect(plan.map(({ offsetMs }) => offsetMs)).toEqual([0, 400]);
  });

  it('waits for those that had been answered, and overlaps with the others', () => {
    const plan = planReplay([webhook('one', 0, 100), webhook('copy', 50, 100), webhook('later', 120, 10)], 1);
    expect(plan.map(({ after }) => after)).toEqual([[], [], [0]]);
  });

  it('is empty without webhooks', () => {
    expect(planReplay([], 1)).toEqual([]);
  });
});

describe('a followed plan', () => {
  it('sends a webhook after the answers of those before it, however late they are', async () => {
    const told: string[] = [];
    let answer = (): void => undefined;
    const slow = new Promise<void>((resolve) => (answer = resolve));
    const plan = planReplay([webhook('slow', 0), webhook('next', 1_000)], 1_000_000);
    const done = followPlan(
      plan,
      () => Promise.resolve(),
      async ({ name }) => {
        told.push(name);
        if (name === 'slow') await slow;
        told.push(`${name} answered`);
        return name;
      },
    );
    await new Promise(setImmediate);
    expect(told).toEqual(['slow']);
    answer();
    expect(await done).toEqual(['slow', 'next']);
    expect(told).toEqual(['slow', 'slow answered', 'next', 'next answered']);
  });

  it('sends those at once that were sent at once', async () => {
    const open: string[] = [];
    let most = 0;
    await followPlan(
      planReplay([webhook('one', 0, 100), webhook('copy', 0, 100)], 1),
      () => Promise.resolve(),
      async ({ name }) => {
        open.push(name);
        most = Math.max(most, open.length);
        await new Promise(setImmediate);
        open.pop();
      },
    );
    expect(most).toBe(2);
  });
});
