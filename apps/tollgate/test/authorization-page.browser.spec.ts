import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { CHROMIUM, useTabs } from './chromium.js';
import { steadyPort } from '../../../proof/rig/ports.js';
import { openGateway, useOwnGateway } from './harness.js';
import type { Merchant } from './merchant.js';
import { TOO_WIDE } from './page-checks.js';
import { until } from '#platform/testing/until.js';
import { describeWhere } from './describe-where.js';

/** A page of the shop; with `?onward=` it redirects there. */
function answerAsShop({ url = '', headers }: IncomingMessage, res: ServerResponse): void {
  const onward = new URL(url, 'http://shop.example').searchParams.get('onward');
  if (onward === null)
    res.end(`<p id="shop">Back in the shop</p><p id="referer">${headers.referer ?? 'none'}</p>`);
  else res.writeHead(303, { location: onward }).end();
}

/** In how many lines the number of the amount is. */
const LINES_OF_NUMBER = `(() => {
  const text = document.querySelector('.amount').firstChild;
  const range = document.createRange();
  range.setStart(text, 'THB '.length);
  range.setEnd(text, text.length);
  return range.getClientRects().length;
})()`;

describeWhere(CHROMIUM !== undefined, 'chromium is not installed', 'the payment page in a browser', () => {
  const gateway = useOwnGateway();
  const newTab = useTabs();
  let merchant: Merchant;
  let shop: Server;
  /** A page of the shop: on another origin than Tollgate's, for it has a port of its own. */
  let returnUri: string;

  beforeAll(async () => {
    shop = createServer(answerAsShop).listen(0, '127.0.0.1');
    await once(shop, 'listening');
    returnUri = `http://127.0.0.1:${(shop.address() as AddressInfo).port}/return`;
    merchant = await gateway.account();
  });

  afterAll(() => {
    shop.close();
  });

  const open = async (uri: string, javaScriptEnabled = true): Promise<Page> => {
    const page = await newTab({ javaScriptEnabled });
    await page.goto(uri);
    return page;
  };

  it.each([true, false])('takes a payment and returns to the shop (JavaScript: %s)', async (javaScript) => {
    const charge = await merchant.kbankCharge({ return_uri: returnUri });
    const page = await open(charge.authorize_uri, javaScript);
    await page.getByTestId('pay').click();
    await page.waitForURL(returnUri);
    expect(await page.locator('#shop').textContent()).toBe('Back in the shop');
    expect(await merchant.retrieve(charge.id)).toMatchObject({ status: 'successful' });

    await page.goBack();
    expect(await page.getByTestId('status').textContent()).toBe('Payment successful');
    expect(await page.getByRole('button').count()).toBe(0);
  });

  it.each([true, false])(
    'registers a bank account and returns to the shop (JavaScript: %s)',
    async (javaScript) => {
      const account = await merchant.linkedAccount({ return_uri: returnUri });
      const page = await open(account.registration_uri, javaScript);
      await page.getByTestId('register').click();
      await page.waitForURL(returnUri);
      const { body } = await merchant.get(`/linked_accounts/${account.id}`);
      expect(body).toMatchObject({ status: 'successful' });

      await page.goBack();
      expect(await page.getByTestId('status').textContent()).toBe('Account registered');
      expect(await page.getByRole('button').count()).toBe(0);
    },
  );

  it('returns to Tollgate’s own return page, which shows the result', async () => {
    const shop = `${gateway.settings.payUrl}/shop?order=1042`;
    const charge = await merchant.kbankCharge({ return_uri: shop });
    const page = await open(charge.authorize_uri);
    await page.getByTestId('refuse').click();
    await page.waitForURL(shop);
    expect(await page.getByTestId('shop').textContent()).toBe('Your shop would show order 1042 here');
    expect(await page.getByTestId('status').getAttribute('data-status')).toBe('failed');
  });

  it('declines with the selected reason', async () => {
    const charge = await merchant.kbankCharge({ return_uri: returnUri });
    const page = await open(charge.authorize_uri, false);
    await page.getByTestId('failure-code').selectOption('insufficient_fund');
    await page.getByTestId('refuse').click();
    await page.waitForURL(returnUri);
    expect(await merchant.retrieve(charge.id)).toMatchObject({
      status: 'failed',
      failure_code: 'insufficient_fund',
    });
  });

  it('shows the first tab’s result in the second tab', async () => {
    const charge = await merchant.kbankCharge({ return_uri: returnUri });
    const first = await open(charge.authorize_uri);
    const second = await first.context().newPage();
    await second.goto(charge.authorize_uri);
    await first.getByTestId('pay').click();
    await first.waitForURL(returnUri);
    await second.getByTestId('refuse').click();
    expect(await second.getByTestId('status').textContent()).toBe('Payment successful');
    expect(await merchant.eventKeys(charge.id)).toEqual(['charge.create', 'charge.complete']);
  });

  it('survives a double click', async () => {
    const charge = await merchant.kbankCharge({ return_uri: returnUri });
    const page = await open(charge.authorize_uri);
    await page.getByTestId('pay').dblclick();
    // The second click gives up where the first one was leading: only the end counts.
    await until(
      () => page.url() === returnUri,
      () => `the browser is at ${page.url()}`,
    );
    expect(await merchant.eventKeys(charge.id)).toEqual(['charge.create', 'charge.complete']);
  });

  it('allows the shop to redirect to another origin', async () => {
    const elsewhere = returnUri.replace('127.0.0.1', 'localhost');
    const charge = await merchant.kbankCharge({ return_uri: `${returnUri}?onward=${elsewhere}` });
    const page = await open(charge.authorize_uri);
    await page.getByTestId('pay').click();
    await page.waitForURL(elsewhere);
    expect(await page.locator('#shop').count()).toBe(1);
  });

  it.each([
    ['lets the shop send the customer on into its app', (): string => `${returnUri}?onward=shop-app://paid`],
    ['returns to the app of the shop', (): string => 'shop-app://paid'],
  ])('%s', async (_, uri) => {
    const charge = await merchant.kbankCharge({ return_uri: uri() });
    const page = await open(charge.authorize_uri);
    // No such app is installed: that Chromium looked for it is all there is to see.
    const ended = page.waitForEvent('requestfailed');
    await page.getByTestId('pay').click({ noWaitAfter: true });
    expect((await ended).url()).toBe('shop-app://paid');
  });

  it('sends the shop no referrer', async () => {
    const charge = await merchant.kbankCharge({ return_uri: returnUri });
    const page = await open(charge.authorize_uri);
    await page.getByTestId('pay').click();
    await page.waitForURL(returnUri);
    expect(await page.locator('#referer').textContent()).toBe('none');
  });

  it.each(['en', 'th', 'ja', 'ms'])(
    'fits the largest amount and long texts into a narrow screen (%s)',
    async (locale) => {
      const page = await newTab({ locale, viewport: { width: 320, height: 640 } });
      const description = `${'W'.repeat(400)} <b>"${'ก'.repeat(200)}`;
      const source = { 'source[type]': 'internet_banking_bay', amount: 500_000_000_000 };
      const charge = await merchant.kbankCharge({
        ...source,
        description,
        return_uri: `${returnUri}?${'x'.repeat(1_500)}`,
      });
      await page.goto(charge.authorize_uri);
      expect(await page.locator('html').getAttribute('lang')).toBe(locale);
      expect(await page.getByTestId('amount').textContent()).toBe('THB 5,000,000,000.00');
      expect(await page.evaluate(TOO_WIDE)).toEqual([]);
      // The number is never broken in two: its line begins after the currency.
      expect(await page.evaluate(LINES_OF_NUMBER)).toBe(1);
      await merchant.post(`/charges/${charge.id}/mark_as_failed`, { failure_code: 'invalid_account' });
      await page.reload();
      expect(await page.evaluate(TOO_WIDE)).toEqual([]);
    },
  );

  it('is styled, fits a phone, and is accessible', async () => {
    const charge = await merchant.charge();
    const page = await open(charge.authorize_uri);
    await page.setViewportSize({ width: 360, height: 740 });
    const violations: string[] = [];
    page.on('console', (message) => violations.push(message.text()));
    await page.reload();
    expect(violations).toEqual([]);
    expect(await page.evaluate("getComputedStyle(document.querySelector('.pay')).borderRadius")).toBe('8px');
    expect(await page.evaluate('document.documentElement.scrollWidth <= window.innerWidth')).toBe(true);
    expect(await page.getByLabel('Decline as').count()).toBe(1);
    expect(await page.getByLabel('QR code').locator('svg').count()).toBe(1);
    expect(await page.locator('html').getAttribute('lang')).toBe('en');
  });
});

