import { isUnset, numberToText, withoutUnset } from './values.js';

describe('the set parameters of a request', () => {
  it.each<[string, object, object]>([
    ['null, empty lists and empty objects', { a: null, b: [], c: {}, d: 'kept' }, { d: 'kept' }],
    [
      'lists and objects of nothing else',
      { a: [null, '', [], {}], b: { c: null, d: { e: '' } }, f: [{ g: [] }] },
      {},
    ],
    [
      'what is unset inside a parameter',
      { on: { weekdays: ['friday', null], days_of_month: null } },
      { on: { weekdays: ['friday'] } },
    ],
    [
      'an empty text inside a parameter',
      { bank_account: { brand: 'kbank', bank_code: '' } },
      { bank_account: { brand: 'kbank' } },
    ],
    [
      'objects with zeros alone',
      { source: { type: '', amount: 0 }, items: [{ sku: null, amount: '0' }], on: { a: 0, b: 1 } },
      { on: { a: 0, b: 1 } },
    ],
  ])('exclude %s', (_, sent, set) => {
    expect(withoutUnset(sent)).toEqual(set);
  });

  it('include an empty text at the top level, zeros, false and the values of metadata', () => {
    const sent = {
      description: '',
      amount: 0,
      capture: false,
      metadata: { a: null, b: '', c: [], d: { metadata: {} } },
    };
    expect(withoutUnset(sent)).toEqual(sent);
    expect(withoutUnset({ charge: { metadata: { a: '' } } })).toEqual({ charge: { metadata: { a: '' } } });
  });

  it.each([[null], [{}], [[]]])('exclude metadata that is %j', (metadata) => {
    expect(withoutUnset({ metadata, charge: { metadata } })).toEqual({});
  });

  it('include parameters with names of the prototype', () => {
    const sent = { constructor: { toString: 'a', valueOf: null } };
    expect(withoutUnset(sent)).toEqual({ constructor: { toString: 'a' } });
  });
});

it.each<[unknown, boolean]>([
  [undefined, true],
  [null, true],
  ['', true],
  [{}, true],
  [[], true],
  [{ number: '', expiration_month: 0, expiration_year: '0' }, true],
  [{ name: 'Somchai', expiration_month: 0 }, false],
  ['card_test_1', false],
  [0, false],
  [['monday'], false],
])('whether %j is unset is %p', (value, expected) => {
  expect(isUnset(value)).toBe(expected);
});

it.each<[unknown, unknown]>([
  [1234567890, '1234567890'],
  [0, '0'],
  [-1.5, '-1.5'],
  [2 ** 53 - 1, '9007199254740991'],
  [2 ** 53, 2 ** 53],
  [Infinity, Infinity],
  ['0812345678', '0812345678'],
  [true, true],
  [null, null],
])('the number %j becomes the text %j', (value, text) => {
  expect(numberToText(value)).toBe(text);
});
