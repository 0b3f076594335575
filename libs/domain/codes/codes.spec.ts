import { billCode } from './bill-code.js';
import { crc16, promptpayCode } from './promptpay-code.js';

/** The fields of an EMVCo code: two digits of name, two of length, and the value. */
function fieldsOf(code: string): Record<string, string> {
  const fields: Record<string, string> = {};
  for (let at = 0; at < code.length;) {
    const length = Number(code.slice(at + 2, at + 4));
    fields[code.slice(at, at + 2)] = code.slice(at + 4, at + 4 + length);
    at += 4 + length;
  }
  return fields;
}

describe('a PromptPay code', () => {
  it.each([
    [2000, '20.00'],
    [123_405, '1234.05'],
    [500_000_000_000, '5000000000.00'],
  ])('for %d satang asks for %s baht, once, in Thailand', (amount, baht) => {
    const fields = fieldsOf(promptpayCode({ amount }));
    expect(fields).toMatchObject({ '00': '01', '01': '12', '53': '764', '54': baht, '58': 'TH' });
    expect(fieldsOf(fields['29'] ?? '')).toEqual({ '00': 'A000000677010111', '02': '0000000000000' });
  });

  it('ends with the checksum of all that stands before it', () => {
    const code = promptpayCode({ amount: 2000 });
    expect(code.slice(-8, -4)).toBe('6304');
    expect(code.slice(-4)).toBe(crc16(code.slice(0, -4)));
    expect(crc16('123456789')).toBe('29B1');
  });
});

it('a bill’s code has the biller, two references and the amount, in lines', () => {
  expect(billCode({ amount: 123_405, providerReferences: ['111111111111', '222222222222'] })).toBe(
    '|000000000000000\r111111111111\r222222222222\r123405',
  );
});
