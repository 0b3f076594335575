import type { Locator, Page } from 'playwright-core';
import { until } from '#platform/testing/until.js';
import { useTabs } from './chromium.js';
import { describeConsole } from './console-in-browser.js';
import { useOwnGateway } from './harness.js';
import { control } from './sandbox.js';

const gateway = useOwnGateway();
/** Stands for a second process on the same database. */
const twin = useOwnGateway(() => ({ DATABASE_URL: gateway.databaseUrl }));

describeConsole('Activity', gateway, [twin], (shown) => {
  const feed = (): Locator => shown.page.getByRole('region', { name: 'Timeline' });
  const entriesOf = (id: string): Locator => feed().getByText(id.slice(-8));
  const rows = (): Locator => feed().locator('[role=row][data-index]');
  const chart = (name: RegExp | string): Promise<void> => shown.page.getByRole('img', { name }).waitFor();
  const failing = (): void => shown.receiver.answer((_, response) => void response.writeHead(500).end());
  const newTab = useTabs();
  const go = (page: Page): Promise<unknown> =>
    page.goto(`${gateway.settings.controlUrl}/#/sandboxes/${shown.sandbox.name}/test`);

  it('shows Get started while the sandbox is empty, and then what happens as it happens', async () => {
    await shown.open('');
    await shown.see('Create a charge, pay it as the customer');
    expect(await shown.page.content()).not.toContain(shown.sandbox.secretKey);
    await shown.page.getByRole('button', { name: 'Show keys' }).click();
    await shown.see(new RegExp(shown.sandbox.secretKey));
    await shown.page.getByText('Live', { exact: true }).click();
    // Live keys have to be shown again.
    await shown.see('-u skey_…:');
    await shown.page.getByText('Test', { exact: true }).click();
    const { id } = await shown.sandbox.charge({}, twin);
    await entriesOf(id).first().waitFor();
    await feed().getByText('charge.create').first().waitFor();
    expect(shown.trouble).toEqual([]);
  });

  it('needs 210 KiB as Brotli and 0.8 s of processor time for a first visit', async () => {
    await shown.sandbox.charge();
    const visit = async (): Promise<{ readonly seconds: number; readonly bytes: number }> => {
      const page = await newTab();
      // The rest is loaded while the browser is idle.
      await page.addInitScript('window.requestIdleCallback = () => 0');
      const browser = await page.context().newCDPSession(page);
      // Processor time: other specs use the processors too.
      await browser.send('Performance.enable', { timeDomain: 'threadTicks' });
      await go(page);
      await page.getByText('Streaming', { exact: true }).waitFor();
      await page
        .getByRole('region', { name: 'Timeline' })
        .locator('[role=row][data-index]')
        .first()
        .waitFor();
      const { metrics } = await browser.send('Performance.getMetrics');
      const bytes = await page.evaluate<number>(`performance.getEntriesByType('resource')
        .filter(({ name }) => name.includes('/assets/')).reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)`);
      return { seconds: metrics.find(({ name }) => name === 'ThreadTime')?.value ?? Number.NaN, bytes };
    };
    const visits = [await visit(), await visit(), await visit()];
    const seconds = Math.min(...visits.map((each) => each.seconds));
    expect(seconds).toBeGreaterThan(0.05);
    expect(seconds).toBeLessThanOrEqual(0.8);
    for (const { bytes } of visits) {
      expect(bytes).toBeGreaterThan(100 * 1024);
      expect(bytes).toBeLessThanOrEqual(210 * 1024);
    }
  });

  it('retries a feed and a stream that were answered 503, and misses nothing', async () => {
    const { page, sandbox } = shown;
    const { id: first } = await sandbox.charge();
    await page.route('**/timeline?*', (route) => route.fulfill({ status: 503 }), { times: 2 });
    await page.route('**/timeline/stream?*', (route) => route.fulfill({ status: 503 }), { times: 2 });
    await shown.open('');
    await page.getByText('Reconnecting…', { exact: true }).waitFor();
    await entriesOf(first).first().waitFor();
    const { id: missed } = await sandbox.charge();
    await entriesOf(missed).first().waitFor();
    await page.getByText('Streaming', { exact: true }).waitFor();
  });

  it('retries the stream of other pages too', async () => {
    const { page } = shown;
    await page.route('**/timeline?*', (route) => route.fulfill({ status: 503 }), { times: 2 });
    await page.route('**/timeline/stream?*', (route) => route.fulfill({ status: 503 }), { times: 1 });
    const streams = page.waitForResponse(
      (response) => response.url().includes('/timeline/stream') && response.status() === 200,
    );
    await shown.open('payments');
    await streams;
  });

  it('counts new entries while the feed is paused, and shows them on request', async () => {
    const { page, sandbox } = shown;
    await sandbox.charge();
    await shown.open('');
    await feed().getByText('POST /charges').first().waitFor();
    await page.getByText('Streaming', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Pause', exact: true }).click();
    const { id } = await sandbox.charge();
    await page.getByRole('button', { name: /\d+ new · Show/ }).waitFor();
    expect(await entriesOf(id).count()).toBe(0);
    await page.getByRole('button', { name: /\d+ new · Show/ }).click();
    await entriesOf(id).first().waitFor();
  });

  it('stays paused when the filter changes', async () => {
    const { page, sandbox } = shown;
    const { id: old } = await sandbox.charge({ metadata: { order: 'A-1' } });
    await shown.open('');
    await entriesOf(old).first().waitFor();
    await page.getByText('Streaming', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Pause', exact: true }).click();
    await page.getByLabel('Filter').fill('A-2');
    await page.getByText('No matching entries.').waitFor();
    const { id } = await sandbox.charge({ metadata: { order: 'A-2' } });
    await page.getByRole('button', { name: /\d+ new · Show/ }).waitFor();
    expect(await entriesOf(id).count()).toBe(0);
    await page.getByRole('button', { name: /\d+ new · Show/ }).click();
    await entriesOf(id).first().waitFor();
  });

  it('groups a request with its webhook, which is resent from its row', async () => {
    const { page, sandbox } = shown;
    failing();
    await page.setViewportSize({ width: 1440, height: 900 });
    await sandbox.charge({ metadata: { order: 'A-1042' } });
    await shown.open('');
    const head = rows().filter({ hasText: 'POST /charges' });
    const webhook = rows().filter({ hasText: /charge.create.* → 127.0.0.1/ });
    await webhook.getByText(/^in \d/).waitFor();
    const cells = (await head.getByRole('cell').allInnerTexts()).map((text) => text.replace('\u00A0', ' '));
    expect(cells.slice(2, 7)).toEqual(['200', 'MYR 20.00', 'Boost', 'A-1042', 'Pending']);
    expect((await webhook.getByRole('cell').allInnerTexts())[2]).toBe('500');
    expect(await head.locator('.feed-dot').getAttribute('data-tone')).toBe('retrying');
    shown.receiver.answer((_, response) => void response.writeHead(200).end());
    await webhook.getByRole('button', { name: 'Resend' }).click();
    await page.getByRole('status').getByText('Webhook is sent again').waitFor();
    await webhook.getByText('charge.create attempt 2').waitFor();
    await webhook.getByText('200', { exact: true }).waitFor();
    expect(await webhook.getByRole('button', { name: 'Resend' }).count()).toBe(0);
    await head.locator('.feed-dot[data-tone=good]').waitFor();
    expect(shown.trouble).toEqual([]);
  });

  it('shows the state that Payments shows for a charge that waits for its capture', async () => {
    const { page, sandbox } = shown;
    const { id } = await sandbox.cardCharge({ capture: false });
    await shown.open('payments');
    await page.getByRole('row', { name: id }).getByText('Authorized').waitFor();
    await shown.open('');
    await rows().filter({ hasText: 'POST /charges' }).getByText('Authorized').waitFor();
    await sandbox.post(`/charges/${id}/capture`).expect(200);
    await rows().filter({ hasText: '/capture' }).getByText('Successful').waitFor();
  });

  it('shows the attempts of a webhook without their cause in one line each, with order, object and answer', async () => {
    const { page, sandbox } = shown;
    failing();
    await page.setViewportSize({ width: 1440, height: 900 });
    const { id } = await sandbox.charge({ metadata: { order: 'A-1042' } });
    await shown.open('?kinds=attempt');
    const row = rows().filter({ hasText: /charge.create → 127.0.0.1/ });
    await row.getByText(/^in \d/).waitFor();
    await row.getByRole('link', { name: id.slice(-8) }).waitFor();
    const cells = (await row.getByRole('cell').allInnerTexts()).map((text) => text.replace('\u00A0', ' '));
    expect(cells.slice(2, 6)).toEqual(['500', 'MYR 20.00', '', 'A-1042']);
    expect((await row.boundingBox())?.height).toBe(28);
    await row.getByRole('button', { name: 'Resend' }).click();
    await rows().nth(1).waitFor();
    await rows().filter({ hasText: 'attempt 2' }).getByText('A-1042').waitFor();
    expect((await rows().first().boundingBox())?.height).toBe(28);
  });

  it('folds a group to a line that says what failed, and remembers to fold all', async () => {
    const { page, sandbox } = shown;
    failing();
    await sandbox.charge();
    await shown.open('');
    const head = rows().filter({ hasText: 'POST /charges' });
    await feed()
      .getByText(/charge.create → /)
      .waitFor();
    await head.getByRole('button', { name: 'Effects: 1' }).click();
    await head.getByText('1 failed').waitFor();
    expect(await rows().count()).toBe(1);
    await head.getByRole('button', { name: 'Effects: 1' }).click();
    await feed()
      .getByText(/charge.create → /)
      .waitFor();
    await page.getByRole('button', { name: 'Collapse groups' }).click();
    await page.reload();
    await head.getByText('1 failed').waitFor();
    expect(await rows().count()).toBe(1);
    await page.getByRole('button', { name: 'Collapse groups' }).click();
  });

  it('shows what no request caused, sorted by time', async () => {
    const { page, sandbox } = shown;
    const { authorize_uri: uri } = await sandbox.charge();
    await fetch(uri);
    await sandbox.charge();
    const advance = { by: '8d', max_real: '2m' };
    await control(gateway).post(`/api/sandboxes/${sandbox.name}/clock/advance`).send(advance).expect(200);
    await shown.open('');
    for (const text of [/^Clock advanced/, 'Opened the payment page', 'Expired', /^charge.complete → /])
      await feed().getByText(text).first().waitFor();
    const times = await page.evaluate<string[]>(
      `[...document.querySelectorAll('[aria-label=Timeline] time')].map((one) => one.dateTime)`,
    );
    expect(times.length).toBeGreaterThan(4);
    expect(times).toEqual(times.toSorted().toReversed());
  });

  it('filters by kind and outcome, in the address', async () => {
    const { page, sandbox } = shown;
    await sandbox.charge();
    await sandbox.get('/charges/chrg_test_none').expect(404);
    await shown.open('');
    await feed().getByText('charge.create').first().waitFor();
    await page.getByRole('button', { name: 'Requests', exact: true }).click();
    await until(async () => (await feed().getByText('charge.create').count()) === 0, 'events are shown');
    await page.getByRole('button', { name: 'Failed', exact: true }).click();
    await until(async () => (await rows().count()) === 1, 'successful requests are shown');
    await page.reload();
    await feed().getByText('not_found').waitFor();
    expect(await rows().count()).toBe(1);
    expect(page.url()).toContain('kinds=request&failed=true');
  });

  it('shows a declined payment under Failed after its webhook is delivered', async () => {
    const { page, sandbox } = shown;
    const { id } = await sandbox.charge();
    await sandbox.post(`/charges/${id}/mark_as_failed`).expect(200);
    await shown.open('');
    await feed()
      .getByText(/charge.complete → /)
      .waitFor();
    await page.getByRole('button', { name: 'Failed', exact: true }).click();
    await until(async () => (await rows().count()) === 2, 'the request and its webhook are not shown alone');
    await rows()
      .first()
      .filter({ hasText: '/mark_as_failed' })
      .getByText('Failed', { exact: true })
      .waitFor();
  });

  it('links an action to its object, and folds the loads of a page', async () => {
    const { page, sandbox } = shown;
    await page.setViewportSize({ width: 1440, height: 900 });
    await shown.open('start');
    await page.getByRole('button', { name: 'Send test charge' }).click();
    await page.getByRole('status').getByText('Charge of THB 1,500.00 created').waitFor();
    const { body } = await sandbox.get('/charges').expect(200);
    const [{ id, authorize_uri: uri }] = (body as { data: [{ id: string; authorize_uri: string }] }).data;
    await fetch(uri);
    await fetch(uri);
    await page.getByRole('link', { name: 'Activity' }).click();
    await rows()
      .filter({ hasText: /Opened the payment page\s*loaded 2 times/ })
      .waitFor();
    const act = rows().filter({ hasText: 'You created the charge in the console' });
    await act.getByRole('link', { name: id }).click();
    await page.getByRole('heading', { name: /1,500\.00/ }).waitFor();
  });

  it('pauses on selection and not on hover, moves by j and k, and opens beside the feed', async () => {
    const { page, sandbox } = shown;
    await sandbox.charge();
    await shown.open('');
    await page.getByText('Streaming', { exact: true }).waitFor();
    await feed()
      .getByText(/charge.create → /)
      .waitFor();
    await rows().first().hover();
    const { id } = await sandbox.charge();
    await entriesOf(id).first().waitFor();
    await until(async () => (await rows().count()) === 4, 'the second charge has no webhook');
    await rows().first().filter({ hasText: 'POST /charges' }).waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.getByText('Paused', { exact: true }).waitFor();
    await page.keyboard.press('k');
    await page.keyboard.press('Enter');
    await page.getByRole('complementary', { name: 'Request' }).getByText('POST /charges').first().waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page
      .getByRole('complementary', { name: 'Webhook' })
      .getByRole('button', { name: 'Attempt 1' })
      .waitFor();
    expect(page.url()).toContain('open=whdl_');
    await sandbox.charge();
    await page.getByRole('button', { name: /\d+ new · Show/ }).waitFor();
    expect(await rows().count()).toBe(4);
    await page.keyboard.press('Escape');
    await page.getByText('Streaming', { exact: true }).waitFor();
    await until(async () => (await rows().count()) > 4, 'new rows are not shown');
    expect(shown.trouble).toEqual([]);
  });

  it('shows figures of a range as charts with a tooltip and a table, and filters by them', async () => {
    const { page, sandbox } = shown;
    failing();
    await sandbox.charge();
    await sandbox.get('/charges/chrg_test_none').expect(404);
    await shown.open('');
    await chart('API requests in the last 5 minutes: 2, errors: 1');
    await chart('Webhook attempts in the last 5 minutes: 0 delivered, 1 failed');
    await chart(/^Highest p95 latency in the last 5 minutes: \d+ ms$/);
    await page.getByRole('button', { name: 'Webhook attempts 1 · 1 failed' }).waitFor();
    await shown.see('1 waiting · 0 held');
    await page.getByRole('group', { name: 'Kinds' }).waitFor();
    await page.getByText('24 h', { exact: true }).click();
    await chart('API requests in the last 24 hours: 2, errors: 1');
    expect(page.url()).toContain('range=24h');
    const figures = page.getByRole('table', { name: 'Figures of the last 24 hours' }).getByRole('row');
    await until(
      async () => (await figures.count()) === 26,
      async () => `the table has ${await figures.count()} rows`,
    );
    const last = await page.getByRole('img', { name: /^API requests/ }).boundingBox();
    if (!last) throw new Error('The chart has no place');
    await page.mouse.move(last.x + last.width - 2, last.y + last.height / 2);
    await page
      .getByRole('tooltip')
      .filter({ hasText: /: 2 requests, 1 error$/ })
      .waitFor();
    await page.getByRole('button', { name: /^API requests/ }).click();
    await until(
      async () => (await feed().getByText('charge.create').count()) === 0,
      'the chart does not filter',
    );
    await page.getByRole('button', { name: 'Figures', pressed: true }).click();
    await page.reload();
    await page.getByRole('button', { name: 'Figures', pressed: false }).click();
    await chart('API requests in the last 24 hours: 2, errors: 1');
  });

  it('shows twenty rows at 1440 by 900, and the first row at 220 of a phone, without a shift', async () => {
    const { sandbox } = shown;
    await Promise.all(Array.from({ length: 30 }, () => sandbox.get('/account')));
    const page = await newTab();
    await page.addInitScript(`
      window.shifts = 0;
      new PerformanceObserver((list) => list.getEntries().forEach((one) => (window.shifts += one.hadRecentInput ? 0 : one.value)))
        .observe({ type: 'layout-shift', buffered: true });`);
    const measured = (): Promise<{
      inSight: number;
      first: number;
      height: number;
      isWide: boolean;
      shifts: number;
    }> =>
      page.evaluate(`(() => {
        const box = document.querySelector('[aria-label=Timeline]').getBoundingClientRect();
        const rows = [...document.querySelectorAll('[role=row][data-index]')].map((row) => row.getBoundingClientRect());
        const { scrollWidth, clientWidth } = document.documentElement;
        return {
          inSight: rows.filter(({ top, bottom }) => top >= box.top && bottom <= Math.min(box.bottom, innerHeight)).length,
          first: rows[0].top, height: rows[0].height, isWide: scrollWidth > clientWidth, shifts,
        };
      })()`);
    await page.setViewportSize({ width: 1440, height: 900 });
    await go(page);
    await page.getByText('GET /account').nth(25).waitFor();
    const wide = await measured();
    expect(wide.inSight).toBeGreaterThanOrEqual(20);
    await page.setViewportSize({ width: 375, height: 812 });
    await page.reload();
    await page.getByText('GET /account').nth(9).waitFor();
    const phone = await measured();
    expect(phone.first).toBeLessThanOrEqual(220);
    expect(phone.height).toBeGreaterThanOrEqual(44);
    expect(phone.isWide).toBe(false);
    const low = `[...document.querySelectorAll('.activity :is(button, input)')].map((one) => one.offsetHeight).filter((height) => height > 0 && height < 44)`;
    expect(await page.evaluate(low)).toEqual([]);
    expect(Math.max(wide.shifts, phone.shifts)).toBeLessThan(0.05);
  });

  it('shows whole times beside the large buttons of a tablet', async () => {
    await shown.sandbox.charge();
    const page = await newTab({ viewport: { width: 820, height: 1_180 }, hasTouch: true, isMobile: true });
    await go(page);
    const fold = page.getByRole('button', { name: /^Effects: / }).first();
    await fold.waitFor();
    expect((await fold.boundingBox())?.width).toBe(44);
    const cut = `[...document.querySelectorAll('.feed-time')].filter((one) => one.scrollWidth > one.clientWidth).length`;
    expect(await page.evaluate<number>(cut)).toBe(0);
  });

  it('asks at most twelve times a minute while nothing happens, and not at all while it is hidden', async () => {
    const { sandbox } = shown;
    await sandbox.charge();
    const page = await newTab();
    await page.clock.install();
    await go(page);
    await page.getByText(/charge.create → /).waitFor();
    await page
      .getByRole('img', { name: 'Webhook attempts in the last 5 minutes: 1 delivered, 0 failed' })
      .waitFor();
    await page.clock.runFor(2_000);
    let asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/api/')) asked.push(request.url());
    });
    await page.clock.runFor(60_000);
    await page.evaluate(`fetch('/healthz')`);
    expect(asked).not.toEqual([]);
    expect(asked.length).toBeLessThanOrEqual(12);
    await page.evaluate(`
      Object.defineProperty(document, 'hidden', { value: true, configurable: true });
      Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));`);
    asked = [];
    const { id } = await sandbox.charge();
    await page.getByText(id.slice(-8)).first().waitFor();
    await page.clock.runFor(60_000);
    await page.evaluate(`fetch('/healthz')`);
    expect(asked).toEqual([]);
  });
});
