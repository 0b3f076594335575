import { useGateway } from './harness.js';
import type { Merchant } from './merchant.js';

const gateway = useGateway();
let merchant: Merchant;

beforeAll(async () => {
  merchant = await gateway.account();
});

const FLAGS = [
  'authorized',
  'paid',
  'capturable',
  'reversible',
  'reversed',
  'refundable',
  'disputable',
  'expired',
  'voided',
] as const;

/** The names of the flags that are true. */
function flagsOf(charge: object): string[] {
  return FLAGS.filter((flag) => (charge as Record<string, unknown>)[flag]);
}

const act = (
  id: string,
  action: string,
  form: object = {},
): Promise<{ status: number; body: { [field: string]: unknown } }> =>
  merchant.post(`/charges/${id}/${action}`, form);

describe.each([
  ['boost', ['refundable']],
  ['mobile_banking_kbank', []],
])('a charge of %s', (type, allowed) => {
  const charge = (form: object = {}): ReturnType<Merchant['charge']> =>
    type === 'boost' ? merchant.charge(form) : merchant.kbankCharge(form);

  it('is paid', async () => {
    const { id } = await charge();
    const { status, body } = await act(id, 'mark_as_paid');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      status: 'successful',
      failure_code: null,
      source: { charge_status: 'successful' },
    });
    expect(body['transaction']).toMatch(/^trxn_test_[0-9a-z]{19}$/);
    expect(body['paid_at']).toBe(body['authorized_at']);
    expect(flagsOf(body)).toEqual(['authorized', 'paid', ...allowed]);
    expect(await merchant.eventKeys(id)).toEqual(['charge.create', 'charge.complete']);
  });

  it.each([
    ['payment_expired', 'payment expired'],
    ['payment_rejected', 'payment rejected'],
    ['failed_processing', 'failed processing'],
    ['invalid_account', 'valid account for payment method not found'],
    ['insufficient_fund', 'insufficient funds in the account or the card has reached the credit limit'],
  ])('fails with %s', async (code, message) => {
    const { id } = await charge();
    const { body } = await act(id, 'mark_as_failed', { failure_code: code });
    expect(body).toMatchObject({
      status: 'failed',
      failure_code: code,
      failure_message: message,
      paid_at: null,
      transaction: null,
    });
    expect(body['source']).toMatchObject({ charge_status: 'failed' });
    expect(flagsOf(body)).toEqual([]);
    expect(await merchant.eventKeys(id)).toEqual(['charge.create', 'charge.complete']);
  });

  it('expires when the merchant expires it', async () => {
    const { id } = await charge();
    const { body } = await act(id, 'expire');
    expect(body).toMatchObject({
      status: 'expired',
      failure_code: 'payment_expired',
      source: { charge_status: 'expired' },
    });
    expect(body['expired_at']).toBe(body['expires_at']);
    expect(flagsOf(body)).toEqual(['expired']);
    expect(await merchant.eventKeys(id)).toEqual(['charge.create', 'charge.complete']);
  });
});

describe('mark_as_failed', () => {
  it('uses payment_rejected by default, and rejects unknown codes', async () => {
    const { id } = await merchant.charge();
    expect((await act(id, 'mark_as_failed', { failure_code: 'bad_mood' })).body).toMatchObject({
      code: 'invalid_charge',
    });
    expect((await act(id, 'mark_as_failed')).body).toMatchObject({ failure_code: 'payment_rejected' });
  });

  it('and mark_as_paid work in test mode only', async () => {
    const { id, livemode } = await merchant.charge({}, 'live');
    expect(livemode).toBe(true);
    for (const action of ['mark_as_paid', 'mark_as_failed']) {
      const { status, body } = await merchant.post(`/charges/${id}/${action}`, {}, 'live');
      expect({ status, code: (body as { code: string }).code }).toEqual({ status: 400, code: 'bad_request' });
    }
  });
});

