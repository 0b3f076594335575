import { formatRetention, parseRetention } from './retention.js';
import { DAY_MS } from './time.js';

describe('a retention', () => {
  it.each([
    ['1d', DAY_MS, '1d'],
    ['24h', DAY_MS, '1d'],
    ['30d', 30 * DAY_MS, '30d'],
    ['3650d', 3_650 * DAY_MS, '3650d'],
    ['forever', Infinity, 'forever'],
  ])('%s is parsed, and formatted in the shortest form', (text, ms, written) => {
    expect([parseRetention(text), formatRetention(ms)]).toEqual([ms, written]);
  });

  it.each([['23h'], ['3651d'], ['0s'], [''], ['never'], ['30'], [30], [null]])(
    '%j is not parsed',
    (value) => {
      expect(parseRetention(value)).toBeUndefined();
    },
  );
});
