import request from 'supertest';
import type { SessionBody } from './answers.js';
import { useGateway } from './harness.js';
import { ORDER, type Merchant } from './merchant.js';

const gateway = useGateway();
let shop: Merchant;

beforeAll(async () => {
  shop = await gateway.account();
});

/** Request of the WooCommerce plugin. */
const WOOCOMMERCE = {
  amount: 100_000,
  currency: 'THB',
  order_id: '1042',
  description: 'WooCommerce Order id 1042',
  payment_methods: ['truemoney'],
  redirect_urls: {
    complete_url: 'https://shop.example/?wc-api=omise_upa_complete&order_id=1042&omise_upa_state=5f',
    cancel_url: 'https://shop.example/?wc-api=omise_upa_cancel&order_id=1042&omise_upa_state=5f',
  },
  metadata: { order_id: '1042', order_key: 'wc_order_abc' },
  style: { theme_color: '#096B68', text_color: '#fff' },
  locale: 'th',
  auto_capture: false,
};

/** Request of the Magento plugin, without unknown parameters. */
const MAGENTO = {
  amount: 250_000,
  currency: 'THB',
  order_id: '000000042',
  description: 'Magento Order id 000000042',
  payment_methods: ['promptpay'],
  redirect_urls: {
    complete_url: 'https://shop.example/omise/callback/upacallback/',
    cancel_url: 'https://shop.example/omise/payment/cancel/',
  },
  metadata: { order_id: '000000042', store_id: 1, store_name: 'Default Store View' },
  style: { theme_color: null, text_color: null },
  webhook_endpoints: ['https://shop.example/omise/callback/webhook'],
  locale: 'en',
};
const UNKNOWN = { is_upa: true, session_expires_at: null, expires_at: null };

const messageOf = async (form: object): Promise<unknown> => {
  const { status, body } = await shop.postSession(form);
  return { status, ...(body as object) };
};
const refused = (message: string): object =>
  expect.objectContaining({
    status: 400,
    object: 'error',
    code: 'invalid_checkout_session',
    message,
  }) as object;

describe('a checkout session', () => {
  it('has what the WooCommerce plugin requested, and can be paid', async () => {
    const { status, body } = await shop.postSession(WOOCOMMERCE);
    const { id } = body as SessionBody;
    expect(status).toBe(200);
    expect(id).toMatch(/^sess_test_[0-9a-z]{19}$/);
    expect(body).toMatchObject({
      ...WOOCOMMERCE,
      object: 'checkout_session',
      livemode: false,
      status: 'pending',
      payments: [],
      redirect_url: `${gateway.settings.payUrl}/checkout/${id}`,
      webhook_endpoints: [],
      cancelled_at: null,
    });
    expect(await shop.retrieveSession(id)).toEqual(body);
  });

  it('has what the Magento plugin requested, without unknown parameters', async () => {
    const session = await shop.session({ ...MAGENTO, ...UNKNOWN });
    expect(session).toMatchObject({ ...MAGENTO, auto_capture: true });
    for (const name of ['is_upa', 'session_expires_at']) expect(session).not.toHaveProperty(name);
  });

  it('has nulls for missing parameters', async () => {
    expect(await shop.session()).toMatchObject({
      order_id: null,
      description: null,
      metadata: {},
      style: { theme_color: null, text_color: null },
      locale: null,
      auto_capture: true,
      webhook_endpoints: [],
    });
  });

  it('has one mode', async () => {
    const { id, livemode } = await shop.session({}, 'live');
    expect([id, livemode]).toEqual([expect.stringMatching(/^sess_[0-9a-z]{19}$/), true]);
    const found = await request(gateway.settings.payUrl)
      .get(`/api/sessions/${id}`)
      .auth(shop.key('secret'), '');
    expect([found.status, found.body]).toEqual([
      404,
      expect.objectContaining({ message: `checkout_session ${id} was not found` }),
    ]);
  });

  it('is created once for one Idempotency-Key', async () => {
    const [first, second] = [
      await shop.postSession().set('Idempotency-Key', 'order'),
      await shop.postSession().set('Idempotency-Key', 'order'),
    ];
    expect(second.body).toEqual(first.body);
    expect(second.headers['idempotent-replayed']).toBe('true');
  });

  it('expires after a day', async () => {
    const owner = await gateway.account();
    const { id } = await owner.session();
    await owner.advance(23 * 3_600_000);
    expect(await owner.retrieveSession(id)).toMatchObject({ status: 'pending' });
    await owner.advance(3_600_000);
    expect(await owner.retrieveSession(id)).toMatchObject({ status: 'expired', payments: [] });
  });
});

