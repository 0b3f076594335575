import request from 'supertest';
import type { PaymentMethod } from '#domain/payment-methods/payment-method.js';
import { PAYMENT_METHODS, paymentMethodsOf } from '#domain/payment-methods/registry.js';
import type { ChargeBody } from './answers.js';
import { useGateway } from './harness.js';
import type { Merchant } from './merchant.js';
import { besideSource, sourceOf } from './method-sources.js';

const gateway = useGateway();

const RETURN_URI = 'https://shop.example/return';
/** Each method with its name, for a block of specs. */
function byType(methods: readonly PaymentMethod[]): [string, PaymentMethod][] {
  return methods.map((method) => [method.type, method]);
}

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

/** The methods in the capability of an account of the country, which is asked once. */
const capabilities = new Map<string, Promise<{ name: string }[]>>();
function listedIn(country: string): Promise<{ name: string }[]> {
  const known = capabilities.get(country) ?? askCapability(country);
  capabilities.set(country, known);
  return known;
}

async function askCapability(country: string): Promise<{ name: string }[]> {
  const merchant = await gateway.account({ country });
  const { body } = await request(gateway.settings.baseUrl).get('/capability').auth(merchant.key('public'), '');
  return (body as { payment_methods: { name: string }[] }).payment_methods;
}

/** The customer's choice: on the page, from where they go back if they came from somewhere, or told by the merchant where there is none. */
async function settle(
  merchant: Merchant,
  { id, authorize_uri: page, return_uri: back }: ChargeBody,
  outcome: 'successful' | 'failed',
): Promise<void> {
  if (page) {
    const { status, headers } = await request(page).post('').type('form').redirects(0).send({ outcome });
    expect([status, headers['location']]).toEqual([303, back ?? page]);
  } else {
    const { status } = await merchant.post(`/charges/${id}/${outcome === 'failed' ? 'mark_as_failed' : 'mark_as_paid'}`);
    expect(status).toBe(200);
  }
}

describe.each(byType(PAYMENT_METHODS))('%s', (type, method) => {
  it('is charged to success, to failure, and to expiry', async () => {
    const merchant = await gateway.account({ country: method.countries[0] ?? '' });
    const [paid, refused, forgotten] = await Promise.all([
      chargeOf(merchant, method),
      chargeOf(merchant, method, false),
      chargeOf(merchant, method),
    ]);
    expect(paid).toMatchObject({ status: 'pending', source: { type, flow: method.flow, charge_status: 'pending' } });
    expect(paid.authorize_uri === null).toBe(!method.hasPage);
    expect(paid).toMatchObject({ card: method.isPaidByCard ? { last_digits: '4242' } : null });
    expect(Date.parse(paid.expires_at) - Date.parse(paid.created_at)).toBe(method.expiresAfterMs);

    await Promise.all([settle(merchant, paid, 'successful'), settle(merchant, refused, 'failed')]);
    await merchant.advance(method.expiresAfterMs + 5_000);
    const ended = await Promise.all([paid, refused, forgotten].map(({ id }) => merchant.retrieve(id)));
    expect(ended.map(({ status }) => status)).toEqual(['successful', 'failed', 'expired']);
    expect(ended.map(({ source }) => source.charge_status)).toEqual(['successful', 'failed', 'expired']);
    expect(ended.map((charge) => charge['failure_code'])).toEqual([null, 'payment_rejected', 'payment_expired']);
    const events = await Promise.all(ended.map(({ id }) => merchant.eventKeys(id)));
    expect(events).toEqual(ended.map(() => ['charge.create', 'charge.complete']));
    expect((await merchant.get('/balance')).body).toMatchObject({ total: ended[0]?.['net'] });
  });
});

describe.each(byType(PAYMENT_METHODS.filter((method) => method.countries.some((country) => paymentMethodsOf(country).includes(method)))))(
  '%s',
  (type, method) => {
    it('is in the capability of its countries, in the currencies and terms that it takes', async () => {
      const listed = await Promise.all(method.countries.map(listedIn));
      const itself = { currencies: Object.keys(method.limits), installment_terms: method.installmentTerms };
      expect(listed.map((methods) => methods.filter(({ name }) => name === type))).toEqual(
        method.countries.map(() => [expect.objectContaining(itself) as object]),
      );
    });
  },
);

describe('a capability', () => {
  it.each(['TH', 'MY', 'SG'])('in %s lists nothing that cannot be charged, and nothing twice', async (country) => {
    const names = (await listedIn(country)).map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(names).toEqual(['card', ...paymentMethodsOf(country).map(({ type }) => type)]);
  });
});