describe('a charge with capture=false', () => {
  it('waits for its capture after the customer approved it', async () => {
    const { id } = await merchant.charge({ capture: 'false' });
    expect((await act(id, 'capture')).body).toMatchObject({
      code: 'failed_capture',
      message: 'Charge is not authorized',
    });
    const { body: authorized } = await act(id, 'mark_as_paid');
    expect(authorized).toMatchObject({
      status: 'pending',
      paid_at: null,
      transaction: null,
      captured_amount: 0,
    });
    expect(flagsOf(authorized)).toEqual(['authorized', 'capturable', 'reversible']);

    const { body: captured } = await act(id, 'capture');
    expect(captured).toMatchObject({ status: 'successful', captured_amount: 2000 });
    expect(flagsOf(captured)).toEqual(['authorized', 'paid', 'refundable']);
    expect(await merchant.eventKeys(id)).toEqual(['charge.create', 'charge.complete', 'charge.capture']);
    expect((await act(id, 'capture')).body).toMatchObject({
      code: 'failed_capture',
      message: 'charge was already captured',
    });
  });

  it('can be reversed instead', async () => {
    const { id } = await merchant.charge({ capture: 'false' });
    await act(id, 'mark_as_paid');
    const { body } = await act(id, 'reverse');
    expect(body).toMatchObject({ status: 'reversed', paid_at: null, source: { charge_status: 'reversed' } });
    expect(body['reversed_at']).not.toBeNull();
    expect(flagsOf(body)).toEqual(['authorized', 'reversed']);
    expect(await merchant.eventKeys(id)).toEqual(['charge.create', 'charge.complete', 'charge.reverse']);
  });

  it('is captured in full or not at all', async () => {
    const { id } = await merchant.charge({ capture: 'false' });
    await act(id, 'mark_as_paid');
    expect((await act(id, 'capture', { capture_amount: 1000 })).body).toMatchObject({
      code: 'failed_capture',
    });
    expect((await act(id, 'capture', { capture_amount: 2000 })).body).toMatchObject({ status: 'successful' });
  });
});

describe('a settled charge', () => {
  it.each([
    ['mark_as_paid', 'invalid_charge', 'charge is already successful'],
    ['mark_as_failed', 'invalid_charge', 'charge is already successful'],
    ['capture', 'failed_capture', 'charge was already captured'],
    ['reverse', 'failed_reverse', 'only uncaptured authorized charges can be reversed'],
    ['expire', 'failed_expire', 'only a pending, unauthorized charge can be expired; this one is successful'],
  ])('cannot be changed by %s', async (action, code, message) => {
    const { id } = await merchant.charge();
    await act(id, 'mark_as_paid');
    const { status, body } = await act(id, action);
    expect(status).toBe(400);
    expect(body).toMatchObject({ object: 'error', code, message });
    expect(await merchant.eventKeys(id)).toEqual(['charge.create', 'charge.complete']);
  });
});

describe('concurrent settlements', () => {
  it('have one winner, one charge.complete, and a clear error for the rest', async () => {
    const { id } = await merchant.charge();
    const actions = ['mark_as_paid', 'mark_as_failed', 'expire'];
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) => act(id, actions[index % actions.length] ?? '')),
    );
    const winners = answers.filter(({ status }) => status === 200);
    const losers = answers.filter(({ status }) => status === 400);
    expect([winners.length, losers.length]).toEqual([1, 11]);
    // The error depends on the winner: expired and settled charges differ.
    const refusals = [
      'failed_expire',
      winners[0]?.body['status'] === 'expired' ? 'expired_charge' : 'invalid_charge',
    ];
    expect(losers.map(({ body }) => body['code']).filter((code) => !refusals.includes(String(code)))).toEqual(
      [],
    );
    expect(await merchant.eventKeys(id)).toEqual(['charge.create', 'charge.complete']);
    expect((await merchant.retrieve(id)).status).toBe(winners[0]?.body['status']);
  });
});

describe('an action on another account’s charge', () => {
  it.each(['mark_as_paid', 'mark_as_failed', 'expire', 'capture', 'reverse'])(
    'returns 404 for %s',
    async (action) => {
      const { status, body } = await act('chrg_test_nothing', action);
      expect({ status, message: body['message'] }).toEqual({
        status: 404,
        message: 'charge chrg_test_nothing was not found',
      });
    },
  );
});
