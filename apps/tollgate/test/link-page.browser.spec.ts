import type { Page } from 'playwright-core';
import type { LinkBody } from './answers.js';
import { CHROMIUM, useTabs } from './chromium.js';
import { describeWhere } from './describe-where.js';
import { useOwnGateway } from './harness.js';
import type { Merchant } from './merchant.js';
import { axeViolations, TOO_WIDE } from './page-checks.js';

const NUMBER = '4242424242424242';

describeWhere(CHROMIUM !== undefined, 'chromium is not installed', 'the page of a link in a browser', () => {
  const gateway = useOwnGateway();
  const newTab = useTabs();
  let shop: Merchant;

  beforeAll(async () => {
    shop = await gateway.account();
  });

  const link = async (id: string): Promise<LinkBody> => (await shop.get(`/links/${id}`)).body as LinkBody;
  const typeCard = async (page: Page, number = NUMBER): Promise<void> => {
    const typed = { number, name: 'Somchai Prasert', expiry: '12/40', code: '123' };
    for (const [field, text] of Object.entries(typed)) await page.locator(`#card-${field}`).fill(text);
  };

  it('accepts a card, whose number is sent only to the vault', async () => {
    const { id, payment_uri: uri } = await shop.link();
    const page = await newTab();
    const sent: string[] = [];
    page.on('request', (call) =>
      sent.push(`${call.method()} ${new URL(call.url()).host} ${call.postData() ?? ''}`),
    );
    await page.goto(uri);
    await typeCard(page, '4242 4242 4242 4242');
    await page.getByTestId('pay-card').click();
    await page.waitForURL(`${uri}?charge=*`);
    expect(await page.getByTestId('status').textContent()).toBe('Payment successful');
    expect(await link(id)).toMatchObject({
      used: true,
      charges: { total: 1, data: [{ link: id, card: { last_digits: '4242' } }] },
    });
    const withNumber = sent.filter((call) => call.replaceAll(/[ %+-]|20/g, '').includes(NUMBER));
    expect(withNumber).toHaveLength(1);
    expect(withNumber[0]).toContain(`POST ${new URL(gateway.settings.vaultUrl).host} `);
  });

  it('reports a card’s problems, and accepts the next one', async () => {
    const { id, payment_uri: uri } = await shop.link();
    const page = await newTab();
    await page.goto(uri);
    await typeCard(page, '4242424242424241');
    await page.getByTestId('pay-card').click();
    await page.getByText('This card was not accepted').waitFor();
    expect(await page.getByTestId('card-problem').textContent()).toContain('number is invalid');
    await typeCard(page);
    await page.getByTestId('pay-card').click();
    await page.waitForURL(`${uri}?charge=*`);
    expect(await link(id)).toMatchObject({ used: true, charges: { total: 1 } });
  });

  it('sends a cardholder to 3-D Secure, and shows the result', async () => {
    const owner = await gateway.account();
    await owner.patch('/account', { three_d_secure: true });
    const { payment_uri: uri } = await owner.link();
    const page = await newTab();
    await page.goto(uri);
    await typeCard(page);
    await page.getByTestId('pay-card').click();
    await page.getByTestId('pay').click();
    await page.waitForURL(`${uri}?charge=*`);
    expect(await page.getByTestId('status').textContent()).toBe('Payment successful');
  });

  it('accepts other methods without JavaScript, and says that a card requires it', async () => {
    const { id, payment_uri: uri } = await shop.link();
    const page = await newTab({ javaScriptEnabled: false });
    await page.goto(uri);
    expect(await page.locator('#card-form').isVisible()).toBe(false);
    expect(await page.getByTestId('needs-script').textContent()).toBe('Enable JavaScript to pay by card.');
    await page.getByTestId('open-truemoney').click();
    await page.locator('#truemoney-phone_number').fill('0812345678');
    await page.getByTestId('method-truemoney').click();
    await page.getByTestId('pay').click();
    await page.waitForURL(`${uri}?charge=*`);
    expect(await link(id)).toMatchObject({ used: true });
  });

  it.each(['en', 'th', 'ja', 'ms'])(
    'fits a narrow screen, without violations of axe (%s)',
    async (locale) => {
      const long = {
        title: 'W'.repeat(255),
        description: `${'W'.repeat(400)} <b>"${'ก'.repeat(200)}`,
        amount: 500_000_000_000,
      };
      const { payment_uri: uri } = await shop.link(long);
      const page = await newTab({ locale, viewport: { width: 320, height: 640 }, bypassCSP: true });
      const problems: string[] = [];
      page.on('console', (message) => problems.push(message.text()));
      await page.goto(uri);
      expect(await page.locator('html').getAttribute('lang')).toBe(locale);
      for (const summary of await page.locator('summary').all()) await summary.click();
      expect(await page.evaluate(TOO_WIDE)).toEqual([]);
      expect(await axeViolations(page)).toEqual([]);
      expect(problems).toEqual([]);
    },
  );

  it('runs under its Content Security Policy', async () => {
    const { payment_uri: uri } = await shop.link();
    const page = await newTab();
    const problems: string[] = [];
    page.on('console', (message) => problems.push(message.text()));
    await page.goto(uri);
    expect(await page.locator('#card-form').isVisible()).toBe(true);
    expect(problems).toEqual([]);
  });
});
