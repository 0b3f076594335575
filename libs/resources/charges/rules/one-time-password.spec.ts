import { exampleCharge } from '../../test/examples.js';
import { asksForPassword, countWrongPassword, judgePassword } from './one-time-password.js';

const now = exampleCharge.createdAt;

describe('a one-time password', () => {
  it.each([
    ['123456', 'accepted'],
    [' 123 456 ', 'accepted'],
    ['123-456', 'accepted'],
    ['000000', 'refused'],
    ['1234567', 'wrong'],
    ['12345', 'wrong'],
    ['', 'wrong'],
    ['１２３４５６', 'wrong'],
  ])('%p is %s', (password, verdict) => {
    expect(judgePassword(password)).toBe(verdict);
  });

  it('is required only with 3-D Secure, if the sandbox’s settings say so', () => {
    expect(asksForPassword({ authentication: '3DS' }, 'otp')).toBe(true);
    expect(asksForPassword({ authentication: '3DS' }, 'buttons')).toBe(false);
    expect(asksForPassword({ authentication: 'PASSKEY' }, 'otp')).toBe(false);
    expect(asksForPassword({ authentication: null }, 'otp')).toBe(false);
  });
});

describe('a wrong one-time password', () => {
  const after = (count: number): object =>
    countWrongPassword({ ...exampleCharge, wrongPasswordCount: count }, now);

  it('is counted, and the third fails the charge', () => {
    expect([0, 1].map(after)).toEqual([{ wrongPasswordCount: 1 }, { wrongPasswordCount: 2 }]);
    expect(after(2)).toEqual({ wrongPasswordCount: 3, status: 'failed', failureCode: 'payment_rejected' });
  });

  it('is rejected once the charge is no longer waiting', () => {
    const ended = [
      { authorizedAt: now },
      { status: 'successful' as const },
      { status: 'failed' as const },
      { expiresAt: now },
    ];
    for (const state of ended)
      expect(() => countWrongPassword({ ...exampleCharge, ...state }, now)).toThrow();
  });
});
