import request from 'supertest';
import type { ChargeBody } from './answers.js';
import { useGateway } from './harness.js';
import type { Merchant } from './merchant.js';

const gateway = useGateway();
let merchant: Merchant;

beforeAll(async () => {
  merchant = await gateway.account();
});

const show = (uri: string): request.Test => request(uri).get('');
const choose = (uri: string, form: object): request.Test =>
  request(uri).post('').type('form').redirects(0).send(form);

/** The text of the element with this test id. */
function textOf(html: string, testId: string): string | undefined {
  return new RegExp(`data-testid="${testId}"[^>]*>(?:<time[^>]*>)?([^<]*)`).exec(html)?.[1];
}

const RETURN_URI = 'https://shop.example/return';

const SAFE_HEADERS = {
  'content-security-policy': expect.stringMatching(
    /^default-src 'none'; style-src 'sha256-[^ ]+'(?: 'sha256-[^ ]+')?; img-src data:; base-uri 'none'; frame-ancestors 'none'/,
  ) as string,
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
};

describe('the payment page at authorize_uri', () => {
  it('shows merchant, amount, method, expiry and mode', async () => {
    const charge = await merchant.kbankCharge({ amount: 123456, description: '<script>alert(1)</script>' });
    const { status, headers, text } = await show(charge.authorize_uri);
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(headers).toMatchObject(SAFE_HEADERS);
    expect(headers['content-security-policy']).toMatch(/; form-action 'self'$/);
    // Without an icon of its own, a browser would ask for /favicon.ico.
    expect(text).toContain('<link rel="icon" href="data:,">');
    expect(textOf(text, 'merchant')).toBe('Spec &amp; Sons');
    expect(textOf(text, 'amount')).toBe('THB 1,234.56');
    expect(textOf(text, 'method')).toBe('K PLUS');
    expect(textOf(text, 'mode')).toBe('Test mode');
    expect(textOf(text, 'description')).toBe('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(text).not.toContain('<script>alert');
    expect(text).toContain('data-testid="app-handoff"');
    // A script counts down; without scripts the page shows when it expires, and reloads then.
    const [, leftMs] = /<time datetime="[^"]+" data-left-ms="(\d+)">/.exec(text) ?? [];
    const secondsLeft = Math.ceil(Number(leftMs) / 1000);
    expect(secondsLeft).toBeGreaterThan(590);
    expect(secondsLeft).toBeLessThanOrEqual(600);
    expect(text).toContain('<dt data-counting="Expires in">Expires</dt>');
    expect(textOf(text, 'time-left')).toMatch(/^[A-Z][a-z]{2} \d{1,2}, \d{4}, \d\d:\d\d UTC$/);
    expect(text).toContain(`<noscript><meta http-equiv="refresh" content="${secondsLeft + 1}"></noscript>`);
    const { provider_references: references } = charge.source as unknown as {
      provider_references: { reference_number_1: string };
    };
    expect(text).toContain(references.reference_number_1);
  });

  it('marks live mode, and shows a QR code of its address for boost', async () => {
    const charge = await merchant.charge({}, 'live');
    const { text } = await show(charge.authorize_uri);
    expect(textOf(text, 'mode')).toBe('Live mode');
    expect(text).toMatch(/data-testid="qr"[^>]*><svg/);
    expect(text).not.toContain('app-handoff');
  });

  it('has a pay button and every failure code', async () => {
    const { text } = await show((await merchant.charge()).authorize_uri);
    expect(text).toContain('data-testid="pay"');
    expect(text).toContain('data-testid="refuse"');
    const reasons = [...text.matchAll(/<optgroup label="([^"]*)"><option value="(\w+)">/g)].map(
      ([, words, code]) => [code, words],
    );
    expect(reasons).toEqual([
      ['payment_rejected', 'Payment rejected'],
      ['payment_expired', 'Payment expired'],
      ['failed_processing', 'Processing failed'],
      ['invalid_account', 'No valid account for this payment method'],
      ['insufficient_fund', 'Insufficient funds'],
    ]);
  });

  it('is an HTML page for unknown payments too', async () => {
    const { status, headers, text } = await request(gateway.settings.payUrl).get(
      '/payments/pay2_test_nothing/authorize',
    );
    expect([status, headers['content-type'], textOf(text, 'status')]).toEqual([
      404,
      'text/html; charset=utf-8',
      'Payment not found',
    ]);
    expect(headers).toMatchObject(SAFE_HEADERS);
    expect(headers['content-security-policy']).toMatch(/; form-action 'none'$/);
    expect(
      (
        await choose(`${gateway.settings.payUrl}/payments/pay2_test_nothing/authorize`, {
          outcome: 'successful',
        })
      ).status,
    ).toBe(404);
  });
});

