import { check } from '../checker.js';
import { alter, goodRun } from '../test/made-up-run.js';

describe('the checker of charges', () => {
  it.each([
    ['two wrong passwords', 5, { wrongPasswordCount: 2 }],
    ['three, of which the last failed the charge', 5, { wrongPasswordCount: 3 }],
    ['a fault that keeps the charge pending after its customer agreed', 4, { settlesAs: 'never' }],
    ['one that did so when the charge was made', 3, { settlesAs: 'never' }],
    ['both', 6, { wrongPasswordCount: 2, settlesAs: 'never' }],
  ])('allows versions of a charge without events: %s', (_, version, change) => {
    const run = goodRun();
    alter(run, 'charges', 'chrg_1', { version, ...change });
    expect([...check(run)]).toEqual([]);
  });

  it.each([
    ['a wrong password', 3, { wrongPasswordCount: 1 }],
    ['a wrong password', 5, { wrongPasswordCount: 1 }],
    ['a third password', 6, { wrongPasswordCount: 3 }],
    ['a fault', 5, { settlesAs: 'never' }],
    ['a fault of another kind', 4, { settlesAs: 'successful' }],
  ])('reports a missing or extra event beside %s', (_, version, change) => {
    const run = goodRun();
    alter(run, 'charges', 'chrg_1', { version, ...change });
    expect([...check(run).keys()]).toEqual(['leavesNoHalves']);
  });
});
