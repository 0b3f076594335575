import { FAILURES, type FailureCode } from '#domain/failures.js';
import { useGateway } from './harness.js';
import type { Merchant } from './merchant.js';

const gateway = useGateway();
let merchant: Merchant;

beforeAll(async () => {
  merchant = await gateway.account();
});

/** The published test cards, by what becomes of a charge. */
const NUMBERS: Readonly<Record<FailureCode | 'successful', readonly string[]>> = {
  successful: [
    ...['4242424242424242', '4111111111111111', '5555555555554444', '5454545454545454', '3530111333300000', '3566111111111113'],
    ...['378282246310005', '6447032400000000001', '36021042000004', '6250947000000006'],
  ],
  invalid_security_code: ['4111111111160001', '5555551111130001', '3530111111110001'],
  payment_rejected: [
    ...['4111111111150002', '5555551111120002', '3530111111100002', '6250947000000071'],
    ...['4111111111140003', '5555551111110003', '3530111111190003', '377138161111003', '6250947000000089'],
    ...['4111111111110014', '5555551111180014', '3530111111160014', '6250947000000048'],
  ],
  insufficient_fund: ['4111111111140011', '5555551111110011', '3530111111190011', '6250947000000014'],
  stolen_or_lost_card: ['4111111111130012', '5555551111100012', '3530111111180012', '6250947000000022'],
  failed_processing: [
    ...['4111111111120013', '5555551111190013', '3530111111170013', '377138160000009'],
    ...['6447032400001111005', '36021042111108', '6250947000000030'],
  ],
  failed_fraud_check: ['4111111111190016', '5555551111160016', '3530111111140016', '6250947000000055'],
  invalid_account_number: ['4111111111180017', '5555551111150017', '3530111111130017', '6250947000000063'],
  payment_expired: [],
  invalid_account: [],
  expired_card: [],
};

const CASES = Object.entries(NUMBERS).flatMap(([outcome, numbers]) =>
  numbers.map((number) => [number, outcome as FailureCode | 'successful'] as const),
);

describe('the test card', () => {
  it.each(CASES)('%s gives %s', async (number, outcome) => {
    const token = await merchant.token({ number });
    expect(token.card).toMatchObject({ security_code_check: outcome !== 'invalid_security_code', last_digits: number.slice(-4) });
    const charge = await merchant.cardCharge({ card: token.id });
    expect(charge).toMatchObject(
      outcome === 'successful'
        ? { status: 'successful', authorized: true, paid: true, failure_code: null, failure_message: null }
        : { status: 'failed', authorized: false, paid: false, failure_code: outcome, failure_message: FAILURES[outcome] },
    );
    expect(await merchant.eventKeys(charge.id)).toEqual(['charge.create']);
    expect(await merchant.retrieveToken(token.id)).toMatchObject({ used: true, charge_status: charge.status });
  });

  it('that is declined fails again and again as a saved card', async () => {
    const { id } = await merchant.token({ number: '4111111111140011' });
    const { body: customer } = await merchant.post('/customers', { card: id });
    for (const amount of [50_000, 60_000]) {
      const charge = await merchant.cardCharge({ customer: customer.id, card: '', amount });
      expect(charge).toMatchObject({ status: 'failed', failure_code: 'insufficient_fund' });
    }
  });

  it('fails as expired once its time is over', async () => {
    const shop = await gateway.account();
    // The middle of a month, so that no spec runs into the next one.
    const now = new Date();
    const then = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 15));
    await shop.advance(then.getTime() - now.getTime());
    const { id } = await shop.token({ expiration_month: then.getUTCMonth() + 1, expiration_year: then.getUTCFullYear() });
    await shop.advance(32 * 24 * 3_600_000);
    expect(await shop.cardCharge({ card: id })).toMatchObject({ status: 'failed', failure_code: 'expired_card' });
  });
});
