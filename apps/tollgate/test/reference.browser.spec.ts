import type { Page } from 'playwright-core';
import { CHROMIUM, useTabs } from './chromium.js';
import { describeWhere } from './describe-where.js';
import { useGateway } from './harness.js';
import { axeViolations, TOO_WIDE } from './page-checks.js';

/** In a page: sum of the layout shifts since it was opened. */
const SHIFTS = `new Promise((resolve) => {
  let sum = 0;
  new PerformanceObserver((list) => { for (const { value } of list.getEntries()) sum += value; }).observe({ type: 'layout-shift', buffered: true });
  requestAnimationFrame(() => requestAnimationFrame(() => resolve(sum)));
})`;
/** In a page: the distance of the target from the top of the window, and whether it is below the header. */
const TARGET = `(() => {
  const { top, bottom } = document.querySelector(':target').getBoundingClientRect();
  return { isBelowHeader: top >= document.querySelector('header').offsetHeight - 1, isInWindow: top < innerHeight && bottom > 0 };
})()`;
const IN_VIEW = { isBelowHeader: true, isInWindow: true };

describeWhere(CHROMIUM !== undefined, 'chromium is not installed', 'the reference page in a browser', () => {
  const gateway = useGateway();
  const newTab = useTabs();

  /** Opens the page, and fails if it loads anything else. */
  const open = async (hash = '', options: Parameters<typeof newTab>[0] = {}): Promise<Page> => {
    const page = await newTab(options);
    const requests: string[] = [];
    page.on('request', (call) => requests.push(call.url()));
    page.on('pageerror', ({ message }) => requests.push(message));
    page.on('console', (message) => requests.push(message.text()));
    const url = `${gateway.settings.baseUrl}/docs`;
    await page.goto(`${url}${hash}`);
    expect(requests.filter((each) => !each.startsWith(url) && !each.startsWith('data:image/svg'))).toEqual(
      [],
    );
    return page;
  };
  const results = (page: Page): Promise<string[]> => page.getByRole('option').allTextContents();
  const search = async (page: Page, text: string): Promise<string[]> => {
    await page.getByRole('combobox').fill(text);
    return results(page);
  };
  const hashOf = (page: Page): string => new URL(page.url()).hash;

  it.each([
    ['a path', '/charges/{id}/capture', 'POST /charges/{id}/capture Capture a charge '],
    ['a method', 'delete customers', 'DELETE /customers/{id} Delete a customer '],
    ['a title', 'create a refund', 'POST /charges/{id}/refunds Create a refund '],
    ['a parameter', 'return_uri', 'return_uri Create a charge field'],
    ['a field', 'acquirer_reference_number', 'acquirer_reference_number Charge field'],
    ['an error code', 'used_token', 'used_token token was already used error'],
    ['a schema', 'BankAccount', 'BankAccount  schema'],
    ['a section', 'customer cards', 'Customer Cards  section'],
    ['nothing', 'no such thing', 'No results'],
  ])('is searched by %s', async (_, text, first) => {
    const page = await open();
    expect((await search(page, text))[0]).toBe(first);
  });

  it('is searched with the keyboard alone', async () => {
    const page = await open();
    await page.keyboard.press('/');
    await page.keyboard.type('mark_as');
    const [first, second] = await results(page);
    expect(first).toContain('mark_as');
    const selected = page.getByRole('option', { selected: true });
    expect(await selected.textContent()).toBe(first);
    await page.keyboard.press('ArrowDown');
    expect(await selected.textContent()).toBe(second);
    expect(await page.getByRole('combobox').getAttribute('aria-activedescendant')).toBe(
      await selected.getAttribute('id'),
    );
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    expect(await selected.textContent()).toBe((await results(page)).at(-1));
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    expect(hashOf(page)).toBe('#charges-mark-as-paid');
    expect(await page.evaluate(TARGET)).toEqual(IN_VIEW);
    expect(await page.getByRole('listbox').isVisible()).toBe(false);
    await page.keyboard.press('/');
    await page.keyboard.press('Escape');
    expect(await page.getByRole('listbox').isVisible()).toBe(false);
  });

  it('opens the result that is clicked', async () => {
    const page = await open();
    await search(page, 'used_token');
    await page.getByRole('option').first().click();
    expect(hashOf(page)).toBe('#error-used-token');
    expect(await page.evaluate(TARGET)).toEqual(IN_VIEW);
  });

  it('goes to the part that its URL names, also after a reload', async () => {
    const page = await open('#refunds-create');
    expect(await page.evaluate(TARGET)).toEqual(IN_VIEW);
    const color = 'getComputedStyle(document.querySelector("#refunds-create")).backgroundColor';
    const other = 'getComputedStyle(document.querySelector("#refunds-find")).backgroundColor';
    expect(await page.evaluate(color)).not.toBe(await page.evaluate(other));
    await page.reload();
    expect(hashOf(page)).toBe('#refunds-create');
    expect(await page.evaluate(TARGET)).toEqual(IN_VIEW);
  });

  it('opens the folded fields that its URL names', async () => {
    const page = await open('#schema-charge.platform_fee.fixed');
    expect(await page.locator('[id="schema-charge.platform_fee.fixed"]').isVisible()).toBe(true);
    expect(await page.locator('[id="schema-charge.refunds"]').isVisible()).toBe(true);
    expect(await page.evaluate(TARGET)).toEqual(IN_VIEW);
  });

  it.each([
    ['#/Charges/Charges.markAsPaid', '#charges-mark-as-paid'],
    ['#/Customer%20Cards/CustomerCards.list', '#customer-cards-list'],
    ['#/Customer%20Cards', '#customer-cards'],
  ])('follows links to the former page: %s', async (old, hash) => {
    const page = await open(old);
    await page.waitForURL((url) => url.hash === hash);
    expect(await page.evaluate(TARGET)).toEqual(IN_VIEW);
  });

  it('copies the link of a heading', async () => {
    const page = await open('', { permissions: ['clipboard-read', 'clipboard-write'] });
    await page.getByRole('link', { name: 'Link to Capture a charge' }).click();
    await page.getByText('Link copied').waitFor();
    expect(hashOf(page)).toBe('#charges-capture');
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(page.url());
  });

  it('is complete without scripts', async () => {
    const page = await open('#charges-create', { javaScriptEnabled: false });
    expect(await page.getByRole('combobox').isVisible()).toBe(false);
    expect(await page.locator('[id="charges-create.body.amount"]').isVisible()).toBe(true);
    await page.getByRole('navigation').getByRole('link', { name: 'Refunds' }).click();
    expect(hashOf(page)).toBe('#refunds');
  });

  const phone = { viewport: { width: 375, height: 800 } };

  it.each(['light', 'dark'] as const)('is accessible on a phone in %s', async (colorScheme) => {
    const page = await newTab({ ...phone, colorScheme, bypassCSP: true });
    await page.goto(`${gateway.settings.baseUrl}/docs`);
    await search(page, 'charge');
    expect(await axeViolations(page)).toEqual([]);
  });

  it.each(['baseUrl', 'controlUrl'] as const)(
    'fits a phone, and does not shift: that at %s',
    async (host) => {
      const page = await newTab(phone);
      await page.goto(`${gateway.settings[host]}/docs`);
      await search(page, 'charge');
      expect(await page.evaluate(SHIFTS)).toBe(0);
      await page.evaluate("for (const fold of document.querySelectorAll('details')) fold.open = true");
      expect(await page.evaluate(TOO_WIDE)).toEqual([]);
    },
  );

  it('finds an operation of the control API by its command', async () => {
    const page = await newTab();
    await page.goto(`${gateway.settings.controlUrl}/docs`);
    expect((await search(page, 'tollgate clock advance'))[0]).toBe(
      'POST /api/sandboxes/{name}/clock/advance Advance the clock of a sandbox ',
    );
    await page.keyboard.press('Enter');
    expect(hashOf(page)).toBe('#clock-advance');
  });
});
