import { cardFingerprint } from './fingerprint.js';

const SECRET = Buffer.from('a secret of sixteen').toString('base64');
const NUMBER = '4242424242424242';

describe('cardFingerprint', () => {
  it('is base64 of 32 bytes', () => {
    expect(cardFingerprint(SECRET, 'a', NUMBER)).toMatch(/^[A-Za-z0-9+/]{43}=$/);
  });

  it('is equal for one account and number, and differs for another account, number or secret', () => {
    const fingerprint = cardFingerprint(SECRET, 'a', NUMBER);
    expect(cardFingerprint(SECRET, 'a', NUMBER)).toBe(fingerprint);
    expect(cardFingerprint(SECRET, 'b', NUMBER)).not.toBe(fingerprint);
    expect(cardFingerprint(SECRET, 'a', '4111111111111111')).not.toBe(fingerprint);
    expect(cardFingerprint(Buffer.from('another one of them').toString('base64'), 'a', NUMBER)).not.toBe(
      fingerprint,
    );
  });

  it('separates account and number', () => {
    expect(cardFingerprint(SECRET, 'a4', '242424242424242')).not.toBe(cardFingerprint(SECRET, 'a', NUMBER));
  });
});
