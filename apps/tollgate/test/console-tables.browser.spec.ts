import type { Page } from 'playwright-core';
import { until } from '#platform/testing/until.js';
import { fill } from './console-filled.js';
import { describeConsole } from './console-in-browser.js';
import { useOwnGateway } from './harness.js';

const gateway = useOwnGateway();

const KINDS = [
  'customers',
  'refunds',
  'disputes',
  'links',
  'checkout_sessions',
  'schedules',
  'sources',
  'tokens',
  'transfers',
  'recipients',
];
const LISTS = [
  'payments',
  'webhooks',
  'requests',
  'events',
  'balance/transactions',
  'balance/receipts',
  ...KINDS.map((kind) => `objects/${kind}`),
];

/** In a page: what is wrong with its table, and whether the window scrolls. */
const FAULTS = `(() => {
  const box = document.querySelector('.long').getBoundingClientRect();
  const rows = [...document.querySelectorAll('.long tbody tr[data-index]')];
  const heights = [...new Set(rows.map((row) => Math.round(row.getBoundingClientRect().height)))];
  const cells = [...document.querySelectorAll('.long :is(th, td)')].filter((cell) => cell.checkVisibility());
  const heads = [...document.querySelectorAll('.long th')].filter((head) => head.checkVisibility());
  const { scrollWidth, scrollHeight, clientWidth, clientHeight } = document.documentElement;
  return [
    ...(heights.length === 1 && [28, 36, 40, 60].includes(heights[0]) ? [] : ['rows are ' + heights.join(', ') + ' px high']),
    ...cells.filter((cell) => cell.getBoundingClientRect().right > box.right + 1).map((cell) => cell.textContent + ' is cut off'),
    ...cells.filter((cell) => getComputedStyle(cell).whiteSpace !== 'nowrap').map((cell) => cell.textContent + ' wraps'),
    ...heads.filter((head) => head.scrollWidth > head.clientWidth).map((head) => 'the head ' + head.textContent + ' is cut off'),
    ...(scrollWidth > clientWidth || scrollHeight > clientHeight ? ['the window scrolls'] : []),
  ];
})()`;

/** In a page: how many rows are wholly in sight. */
const IN_SIGHT = `(() => {
  const [box, head] = ['.long', '.long thead'].map((one) => document.querySelector(one).getBoundingClientRect());
  return [...document.querySelectorAll('.long tbody tr[data-index]')].map((row) => row.getBoundingClientRect())
    .filter((row) => row.top >= head.bottom - 1 && row.bottom <= box.bottom + 1).length;
})()`;
const TOP = `document.querySelector('.long').scrollTop`;

