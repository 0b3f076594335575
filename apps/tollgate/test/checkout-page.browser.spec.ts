import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { CHROMIUM, useTabs } from './chromium.js';
import { describeWhere } from './describe-where.js';
import { useOwnGateway } from './harness.js';
import type { Merchant } from './merchant.js';
import { axeViolations } from './page-checks.js';

describeWhere(
  CHROMIUM !== undefined,
  'chromium is not installed',
  'the page of a checkout session in a browser',
  () => {
    const gateway = useOwnGateway();
    const newTab = useTabs();
    let shop: Merchant;
    /** The shop, to which customers come back. */
    let store: Server;
    let redirect_urls: { complete_url: string; cancel_url: string };

    beforeAll(async () => {
      shop = await gateway.account();
      store = createServer((_, res) =>
        res.setHeader('Content-Type', 'text/html').end('<title>The shop</title><h1>The shop</h1>'),
      );
      await new Promise<void>((resolve) => store.listen(0, '127.0.0.1', resolve));
      const origin = `http://127.0.0.1:${(store.address() as AddressInfo).port}`;
      redirect_urls = {
        complete_url: `${origin}/?wc-api=complete&order_id=1042`,
        cancel_url: `${origin}/cancel`,
      };
    });

    afterAll(async () => {
      store.closeAllConnections();
      await new Promise((resolve) => store.close(resolve));
    });

    const typeCard = async (page: Page, number: string): Promise<void> => {
      const typed = { number, name: 'Somchai Prasert', expiry: '12/40', code: '123' };
      for (const [field, text] of Object.entries(typed)) await page.locator(`#card-${field}`).fill(text);
    };

    it.each([
      ['4242424242424242', 'successful'],
      ['4111111111140011', 'failed'],
    ])('accepts the card %s, and redirects to the shop with its charge: %s', async (number, status) => {
      const session = await shop.session({ redirect_urls });
      const page = await newTab();
      await page.goto(session.redirect_url);
      await typeCard(page, number);
      await page.getByTestId('pay-card').click();
      await page.waitForURL(`${redirect_urls.complete_url}&chargeId=*`);
      expect(await page.title()).toBe('The shop');
      const { status: ended, payments } = await shop.retrieveSession(session.id);
      expect([ended, new URL(page.url()).searchParams.get('chargeId')]).toEqual([
        status,
        payments[0]?.charge_id,
      ]);
    });

    it('sends a cardholder to 3-D Secure, and from there to the shop', async () => {
      const owner = await gateway.account();
      await owner.patch('/account', { three_d_secure: true });
      const session = await owner.session({ redirect_urls, auto_capture: false });
      const page = await newTab();
      await page.goto(session.redirect_url);
      await typeCard(page, '4242424242424242');
      await page.getByTestId('pay-card').click();
      await page.getByTestId('pay').click();
      await page.waitForURL(`${redirect_urls.complete_url}&chargeId=*`);
      expect(await owner.retrieveSession(session.id)).toMatchObject({
        status: 'successful',
        payments: [{ status: 'pending' }],
      });
    });

    it('redirects to the shop when the customer cancels', async () => {
      const session = await shop.session({ redirect_urls });
      const page = await newTab({ javaScriptEnabled: false });
      await page.goto(session.redirect_url);
      await page.getByTestId('cancel').click();
      await page.waitForURL(redirect_urls.cancel_url);
      expect(await shop.retrieveSession(session.id)).toMatchObject({ status: 'cancelled' });
    });

    it('shows a QR code, and redirects to the shop after payment', async () => {
      const session = await shop.session({ redirect_urls });
      const page = await newTab();
      await page.goto(session.redirect_url);
      await page.getByTestId('method-promptpay').click();
      await page.getByTestId('code').waitFor();
      const { payments } = await shop.retrieveSession(session.id);
      await shop.post(`/charges/${payments[0]?.charge_id}/mark_as_paid`);
      await page.waitForURL(`${redirect_urls.complete_url}&chargeId=${payments[0]?.charge_id}`);
    });

    it('uses the shop’s colours under its Content Security Policy', async () => {
      const { redirect_url: uri } = await shop.session({
        style: { theme_color: '#096B68', text_color: '#fff' },
      });
      const page = await newTab();
      const problems: string[] = [];
      page.on('console', (message) => problems.push(message.text()));
      await page.goto(uri);
      const look =
        "(({ backgroundColor, color }) => [backgroundColor, color])(getComputedStyle(document.querySelector('button.pay')))";
      expect(await page.evaluate(look)).toEqual(['rgb(9, 107, 104)', 'rgb(255, 255, 255)']);
      expect(problems).toEqual([]);
    });

    it.each(['en', 'th', 'ja', 'ms'])(
      'fits a narrow screen, without violations of axe (%s)',
      async (locale) => {
        const long = {
          order_id: 'W'.repeat(255),
          description: `${'W'.repeat(400)} <b>"`,
          amount: 300_000,
          locale,
        };
        const { redirect_url: uri } = await shop.session({
          ...long,
          payment_methods: ['card', 'promptpay', 'truemoney', 'installment_ktc'],
        });
        const page = await newTab({ viewport: { width: 320, height: 640 }, bypassCSP: true });
        await page.goto(uri);
        for (const summary of await page.locator('summary').all()) await summary.click();
        expect(
          await page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth'),
        ).toBe(false);
        expect(await axeViolations(page)).toEqual([]);
      },
    );
  },
);
