import { BEHAVIOURS } from './behaviours.js';
import { drawPlan } from './draw-plan.js';
import { Random } from './random.js';
import { readPlan } from './read-plan.js';

const AMOUNTS = [{ currency: 'THB', min: 2_000, max: 500_000 }];

describe('the plan of a finding', () => {
  it('is read as it was written', () => {
    const repertoire = {
      behaviours: new Set(BEHAVIOURS.map(({ name }) => name)),
      methods: [{ type: 'promptpay', amounts: AMOUNTS }],
      card: { type: 'card', amounts: AMOUNTS },
    } as const;
    for (let seed = 0; seed < 20; seed += 1) {
      const plan = drawPlan(new Random(seed), 20, repertoire);
      expect(readPlan(JSON.stringify(plan))).toEqual(plan);
    }
  });

  it.each([
    ['no JSON', '{', 'must be JSON with orders and steps, from a finding'],
    ['no orders', '{"orders":[],"steps":[]}', 'must have 1 to 200 orders and at most 5000 steps'],
    [
      'an order without money',
      '{"orders":[{"method":"card","amount":0,"currency":"THB"}],"steps":[]}',
      'has an unknown order at place 1',
    ],
    [
      'a step of a missing order',
      `{"orders":[{"method":"card","amount":1,"currency":"THB"}],"steps":[{"do":"pay","order":2}]}`,
      'has an unknown step at place 1',
    ],
    [
      'an unknown step',
      `{"orders":[{"method":"card","amount":1,"currency":"THB"}],"steps":[{"do":"steal","order":1}]}`,
      'has an unknown step at place 1',
    ],
    [
      'an unknown interval',
      '{"orders":[{"method":"card","amount":1,"currency":"THB","every":"year"}],"steps":[]}',
      'has an unknown order at place 1',
    ],
    [
      'an unknown trouble',
      `{"orders":[{"method":"card","amount":1,"currency":"THB"}],"steps":[{"do":"begin","order":1,"trouble":"x"}]}`,
      'has an unknown step at place 1',
    ],
  ])('is refused: %s', (_, text, problem) => {
    expect(readPlan(text)).toEqual({ problem });
  });
});
