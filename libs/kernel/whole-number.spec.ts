import { parseWholeNumber } from './whole-number.js';

describe('a whole number', () => {
  it.each([
    [1, 1],
    ['1', 1],
    [100, 100],
  ])('is parsed from %p', (value, number) => {
    expect(parseWholeNumber(value, 1, 100)).toBe(number);
  });

  it.each([
    0,
    101,
    1.5,
    '1.5',
    -1,
    '',
    ' 5 ',
    '0x10',
    '1e1',
    '+5',
    '05',
    '5\n',
    '٣',
    true,
    null,
    undefined,
    [5],
    { 5: 5 },
    Number.NaN,
  ])('is not read from %p', (value) => {
    expect(parseWholeNumber(value, 1, 100)).toBeUndefined();
  });
});
