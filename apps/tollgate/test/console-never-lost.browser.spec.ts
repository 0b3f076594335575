import type { Page } from 'playwright-core';
import { until } from '#platform/testing/until.js';
import { CHROMIUM, useTabs } from './chromium.js';
import { describeConsole } from './console-in-browser.js';
import { describeWhere } from './describe-where.js';
import { useOwnGateway } from './harness.js';
import { useOwnProcess } from './own-process.js';

/** In a page: the element with the focus. */
const FOCUS = `(({ tagName, textContent }) => tagName + ' ' + textContent.replaceAll('\u00a0', ' '))(document.activeElement)`;
/** In a page: the focus is visible. */
const HAS_RING = `getComputedStyle(document.activeElement).outlineStyle !== 'none'`;
/** In a page, before it is loaded: the browser is never idle, so that pages are loaded when they are opened. */
const BUSY = `window.requestIdleCallback = () => 0`;

const gateway = useOwnGateway();

describeConsole('the focus in the console', gateway, [], (shown) => {
  const hasFocus = (what: string): Promise<void> =>
    until(
      async () => (await shown.page.evaluate<string>(FOCUS)) === what,
      async () => `the focus is on ${await shown.page.evaluate<string>(FOCUS)}, not on ${what}`,
    );

  it('moves to the title of each page that is opened', async () => {
    const { page, sandbox } = shown;
    for (let made = 0; made < 3; made += 1) await sandbox.charge({ amount: 10_000 });
    await shown.open('');
    await shown.arrived('');
    const press = async (...keys: readonly string[]): Promise<void> => {
      for (const key of keys) await page.keyboard.press(key);
    };
    await press('g', 'p');
    await hasFocus('H1 Payments');
    await page.locator('main tbody time').first().waitFor();
    await press('j', 'j', 'Enter');
    await hasFocus('H1 MYR 100.00');
    await page.goBack();
    await hasFocus('H1 Payments');
    await page.locator('.row-link').first().click();
    await hasFocus('H1 MYR 100.00');
    await page.getByRole('link', { name: 'Clock' }).first().click();
    await hasFocus('H1 Clock');
    await page.getByRole('button', { name: /^Search or jump/ }).click();
    await page.getByPlaceholder('An order, an ID').fill('Snapshots');
    await press('Enter');
    await hasFocus('H1 Snapshots');
    await page.getByRole('button', { name: /^Clock:/ }).click();
    await page.getByRole('menuitem', { name: 'Open clock' }).click();
    await hasFocus('H1 Clock');
    expect(shown.trouble).toEqual([]);
  });

  it('is seen on what the Tab key leads to, and not on the title', async () => {
    const { page, sandbox } = shown;
    const { id } = await sandbox.charge();
    await shown.open('');
    await shown.arrived('');
    await page.keyboard.press('g');
    await page.keyboard.press('p');
    await hasFocus('H1 Payments');
    expect(await page.evaluate(HAS_RING)).toBe(false);
    await page.locator('main tbody time').first().waitFor();
    const unseen: string[] = [];
    for (let label = ''; !label.includes(id);) {
      await page.keyboard.press('Tab');
      label = await page.evaluate<string>(`document.activeElement.outerHTML`);
      // Fields have a border instead.
      if (!label.startsWith('<input') && !(await page.evaluate(HAS_RING))) unseen.push(label);
    }
    expect(unseen).toEqual([]);
  });

  it('stays on fields, tabs and rows of the same page', async () => {
    const { page, sandbox } = shown;
    await sandbox.charge();
    await shown.open('webhooks');
    await shown.arrived('webhooks');
    await page.getByRole('link', { name: 'Inbox' }).click();
    await shown.arrived('webhooks/inbox');
    await hasFocus('A Inbox');
    await page.getByRole('link', { name: 'Deliveries' }).click();
    await shown.arrived('webhooks');
    await hasFocus('A Deliveries');
    const field = page.getByLabel('Filter');
    await field.fill('charge');
    await page.waitForURL('**q=charge');
    await page.locator('main [aria-busy=true]').waitFor({ state: 'detached' });
    await hasFocus('INPUT ');
    await page.keyboard.press('Tab');
    const filter = await page.evaluate<string>(FOCUS);
    await sandbox.charge();
    await page.locator('.row-link').nth(1).waitFor();
    await hasFocus(filter);
  });
});

