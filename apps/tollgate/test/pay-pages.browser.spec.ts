import type { Page } from 'playwright-core';
import { CHROMIUM, useTabs } from './chromium.js';
import { until } from '#platform/testing/until.js';
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
      ['pay', 'successful'],
      ['refuse', 'failed'],
    ])('and the button that pays redirect to an existing page: %s', async (button, status) => {
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
      'shows within seconds that a link was paid, after one reload (JavaScript: %s)',
      async (javaScriptEnabled) => {
        const page = await waiting(await pages.link(), { javaScriptEnabled });
        expect(await page.locator('meta[http-equiv=refresh]').count()).toBe(javaScriptEnabled ? 0 : 1);
        await sandbox.post(`/charges/${await page.getByTestId('charge').textContent()}/mark_as_paid`);
        let reloads = 0;
        page.on('request', (request) => (reloads += request.isNavigationRequest() ? 1 : 0));
        await page.locator('[data-status=successful]').waitFor();
        expect(reloads).toBeLessThanOrEqual(1);
      },
    );

    it('keeps what a tester has chosen while it waits, under its policy', async () => {
      const page = await newTab();
      const problems: string[] = [];
      page.on('console', (message) => problems.push(message.text()));
      await page.goto(await pages.link());
      await page.getByTestId('method-promptpay').click();
      await page.getByTestId('failure-code').selectOption('insufficient_fund');
      const asked = (): Promise<unknown> =>
        page.waitForResponse((answer) => answer.request().resourceType() === 'fetch');
      await asked();
      await asked();
      expect(await page.getByTestId('failure-code').inputValue()).toBe('insufficient_fund');
      await page.getByTestId('refuse').click();
      await page.locator('[data-status=failed]').waitFor();
      expect(await statusOf(page)).toEqual(['failed', 'insufficient_fund']);
      expect(problems).toEqual([]);
    });

    it.each([
      ['link', (): Promise<string> => pages.link()],
      ['session', (): Promise<string> => pages.session()],
    ])('of a %s has merchant, amount, method and time left above its headline', async (_, addressOf) => {
      const page = await waiting(await addressOf(), { locale: 'en' });
      const parts = ['merchant', 'amount', 'method', 'time-left', 'status', 'code', 'other-ways'];
      const tops = parts.map(async (id) => (await page.getByTestId(id).boundingBox())?.y ?? 0);
      const found = await Promise.all(tops);
      expect(found).toEqual(found.toSorted((one, other) => one - other));
      expect(await page.getByTestId('method').textContent()).toBe('PromptPay');
      const left = (): Promise<string | null> => page.getByTestId('time-left').textContent();
      const first = await left();
      expect(first).toMatch(/^(23:59:\d\d|24:00:00)$/);
      await until(async () => (await left()) !== first, 'the time left stands still');
      expect(await page.getByText('Expires in').count()).toBe(1);
    });

    it('shows when it expires without JavaScript', async () => {
      const page = await waiting(await pages.link(), { javaScriptEnabled: false, locale: 'en' });
      expect(await page.getByTestId('time-left').textContent()).toMatch(/^[A-Z][a-z]{2} .* UTC$/);
      expect(await page.getByText('Expires in').count()).toBe(0);
      await page.getByTestId('stop-reloads').click();
      expect(await page.locator('meta[http-equiv=refresh]').count()).toBe(0);
    });

    it('shows that a session was paid, and returns to the shop', async () => {
      const page = await waiting(await pages.session());
      await sandbox.post(`/charges/${await page.getByTestId('charge').textContent()}/mark_as_paid`);
      await page.locator('[data-status=successful]').waitFor();
      await page.waitForURL(`${shop}&chargeId=*`);
    });

    it('of a session leads back to the choice, whose payment replaces it', async () => {
      const page = await waiting(await pages.session());
      const first = await page.getByTestId('charge').textContent();
      await page.getByTestId('other-ways').click();
      await page.getByTestId('back-to-payment').click();
      expect(await page.getByTestId('charge').textContent()).toBe(first);
      await page.getByTestId('other-ways').click();
      await page.getByTestId('test-card').selectOption('4242424242424242');
      await page.getByTestId('pay-card').click();
      await page.waitForURL(`${shop}&chargeId=*`);
      expect(page.url()).not.toContain(first);
      expect((await sandbox.get(`/charges/${first}`)).body).toMatchObject({ status: 'expired' });
    });
  });

  describe('a page with payment methods', () => {
    it.each([
      [900, 2],
      [375, 1],
    ])('has them in groups, the most used first, in columns: %i px, %i', async (width, columns) => {
      const page = await open(await pages.link(), { viewport: { width, height: 800 }, locale: 'en' });
      const shown = page.locator('h3').filter({ visible: true });
      const first = ['QR payment', 'Mobile banking', 'Wallets'];
      expect(await shown.allTextContents()).toEqual(first);
      const [card, more] = [page.locator('.card'), page.getByTestId('more-methods')];
      expect(
        await card.locator('.methods').locator('button.method, summary').filter({ visible: true }).count(),
      ).toBe(6);
      await more.click();
      expect(await shown.allTextContents()).toEqual([
        ...first,
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
      expect(await page.getByTestId('card-expiry-problem').textContent()).toBe(
        'Enter the expiry date as MM/YY.',
      );
      expect(await page.evaluate('document.activeElement.id')).toBe('card-expiry');
      expect(sent).toEqual([]);
    });

    it.each([
      ['en', ['Enter the card number.', 'Enter the security code.', 'Enter the name on the card.']],
      [
        'ja',
        [
          'カード番号を入力してください。',
          'セキュリティコードを入力してください。',
          'カードの名義を入力してください。',
        ],
      ],
    ])('has messages under the empty fields of a card, and focuses the first: %s', async (locale, texts) => {
      const page = await open(await pages.link(), { locale });
      await page.getByTestId('pay-card').click();
      const fields = ['number', 'code', 'name'];
      const told = fields.map((field) => page.getByTestId(`card-${field}-problem`).textContent());
      expect(await Promise.all(told)).toEqual(texts);
      for (const field of fields) {
        const input = page.getByTestId(`card-${field}`);
        expect(await input.getAttribute('aria-invalid')).toBe('true');
        const [box, message] = [
          await input.boundingBox(),
          await page.locator(`#${await input.getAttribute('aria-describedby')}`).boundingBox(),
        ];
        expect(message?.y ?? 0).toBeGreaterThanOrEqual((box?.y ?? 0) + (box?.height ?? 0));
      }
      expect(await page.evaluate('document.activeElement.id')).toBe('card-number');
      await page.getByTestId('card-number').fill('4242424242424242');
      await page.getByTestId('pay-card').click();
      expect(await page.getByTestId('card-number-problem').textContent()).toBe('');
      expect(await page.evaluate('document.activeElement.id')).toBe('card-expiry');
    });

    it.each([true, false])(
      'has messages under the fields of a method (JavaScript: %s)',
      async (javaScriptEnabled) => {
        const page = await open(await pages.link(), { javaScriptEnabled, locale: 'en' });
        const field = page.getByTestId('truemoney-phone_number');
        const problem = page.getByTestId('truemoney-phone_number-problem');
        await page.getByTestId('open-truemoney').click();
        await page.getByTestId('method-truemoney').click();
        await problem.getByText('Fill in this field.').waitFor();
        await field.fill('1');
        await page.getByTestId('method-truemoney').click();
        await problem.getByText('Check this entry.').waitFor();
        expect(await field.inputValue()).toBe('1');
        expect(await field.getAttribute('aria-invalid')).toBe('true');
        await field.and(page.locator(':focus')).waitFor();
      },
    );

    it('has the way back to the shop apart from the methods', async () => {
      const page = await open(await pages.session(), { viewport: { width: 375, height: 800 } });
      const [last, cancel] = [
        await page.locator('.methods').last().boundingBox(),
        await page.getByTestId('cancel').boundingBox(),
      ];
      expect((cancel?.y ?? 0) - (last?.y ?? 0) - (last?.height ?? 0)).toBeGreaterThan(32);
      expect(
        await page.evaluate(
          "getComputedStyle(document.querySelector('[data-testid=cancel]')).borderTopWidth",
        ),
      ).toBe('0px');
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
