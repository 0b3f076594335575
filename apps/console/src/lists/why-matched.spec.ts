import { whyMatched } from './why-matched';

const charge = {
  id: 'chrg_test_5xuy65001xqz7d1w9u',
  amount: 129_000,
  description: `${'a'.repeat(40)} Teapot ${'z'.repeat(40)}`,
  metadata: { order: '1043', colour: 'teal' },
};
const row = 'THB 1,290.00 · Order 1043 · Visa •4242';

describe('the reason of a match', () => {
  it.each([
    ['1043', undefined],
    ['1290 visa', undefined],
    ['1043 teal', 'colour: teal'],
    ['65001', 'ID: chrg_test_5xuy65001xqz7d1w9u'],
    ['TEAPOT', `Description: …${'a'.repeat(23)} Teapot ${'z'.repeat(23)}…`],
    ['elsewhere', undefined],
  ])('of %s is %s', (search, why) => {
    expect(whyMatched(search, row, charge)).toBe(why);
  });
});
