import request from 'supertest';
import type { ChargeBody, SessionBody } from './answers.js';
import { useGateway } from './harness.js';
import type { Merchant } from './merchant.js';
import { useReceiver } from './receiver.js';

const gateway = useGateway();
const receiver = useReceiver();
let shop: Merchant;

beforeAll(async () => {
  shop = await gateway.account();
});

const COMPLETE = 'https://shop.example/complete?chargeId=';
const CANCEL = 'https://shop.example/cancel';

const open = (uri: string, language = 'en'): request.Test =>
  request(uri).get('').set('Accept-Language', language);
/** As a browser asks. */
const send = (uri: string, form: object): request.Test =>
  request(uri)
    .post('')
    .set('Accept', 'text/html,*/*;q=0.8')
    .set('Accept-Language', 'en')
    .type('form')
    .send(form);
const payByCard = async (uri: string, card: object = {}): Promise<request.Response> =>
  send(uri, { method: 'card', card: (await shop.token(card)).id });
const chargeOf = async ({ id }: SessionBody): Promise<ChargeBody> =>
  shop.retrieve((await shop.retrieveSession(id)).payments[0]?.charge_id ?? '');

/** The text of the element with this test id. */
function textOf(html: string, testId: string): string | undefined {
  return new RegExp(`data-testid="${testId}"[^>]*>([^<]*)`).exec(html)?.[1];
}

