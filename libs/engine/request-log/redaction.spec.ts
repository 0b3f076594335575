import { MASKED } from '#platform/logging/masking.js';
import { Redaction } from './redaction.js';

const redaction = new Redaction(['a-token-that-nobody-may-see', undefined]).with(
  'Secret+of/a+9173+sandbox==',
);
const CARD = '4242424242424242';

describe('what is logged of a request', () => {
  it('has the values of known parameters, and of others the names alone', () => {
    expect(
      redaction.parameters(
        { amount: 2000, description: 'tea', evil: 'x' },
        new Set(['amount', 'description']),
      ),
    ).toEqual({
      amount: 2000,
      description: 'tea',
      evil: MASKED,
    });
    expect(redaction.parameters({ amount: 2000 }, undefined)).toEqual({ amount: MASKED });
  });

  it.each<[string, object]>([
    ['a card number', { a: CARD }],
    ['a card number with spaces', { a: '4242 4242 4242 4242' }],
    ['a card number as a number', { a: Number(CARD) }],
    ['a card number deep inside', { a: { b: [{ c: `x ${CARD}` }] } }],
    ['a card number as a name', { [CARD]: 1 }],
    ['a card number where a long text is cut', { a: `${' '.repeat(1_016)}${CARD}` }],
    ['a card', { card: { expiry: 'x', anything: '9173' } }],
    ['a security code', { source: { security_code: '9173' } }],
    ['a phone number', { phone_number: '0809173917' }],
    ['the number of an identity card', { id_number: '9173' }],
    ['the number of an account', { accountNumber: '9173' }],
    ['the number in an account', { bank_account: { number: '9173' } }],
    ['a number in a list of accounts', { bank_accounts: [{ number: '9173' }] }],
    ['a card number that is just the number', { number: CARD }],
    ['a secret key', { a: 'skey_test_9173' }],
    ['a webhook secret', { webhook_secret: '9173' }],
    ['credentials', { a: 'Basic c2tleTo5MTczOTE3Mw==' }],
    ['the webhook secret of its sandbox', { a: 'so Secret+of/a+9173+sandbox== it is' }],
    ['such a secret in an address', { a: 'https://shop.example/?k=Secret%2Bof%2Fa%2B9173%2Bsandbox%3D%3D' }],
    ['a secret of this process', { a: 'so a-token-that-nobody-may-see it is' }],
  ])('has no %s', (_, sent) => {
    const text = JSON.stringify(redaction.values(sent));
    for (const secret of [CARD, '4242 4242', '42424242', '9173', 'c2tleTo5', 'nobody-may-see'])
      expect(text).not.toContain(secret);
  });

  it('keeps the numbers that merchants give to orders and invoices', () => {
    const metadata = {
      order_number: '9173',
      invoice_number: 9173,
      paid_number: 1,
      number: '9173',
      order: { number: 'A-1042' },
      orders: [{ number: 1043 }],
    };
    expect(redaction.values({ metadata })).toEqual({ metadata });
  });

  it('has no secret of an answer, and is JSON still', () => {
    const answer = JSON.stringify({
      id: 'account_1',
      webhook_secret: 'a"b\\c',
      security_code: 9173,
      security_code_check: true,
    });
    expect(JSON.parse(redaction.answer(answer, 1_000))).toEqual({
      id: 'account_1',
      webhook_secret: MASKED,
      security_code: MASKED,
      security_code_check: true,
    });
  });

  it.each(Array.from({ length: 24 }, (_, index) => index))(
    'shows no part of a secret where an answer is cut, %d characters into it',
    (into) => {
      for (const secret of [
        CARD,
        '4242-4242-4242-4242',
        'a-token-that-nobody-may-see',
        '"webhook_secret":"9173917391739173"',
      ]) {
        const masked = redaction.answer(`${'x '.repeat(500)}${secret}${' y'.repeat(5_000)}`, 1_000 + into);
        expect(masked).not.toMatch(/4242|-token-|9173/);
        expect(masked.length).toBeLessThanOrEqual(1_000 + into);
      }
    },
  );

  it('shows no part of a card number however much was masked before it', () => {
    const dashed = `${[...CARD].join(' - ')}; `;
    for (let into = 0; into < dashed.length; into += 1) {
      const masked = redaction.answer(`${'x'.repeat(into)} ${dashed.repeat(100)}`, 1_000);
      expect(masked).not.toMatch(/[0-9]/);
    }
  });

  it('has the beginning of what is long', () => {
    expect(redaction.answer('x'.repeat(5_000), 1_000)).toBe('x'.repeat(1_000));
    expect(redaction.startOf('x'.repeat(5_000))).toHaveLength(1_024);
  });

  it.each(['\n', '\t', '\r\n', '\f', '\v', '\u0085', '\u00a0', ' \u2013 ', '.'])(
    'has no card number with %j between its groups',
    (between) => {
      const number = CARD.replaceAll(/\d{4}(?=\d)/g, (group) => group + between);
      expect(redaction.answer(JSON.stringify({ [number]: number }), 1_000)).toBe(
        '{"[card number]":"[card number]"}',
      );
      expect(redaction.values({ a: number, [number]: 1 })).toEqual({
        a: '[card number]',
        '[card number]': 1,
      });
    },
  );

  it('has no card number in a path, however it is encoded', () => {
    expect(redaction.path('/tokens/4242%2D4242%2D4242-4242')).toBe('/tokens/[card number]');
    expect(redaction.path('/search?query=4242+4242%0A4242%E2%80%93')).toBe(
      '/search?query=4242+4242%0A4242%E2%80%93',
    );
    expect(redaction.path('/search?query=4242+4242%0A4242+4242')).toBe('/search?query=[card number]');
    expect(
      redaction.path('/search?query=%D9%A4%D9%A2%D9%A4%D9%A2%20%D9%A4%D9%A2%D9%A4%D9%A2+4242%2520%7C%3A4242'),
    ).toBe('/search?query=[card number]');
    expect(redaction.path('/charges/chrg_test_60aaaaaaaaaaaaaaaa1/%C3')).toBe(
      '/charges/chrg_test_60aaaaaaaaaaaaaaaa1/%C3',
    );
  });
});
