import type { Page } from 'playwright-core';
import { CHROMIUM, useTabs } from './chromium.js';
import { describeWhere } from './describe-where.js';
import { useOwnGateway } from './harness.js';
import { PayPages } from './pay-pages.js';
import { createSandbox, type Sandbox } from './sandbox.js';

describeWhere(CHROMIUM !== undefined, 'chromium is not installed', 'the payment pages in a browser', () => {
  const gateway = useOwnGateway();
  const newTab = useTabs();
  let sandbox: Sandbox;
  let pages: PayPages;
  let shop: string;

  beforeAll(async () => {
    sandbox = await createSandbox(gateway);
    pages = new PayPages(sandbox);
    shop = pages.shop;
  });

  const open = async (uri: string, options: object = {}): Promise<Page> => {
    const page = await newTab(options);
    await page.goto(uri);
    return page;
  };
  /** Chooses PromptPay on a page, and waits for its code. */
  const waiting = async (uri: string, options: object = {}): Promise<Page> => {
    const page = await open(uri, options);
    await page.getByTestId('method-promptpay').click();
    await page.getByTestId('code').waitFor();
    return page;
  };
  const statusOf = async (page: Page): Promise<unknown> => {
    const { body } = await sandbox.get(`/charges/${await page.getByTestId('charge').textContent()}`);
    const { status, failure_code } = body as { status: string; failure_code: string | null };
    return [status, failure_code];
  };

  describe('test controls', () => {
    it('are below the customer’s card, with a dashed border, and the button shows the amount', async () => {
      const page = await open((await pages.charge()).authorize_uri, { locale: 'en' });
      expect(await page.getByTestId('pay').textContent()).toBe('Pay THB 670.00');
      expect(
        await page.evaluate("getComputedStyle(document.querySelector('.controls')).borderTopStyle"),
      ).toBe('dashed');
      const [card, below] = await Promise.all([
        page.locator('.card').boundingBox(),
        page.getByTestId('test-controls').boundingBox(),
      ]);
      expect((card?.y ?? 0) + (card?.height ?? 0)).toBeLessThan(below?.y ?? 0);
      expect(await page.locator('.card [data-testid=pay]').count()).toBe(1);
      expect(await page.locator('.card').getByTestId('refuse').count()).toBe(0);
    });

    it.each([
      ['approve', 'successful'],
      ['refuse', 'failed'],
    ])('redirect to an existing page: %s', async (button, status) => {
      const page = await open((await pages.charge()).authorize_uri);
      const arrival = page.waitForResponse((answer) => answer.url() === shop);
      await page.getByTestId(button).click();
      expect((await arrival).status()).toBe(200);
      expect(await page.getByTestId('status').getAttribute('data-status')).toBe(status);
      expect((await statusOf(page)) as string[]).toContain(status);
    });

    it('expire the payment', async () => {
      const page = await open((await pages.charge()).authorize_uri);
      await page.getByTestId('expire').click();
      await page.locator('[data-status=expired]').waitFor();
      expect(await statusOf(page)).toEqual(['expired', 'payment_expired']);
    });

    it('approve without a one-time password, and link to the console', async () => {
      const strict = await createSandbox(gateway, { three_d_secure_challenge: 'otp' });
      const page = await open(await new PayPages(strict).secured());
      const id = await page.getByTestId('charge').textContent();
      expect(await page.getByTestId('open-console').getAttribute('href')).toBe(
        `${gateway.settings.controlUrl}/#/sandboxes/${strict.name}/test/payments/${id}`,
      );
      await page.getByTestId('approve').click();
      await page.waitForURL(shop);
      expect((await strict.get(`/charges/${id}`)).body).toMatchObject({ status: 'successful' });
    });
  });

  describe('a waiting page', () => {
    it.each([true, false])(
      'shows at its next reload, 3 s after the last, that a link was paid (JavaScript: %s)',
      async (javaScriptEnabled) => {
        const page = await waiting(await pages.link(), { javaScriptEnabled });
        expect(await page.locator('meta[http-equiv=refresh]').getAttribute('content')).toBe('3');
        await sandbox.post(`/charges/${await page.getByTestId('charge').textContent()}/mark_as_paid`);
        let reloads = 0;
        page.on('request', (request) => (reloads += request.isNavigationRequest() ? 1 : 0));
        await page.locator('[data-status=successful]').waitFor();
        expect(reloads).toBeLessThanOrEqual(1);
      },
    );

    it('shows that a session was paid, and returns to the shop', async () => {
      const page = await waiting(await pages.session());
      await sandbox.post(`/charges/${await page.getByTestId('charge').textContent()}/mark_as_paid`);
      await page.locator('[data-status=successful]').waitFor();
      await page.waitForURL(`${shop}&chargeId=*`);
    });

    it('lets a tester decline with a reason', async () => {
      const page = await waiting(await pages.link());
      await page.getByTestId('decline-as').click();
      await page.getByTestId('failure-code').selectOption('insufficient_fund');
      await page.getByTestId('refuse').click();
      await page.locator('[data-status=failed]').waitFor();
      expect(await statusOf(page)).toEqual(['failed', 'insufficient_fund']);
    });
  });

  describe('a page with payment methods', () => {
    it.each([
      [900, 2],
      [375, 1],
    ])('has them in groups, the most used first, in columns: %i px, %i', async (width, columns) => {
      const page = await open(await pages.link(), { viewport: { width, height: 800 }, locale: 'en' });
      expect(await page.locator('h3').allTextContents()).toEqual([
        'QR payment',
        'Mobile banking',
        'Wallets',
        'Installments',
        'Other',
      ]);
      const apps = await page.getByTestId('group-mobile_banking').getByRole('button').all();
      expect(await apps[0]?.textContent()).toBe('K PLUS');
      const lefts = await Promise.all(apps.map(async (app) => (await app.boundingBox())?.x));
      expect(new Set(lefts).size).toBe(columns);
      const buttons = await page.locator('.methods').locator('button.method, summary').all();
      expect(await page.locator('.methods .mark').count()).toBe(buttons.length);
      expect(await page.locator('.methods img').count()).toBe(0);
      expect(await page.getByTestId('pay-card').textContent()).toBe('Pay THB 2,500.00');
    });

    const typeCard = async (page: Page, expiry: string): Promise<void> => {
      const typed = { number: '4242424242424242', name: 'Somchai Prasert', expiry, code: '123' };
      for (const [field, text] of Object.entries(typed))
        await page.locator(`#card-${field}`).pressSequentially(text);
      await page.getByTestId('pay-card').click();
    };

    it.each(['1230', '12/30', '12/2030', '122030', '12 / 30'])(
      'accepts the expiry date %s',
      async (expiry) => {
        const page = await open(await pages.link());
        expect(await page.locator('#card-expiry').getAttribute('autocomplete')).toBe('cc-exp');
        const sent = page.waitForRequest(
          (call) => call.method() === 'POST' && call.url().startsWith(gateway.settings.vaultUrl),
        );
        await typeCard(page, expiry);
        expect((await sent).postDataJSON()).toMatchObject({
          card: { expiration_month: '12', expiration_year: '2030' },
        });
        await page.locator('[data-status=successful]').waitFor();
      },
    );

    it('rejects a card with an invalid expiry date', async () => {
      const page = await open(await pages.link(), { locale: 'en' });
      const sent: string[] = [];
      page.on('request', (call) => sent.push(call.url()));
      await typeCard(page, '13/30');
      expect(await page.getByTestId('card-problem').textContent()).toBe('Enter the expiry date as MM/YY.');
      expect(await page.evaluate('document.activeElement.id')).toBe('card-expiry');
      expect(sent).toEqual([]);
    });

    it('fills in a test card, whose number is sent only to the vault', async () => {
      const page = await open(await pages.link());
      const [problems, sent] = [[] as string[], [] as string[]];
      page.on('console', (message) => problems.push(message.text()));
      page.on('request', (call) =>
        sent.push(`${new URL(call.url()).host} ${call.url()} ${call.postData() ?? ''}`),
      );
      await page.reload();
      await page.getByTestId('test-card').selectOption('4111111111140011');
      expect(await page.locator('#card-number').inputValue()).toBe('4111 1111 1114 0011');
      await page.getByTestId('pay-card').click();
      await page.locator('[data-status=failed]').waitFor();
      expect(await page.getByTestId('failure-code').textContent()).toBe('insufficient_fund');
      const hosts = sent
        .filter((call) => call.replaceAll(/[ %+-]|20/g, '').includes('4111111111140011'))
        .map((call) => call.split(' ')[0]);
      expect(hosts).toEqual([new URL(gateway.settings.vaultUrl).host]);
      expect(problems).toEqual([]);
    });

    it('has no test card in live mode', async () => {
      const page = await open(await pages.link('live'));
      expect([
        await page.getByTestId('pay-card').count(),
        await page.getByTestId('test-card').count(),
      ]).toEqual([1, 0]);
    });
  });
});
