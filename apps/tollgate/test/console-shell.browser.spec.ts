import type { Locator, Page } from 'playwright-core';
import { until } from '#platform/testing/until.js';
import { openTab } from './chromium.js';
import { ENTRIES, fill } from './console-filled.js';
import { describeConsole } from './console-in-browser.js';
import { useOwnGateway } from './harness.js';

const TOKEN = 'a-token-that-nobody-guesses';
const gateway = useOwnGateway();
const closed = useOwnGateway(() => ({ DATABASE_URL: gateway.databaseUrl, CONTROL_TOKEN: TOKEN }));

describeConsole('the shell of the console', gateway, [closed], (shown) => {
  it('opens the sandbox of the secret key that signs in', async () => {
    const { page, sandbox } = shown;
    await page.goto(`${closed.settings.controlUrl}/`);
    const secret = page.getByLabel('Control token or secret key');
    await secret.fill('skey_test_unknown');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page
      .getByRole('alert')
      .getByText(/^Unknown token or key. Use/)
      .waitFor();
    await secret.fill(sandbox.secretKey);
    await page.route('**/api/session', (route) => route.abort(), { times: 1 });
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('alert', { name: "Couldn't sign in" }).waitFor();
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL(`**/#/sandboxes/${sandbox.name}/test`);
    await shown.arrived('');
    await page.getByRole('button', { name: 'Console menu' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await secret.waitFor();
  });

  it('keeps its navigation on unknown pages and on pages that fail', async () => {
    const { page } = shown;
    await shown.open('no-such-page');
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
    await shown.open('objects/foo');
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
    await page.goto(`${gateway.settings.controlUrl}/#/sandboxes/${shown.sandbox.name}/other/payments`);
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
    await page.getByRole('link', { name: 'Clock' }).click();
    await shown.arrived('clock');
    await page.route(`**/api/sandboxes/${shown.sandbox.name}`, (route) => route.fulfill({ json: {} }));
    await page.getByRole('link', { name: 'Get started' }).click();
    await page.getByRole('alert', { name: "Couldn't load this page" }).waitFor();
    await page.unrouteAll();
    await page.getByRole('link', { name: 'Payments' }).click();
    await shown.arrived('payments');
  });

  it('shows the navigation as a rail of icons on narrow screens, until the pointer or focus is there', async () => {
    const { page } = shown;
    await page.setViewportSize({ width: 1000, height: 800 });
    await shown.open('payments');
    const sidebar = page.locator('.sidebar');
    const width = async (of: Locator): Promise<number | undefined> => (await of.boundingBox())?.width;
    const label = sidebar.getByText('Webhooks', { exact: true });
    const main = await page.locator('main').boundingBox();
    expect([await width(sidebar), await width(label), main?.x]).toEqual([56, 0, 56]);
    const tops = `[...document.querySelectorAll('.nav-entry')].map((one) => one.getBoundingClientRect().top)`;
    const before = await page.evaluate<number[]>(tops);
    await sidebar.getByRole('link', { name: 'Webhooks', exact: true }).hover();
    await until(async () => (await width(sidebar)) === 216, 'the labels are not shown');
    expect(await width(label)).toBeGreaterThan(50);
    // The pointer stays on its entry.
    expect(await page.evaluate<number[]>(tops)).toEqual(before);
    expect(await page.locator('main').boundingBox()).toEqual(main);
    await sidebar.getByRole('link', { name: 'Webhooks', exact: true }).click();
    await shown.arrived('webhooks');
    await page.mouse.move(700, 400);
    await until(async () => (await width(sidebar)) === 56, 'the labels are still shown');
    await page.keyboard.press('Shift+Tab');
    await until(async () => (await width(sidebar)) === 216, 'the labels are not shown to the keyboard');
    await page.setViewportSize({ width: 1200, height: 800 });
    expect(await width(sidebar)).toBe(216);
  });

  it('says that Tollgate does not answer, until it does', async () => {
    const { page, sandbox } = shown;
    const warning = page.getByText("Tollgate doesn't answer. What is shown may be out of date.");
    await shown.open('payments');
    await page.getByRole('heading', { name: 'Payments' }).waitFor();
    await page.route('**/status', (route) => route.abort());
    await sandbox.charge();
    await warning.waitFor();
    await page.unroute('**/status');
    await sandbox.charge();
    await warning.waitFor({ state: 'hidden' });
  });

  it('leaves keys to dialogues, menus and fields, and takes them beside radio buttons', async () => {
    const { page } = shown;
    const press = async (...keys: readonly string[]): Promise<void> => {
      for (const key of keys) await page.keyboard.press(key);
    };
    const { id } = await shown.sandbox.charge();
    await shown.open(`payments/${id}`);
    await shown.arrived(`payments/${id}`);
    await page.getByRole('link', { name: 'charge.create #1' }).click();
    const inspector = page.getByRole('complementary', { name: 'Webhook' });
    await inspector.waitFor();
    await press('?');
    const dialogue = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await dialogue.getByText('Ctrl K').waitFor();
    await press('g', 'c');
    await press('Escape');
    await dialogue.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Console menu' }).click();
    await page.getByRole('menu').waitFor();
    await press('g', 'c');
    await press('Escape');
    await page.getByRole('menu').waitFor({ state: 'detached' });
    expect(await inspector.count()).toBe(1);
    expect(page.url()).toContain(`payments/${id}`);
    await press('Escape');
    await inspector.waitFor({ state: 'detached' });
    await page.getByRole('radio', { name: 'Test' }).focus();
    await press('g', 'p');
    await shown.arrived('payments');
    await press('/');
    await page.keyboard.type('gc?');
    expect(await page.getByLabel('Filter').inputValue()).toBe('gc?');
    expect(shown.trouble).toEqual([]);
  });

  it('copies over plain HTTP, where browsers have no clipboard for pages', async () => {
    const { page } = shown;
    await shown.open('start');
    await page.evaluate(
      `Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true })`,
    );
    await page.getByRole('button', { name: 'Copy 4242424242424242' }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    await shown.open('payments');
    await page.getByLabel('Filter').press('Control+V');
    expect(await page.getByLabel('Filter').inputValue()).toBe('4242424242424242');
    await page.evaluate('delete navigator.clipboard');
  });

  it('closes a notification after a while, but not under the pointer or with the focus', async () => {
    const page = await openTab();
    await page.clock.install();
    await page.goto(`${gateway.settings.controlUrl}/#/sandboxes/${shown.sandbox.name}/test/faults`);
    const add = page.getByRole('button', { name: 'Add fault' }).first();
    await add.click();
    const notice = page.locator('.notice');
    const { x, y } = (await notice.boundingBox()) ?? { x: 0, y: 0 };
    await page.mouse.move(x + 40, y + 20);
    await page.clock.runFor(60_000);
    expect(await notice.count()).toBe(1);
    await page.mouse.move(0, 0);
    await page.clock.runFor(60_000);
    await notice.waitFor({ state: 'detached' });
    await add.click();
    await notice.waitFor();
    await page.keyboard.press('n');
    await page.clock.runFor(60_000);
    expect(await notice.count()).toBe(1);
    expect(await page.evaluate(`document.activeElement.textContent`)).toBe('Undo');
    await page.keyboard.press('Tab');
    expect(await page.evaluate(`document.activeElement.getAttribute('aria-label')`)).toBe('Dismiss');
    await page.keyboard.press('Enter');
    await notice.waitFor({ state: 'detached' });
    await page.context().close();
  });

  it('tells the outcome of an action though other notifications are open', async () => {
    const { page } = shown;
    await shown.open('faults');
    await shown.arrived('faults');
    const add = page.getByRole('button', { name: 'Add fault' });
    for (let pressed = 0; pressed < 4; pressed += 1) await add.nth(pressed).press('Enter');
    // There they stay.
    await page.getByRole('button', { name: 'Dismiss' }).first().hover();
    await add.nth(4).press('Enter');
    await page.getByText('Fault added: the next payment is declined').waitFor();
    expect(await page.locator('.notice').count()).toBe(4);
  });

  it('shows a clock that ticks', async () => {
    const { page } = shown;
    await shown.open('payments');
    const chip = page.getByRole('button', { name: /^Clock: \d\d:\d\d:\d\d$/ });
    const seen = new Set<string>();
    await page.route('**/status', (route) => route.abort());
    await until(async () => seen.add(await chip.innerText()).size > 2, 'the clock stands still');
  });

  it('shows nothing of another sandbox while a page loads', async () => {
    const { page, sandbox } = shown;
    await shown.open('');
    await shown.see('Create a charge, pay it as the customer');
    await sandbox.charge();
    await page.getByRole('region', { name: 'Timeline' }).getByText('POST /charges').first().waitFor();
    await page.evaluate(`
      window.seen = 0;
      new MutationObserver(() => {
        const isTest = location.hash.endsWith('/test');
        window.seen += isTest && document.body.innerText.includes('Create a charge, pay it') ? 1 : 0;
      }).observe(document.body, { subtree: true, childList: true })`);
    await page.getByText('Live', { exact: true }).click();
    await shown.see('Create a charge, pay it');
    await page.getByText('Test', { exact: true }).click();
    await page.getByRole('region', { name: 'Timeline' }).getByText('POST /charges').first().waitFor();
    expect(await page.evaluate('window.seen')).toBe(0);
  });

  it('finds an order, and objects of all kinds by their ids', async () => {
    const { page, sandbox } = shown;
    const { order, ids } = await fill(sandbox);
    const kinds = new Set(ids.map((id) => id.split('_')[0]));
    expect(kinds.size).toBeGreaterThanOrEqual(15);
    await shown.open('clock');
    for (const text of [order, ...ids]) {
      await page.keyboard.press('Control+k');
      await page.getByPlaceholder('An order, an ID').fill(text);
      await page.keyboard.press('Enter');
      await page.waitForURL(text === order ? /\/payments\/chrg_/ : new RegExp(`[/=]${text}$`));
      await page.getByRole('dialog', { name: 'Search or jump to' }).waitFor({ state: 'detached' });
    }
    expect(shown.trouble).toEqual([]);
  });

  it('takes what is typed while the search is loading, and opens the first result at Enter', async () => {
    const { sandbox } = shown;
    const { id } = await sandbox.charge({ metadata: { order: 'r2003' } });
    const page: Page = await openTab();
    let load: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (load = resolve));
    await page.route('**/palette-*.js', async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(`${gateway.settings.controlUrl}/#/sandboxes/${sandbox.name}/test/clock`);
    await page.getByRole('heading', { name: 'Clock' }).waitFor();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('r2003');
    load();
    const field = page.getByPlaceholder('An order, an ID');
    await field.waitFor();
    expect(await field.inputValue()).toBe('r2003');
    await page.getByRole('option', { name: /^Order r2003/, selected: true }).waitFor();
    await field.press('Enter');
    await page.waitForURL(`**/payments/${id}`);
  });

  it('asks at most twelve times a minute while a page is idle, and never while it is hidden', async () => {
    const { sandbox } = shown;
    const page: Page = await openTab();
    await page.clock.install();
    let asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/api/')) asked.push(request.url());
    });
    const found: unknown[] = [];
    await page.goto(`${gateway.settings.controlUrl}/#/sandboxes/${sandbox.name}/test/start`);
    await page.locator('nav[aria-label="Main navigation"] [aria-expanded=false]').click();
    const hrefs = await page.evaluate<string[]>(ENTRIES);
    const inAMinute = async (): Promise<string[]> => {
      asked = [];
      await page.clock.runFor(60_000);
      await page.evaluate(`fetch('/healthz')`);
      return asked;
    };
    for (const href of hrefs) {
      await page.goto(`${gateway.settings.controlUrl}/${href}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.waitForLoadState('load');
      await page.clock.runFor(2_000);
      const seen = await inAMinute();
      if (seen.length > 12) found.push([href, seen]);
      await page.evaluate(
        `Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true }); document.dispatchEvent(new Event('visibilitychange'))`,
      );
      const hidden = await inAMinute();
      if (hidden.length > 0) found.push([href, 'hidden', hidden]);
      await page.evaluate(
        `delete document.visibilityState; document.dispatchEvent(new Event('visibilitychange'))`,
      );
    }
    await page.context().close();
    expect(found).toEqual([]);
  });
});