describe('the page of a checkout session', () => {
  it('shows the items and the shop’s texts', async () => {
    const { redirect_url: uri } = await shop.session({
      order_id: '1042',
      description: 'Shoes <b>',
      payment_methods: ['promptpay', 'truemoney'],
    });
    const { status, text } = await open(uri);
    expect([status, textOf(text, 'amount'), textOf(text, 'order'), textOf(text, 'description')]).toEqual([
      200,
      'THB 1,000.00',
      '1042',
      'Shoes &lt;b&gt;',
    ]);
    expect(text.match(/(?<=<button[^>]*name="method" value=")\w+/g)).toEqual(['promptpay', 'truemoney']);
    expect(text).not.toContain('card-form');
    const refused = await send(uri, { method: 'card', card: (await shop.token()).id });
    expect([refused.status, textOf(refused.text, 'problem')]).toEqual([
      400,
      expect.stringContaining('method must be a payment method of the page'),
    ]);
    expect((await send(uri, { method: 'rabbit_linepay' })).status).toBe(400);
  });

  it.each([
    ['th_TH', 'en', 'th'],
    ['ja', 'en', 'ja'],
    ['fr', 'ms', 'ms'],
    [undefined, 'th', 'th'],
  ])('uses the shop’s language if it is supported: %s, %s', async (locale, browser, language) => {
    const { redirect_url: uri } = await shop.session({ locale });
    expect((await open(uri, browser)).text).toContain(`<html lang="${language}">`);
  });

  it('uses the shop’s colours, in a style sheet that its policy allows', async () => {
    const { redirect_url: uri } = await shop.session({
      style: { theme_color: '#096B68', text_color: '#fff' },
    });
    const { text, headers } = await open(uri);
    expect(text).toContain('<style>:root { --brand: #096B68; } .pay { color: #fff; }</style>');
    const policy = String(headers['content-security-policy']);
    expect(policy).toMatch(/style-src 'sha256-[^' ]+' 'sha256-[^' ]+';/);
    // A theme color alone gets a readable text color.
    for (const [theme_color, ink] of [
      ['#fc0', '#000'],
      ['#123456', '#fff'],
    ]) {
      const { text: themed } = await open((await shop.session({ style: { theme_color } })).redirect_url);
      expect(themed).toContain(`<style>:root { --brand: ${theme_color}; } .pay { color: ${ink}; }</style>`);
    }
    const plain = await open((await shop.session()).redirect_url);
    expect(String(plain.headers['content-security-policy'])).toMatch(/style-src 'sha256-[^' ]+';/);
  });

  it('returns 404 at another address', async () => {
    for (const id of ['sess_test_60aaaaaaaaaaaaaaab8', 'nothing']) {
      const { status, text } = await open(`${gateway.settings.payUrl}/checkout/${id}`);
      expect([status, textOf(text, 'status')]).toEqual([404, 'Checkout not found']);
      for (const form of [{ method: 'card' }, { action: 'cancel' }])
        expect((await send(`${gateway.settings.payUrl}/checkout/${id}`, form)).status).toBe(404);
    }
  });
});

describe('a payment of a checkout session', () => {
  it('by card redirects the customer to the shop with its charge, which has the session’s data', async () => {
    const metadata = { order_id: '1042', order_key: 'wc_order_abc' };
    const session = await shop.session({ description: 'Order 1042', metadata });
    const { status, headers } = await payByCard(session.redirect_url);
    const { id, status: state, payments } = await shop.retrieveSession(session.id);
    const charge = await chargeOf(session);
    expect([id, state, payments]).toEqual([
      session.id,
      'successful',
      [{ charge_id: charge.id, status: 'successful' }],
    ]);
    expect([status, headers['location']]).toEqual([303, `${COMPLETE}${charge.id}`]);
    expect(charge).toMatchObject({
      amount: 100_000,
      currency: 'THB',
      description: 'Order 1042',
      metadata,
      capture: true,
      link: null,
    });
    expect(charge['return_uri']).toBe(`${COMPLETE}${charge.id}`);
    expect(await shop.eventKeys(charge.id)).toEqual(['charge.create']);
  });

  it('keeps the query of complete_url unchanged', async () => {
    const complete_url = 'https://shop.example/?wc-api=omise_upa_complete&state=a%20b&x#top';
    const session = await shop.session({ redirect_urls: { complete_url, cancel_url: CANCEL } });
    const { headers } = await payByCard(session.redirect_url);
    const { id } = await chargeOf(session);
    expect(headers['location']).toBe(
      `https://shop.example/?wc-api=omise_upa_complete&state=a%20b&x&chargeId=${id}#top`,
    );
  });

  it('redirects to the shop after a failure as well, and ends the session', async () => {
    const session = await shop.session();
    const { headers } = await payByCard(session.redirect_url, { number: '4111111111140011' });
    const charge = await chargeOf(session);
    expect(headers['location']).toBe(`${COMPLETE}${charge.id}`);
    expect(await shop.retrieveSession(session.id)).toMatchObject({
      status: 'failed',
      payments: [{ charge_id: charge.id, status: 'failed' }],
    });
    expect(textOf((await open(session.redirect_url)).text, 'failure-code')).toBe('insufficient_fund');
    const again = await payByCard(session.redirect_url);
    expect([again.status, textOf(again.text, 'status')]).toEqual([400, 'Payment failed']);
  });

  it('is only authorized with auto_capture=false, and counts as successful', async () => {
    const session = await shop.session({ auto_capture: false });
    const { headers } = await payByCard(session.redirect_url);
    const charge = await chargeOf(session);
    expect(charge).toMatchObject({ status: 'pending', authorized: true, capture: false, paid: false });
    expect(headers['location']).toBe(`${COMPLETE}${charge.id}`);
    expect(await shop.retrieveSession(session.id)).toMatchObject({
      status: 'successful',
      payments: [{ status: 'pending' }],
    });
    await shop.post(`/charges/${charge.id}/reverse`);
    expect(await shop.retrieveSession(session.id)).toMatchObject({
      status: 'reversed',
      payments: [{ status: 'reversed' }],
    });
  });

  it('continues on the payment page, and from there at the shop', async () => {
    const session = await shop.session({ payment_methods: ['truemoney'] });
    const { headers } = await send(session.redirect_url, { method: 'truemoney', phone_number: '0812345678' });
    const charge = await chargeOf(session);
    expect(new URL(headers['location'] ?? '', session.redirect_url).href).toBe(charge.authorize_uri);
    expect(await shop.retrieveSession(session.id)).toMatchObject({
      status: 'pending',
      payments: [{ charge_id: charge.id, status: 'pending' }],
    });
    const { headers: back } = await send(charge.authorize_uri, {
      outcome: 'failed',
      failure_code: 'payment_rejected',
    });
    expect(back['location']).toBe(`${COMPLETE}${charge.id}`);
    expect(await shop.retrieveSession(session.id)).toMatchObject({
      status: 'failed',
      payments: [{ status: 'failed' }],
    });
  });

  it('shows a code for payment in an app, and can return to the shop at any time', async () => {
    const session = await shop.session();
    const { headers } = await send(session.redirect_url, { method: 'promptpay' });
    expect(new URL(headers['location'] ?? '', session.redirect_url).href).toBe(session.redirect_url);
    const waiting = (await open(session.redirect_url)).text;
    const { id } = await chargeOf(session);
    expect([textOf(waiting, 'status'), waiting.includes('data-testid="code"')]).toEqual([
      'Waiting for your payment',
      true,
    ]);
    expect(waiting).toContain(`href="${COMPLETE}${id}"`);
    await shop.post(`/charges/${id}/mark_as_paid`);
    expect(textOf((await open(session.redirect_url)).text, 'status')).toBe('Payment successful');
    expect((await open(`${session.redirect_url}?return`)).text).toContain(
      `content="0; url=${COMPLETE}${id}"`,
    );
    expect(await shop.retrieveSession(session.id)).toMatchObject({ status: 'successful' });
  });

  it('can be replaced while it waits: the former charge expires with the new one', async () => {
    const session = await shop.session({ payment_methods: ['promptpay', 'truemoney', 'card'] });
    await send(session.redirect_url, { method: 'promptpay' });
    const former = await chargeOf(session);
    const choice = `${session.redirect_url}?instead_of=${former.id}`;
    expect((await open(session.redirect_url)).text).toContain(`href="?instead_of=${former.id}"`);
    expect((await open(choice)).text).toContain('data-testid="back-to-payment"');
    // A rejected form loses nothing.
    const wrong = await send(choice, { method: 'truemoney', phone_number: '1' });
    expect([wrong.status, textOf(wrong.text, 'truemoney-phone_number-problem')]).toEqual([
      400,
      expect.stringContaining('phone_number'),
    ]);
    expect(await shop.retrieve(former.id)).toMatchObject({ status: 'pending' });
    const { headers } = await send(choice, { method: 'truemoney', phone_number: '0812345678' });
    const latter = await chargeOf(session);
    expect(new URL(headers['location'] ?? '', session.redirect_url).href).toBe(latter.authorize_uri);
    expect(await shop.retrieve(former.id)).toMatchObject({
      status: 'expired',
      failure_code: 'payment_expired',
    });
    expect(await shop.eventKeys(former.id)).toEqual(['charge.create', 'charge.complete']);
    expect(await shop.retrieveSession(session.id)).toMatchObject({
      status: 'pending',
      payments: [{ charge_id: latter.id, status: 'pending' }],
    });
    expect((await open(latter.authorize_uri)).text).toContain(
      `href="../../checkout/${session.id}?instead_of=${latter.id}"`,
    );
    // The page of the former charge leads nowhere, and its form is refused.
    expect((await open(choice)).text).not.toContain('card-form');
    expect((await send(choice, { method: 'promptpay' })).status).toBe(400);
    await send(latter.authorize_uri, { outcome: 'successful' });
    const late = await send(`${session.redirect_url}?instead_of=${latter.id}`, { method: 'promptpay' });
    expect([late.status, textOf(late.text, 'status')]).toEqual([400, 'Payment successful']);
    expect(await shop.retrieveSession(session.id)).toMatchObject({ status: 'successful' });
  });

  it('is either paid or replaced if both happen at once', async () => {
    const session = await shop.session();
    await send(session.redirect_url, { method: 'promptpay' });
    const former = await chargeOf(session);
    const { id: card } = await shop.token();
    await Promise.all([
      shop.post(`/charges/${former.id}/mark_as_paid`),
      send(`${session.redirect_url}?instead_of=${former.id}`, { method: 'card', card }),
    ]);
    const latter = await chargeOf(session);
    const { status } = await shop.retrieve(former.id);
    expect([latter.status, status]).toEqual(
      latter.id === former.id ? ['successful', 'successful'] : ['successful', 'expired'],
    );
  });

  it('has no other way if the session names one', async () => {
    const session = await shop.session({ payment_methods: ['promptpay'] });
    await send(session.redirect_url, { method: 'promptpay' });
    const { id } = await chargeOf(session);
    const { text } = await open(session.redirect_url);
    expect(textOf(text, 'method')).toBe('PromptPay');
    expect(text).not.toContain('other-ways');
    expect((await open(`${session.redirect_url}?instead_of=${id}`)).text).toContain('data-testid="code"');
  });

  it('notifies the shop by webhook, at the session’s addresses too', async () => {
    const owner = await gateway.account();
    const { redirect_url: uri } = await owner.session({
      webhook_endpoints: [receiver.uri],
      metadata: { order_id: '7' },
    });
    await send(uri, { method: 'card', card: (await owner.token()).id });
    const { event } = await receiver.next('charge.create');
    expect(event).toMatchObject({
      key: 'charge.create',
      data: { object: 'charge', metadata: { order_id: '7' } },
    });
  });

  it('succeeds once if two customers pay at once', async () => {
    const session = await shop.session();
    const [first, second] = [(await shop.token()).id, (await shop.token()).id];
    const answers = await Promise.all(
      [first, second].map((card) => send(session.redirect_url, { method: 'card', card })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 400]);
    expect(await shop.retrieveSession(session.id)).toMatchObject({
      status: 'successful',
      payments: [{ status: 'successful' }],
    });
    const { body } = await shop.get('/charges', { limit: 100 });
    const charges = (body as { data: ChargeBody[] }).data.filter(({ card }) =>
      [first, second].includes((card as { id: string } | null)?.id ?? ''),
    );
    expect(charges.length).toBeLessThanOrEqual(1);
    const used = await Promise.all([first, second].map(async (id) => (await shop.retrieveToken(id))['used']));
    expect(used.sort()).toEqual([false, true]);
  });

  it.each([
    ['live', 'test'],
    ['test', 'live'],
  ] as const)('has the mode of the session: %s, not %s', async (mode, other) => {
    const session = await shop.session({}, mode);
    const foreign = await send(session.redirect_url, {
      method: 'card',
      card: (await shop.token({}, other)).id,
    });
    expect([foreign.status, textOf(foreign.text, 'problem')]).toEqual([
      400,
      expect.stringContaining('card must be the id of a token'),
    ]);
    expect(
      (await send(session.redirect_url, { method: 'card', card: (await shop.token({}, mode)).id })).status,
    ).toBe(303);
    expect(await shop.retrieveSession(session.id, mode)).toMatchObject({
      livemode: mode === 'live',
      status: 'successful',
    });
  });
});

describe('a cancelled checkout session', () => {
  it('returns the customer to the shop, and cannot be paid', async () => {
    const session = await shop.session();
    const { status, headers } = await send(session.redirect_url, { action: 'cancel' });
    expect([status, headers['location']]).toEqual([303, CANCEL]);
    expect(await shop.retrieveSession(session.id)).toMatchObject({
      status: 'cancelled',
      payments: [],
      cancelled_at: expect.any(String) as string,
    });
    expect(textOf((await open(session.redirect_url)).text, 'status')).toBe('Checkout cancelled');
    const refused = await payByCard(session.redirect_url);
    expect([refused.status, textOf(refused.text, 'status')]).toEqual([400, 'Checkout cancelled']);
    const { body } = await send(session.redirect_url, { method: 'promptpay' }).set('Accept', '*/*');
    expect(body).toMatchObject({
      code: 'invalid_checkout_session',
      message: 'the session was cancelled; create a new session',
    });
  });

  it('redirects by a page, because browsers stay on the host', async () => {
    const { redirect_url: uri } = await shop.session();
    const { headers } = await send(uri, { action: 'cancel' }).set('Origin', gateway.settings.payUrl);
    expect(headers['location']).toBe('?return');
    expect((await open(`${uri}?return`)).text).toContain(`content="0; url=${CANCEL}"`);
  });

  it('cannot be cancelled after a payment', async () => {
    const session = await shop.session();
    await send(session.redirect_url, { method: 'promptpay' });
    const { headers } = await send(session.redirect_url, { action: 'cancel' });
    expect(new URL(headers['location'] ?? '', session.redirect_url).href).toBe(session.redirect_url);
    expect(await shop.retrieveSession(session.id)).toMatchObject({ status: 'pending', cancelled_at: null });
  });

  it('is either cancelled or paid if a customer does both at once', async () => {
    const session = await shop.session();
    await Promise.all([payByCard(session.redirect_url), send(session.redirect_url, { action: 'cancel' })]);
    const { cancelled_at: cancelledAt, payments } = await shop.retrieveSession(session.id);
    expect((cancelledAt === null) === (payments.length === 1)).toBe(true);
  });
});

it('an expired checkout session cannot be paid', async () => {
  const owner = await gateway.account();
  const { redirect_url: uri } = await owner.session();
  const { id: card } = await owner.token();
  await owner.advance(24 * 3_600_000);
  expect(textOf((await open(uri)).text, 'status')).toBe('Checkout expired');
  const { status, text } = await send(uri, { method: 'card', card });
  expect([status, textOf(text, 'status')]).toEqual([400, 'Checkout expired']);
});
