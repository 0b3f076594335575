import request from 'supertest';
import { useGateway } from './harness.js';
import { createSandbox, type Sandbox } from './sandbox.js';

const gateway = useGateway();

interface SessionBody {
  readonly id: string;
  readonly redirect_url: string;
  readonly payment_methods: readonly string[];
}

const URLS = { complete_url: 'https://shop.example/done', cancel_url: 'https://shop.example/cart' };

const post = (sandbox: Sandbox, payment_methods: readonly string[], form: object = {}): request.Test =>
  request(gateway.settings.plainUrls.pay)
    .post('/api/sessions')
    .auth(sandbox.secretKey, '')
    .send({ amount: 300_000, currency: 'THB', payment_methods, redirect_urls: URLS, ...form });

async function pageOf(session: SessionBody): Promise<string[]> {
  const { text } = await request(session.redirect_url).get('').expect(200);
  return [...text.matchAll(/data-testid="method-([a-z_]+)"/g)].map(([, type = '']) => type);
}

describe('a checkout session with the name of a group', () => {
  it('offers the methods of the account in that group, and keeps the name', async () => {
    const sandbox = await createSandbox(gateway);
    const { body } = await post(sandbox, ['mobile_banking', 'truemoney', 'mobile_banking_scb']).expect(200);
    const session = body as SessionBody;
    expect(session.payment_methods).toEqual(['mobile_banking', 'truemoney', 'mobile_banking_scb']);
    const banks = ['kbank', 'bay', 'scb', 'bbl', 'ktb'].map((bank) => `mobile_banking_${bank}`);
    expect(await pageOf(session)).toEqual([...banks, 'truemoney']);
    await request(session.redirect_url)
      .post('')
      .type('form')
      .redirects(0)
      .send({ method: 'mobile_banking_ktb' })
      .expect(303);
  });

  it('offers only methods that take the payment', async () => {
    const sandbox = await createSandbox(gateway);
    const { body } = await post(sandbox, ['installment', 'card']).expect(200);
    expect((await pageOf(body as SessionBody)).every((type) => type.startsWith('installment_'))).toBe(true);
    const refused = await post(sandbox, ['installment'], { amount: 2_000 }).expect(400);
    expect(refused.body).toMatchObject({
      message: 'payment_methods contains installment, of which no method accepts this payment',
    });
    const abroad = await createSandbox(gateway, { country: 'SG', currency: 'SGD' });
    expect((await post(abroad, ['installment'], { currency: 'SGD' }).expect(400)).body).toMatchObject({
      message: expect.stringContaining('installment, which is not available') as string,
    });
  });
});

it('a checkout session with Atome asks for phone number and address, and knows the order', async () => {
  const sandbox = await createSandbox(gateway, { fidelity: 'recorded' });
  const { body } = await post(sandbox, ['atome'], { description: 'Order 1042' }).expect(200);
  const { id, redirect_url: page } = body as SessionBody;
  const { text } = await request(page).get('');
  for (const name of ['phone_number', 'shipping[street1]', 'shipping[postal_code]'])
    expect(text).toContain(`name="${name}"`);
  const missing = await request(page)
    .post('')
    .type('form')
    .send({ method: 'atome', phone_number: '0812345678' });
  expect(missing.text).toContain('shipping cannot be blank');
  const empty = await request(page)
    .post('')
    .set('Accept', 'text/html')
    .type('form')
    .send({ method: 'atome', phone_number: '0812345678', shipping: { street1: '1 Silom', city: ' ' } });
  const problems = [...empty.text.matchAll(/data-testid="atome-(\w+)-problem">([^<]+)/g)].map(([, id]) => id);
  expect([empty.status, problems]).toEqual([400, ['city', 'country', 'postal_code']]);
  expect(empty.text).toMatch(/name="shipping\[street1\]"[^>]* value="1 Silom"/);
  const address = { street1: '1 Silom', city: 'Bangkok', country: 'TH', postal_code: '10500' };
  const form = { method: 'atome', phone_number: '0812345678', shipping: address };
  await request(page).post('').type('form').redirects(0).send(form).expect(303);
  const session = await request(gateway.settings.plainUrls.pay)
    .get(`/api/sessions/${id}`)
    .auth(sandbox.secretKey, '');
  const [payment] = (session.body as { payments: { charge_id: string }[] }).payments;
  expect((await sandbox.get(`/charges/${payment?.charge_id}`)).body).toMatchObject({
    source: {
      type: 'atome',
      shipping: { ...address, street2: null },
      items: [{ name: 'Order 1042', amount: 300_000, quantity: 1 }],
    },
  });
});
