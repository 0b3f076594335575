import request from 'supertest';
import type { PaymentMethod } from '#resources/payment-methods/rules/payment-method.js';
import type { ChargeBody } from './answers.js';
import { useGateway } from './harness.js';
import type { Merchant } from './merchant.js';
import { besideSource, ONE_METHOD_PER_SHAPE, sourceOf } from './method-sources.js';

const gateway = useGateway();

const RETURN_URI = 'https://shop.example/return';

/** A charge on a new source, made with the public key where `isInOneStep` is false. */
async function chargeOf(merchant: Merchant, method: PaymentMethod, isInOneStep = true): Promise<ChargeBody> {
  const { amount, currency, ...source } = sourceOf(method);
  const back = method.flow === 'offline' ? {} : { return_uri: RETURN_URI };
  const beside = await besideSource(merchant, method);
  const made = isInOneStep
    ? undefined
    : await merchant
        .post('/sources')
        .type('json')
        .send({ amount, currency, ...source });
  const paidWith = made ? (made.body as { id: string }).id : source;
  const { status, body } = await merchant
    .post('/charges')
    .type('json')
    .send({ amount, currency, source: paidWith, ...beside, ...back });
  expect({ status, body: body as unknown }).toMatchObject({ status: 200 });
  return body as ChargeBody;
}

/** Settles on the page, as the customer does, or by the merchant's request for methods without a page. */
async function settle(
  merchant: Merchant,
  { id, authorize_uri: page, return_uri: back }: ChargeBody,
  outcome: 'successful' | 'failed',
): Promise<void> {
  if (page) {
    const { status, headers } = await request(page).post('').type('form').redirects(0).send({ outcome });
    expect([status, headers['location']]).toEqual([303, back ?? page.split('?')[0]]);
  } else {
    const { status } = await merchant.post(
      `/charges/${id}/${outcome === 'failed' ? 'mark_as_failed' : 'mark_as_paid'}`,
    );
    expect(status).toBe(200);
  }
}

describe.each(ONE_METHOD_PER_SHAPE)('$type, for its shape,', (method) => {
  it('can be paid, fail and expire', async () => {
    const merchant = await gateway.account({ country: method.countries[0] ?? '' });
    const [paid, refused, forgotten] = await Promise.all([
      chargeOf(merchant, method),
      chargeOf(merchant, method, false),
      chargeOf(merchant, method),
    ]);
    expect(paid).toMatchObject({
      status: 'pending',
      source: { type: method.type, flow: method.flow, charge_status: 'pending' },
    });
    expect(paid.authorize_uri === null).toBe(!method.hasPage);
    expect(paid).toMatchObject({ card: method.isPaidByCard ? { last_digits: '4242' } : null });
    expect(Date.parse(paid.expires_at) - Date.parse(paid.created_at)).toBe(method.expiresAfterMs);

    await Promise.all([settle(merchant, paid, 'successful'), settle(merchant, refused, 'failed')]);
    await merchant.advance(method.expiresAfterMs + 5_000);
    const ended = await Promise.all([paid, refused, forgotten].map(({ id }) => merchant.retrieve(id)));
    expect(ended.map(({ status }) => status)).toEqual(['successful', 'failed', 'expired']);
    expect(ended.map(({ source }) => source.charge_status)).toEqual(['successful', 'failed', 'expired']);
    expect(ended.map((charge) => charge['failure_code'])).toEqual([
      null,
      'payment_rejected',
      'payment_expired',
    ]);
    const events = await Promise.all(ended.map(({ id }) => merchant.eventKeys(id)));
    expect(events).toEqual(ended.map(() => ['charge.create', 'charge.complete']));
    expect((await merchant.get('/balance')).body).toMatchObject({ total: ended[0]?.['net'] });
  });
});