describe('a customer on the payment page', () => {
  it('pays, and returns to the merchant after the commit', async () => {
    const charge = await merchant.charge();
    const { status, headers } = await choose(charge.authorize_uri, { outcome: 'successful' });
    expect([status, headers['location']]).toEqual([303, RETURN_URI]);
    expect(await merchant.retrieve(charge.id)).toMatchObject({ status: 'successful', paid: true });
  });

  it('is redirected by the page, because browsers stay on the host', async () => {
    const returnUri = 'https://ไทย.example/ก?a="1"&b=2';
    const { authorize_uri: uri } = await merchant.charge({ return_uri: returnUri });
    const { status, headers } = await choose(uri, { outcome: 'successful' }).set(
      'Origin',
      gateway.settings.payUrl,
    );
    expect([status, headers['location']]).toEqual([303, '?return']);
    const { text } = await show(`${uri}?return`);
    expect(text).toContain(
      '<meta http-equiv="refresh" content="0; url=https://xn--o3cw4h.example/%E0%B8%81?a=%221%22&amp;b=2">',
    );
    expect((await show(uri)).text).not.toContain('http-equiv="refresh"');
    const other = await choose(uri, { outcome: 'failed' }).set('Origin', gateway.settings.payUrl);
    expect([other.status, other.headers['location']]).toEqual([303, '?ended']);
  });

  it('is not redirected without a choice', async () => {
    const { text } = await show(`${(await merchant.charge()).authorize_uri}?return`);
    expect(text).toContain('data-testid="pay"');
    expect(text).not.toContain('http-equiv="refresh"');
  });

  it('returns to an app at exactly the given address', async () => {
    const charge = await merchant.kbankCharge({ return_uri: 'myapp://done?order=1' });
    const { headers } = await choose(charge.authorize_uri, { outcome: 'successful' });
    expect([charge['return_uri'], headers['location']]).toEqual([
      'myapp://done?order=1',
      'myapp://done?order=1',
    ]);
  });

  it('returns to an address with non-ASCII letters', async () => {
    const charge = await merchant.charge({ return_uri: 'https://ไทย.example/ก?a=1' });
    const { headers } = await choose(charge.authorize_uri, { outcome: 'successful' });
    expect(headers['location']).toBe('https://xn--o3cw4h.example/%E0%B8%81?a=1');
  });

  it.each([
    'payment_expired',
    'payment_rejected',
    'failed_processing',
    'invalid_account',
    'insufficient_fund',
  ])('declines with %s', async (code) => {
    const charge = await merchant.kbankCharge();
    const { status, headers } = await choose(charge.authorize_uri, { outcome: 'failed', failure_code: code });
    expect([status, headers['location']]).toEqual([303, RETURN_URI]);
    expect(await merchant.retrieve(charge.id)).toMatchObject({ status: 'failed', failure_code: code });
  });

  it('gets an error for an unknown failure code, and the default for an empty one', async () => {
    const charge = await merchant.kbankCharge();
    const unoffered = await choose(charge.authorize_uri, {
      outcome: 'failed',
      failure_code: 'stolen_or_lost_card',
    });
    expect([unoffered.status, unoffered.body]).toMatchObject([400, { code: 'bad_request' }]);
    expect(await merchant.retrieve(charge.id)).toMatchObject({ status: 'pending' });
    expect((await choose(charge.authorize_uri, { outcome: 'failed', failure_code: '' })).status).toBe(303);
    expect(await merchant.retrieve(charge.id)).toMatchObject({
      status: 'failed',
      failure_code: 'payment_rejected',
    });
  });

  it('authorizes a charge that the merchant captures later', async () => {
    const charge = await merchant.charge({ capture: 'false' });
    await choose(charge.authorize_uri, { outcome: 'successful' });
    expect(await merchant.retrieve(charge.id)).toMatchObject({ status: 'pending', authorized: true });
    const { text } = await show(charge.authorize_uri);
    expect(textOf(text, 'status')).toBe('Payment authorized');
    expect(text).not.toContain('<button');
  });

  it('pays a live charge, which mark_as_paid cannot', async () => {
    const charge = await merchant.charge({}, 'live');
    await choose(charge.authorize_uri, { outcome: 'successful' });
    expect((await merchant.get(`/charges/${charge.id}`, {}, 'live')).body).toMatchObject({
      status: 'successful',
      livemode: true,
    });
  });

  it('causes one payment by a double click or two tabs', async () => {
    const charge = await merchant.charge();
    const clicks = [
      { outcome: 'successful' },
      { outcome: 'successful' },
      { outcome: 'failed', failure_code: 'invalid_account' },
    ];
    const answers = await Promise.all(clicks.map((form) => choose(charge.authorize_uri, form)));
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303]);
    expect(await merchant.eventKeys(charge.id)).toEqual(['charge.create', 'charge.complete']);
    const { status } = await merchant.retrieve(charge.id);
    for (const [index, { headers }] of answers.entries()) {
      const wanted = clicks[index]?.outcome;
      expect(headers['location']).toBe(wanted === status ? RETURN_URI : charge.authorize_uri);
    }
  });

  it('gets an error for an invalid form', async () => {
    const charge = await merchant.charge();
    for (const form of [{}, { outcome: 'maybe' }, { outcome: 'failed', failure_code: 'bad_mood' }]) {
      expect((await choose(charge.authorize_uri, form)).status).toBe(400);
    }
    expect((await merchant.retrieve(charge.id)).status).toBe('pending');
  });
});

