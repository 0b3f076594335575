import type { Locator, Page } from 'playwright-core';
import { until } from '#platform/testing/until.js';
import { useTabs } from './chromium.js';
import { describeConsole } from './console-in-browser.js';
import { useOwnGateway } from './harness.js';
import { control } from './sandbox.js';

const gateway = useOwnGateway();
const PROMPTPAY = { currency: 'THB', source: { type: 'promptpay' }, return_uri: undefined };

/** The times of rows, in their order. */
const TIMES = `[...document.querySelectorAll('tbody tr[data-index]')].map((row) => [...row.querySelectorAll('time')].at(-1).dateTime)`;

/** Style and form of the amounts in cells. */
const AMOUNTS = `[...document.querySelectorAll('td > .amount, td > a > .amount')].map((one) => {
  const isMoney = /^[+−]?[A-Z]{3}.[\\d,]+\\.\\d\\d$/.test(one.textContent);
  return getComputedStyle(one).fontVariantNumeric + ' ' + getComputedStyle(one.closest('td')).textAlign + ' ' + isMoney;
})`;

describeConsole('lists of the console', gateway, [], (shown) => {
  const newTab = useTabs();
  const rows = (page: Page) => page.locator('tbody tr[data-index]');
  const fail = (id: string): Promise<unknown> =>
    shown.sandbox.post(`/charges/${id}/mark_as_failed`).expect(200);
  const promptpay = (amount: number, order: string) =>
    shown.sandbox.charge({ ...PROMPTPAY, amount, metadata: { order } });
  const shows = (page: Page, count: number): Promise<void> =>
    until(async () => (await rows(page).count()) === count, `not ${count} rows are shown`);

  it('finds failed payments over THB 1,000 of today by three filters, here and in another browser', async () => {
    const { page, sandbox } = shown;
    await fail((await promptpay(200_000, 'old')).id);
    await control(gateway)
      .post(`/api/sandboxes/${sandbox.name}/clock/advance`)
      .send({ by: '2d', max_real: '2m' })
      .expect(200);
    await fail((await promptpay(99_999, 'small')).id);
    await promptpay(200_000, 'pending');
    const { id } = await promptpay(150_000, 'wanted');
    await fail(id);
    await shown.open('payments');
    const addFilter = async (name: string): Promise<void> => {
      await page.getByRole('button', { name: 'Filter', exact: true }).click();
      await page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
    };
    await addFilter('Status');
    await page.getByRole('button', { name: 'Failed', exact: true }).click();
    await addFilter('Amount');
    await page.getByLabel('From (THB)').fill('1,000');
    await page.keyboard.press('Enter');
    await addFilter('Created');
    await page.getByRole('button', { name: 'Today' }).click();
    await page.waitForURL(/payments\?status=failed&amount_gte=100000&created=today$/);
    await shows(page, 1);
    await page.getByRole('button', { name: /^Amount ≥ THB.1,000\.00$/ }).waitFor();
    const other = await newTab();
    for (const tab of [page, other]) {
      await tab.goto(page.url());
      await tab.reload();
      await tab.getByRole('link', { name: id }).waitFor();
      await shows(tab, 1);
    }
    await page.getByRole('button', { name: 'Remove filter: Amount' }).click();
    await shows(page, 2);
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await shows(page, 4);
    expect(shown.trouble).toEqual([]);
  });

  it('drops what was typed when another page is opened at once', async () => {
    const page = await newTab();
    // The next page is loaded only when it is opened.
    await page.addInitScript('window.requestIdleCallback = () => 0');
    let load: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (load = resolve));
    await page.route('**/events-*.js', async (route) => {
      await held;
      await route.continue();
    });
    await page.clock.install();
    const field = page.locator('[data-search]');
    await page.goto(`${gateway.settings.controlUrl}/#/sandboxes/${shown.sandbox.name}/test/payments`);
    await field.waitFor();
    await page.clock.pauseAt(Date.now() + 60_000);
    await field.fill('1042');
    await page.getByRole('link', { name: 'Events', exact: true }).click();
    await page.waitForURL(/\/events/);
    await page.clock.runFor(1_000);
    await page.clock.resume();
    load();
    await page.getByRole('heading', { name: 'Events', level: 1 }).waitFor();
    expect(new URL(page.url()).hash).toMatch(/\/events$/);
    expect(await field.inputValue()).toBe('');
    await page.goBack();
    await page.getByRole('heading', { name: 'Payments', level: 1 }).waitFor();
    expect(await field.inputValue()).toBe('');
  });

  it('hides columns and sets the height of rows, and remembers both', async () => {
    const { page, sandbox } = shown;
    await promptpay(150_000, 'V-1');
    await promptpay(250_000, 'V-2');
    await shown.open('payments');
    await shows(page, 2);
    const column = (name: string) => page.getByRole('columnheader', { name, exact: true });
    const height = async (): Promise<number> => (await rows(page).first().boundingBox())?.height ?? 0;
    expect(await height()).toBe(36);
    await page.getByRole('button', { name: 'Columns and rows' }).click();
    const choice = (name: string) => page.getByRole('menuitemcheckbox', { name, exact: true });
    await choice('Method').click();
    await column('Method').waitFor({ state: 'detached' });
    await choice('Failure reason').click();
    expect(await choice('Failure reason').getAttribute('aria-checked')).toBe('false');
    expect(await choice('Amount').count()).toBe(0);
    await choice('Compact rows').click();
    await page.keyboard.press('Escape');
    await until(async () => (await height()) === 28, 'rows are not compact');
    await page.reload();
    await shows(page, 2);
    expect(await height()).toBe(28);
    expect(await column('Method').count()).toBe(0);
    await shown.open('events');
    await column('Order').waitFor();
    await until(async () => (await height()) === 28, 'events are not compact');
    await shown.open('payments');
    await page.getByRole('button', { name: 'Columns and rows' }).click();
    await choice('Method').click();
    await column('Method').waitFor();
    await page.keyboard.press('Escape');
    await sandbox.cardCharge();
    await shown.open('balance/transactions');
    await column('Date').waitFor();
    await page.getByRole('button', { name: 'Columns and rows' }).click();
    for (const name of ['Date', 'ID']) await choice(name).click();
    await page.keyboard.press('Escape');
    await column('ID').waitFor({ state: 'detached' });
    const amount = await rows(page).last().locator('.amount').last().boundingBox();
    const menu = await page.getByRole('button', { name: 'Columns and rows' }).boundingBox();
    expect(amount && menu && amount.x + amount.width <= menu.x).toBe(true);
    await shown.open('payments');
    await page.evaluate('localStorage.clear()');
    await page.reload();
    await until(async () => (await height()) === 36, 'rows are compact');
  });

  it('scrolls with the keyboard, and stays at its row when the density changes', async () => {
    const { page } = shown;
    await Promise.all(Array.from({ length: 60 }, (_, order) => promptpay(150_000, `D-${order}`)));
    await shown.open('payments');
    await until(async () => (await rows(page).count()) > 20, 'rows are missing');
    for (let row = 0; row < 40; row += 1) await page.keyboard.press('j');
    const isInSight = `(() => {
      const [row, box] = ['tr[data-chosen][data-index="39"]', '.long'].map((one) => document.querySelector(one)?.getBoundingClientRect());
      return row !== undefined && row.bottom <= box.bottom;
    })()`;
    await until(() => page.evaluate<boolean>(isInSight), 'the row is below the box');
    /** The index of the row below the header. */
    const top = `(() => {
      const head = document.querySelector('thead').getBoundingClientRect();
      const rows = [...document.querySelectorAll('tr[data-index]')];
      return Number(rows.find((row) => row.getBoundingClientRect().bottom > head.bottom + 1).dataset.index);
    })()`;
    const before = await page.evaluate<number>(top);
    expect(before).toBeGreaterThan(5);
    await page.getByRole('button', { name: 'Columns and rows' }).click();
    for (const height of [28, 36]) {
      await page.getByRole('menuitemcheckbox', { name: 'Compact rows' }).click();
      await until(
        async () => (await rows(page).nth(15).boundingBox())?.height === height,
        `rows are not ${height} px high`,
      );
      expect(Math.abs((await page.evaluate<number>(top)) - before)).toBeLessThan(2);
    }
    await page.keyboard.press('Escape');
  });

  it('copies the ID of a row or an object by the key y', async () => {
    const { page, sandbox } = shown;
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const { id } = await promptpay(150_000, 'Y-1');
    const copied = (): Promise<string> => page.evaluate<string>('navigator.clipboard.readText()');
    await shown.open('payments');
    await shows(page, 1);
    await page.keyboard.press('y');
    await page.keyboard.press('j');
    await page.keyboard.press('y');
    await page.getByRole('status').getByText(`Copied ${id}`).waitFor();
    expect(await copied()).toBe(id);
    const { body } = await sandbox.post('/customers', { email: 'ann@shop.example' }).expect(200);
    const customer = (body as { id: string }).id;
    await shown.open(`objects/customers/${customer}`);
    await page.getByRole('button', { name: 'Copy ID' }).waitFor();
    await page.keyboard.press('y');
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await copied()).toBe(customer);
    // An opened row is the one that the keyboard continues from.
    await shown.open('requests');
    await until(async () => (await rows(page).count()) > 1, 'requests are missing');
    await page.keyboard.press('j');
    await rows(page).nth(1).locator('.row-link').click();
    await page.waitForURL(/open=/);
    const opened = /open=(\w+)/.exec(page.url())?.[1];
    await page.keyboard.press('y');
    await page.getByRole('status').getByText(`Copied ${opened}`).waitFor();
    expect(await page.locator('tr[data-chosen]').count()).toBe(1);
  });

  it('opens and copies the page of a payment link', async () => {
    const { page, sandbox } = shown;
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const order = { amount: 100_000, currency: 'THB', title: 'Shoes', description: 'A pair' };
    const { body } = await sandbox.post('/links', order).expect(200);
    const { payment_uri: url } = body as { payment_uri: string };
    await shown.open('objects/links');
    await shows(page, 1);
    expect((await rows(page).first().boundingBox())?.height).toBe(36);
    expect(await rows(page).getByRole('link', { name: 'Open ↗' }).getAttribute('href')).toBe(url);
    await rows(page).getByRole('button', { name: 'Copy URL' }).click();
    await rows(page).getByRole('button', { name: 'Copied' }).waitFor();
    expect(await page.evaluate<string>('navigator.clipboard.readText()')).toBe(url);
  });

  it('counts payments by status in tabs, which filter', async () => {
    const { page, sandbox } = shown;
    await fail((await sandbox.charge()).id);
    await sandbox.charge();
    const authorized = await sandbox.cardCharge({ capture: false });
    const { id } = await sandbox.cardCharge();
    await sandbox.post(`/charges/${id}/refunds`, { amount: 10_000 }).expect(200);
    const tabs = page.getByRole('navigation', { name: 'Payments by status' });
    const tab = (name: RegExp): Locator => tabs.getByRole('link', { name });
    await shown.open('payments');
    for (const count of ['All 4', 'Pending 1', 'Authorized 1', 'Failed 1', 'Refunded 1'])
      await tabs.getByText(count).waitFor();
    await tab(/^Failed/).click();
    await tabs.getByText('All 4').waitFor();
    await shown.open('payments?q=chrg');
    await shows(page, 4);
    // The counts are those of all payments.
    expect(await tabs.textContent()).not.toMatch(/\d/);
    await tab(/^Authorized/).click();
    await page.getByRole('row', { name: 'Authorized' }).getByRole('link', { name: authorized.id }).waitFor();
    await shows(page, 1);
    await tab(/^Failed/).click();
    await page.waitForURL(/payments\?q=chrg&status=failed$/);
    await shows(page, 1);
    await tab(/^Refunded/).click();
    await page.waitForURL(/payments\?q=chrg&refunded=true$/);
    await page.getByText('100.00 refunded', { exact: true }).waitFor();
    await shows(page, 1);
    await tab(/^All/).click();
    await page.waitForURL(/payments\?q=chrg$/);
    await shows(page, 4);
    await page.getByText('payment_rejected').waitFor();
  });

  it('keeps the field and the rows while a filter is refused, and asks once', async () => {
    const { page, sandbox } = shown;
    const { id } = await sandbox.charge();
    await shown.open('payments');
    await page.getByRole('link', { name: id }).waitFor();
    let asked = 0;
    page.on('request', (request) => {
      if (request.url().includes('search=a')) asked += 1;
    });
    await page.getByLabel('Filter', { exact: true }).fill('a b c d e f g h i j k');
    await page.getByRole('alert').getByText('search must be at most 10 words').waitFor();
    await page.getByRole('link', { name: id }).waitFor();
    const readAgain = page.waitForResponse('**/objects/charges/counts*');
    const next = await sandbox.charge();
    await readAgain;
    expect(asked).toBe(1);
    await page.getByLabel('Filter', { exact: true }).fill('boost');
    await page.getByRole('link', { name: next.id }).waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  it('keeps text and filters in the address, and reads older links', async () => {
    const { page } = shown;
    await shown.open('payments');
    const field = page.getByLabel('Filter', { exact: true });
    await field.fill('1042');
    await page.waitForURL(/payments\?q=1042$/);
    await field.fill('status:pending 1042');
    await page.keyboard.press('Enter');
    await page.waitForURL(/payments\?q=1042&status=pending$/);
    await page.getByRole('button', { name: 'Status: Pending' }).waitFor();
    await shown.open('requests?status=nonsense');
    await page.getByRole('alert').getByText('status must be').waitFor();
    await shown.open('payments?q=status:failed+%221043%22');
    await page.waitForURL(/payments\?q=%221043%22&status=failed$|status=failed/);
    await page.getByRole('button', { name: 'Status: Failed' }).waitFor();
  });

  it('offers a way out of filters without a match', async () => {
    const { page, sandbox } = shown;
    const { id } = await sandbox.charge();
    await shown.open('payments?q=nothing-has-this&status=failed');
    await page.getByText('No match', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByRole('link', { name: id }).waitFor();
    expect(await page.getByLabel('Filter', { exact: true }).inputValue()).toBe('');
    expect(await page.getByText('No match', { exact: true }).count()).toBe(0);
  });

  it('says why a row matches that does not show the typed words', async () => {
    const { page, sandbox } = shown;
    await sandbox.charge({ metadata: { order: '1', colour: 'teal-65001' } });
    await shown.open('payments?q=65001');
    await page.getByRole('columnheader', { name: 'Match' }).waitFor();
    await page.getByRole('cell', { name: 'colour: teal-65001' }).waitFor();
    await page.getByLabel('Filter', { exact: true }).fill('');
    await page.getByRole('columnheader', { name: 'Match' }).waitFor({ state: 'detached' });
  });

  it('drops rows that no longer match', async () => {
    const { page, sandbox } = shown;
    const [paid, pending] = [await sandbox.charge(), await sandbox.charge()];
    await shown.open('payments?status=pending');
    await shows(page, 2);
    await sandbox.post(`/charges/${paid.id}/mark_as_paid`).expect(200);
    await page.getByRole('link', { name: paid.id }).waitFor({ state: 'detached' });
    await page.getByRole('link', { name: pending.id }).waitFor();
  });

  it('moves through rows by j and k, and opens one by Enter', async () => {
    const { page, sandbox } = shown;
    const [first, second] = [await sandbox.charge(), await sandbox.charge()];
    await shown.open('payments');
    await page.getByRole('link', { name: first.id }).waitFor();
    const cursor = (): Promise<string | null> =>
      page.locator('tr[data-chosen] .row-link').getAttribute('aria-label');
    await page.getByRole('radio', { name: 'Test' }).focus();
    await page.keyboard.press('j');
    expect(await cursor()).toContain(second.id);
    const third = await sandbox.charge();
    await page.getByRole('link', { name: third.id }).waitFor();
    expect(await cursor()).toContain(second.id);
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await cursor()).toContain(second.id);
    await page.getByRole('radio', { name: 'Test' }).focus();
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/payments/${first.id}`);
  });

  it('opens a row in a tab by a click with Ctrl', async () => {
    const { page, sandbox } = shown;
    const { id } = await sandbox.charge({ metadata: { order: 'T-7' } });
    await shown.open('payments');
    const opened = page.context().waitForEvent('page');
    await page.getByRole('cell', { name: 'T-7' }).click({ modifiers: ['ControlOrMeta'], force: true });
    const tab = await opened;
    await tab.waitForURL(`**/payments/${id}`);
    await tab.close();
    expect(page.url()).toMatch(/payments$/);
  });

  it('aligns amounts, in main units', async () => {
    const { page, sandbox } = shown;
    for (const amount of [150_000, 20_000, 2_050]) await promptpay(amount, `${amount}`);
    const { id } = await sandbox.cardCharge();
    await sandbox.post(`/charges/${id}/refunds`, { amount: 25_000 }).expect(200);
    for (const place of [
      'payments',
      'events',
      'objects/sources',
      'objects/refunds',
      'balance/transactions',
    ]) {
      await shown.open(place);
      await page.locator('tbody time').first().waitFor();
      const styles = await page.evaluate<string[]>(AMOUNTS);
      expect([place, new Set(styles)]).toEqual([place, new Set(['tabular-nums right true'])]);
    }
  });

  it('sorts every list by the times it shows, also resent webhooks', async () => {
    const { page, sandbox, receiver } = shown;
    const api = (path: string, body: object = {}): Promise<unknown> =>
      control(gateway).post(`/api/sandboxes/${sandbox.name}/${path}`).send(body).expect(200);
    await sandbox.post('/customers', { email: 'ann@shop.example' }).expect(200);
    const first = await promptpay(150_000, 'first');
    await receiver.next('charge.create');
    const { id } = await sandbox.cardCharge();
    await receiver.next('charge.create');
    await sandbox.post(`/charges/${id}/refunds`, { amount: 25_000 }).expect(200);
    await sandbox
      .post('/links', { amount: 100_000, currency: 'THB', title: 'Tea', description: 'Tea' })
      .expect(200);
    for (const key of ['', `skey_test_${sandbox.name}0`])
      await fetch(`${gateway.settings.baseUrl}/charges`, {
        headers: { authorization: `Basic ${btoa(`${key}:`)}` },
      });
    await receiver.next('refund.create');
    const sent = await gateway.database.webhookDelivery.findFirst({
      where: { event: { objectId: first.id } },
    });
    await api(`deliveries/${sent?.id}/redeliver`);
    const lists = [
      'payments',
      'webhooks',
      'requests',
      'requests/unauthenticated',
      'events',
      'balance/transactions',
    ];
    const kinds = ['sources', 'customers', 'refunds', 'links', 'tokens'].map((kind) => `objects/${kind}`);
    for (const place of [...lists, ...kinds]) {
      await shown.open(place);
      await page.locator('tbody time').first().waitFor();
      const times = await page.evaluate<string[]>(TIMES);
      expect([place, times]).toEqual([place, times.toSorted().toReversed()]);
    }
    await shown.open('webhooks');
    await page.getByRole('img', { name: '2 attempts' }).waitFor();
    expect(await rows(page).first().innerText()).toContain('charge.create');
  });

  it('signs transactions, filters them by direction, and shows the balance after each also while it is scrolled', async () => {
    const { page, sandbox } = shown;
    for (const { id } of [await sandbox.cardCharge(), await sandbox.cardCharge()])
      for (let count = 1; count <= 15; count += 1)
        await sandbox.post(`/charges/${id}/refunds`, { amount: 2_000 }).expect(200);
    await shown.open('balance/transactions');
    const { total } = (await sandbox.get('/balance')).body as { total: number };
    const money = (total / 100).toLocaleString('en', { minimumFractionDigits: 2 });
    await rows(page)
      .first()
      .getByText(new RegExp(`^THB.${money}$`))
      .waitFor();
    await page.evaluate(`document.querySelector('.long').scrollTo({ top: 100_000 })`);
    await sandbox.cardCharge();
    await page.getByRole('button', { name: '1 new · Show' }).waitFor();
    const [amount = '', balance = ''] = await rows(page).last().locator('td.right').allInnerTexts();
    expect(amount).toBe(`+${balance}`);
    await page.getByRole('navigation', { name: 'Transactions by direction' }).getByText('Credits').click();
    await page.waitForURL(/transactions\?direction=credit$/);
    await shows(page, 3);
    const signs = `[...document.querySelectorAll('tbody .toned')].map((one) => one.textContent[0] + ' ' + one.dataset.tone)`;
    expect(await page.evaluate(signs)).toEqual(['+ good', '+ good', '+ good']);
    await page.getByRole('navigation', { name: 'Transactions by direction' }).getByText('Debits').click();
    await until(
      async () =>
        new Set(await page.evaluate<string[]>(signs)).has('− neutral') && (await rows(page).count()) > 2,
      'debits are not shown',
    );
    expect(new Set(await page.evaluate<string[]>(signs))).toEqual(new Set(['− neutral']));
  });

  it('shows the error code of a request in one line', async () => {
    const { page, sandbox } = shown;
    const fault = { on: 'api', do: { status: 503 }, times: 1 };
    await control(gateway).post(`/api/sandboxes/${sandbox.name}/faults`).send(fault).expect(200);
    await sandbox.post('/charges').expect(503);
    await page.setViewportSize({ width: 1440, height: 900 });
    await shown.open('requests');
    await page.locator('td code', { hasText: 'service_unavailable' }).waitFor();
    const lines = `[...document.querySelectorAll('td code')].at(-1).getClientRects().length`;
    expect(await page.evaluate<number>(lines)).toBe(1);
  });

  it('shows amounts of a thousand million in full', async () => {
    const { page, sandbox } = shown;
    const { id } = await sandbox.cardCharge({ metadata: { order: 'R-1' } });
    const { id: refund } = (await sandbox.post(`/charges/${id}/refunds`, { amount: 25_000 }).expect(200))
      .body as { id: string };
    const amount = 100_000_000_000n;
    await gateway.database.charge.update({ where: { id }, data: { amount, refundedAmount: 1n } });
    await gateway.database.refund.update({ where: { id: refund }, data: { amount } });
    await gateway.database.transaction.updateMany({
      where: { origin: { in: [id, refund] } },
      data: { amount },
    });
    const clipped = `[...document.querySelectorAll('.long .amount')].filter((one) => {
      const [own, cell] = [one.getBoundingClientRect(), (one.closest('td') ?? one).getBoundingClientRect()];
      return own.left < cell.left || own.right > cell.right || own.height > 24 || cell.right > innerWidth;
    }).map((one) => one.textContent)`;
    for (const width of [1440, 1200, 375]) {
      await page.setViewportSize({ width, height: 800 });
      for (const place of ['payments', 'objects/refunds', 'balance/transactions']) {
        await shown.open(place);
        await page
          .locator('tbody')
          .getByText(/^[+−]?THB.1,000,000,000\.00$/)
          .first()
          .waitFor();
        expect([place, width, await page.evaluate(clipped)]).toEqual([place, width, []]);
      }
    }
  });

  it('shows six payments on the first screen of a phone', async () => {
    const { page } = shown;
    for (let order = 1; order <= 8; order += 1) await promptpay(150_000 + order, `P-${order}`);
    await page.setViewportSize({ width: 375, height: 667 });
    await shown.open('payments');
    await page.getByText('P-8').waitFor();
    for (const order of ['P-3', 'P-8']) {
      const row = rows(page).filter({ hasText: order });
      for (const cell of [
        row.getByText(/^THB.1,500\.0\d$/),
        row.getByText('Pending', { exact: true }),
        row.getByText(order),
      ]) {
        const box = await cell.boundingBox();
        expect(box && [box.x >= 0, box.x + box.width <= 375, box.y + box.height <= 611]).toEqual([
          true,
          true,
          true,
        ]);
      }
    }
    for (const place of [
      'payments',
      'webhooks',
      'requests',
      'events',
      'objects/sources',
      'objects/customers',
      'balance/transactions',
    ]) {
      await shown.open(place);
      await shown.arrived(place);
      const widths = await page.evaluate(
        `[document.documentElement, ...document.querySelectorAll('.long')].map((one) => one.scrollWidth - one.clientWidth)`,
      );
      expect([place, widths]).toEqual([place, (widths as number[]).map(() => 0)]);
    }
  });
});
