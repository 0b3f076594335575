import { FAILURES, type FailureCode } from '#kernel/failures.js';
import { useGateway } from './harness.js';
import type { Merchant } from './merchant.js';

const gateway = useGateway();
let merchant: Merchant;

beforeAll(async () => {
  merchant = await gateway.account();
});

/**
 * One card that pays, one with a wrong security code, and one that is declined. All cards and outcomes are in
 * libs/resources/cards/rules/test-cards.spec.ts, the payment with each outcome is in
 * libs/resources/charges/rules/authorization.spec.ts.
 */
const CASES: readonly [string, FailureCode | 'successful'][] = [
  ['36021042000004', 'successful'],
  ['3530111111110001', 'invalid_security_code'],
  ['6250947000000055', 'failed_fraud_check'],
];

describe('the test card', () => {
  it.each(CASES)('%s causes %s', async (number, outcome) => {
    const token = await merchant.token({ number });
    expect(token.card).toMatchObject({
      security_code_check: outcome !== 'invalid_security_code',
      last_digits: number.slice(-4),
    });
    const charge = await merchant.cardCharge({ card: token.id });
    expect(charge).toMatchObject(
      outcome === 'successful'
        ? { status: 'successful', authorized: true, paid: true, failure_code: null, failure_message: null }
        : {
            status: 'failed',
            authorized: false,
            paid: false,
            failure_code: outcome,
            failure_message: FAILURES[outcome],
          },
    );
    expect(await merchant.eventKeys(charge.id)).toEqual(['charge.create']);
    expect(await merchant.retrieveToken(token.id)).toMatchObject({
      used: true,
      charge_status: charge.status,
    });
  });

  it('fails repeatedly as a saved card if it is declined', async () => {
    const { id } = await merchant.token({ number: '4111111111140011' });
    const { body: customer } = await merchant.post('/customers', { card: id });
    for (const amount of [50_000, 60_000]) {
      const charge = await merchant.cardCharge({ customer: customer.id, card: '', amount });
      expect(charge).toMatchObject({ status: 'failed', failure_code: 'insufficient_fund' });
    }
  });

  it('fails as expired after its expiry', async () => {
    const shop = await gateway.account();
    // The middle of a month, so that no spec runs into the next one.
    const now = new Date();
    const then = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 15));
    await shop.advance(then.getTime() - now.getTime());
    const { id } = await shop.token({
      expiration_month: then.getUTCMonth() + 1,
      expiration_year: then.getUTCFullYear(),
    });
    await shop.advance(32 * 24 * 3_600_000);
    expect(await shop.cardCharge({ card: id })).toMatchObject({
      status: 'failed',
      failure_code: 'expired_card',
    });
  });
});