describeConsole('tables of the console', gateway, [], (shown) => {
  const rows = (page: Page) => page.locator('.long tbody tr[data-index]');
  const heads = (): Promise<string[]> => shown.page.locator('.long th:not(:last-child)').allInnerTexts();
  const top = (): Promise<number> => shown.page.evaluate<number>(TOP);
  const scrollTo = async (to: number): Promise<void> => {
    await shown.page.evaluate(`document.querySelector('.long').scrollTo({ top: ${to} })`);
    await until(async () => (await top()) === to, 'the list is not scrolled');
  };

  it('shows rows of one height in full columns at five widths, and never scrolls the window', async () => {
    const { page, sandbox } = shown;
    await fill(sandbox);
    const found: unknown[] = [];
    for (const [width, height] of [
      [1440, 900],
      [1280, 800],
      [1024, 768],
      [768, 1024],
      [375, 667],
    ] as const) {
      await page.setViewportSize({ width, height });
      for (const place of LISTS) {
        await shown.open(place);
        await shown.arrived(place);
        await rows(page).first().waitFor();
        found.push(...(await page.evaluate<string[]>(FAULTS)).map((fault) => [place, width, fault]));
      }
    }
    expect(found).toEqual([]);
    expect(shown.trouble).toEqual([]);
  });

  it('shows 20 payments at 1440 × 900, and leaves out columns without values or room', async () => {
    const { page, sandbox } = shown;
    await Promise.all(
      Array.from({ length: 40 }, (_, number) => sandbox.charge({ metadata: { order: `T-${number}` } })),
    );
    await page.setViewportSize({ width: 1440, height: 900 });
    await shown.open('payments');
    await until(async () => (await page.evaluate<number>(IN_SIGHT)) >= 20, 'fewer than 20 rows are in sight');
    expect(await heads()).toEqual(['Amount', 'Status', 'Method', 'Order', 'Webhooks', 'Created']);
    const form = { card: await sandbox.token(), email: 'ann@shop.example' };
    const { id: customer } = (await sandbox.post('/customers', form).expect(200)).body as { id: string };
    await sandbox.post('/charges', { amount: 50_000, currency: 'THB', customer }).expect(200);
    const { id } = await sandbox.charge();
    await sandbox.post(`/charges/${id}/mark_as_failed`).expect(200);
    await page.getByRole('columnheader', { name: 'Failure reason' }).waitFor();
    expect(await heads()).toEqual([
      'Amount',
      'Status',
      'Method',
      'Order',
      'Customer',
      'Failure reason',
      'Webhooks',
      'Created',
    ]);
    await page.setViewportSize({ width: 820, height: 900 });
    await page.getByRole('columnheader', { name: 'Failure reason' }).waitFor({ state: 'detached' });
    expect(await heads()).toEqual(['Amount', 'Status', 'Method', 'Order', 'Webhooks', 'Created']);
  });

  it('opens cards by a click and by the keyboard', async () => {
    const { page, sandbox } = shown;
    const first = await sandbox.charge();
    const second = await sandbox.charge({ metadata: { order: 'C-2' } });
    await page.setViewportSize({ width: 768, height: 1024 });
    await shown.open('payments');
    await rows(page).nth(1).waitFor();
    const card = rows(page).filter({ hasText: 'C-2' });
    for (const text of [/^MYR/, 'Pending']) await card.getByText(text).first().waitFor();
    await card.click();
    await page.waitForURL(`**/payments/${second.id}`);
    // The address changes first: the list, and its keys, stay until the payment's page is loaded.
    await page.getByRole('heading', { level: 1, name: 'MYR' }).waitFor();
    await page.goBack();
    await shown.arrived('payments');
    await rows(page).nth(1).waitFor();
    for (const key of ['j', 'j']) await page.keyboard.press(key);
    await rows(page).nth(1).and(page.locator('[data-chosen]')).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/payments/${first.id}`);
  });

  it('copies the columns shown as CSV, with decimal amounts and ISO times', async () => {
    const { page, sandbox } = shown;
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const charge = await sandbox.charge({ amount: 160_050, metadata: { order: 'a, "b"' } });
    await shown.open('payments');
    await page.getByText('1 delivered').waitFor();
    await page.getByRole('button', { name: 'Columns and rows' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Method' }).click();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Copy as CSV' }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    const csv = await page.evaluate<string>('navigator.clipboard.readText()');
    const [head, row = ''] = csv.split('\r\n');
    const end = row.lastIndexOf(',');
    expect(head).toBe('Amount,Status,Order,Webhooks,Created');
    expect(row.slice(0, end)).toBe(`1600.50 MYR,Pending,"a, ""b""",1 delivered`);
    const apart = Date.parse(row.slice(end + 1)) - Date.parse(String(charge['created_at']));
    expect(Math.abs(apart)).toBeLessThanOrEqual(1_000);
    await page.evaluate('localStorage.clear()');
  });

  it('returns to the same place of a list with the rows that were loaded', async () => {
    const { page, sandbox } = shown;
    for (let batch = 0; batch < 10; batch += 1)
      await Promise.all(Array.from({ length: 26 }, () => sandbox.charge()));
    await shown.open('');
    await page.getByRole('link', { name: 'Payments', exact: true }).click();
    await rows(page).first().waitFor();
    await until(async () => {
      await page.evaluate(`document.querySelector('.long').scrollTo({ top: 100_000 })`);
      return (await page.locator('.long tr[data-index="259"]').count()) === 1;
    }, 'older rows are not loaded');
    await scrollTo(7_777);
    const row = page.locator('.long tr[data-index="222"] .row-link');
    const opened = await row.getAttribute('aria-label');
    await row.click();
    await page.waitForURL(/payments\/chrg_/);
    const { id } = await sandbox.charge();
    await page.goBack();
    await row.waitFor();
    expect([await top(), await row.getAttribute('aria-label')]).toEqual([7_777, opened]);
    await page.getByRole('button', { name: '1 new · Show' }).click();
    await page.getByRole('link', { name: id }).waitFor();
  });

  it('begins a filter at its first row, and returns from it', async () => {
    const { page, sandbox } = shown;
    for (let batch = 0; batch < 3; batch += 1)
      await Promise.all(Array.from({ length: 20 }, () => sandbox.charge()));
    await shown.open('');
    await page.getByRole('link', { name: 'Payments', exact: true }).click();
    await rows(page).first().waitFor();
    await scrollTo(900);
    await page.getByRole('navigation', { name: 'Payments by status' }).getByText('Pending').click();
    await page.waitForURL(/status=pending$/);
    await until(async () => (await top()) === 0, 'the filtered list is scrolled');
    await page.goBack();
    await until(async () => (await top()) === 900, 'the place is lost');
    // Another visit begins at the first row.
    await page.getByRole('link', { name: 'Events', exact: true }).click();
    await shown.arrived('events');
    await page.getByRole('link', { name: 'Payments', exact: true }).click();
    await shown.arrived('payments');
    expect(await top()).toBe(0);
  });

  it('dims rows that the present filter has not chosen, and says that Tollgate does not answer', async () => {
    const { page, sandbox } = shown;
    const { id } = await sandbox.charge();
    await shown.open('payments');
    await page.getByRole('link', { name: id }).waitFor();
    const opacity = (): Promise<string> =>
      page.evaluate<string>(`getComputedStyle(document.querySelector('.long tbody')).opacity`);
    const filtered = '**/objects/charges?*status=successful*';
    await page.route(filtered, (route) => route.abort());
    await page.getByRole('navigation', { name: 'Payments by status' }).getByText('Successful').click();
    await page.getByText("Not filtered: Tollgate doesn't answer").waitFor();
    expect(await opacity()).toBe('0.4');
    expect(await page.getByRole('region', { name: 'Payments' }).getAttribute('aria-busy')).toBe('true');
    await page.getByRole('link', { name: id }).waitFor();
    await page.unroute(filtered);
    await sandbox.post(`/charges/${id}/mark_as_paid`).expect(200);
    await page.getByText("Not filtered: Tollgate doesn't answer").waitFor({ state: 'detached' });
    await page.getByRole('row', { name: 'Successful' }).getByRole('link', { name: id }).waitFor();
    expect(await opacity()).toBe('1');
  });
});
