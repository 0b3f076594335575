import { exampleCharge } from '../test/examples.js';
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
  ])('that is %p is %s', (password, verdict) => {
    expect(judgePassword(password)).toBe(verdict);
  });

  it('is asked for with 3-D Secure alone, and where the sandbox says so', () => {
    expect(asksForPassword({ authentication: '3DS' }, 'otp')).toBe(true);
    expect(asksForPassword({ authentication: '3DS' }, 'buttons')).toBe(false);
    expect(asksForPassword({ authentication: 'PASSKEY' }, 'otp')).toBe(false);
    expect(asksForPassword({ authentication: null }, 'otp')).toBe(false);
  });
});

describe('a wrong one-time password', () => {
  const after = (count: number): object => countWrongPassword({ ...exampleCharge, wrongPasswordCount: count }, now);

  it('is counted, and fails the charge with the third', () => {
    expect([0, 1].map(after)).toEqual([{ wrongPasswordCount: 1 }, { wrongPasswordCount: 2 }]);
    expect(after(2)).toEqual({ wrongPasswordCount: 3, status: 'failed', failureCode: 'payment_rejected' });
  });

  it('is not heard of where nothing is asked any more', () => {
    const ended = [{ authorizedAt: now }, { status: 'successful' as const }, { status: 'failed' as const }, { expiresAt: now }];
    for (const state of ended) expect(() => countWrongPassword({ ...exampleCharge, ...state }, now)).toThrow();
  });
});