describeWhere(CHROMIUM !== undefined, 'chromium is not installed', 'the payment page in a frame', () => {
  const newTab = useTabs();

  it.each([
    ['is shown, and paid in, where its shop is named', true],
    ['is not shown in any other shop', false],
  ])('%s', async (_, isNamed) => {
    const port = await steadyPort();
    let framed = '';
    const origin = `http://127.0.0.1:${port}`;
    const shop = createServer((req, res) => {
      res.setHeader('Content-Type', 'text/html');
      res.end(
        req.url === '/back'
          ? '<p id="shop">Back</p>'
          : `<iframe src="${framed}" width="600" height="800"></iframe>`,
      );
    }).listen(port, '127.0.0.1');
    await once(shop, 'listening');
    try {
      const gateway = await openGateway({
        PAY_FRAME_ANCESTORS: isNamed ? `https://other.example,${origin}` : 'https://other.example',
      });
      const merchant = await gateway.account();
      const charge = await merchant.kbankCharge({ return_uri: `${origin}/back` });
      framed = charge.authorize_uri;
      const page = await newTab();
      const refused = page.waitForEvent('console', (message) => message.text().includes('frame-ancestors'));
      if (isNamed) refused.catch(() => undefined);
      await page.goto(origin);
      const frame = page.frameLocator('iframe');
      if (isNamed) {
        await frame.getByTestId('pay').click();
        await frame.locator('#shop').waitFor();
        expect((await merchant.get(`/charges/${charge.id}`)).body).toMatchObject({ status: 'successful' });
      } else {
        await refused;
        expect(await frame.getByTestId('pay').count()).toBe(0);
      }
    } finally {
      shop.close();
    }
  });
});
