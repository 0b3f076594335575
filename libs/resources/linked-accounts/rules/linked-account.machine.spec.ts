import { refusalOf } from '#kernel/test/refusal-of.js';
import { exampleLinkedAccount } from '../../test/examples.js';
import { statusAt, type LinkedAccount, type LinkedAccountStatus } from './linked-account.js';
import { attach, refuse, register } from './linked-account.machine.js';

const NOW = new Date('2026-01-31T09:00:00Z');
const END = exampleLinkedAccount.expiresAt;
const LAST_MOMENT = new Date(END.getTime() - 1);

const IN: Readonly<Record<LinkedAccountStatus, LinkedAccount>> = {
  pending: exampleLinkedAccount,
  successful: { ...exampleLinkedAccount, status: 'successful', lastDigits: '0042', registeredAt: NOW },
  failed: { ...exampleLinkedAccount, status: 'failed', failureCode: 'invalid_account' },
  expired: { ...exampleLinkedAccount, expiresAt: NOW },
};

describe('a pending linked account', () => {
  it('has its last digits once registered', () => {
    expect(register(exampleLinkedAccount, '0042', NOW)).toEqual(IN.successful);
  });

  it('fails with the given reason', () => {
    expect(refuse(exampleLinkedAccount, 'invalid_account', NOW)).toEqual(IN.failed);
  });

  it('expires exactly at its expiry time', () => {
    expect([statusAt(exampleLinkedAccount, LAST_MOMENT), statusAt(exampleLinkedAccount, END)]).toEqual([
      'pending',
      'expired',
    ]);
    expect(register(exampleLinkedAccount, '0042', LAST_MOMENT).registeredAt).toEqual(LAST_MOMENT);
    expect(refusalOf(() => register(exampleLinkedAccount, '0042', END))[1]).toBe(
      'linked account is already expired',
    );
  });
});

describe.each(['successful', 'failed', 'expired'] as const)('a %s linked account', (status) => {
  it('cannot be registered or fail', () => {
    const refusal = ['bad_request', `linked account is already ${status}`];
    expect(refusalOf(() => register(IN[status], '0042', NOW))).toEqual(refusal);
    expect(refusalOf(() => refuse(IN[status], 'payment_rejected', NOW))).toEqual(refusal);
  });

  it('keeps its status', () => {
    expect(statusAt(IN[status], new Date(END.getTime() + 1))).toBe(status);
  });
});

describe('a customer', () => {
  it('can attach a registered account, even much later', () => {
    const later = new Date(END.getTime() * 2);
    expect(attach(IN.successful, 'cust_test_1', later)).toEqual({
      ...IN.successful,
      customerId: 'cust_test_1',
    });
  });

  it.each(['pending', 'failed', 'expired'] as const)('cannot attach a %s account', (status) => {
    const message = `linked_account must be registered before it is attached; this one is ${status}`;
    expect(refusalOf(() => attach(IN[status], 'cust_test_1', NOW))).toEqual(['bad_request', message]);
  });

  it.each(['cust_test_1', 'cust_test_2'])('cannot attach an account of %s', (owner) => {
    const attached = { ...IN.successful, customerId: owner };
    const refusal = ['bad_request', 'linked_account is already attached to a customer'];
    expect(refusalOf(() => attach(attached, 'cust_test_1', NOW))).toEqual(refusal);
  });
});