describeWhere(CHROMIUM !== undefined, 'chromium is not installed', 'the console without Tollgate', () => {
  const own = useOwnProcess();
  const newTab = useTabs();
  const addressOf = (place: string): string =>
    `http://127.0.0.1:${own.ports.control}/#/sandboxes/default/test${place}`;
  const arrived = (page: Page, place: string): Promise<void> =>
    page.locator(`main[data-shown="/sandboxes/default/test${place}"] h1`).waitFor();
  const loadsOf = (page: Page): (() => number) => {
    let loads = 0;
    page.on('load', () => (loads += 1));
    return () => loads;
  };

  it('opens a page that was never loaded once Tollgate answers again', async () => {
    const page = await newTab();
    const loads = loadsOf(page);
    await page.addInitScript(BUSY);
    await page.goto(addressOf('/payments'));
    await arrived(page, '/payments');
    await page.getByRole('link', { name: 'Activity' }).click();
    await arrived(page, '');
    await own.stop();
    await page.getByText("Tollgate doesn't answer. What is shown may be out of date.").waitFor();
    await page.getByRole('link', { name: 'Balance' }).click();
    await page.getByText("Tollgate doesn't answer. Opening Balance as soon as it does.").waitFor();
    await page.getByRole('link', { name: 'Payments' }).click();
    await arrived(page, '/payments');
    await page.getByRole('link', { name: 'Balance' }).click();
    await page.getByText("Tollgate doesn't answer. Opening Balance as soon as it does.").waitFor();
    await own.start();
    await arrived(page, '/balance');
    await page.getByText("Tollgate doesn't answer").waitFor({ state: 'detached' });
    expect([await page.locator('h1').innerText(), loads()]).toEqual(['Balance', 1]);
  });

  it('opens pages that were loaded in advance without Tollgate', async () => {
    const page = await newTab();
    const asked: string[] = [];
    page.on('requestfinished', (request) => asked.push(new URL(request.url()).pathname));
    await page.goto(addressOf('/payments'));
    const pages = ['balance', 'clock', 'scenarios', 'exams', 'snapshot-comparison', 'palette', 'question'];
    const isLoaded = (name: string): boolean => asked.some((path) => path.startsWith(`/assets/${name}-`));
    await until(() => pages.every(isLoaded), `not loaded in advance: ${pages.join(', ')}`);
    await own.stop();
    await page.getByRole('link', { name: 'Balance' }).click();
    await arrived(page, '/balance');
    await own.start();
  });

  it('leads from a payment that does not exist to the list', async () => {
    const page = await newTab();
    await page.goto(addressOf(`/payments/chrg_test_${'0'.repeat(19)}`));
    await page.getByRole('alert', { name: 'Not found' }).waitFor();
    await page.getByRole('link', { name: 'Show all payments' }).click();
    await arrived(page, '/payments');
    await page.goto(addressOf(`/objects/customers/cust_test_${'0'.repeat(19)}`));
    await page.getByRole('link', { name: 'Show all customers' }).click();
    await arrived(page, '/objects/customers');
  });

  it('loads the new version once if a file of the old one is gone', async () => {
    const page = await newTab();
    const loads = loadsOf(page);
    await page.addInitScript(BUSY);
    await page.goto(addressOf('/payments'));
    await arrived(page, '/payments');
    await page.route('**/assets/balance-*', (route) => route.fulfill({ status: 404 }));
    await page.getByRole('link', { name: 'Balance' }).click();
    const again = page.getByRole('button', { name: 'Load again' });
    await page.getByText('A file of the console is missing.').waitFor();
    expect([await again.count(), loads()]).toEqual([1, 2]);
    await page.unrouteAll();
    await again.click();
    await arrived(page, '/balance');
    await page.getByRole('heading', { name: 'Balance' }).waitFor();
  });
});