describe('the payment page of an ended charge', () => {
  const endings: [string, string, (charge: ChargeBody) => Promise<unknown>][] = [
    ['Payment successful', 'successful', ({ id }) => merchant.post(`/charges/${id}/mark_as_paid`)],
    ['Payment failed', 'failed', ({ id }) => merchant.post(`/charges/${id}/mark_as_failed`)],
    ['Payment expired', 'expired', ({ id }) => merchant.post(`/charges/${id}/expire`)],
    [
      'Payment expired',
      'expired before anyone wrote it down',
      ({ id }) =>
        gateway.database.charge.update({ where: { id }, data: { expiresAt: new Date(Date.now() - 1) } }),
    ],
  ];

  it.each(endings)('shows "%s" when it is %s, without buttons', async (title, _, end) => {
    const charge = await merchant.charge();
    await end(charge);
    const { status, text, headers } = await show(charge.authorize_uri);
    expect(status).toBe(200);
    expect(headers['content-security-policy']).toMatch(/; form-action 'none'$/);
    expect(textOf(text, 'status')).toBe(title);
    expect(text).not.toMatch(/<button|<form|http-equiv="refresh"/);
    expect(text).toContain(`href="${RETURN_URI}"`);
  });

  it('shows the failure message and code', async () => {
    const charge = await merchant.charge();
    await merchant.post(`/charges/${charge.id}/mark_as_failed`, { failure_code: 'insufficient_fund' });
    const { text } = await show(charge.authorize_uri);
    expect(textOf(text, 'reason')).toBe('Insufficient funds');
    expect(textOf(text, 'failure-code')).toBe('insufficient_fund');
    expect(textOf(text, 'note')).toBe('You haven&#39;t been charged.');
  });

  it('redirects a late click to the page with the result', async () => {
    const charge = await merchant.charge();
    await merchant.post(`/charges/${charge.id}/expire`);
    const { status, headers } = await choose(charge.authorize_uri, { outcome: 'successful' });
    expect([status, headers['location']]).toEqual([303, charge.authorize_uri]);
    expect(await merchant.eventKeys(charge.id)).toEqual(['charge.create', 'charge.complete']);
  });
});

describe('Tollgate’s own return page', () => {
  const shop = (query: string, referer = ''): request.Test =>
    request(gateway.settings.payUrl).get(`/shop${query}`).set('Referer', referer);

  it('escapes the order text', async () => {
    expect((await shop('?order=1042')).text).toContain('Your shop would show order 1042 here');
    expect((await shop('?order=<b>')).text).toContain('order &lt;b&gt; here');
    expect((await shop('')).text).toContain('Your shop would continue here');
    const { status, text } = await shop('?order[a]=1');
    expect([status, text.includes('data-testid="status"')]).toEqual([200, false]);
  });

  it('shows the result of the visitor’s payment, and nothing for a pending one', async () => {
    const charge = await merchant.kbankCharge();
    const referer = `${charge.authorize_uri}?return`;
    expect((await shop('', referer)).text).not.toContain('data-testid="status"');
    await choose(charge.authorize_uri, { outcome: 'successful' });
    expect((await shop('', referer)).text).toContain('data-status="successful"');
    expect((await shop('', referer.replace(/pay2_test_\w/, 'pay2_test_0'))).text).not.toContain(
      'data-testid="status"',
    );
  });
});
