import { ranked } from './ranks';

describe('results of the search', () => {
  const middle = { id: 'chrg_test_5xu1042w91xqz7d1w9u', metadata: {} };
  const begin = { id: 'chrg_test_1042y4w91xqz7d1w9u0', metadata: {} };
  const part = { id: 'chrg_test_5xuy4w91xqz7d1w9u02', metadata: { order: '10421' } };
  const order = { id: 'chrg_test_5xuy4w91xqz7d1w9u03', metadata: { order: '1042' } };
  const number = { id: 'chrg_test_5xuy4w91xqz7d1w9u04', metadata: { order: 1042 } };
  const all = [middle, part, begin, order, number];

  it('have the exact order first, then ids that begin so, then the rest', () => {
    expect(ranked('1042', all)).toEqual([order, number, begin, part, middle]);
  });

  it('have ids by their beginning, with or without the prefix', () => {
    expect(ranked('chrg_test_1042', all)[0]).toBe(begin);
    expect(ranked('CHRG_TEST_1042', all)[0]).toBe(begin);
  });
});
