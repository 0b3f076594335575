import request from 'supertest';
import type { ChargeBody } from './answers.js';
import { useGateway } from './harness.js';
import type { Merchant } from './merchant.js';

const gateway = useGateway();
let merchant: Merchant;

beforeAll(async () => {
  merchant = await gateway.account();
});

const RETURN_URI = 'https://shop.example/return';
const KTC = { type: 'installment_wlb_ktc', installment_term: 6 };

async function sourceId(): Promise<string> {
  return (
    (await merchant.post('/sources', { amount: 300_000, currency: 'THB', ...KTC })).body as { id: string }
  ).id;
}

async function ask(
  form: object,
): Promise<{ status: number; body: ChargeBody & { code?: string; message?: string } }> {
  const { status, body } = await merchant.post('/charges', {
    amount: 300_000,
    currency: 'THB',
    return_uri: RETURN_URI,
    ...form,
  });
  return { status, body: body as ChargeBody };
}

async function charge(form: object): Promise<ChargeBody> {
  const { status, body } = await ask(form);
  expect({ status, body }).toMatchObject({ status: 200 });
  return body;
}

describe('a charge in white-label installments', () => {
  it('has a source and a card, and waits for the cardholder', async () => {
    const { id: card } = await merchant.token();
    const source = await sourceId();
    const made = await charge({ source, card });
    expect(made).toMatchObject({
      status: 'pending',
      source: { id: source, type: 'installment_wlb_ktc', installment_term: 6, flow: 'redirect' },
      card: { last_digits: '4242', location: null },
    });
    expect(made.authorize_uri).toMatch(/\/payments\/pay2_test_[0-9a-z]{19}\/authorize$/);
    expect(await merchant.retrieveToken(card)).toMatchObject({ used: true, charge_status: 'pending' });
    const page = (await request(made.authorize_uri).get('')).text;
    for (const shown of ['KTC card installments', 'Visa •••• 4242', '3-D Secure'])
      expect(page).toContain(shown);

    const { status, headers } = await request(made.authorize_uri)
      .post('')
      .type('form')
      .redirects(0)
      .send({ outcome: 'successful' });
    expect([status, headers['location']]).toEqual([303, RETURN_URI]);
    const paid = await merchant.retrieve(made.id);
    expect(paid).toMatchObject({ status: 'successful', card: { last_digits: '4242' }, disputable: false });
    expect(paid).toMatchObject({ refundable: true, partially_refundable: false });
    expect(await merchant.retrieveToken(card)).toMatchObject({ charge_status: 'successful' });
    expect((await merchant.post(`/charges/${made.id}/disputes`)).body).toMatchObject({
      code: 'invalid_dispute',
    });
  });

  it('is created with its source in one step, on a customer’s card', async () => {
    const customer = await merchant.customer({ card: (await merchant.token()).id });
    for (const named of [{ customer: customer.id }, { customer: customer.id, card: customer.default_card }]) {
      expect(await charge({ source: KTC, ...named })).toMatchObject({
        customer: customer.id,
        card: { id: customer.default_card },
      });
    }
  });

  it('fails like its card, after the cardholder’s approval', async () => {
    const { id: card } = await merchant.token({ number: '4111111111140011' });
    const { id } = await charge({ source: await sourceId(), card });
    await merchant.post(`/charges/${id}/mark_as_paid`);
    expect(await merchant.retrieve(id)).toMatchObject({
      status: 'failed',
      failure_code: 'insufficient_fund',
    });
  });

  it('costs the merchant the interest if it is interest-free', async () => {
    const { id: card } = await merchant.token();
    const made = await charge({ source: { ...KTC, zero_interest_installments: true }, card });
    expect(made).toMatchObject({ interest: 14_400, interest_vat: 1008, zero_interest_installments: true });
  });

  it('is rejected without a card, and leaves the source unused', async () => {
    const source = await sourceId();
    for (const none of [{}, { card: '' }]) {
      const { status, body } = await ask({ source, ...none });
      expect({ ...body, status }).toMatchObject({
        status: 400,
        code: 'invalid_charge',
        message: 'card or customer is required: a card pays the installments',
      });
    }
    await charge({ source, card: (await merchant.token()).id });
  });

  it('is rejected with a used token, and a rejected one uses no token', async () => {
    const { id: card } = await merchant.token();
    expect((await ask({ source: await sourceId(), card, amount: 299_999 })).body).toMatchObject({
      code: 'invalid_charge',
    });
    await charge({ source: await sourceId(), card });
    expect((await ask({ source: await sourceId(), card })).body).toMatchObject({ code: 'used_token' });
  });

  it('is created once by concurrent requests on one source and one token', async () => {
    const [source, { id: card }] = [await sourceId(), await merchant.token()];
    const answers = await Promise.all([ask({ source, card }), ask({ source, card })]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  });
});

it('other sources are charged without a card, and an empty card is ignored', async () => {
  const boost = { amount: 2000, currency: 'MYR', 'source[type]': 'boost' };
  expect((await ask({ ...boost, card: '' })).status).toBe(200);
  expect((await ask({ ...boost, card: (await merchant.token()).id })).body).toMatchObject({
    code: 'invalid_charge',
    message: 'card and customer cannot be charged together with a source; send one',
  });
});
