import { bankOf, DIRECT_DEBIT_TYPES, isDirectDebitType } from './direct-debit.js';
import { checkLinkedAccountRequest } from './linked-account.rules.js';

const RETURN_URI = 'https://shop.example/linked';
const GOOD = { type: 'direct_debit_bay', return_uri: RETURN_URI };

describe('a request for a linked account', () => {
  it.each(DIRECT_DEBIT_TYPES)('can have the type %s of a bank', (type) => {
    expect(checkLinkedAccountRequest({ ...GOOD, type })).toEqual({ terms: { type, returnUri: RETURN_URI } });
    expect(bankOf(type)).toMatch(/Bank/);
  });

  it.each([
    undefined,
    null,
    '',
    'direct_debit',
    'DIRECT_DEBIT_BAY',
    'toString',
    '__proto__',
    7,
    ['direct_debit_bay'],
    {},
  ])('is of no type %p', (type) => {
    expect(isDirectDebitType(type)).toBe(false);
    expect(checkLinkedAccountRequest({ ...GOOD, type })).toEqual({ problems: ['Type is not supported'] });
  });

  it.each([
    undefined,
    '',
    'shop.example',
    'ftp://shop.example/',
    'https://shop.example/a b',
    7,
    [RETURN_URI],
  ])('does not come back to %p', (returnUri) => {
    expect(checkLinkedAccountRequest({ ...GOOD, return_uri: returnUri })).toEqual({
      problems: ['return uri is invalid'],
    });
  });

  it.each(['1234567890123', '1-2345-67890-12-3', '1 2345 67890 12 3', 1234567890123])(
    'accepts the citizen id %p, and does not store it',
    (id) => {
      expect(checkLinkedAccountRequest({ ...GOOD, citizen_id: id })).toEqual(checkLinkedAccountRequest(GOOD));
    },
  );

  it.each([
    '123456789012',
    '12345678901234',
    '123456789012x',
    'x1234567890123',
    '１２３４５６７８９０１２３',
    1e21,
    true,
    {},
    ['1234567890123'],
  ])('rejects the citizen id %p', (id) => {
    const problems = ['citizen_id must contain 13 digit characters'];
    expect(checkLinkedAccountRequest({ ...GOOD, citizen_id: id })).toEqual({ problems });
  });

  it('is rejected with all problems', () => {
    expect(checkLinkedAccountRequest({ citizen_id: '1' })).toEqual({
      problems: [
        'Type is not supported',
        'return uri is invalid',
        'citizen_id must contain 13 digit characters',
      ],
    });
  });
});