describe('a request for a checkout session', () => {
  it.each([
    [{ amount: 'much' }, 'amount is not a number'],
    [{ amount: 1 }, 'amount must be at least 2000'],
    [{ currency: 'XXX' }, 'currency is currently not supported'],
    [
      { payment_methods: undefined },
      'payment_methods must be a list with at least one payment method: card, or a source type from GET /capability',
    ],
    [
      { payment_methods: 'promptpay' },
      'payment_methods must be a list with at least one payment method: card, or a source type from GET /capability',
    ],
    [{ payment_methods: [7] }, 'payment_methods must be strings'],
    [
      { payment_methods: ['card', 'cash'] },
      'payment_methods contains cash, which is not available; GET /capability lists the payment methods of the account',
    ],
    [{ currency: 'MYR' }, 'payment_methods contains promptpay, which only accepts THB'],
    [
      { payment_methods: ['installment_ktc'] },
      expect.stringMatching(
        /^payment_methods contains installment_ktc, which only accepts amounts from \d+ to \d+ \(thb subunits\)$/,
      ),
    ],
    [
      { payment_methods: ['barcode_alipay'] },
      'payment_methods contains barcode_alipay, which requires more than the page asks for; create a charge instead',
    ],
    [
      { redirect_urls: { complete_url: 'shop', cancel_url: 'javascript:alert(1)' } },
      'redirect_urls[complete_url] must be an absolute URL of a page or app and redirect_urls[cancel_url] must be an absolute URL of a page or app',
    ],
    [
      { redirect_urls: undefined },
      'redirect_urls[complete_url] must be an absolute URL of a page or app and redirect_urls[cancel_url] must be an absolute URL of a page or app',
    ],
    [
      { style: { theme_color: 'red;}body{display:none', text_color: '#fff' } },
      'style[theme_color] must be a color such as #173799',
    ],
    [{ style: '#173799' }, 'style must be an object'],
    [{ locale: '../en' }, 'locale must be a language such as en or th'],
    [{ locale: ['en'] }, 'locale must be a language such as en or th'],
    [{ auto_capture: 'later' }, 'auto_capture must be true or false'],
    [{ webhook_endpoints: ['shop'] }, 'webhook endpoints must be an absolute http or https URL'],
  ])('is rejected with %j', async (form, message) => {
    expect(await messageOf(form)).toEqual(refused(message as string));
  });

  it('is rejected without an https return address if a method requires it', async () => {
    const owner = await gateway.account({ country: 'MY', currency: 'MYR' });
    const urls = { complete_url: 'http://shop.example', cancel_url: 'http://shop.example' };
    const { body } = await owner.postSession({
      currency: 'MYR',
      payment_methods: ['boost'],
      redirect_urls: urls,
    });
    expect(body).toMatchObject({ message: 'redirect_urls[complete_url] must be an https URL for boost' });
  });

  it('is rejected with metadata that is no object', async () => {
    expect(await messageOf({ metadata: 'x' })).toMatchObject({
      status: 400,
      code: 'bad_request',
      message: 'Metadata should be a JSON hash',
    });
  });

  it('is rejected with a complete_url without space for the charge’s id', async () => {
    const url = (length: number): string => `https://shop.example/${'a'.repeat(length - 21)}`;
    const urls = (complete_url: string): object => ({
      redirect_urls: { ...ORDER.redirect_urls, complete_url },
    });
    expect(await messageOf(urls(url(2_010)))).toEqual(
      refused('redirect_urls[complete_url] is too long (maximum is 2009 characters)'),
    );
    expect((await shop.postSession(urls(url(2_009)))).status).toBe(200);
  });
});
