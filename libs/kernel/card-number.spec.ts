import { brandOf, isCardNumber, normalizeCardNumber, passesLuhn } from './card-number.js';

describe('normalizeCardNumber', () => {
  it.each([
    ['4242424242424242', '4242424242424242'],
    ['4242 4242 4242 4242', '4242424242424242'],
    ['4242-4242-4242-4242', '4242424242424242'],
    [' 4242 42 4242424242 ', '4242424242424242'],
    [4242424242424242, '4242424242424242'],
    [0, '0'],
  ])('reads %p as %s', (sent, number) => {
    expect(normalizeCardNumber(sent)).toBe(number);
  });

  it.each([
    [''],
    ['  '],
    ['4242.4242.4242.4242'],
    ['4242424242424242x'],
    ['４２４２４２４２４２４２４２４２'],
    ['٤٢٤٢٤٢٤٢٤٢٤٢٤٢٤٢'],
    ['+4242424242424242'],
    [2 ** 62],
    [-4242424242424242],
    [42.5],
    [Number.NaN],
    [['4242424242424242']],
    [{ toString: () => '4242424242424242' }],
    [true],
    [null],
    [undefined],
  ])('rejects %p', (sent) => {
    expect(normalizeCardNumber(sent)).toBeUndefined();
  });
});

describe('brandOf', () => {
  it.each([
    ['4', 'Visa'],
    ['51', 'MasterCard'],
    ['55', 'MasterCard'],
    ['2221', 'MasterCard'],
    ['2720', 'MasterCard'],
    ['35', 'JCB'],
    ['34', 'American Express'],
    ['37', 'American Express'],
    ['62', 'UnionPay'],
    ['30', 'Diners Club'],
    ['36', 'Diners Club'],
    ['38', 'Diners Club'],
    ['39', 'Diners Club'],
    ['60', 'Discover'],
    ['64', 'Discover'],
    ['65', 'Discover'],
  ])('of %s… is %s', (start, brand) => {
    expect(brandOf(`${start}0000000000`)).toBe(brand);
  });

  it.each(['1', '50', '56', '2220', '2721', '31', '33', '61', '63', '66', '7', '9', '0'])(
    'of %s… is unknown',
    (start) => {
      expect(brandOf(`${start}9999999999`)).toBeUndefined();
    },
  );

  it('is unknown for too few digits', () => {
    expect([brandOf(''), brandOf('3'), brandOf('222')]).toEqual([undefined, undefined, undefined]);
  });
});

describe('isCardNumber', () => {
  it.each([
    '4222222222222',
    '4242424242424242',
    '5555555555554444',
    '2223003122003222',
    '3530111333300000',
    '378282246310005',
    '36021042000004',
    '6447032400000000001',
    '6250947000000006',
  ])('holds for %s', (number) => {
    expect(isCardNumber(number)).toBe(true);
  });

  it.each([
    ['the check digit is wrong', '4242424242424241'],
    ['two digits are swapped', '4242424242424224'],
    ['it is too short for its brand', '42424242424242'],
    ['it is too long for its brand', '55555555555544440'],
    ['American Express has 15 digits', '3782822463100005'],
    ['the brand is not known', '5018000000000009'],
    ['there is nothing', ''],
  ])('does not hold when %s', (_, number) => {
    expect(isCardNumber(number)).toBe(false);
  });
});

describe('passesLuhn', () => {
  it('notices every wrong digit', () => {
    const right = '4242424242424242';
    expect(passesLuhn(right)).toBe(true);
    for (let index = 0; index < right.length; index += 1) {
      const wrong = right.slice(0, index) + String((Number(right[index]) + 1) % 10) + right.slice(index + 1);
      expect(passesLuhn(wrong)).toBe(false);
    }
  });
});
