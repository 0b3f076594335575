import type { Page } from 'playwright-core';
import { until } from '#platform/testing/until.js';
import { useTabs } from './chromium.js';
import { describeConsole } from './console-in-browser.js';
import { NO_LONG_TIMERS } from './console-page-checks.js';
import { useOwnGateway } from './harness.js';
import { control, createSandbox } from './sandbox.js';

const TOKEN = 'a-token-that-nobody-guesses';
const gateway = useOwnGateway();
const closed = useOwnGateway(() => ({ DATABASE_URL: gateway.databaseUrl, CONTROL_TOKEN: TOKEN }));

const KINDS = [
  'transfers',
  'recipients',
  'customers',
  'cards',
  'refunds',
  'disputes',
  'links',
  'checkout_sessions',
  'schedules',
  'linked_accounts',
  'sources',
  'tokens',
  'chains',
];
const PLACES_WITH_FILTER = [
  '',
  'payments',
  'webhooks',
  'requests',
  'requests/unauthenticated',
  'events',
  'balance/transactions',
  'balance/receipts',
  'sandboxes',
  ...KINDS.map((kind) => `objects/${kind}`),
];

describeConsole('the console', gateway, [closed], (shown) => {
  const newTab = useTabs();
  /** A page of its own, whose time the spec moves. */
  const openWithClock = async (place: string): Promise<Page> => {
    const page = await newTab();
    await page.clock.install();
    await page.goto(`${gateway.settings.controlUrl}/#/sandboxes/${shown.sandbox.name}/test/${place}`);
    return page;
  };

  it('offers commands with a token or a key as a variable', async () => {
    const { page, sandbox } = shown;
    const { id } = await sandbox.charge();
    const commandOf = async (secret: string): Promise<string> => {
      await shown.open(`payments/${id}`, closed);
      await page.getByLabel('Control token or secret key').fill(secret);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByRole('button', { name: 'Copy as cURL' }).first().click();
      const command = await page.getByRole('dialog').getByText('curl -s').innerText();
      expect(await page.content()).not.toContain(secret);
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Console menu' }).click();
      await page.getByRole('menuitem', { name: 'Sign out' }).click();
      await page.getByLabel('Control token or secret key').waitFor();
      return command;
    };
    const path = `${closed.settings.controlUrl}/api/sandboxes/${sandbox.name}/api/test/charges/${id}/mark_as_paid`;
    expect(await commandOf(TOKEN)).toBe(
      `curl -s -H "Authorization: Bearer $CONTROL_TOKEN" -X POST '${path}'`,
    );
    expect(await commandOf(sandbox.secretKey)).toBe(`curl -s -u "$TOLLGATE_SECRET_KEY:" -X POST '${path}'`);
  });

  it('asks to sign in after the session has ended', async () => {
    const { page } = shown;
    await shown.open('payments', closed);
    await page.getByLabel('Control token or secret key').fill(TOKEN);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Payments' }).waitFor();
    await gateway.database.consoleSession.deleteMany();
    await page.keyboard.press('g');
    await page.keyboard.press('e');
    await page.getByLabel('Control token or secret key').waitFor();
  });

  it('fits its header on a phone after signing in', async () => {
    const { page } = shown;
    await page.setViewportSize({ width: 375, height: 800 });
    await shown.open('payments', closed);
    await page.getByLabel('Control token or secret key').fill(TOKEN);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Payments' }).waitFor();
    const isCut = `(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)(document.querySelector('[role=radiogroup][aria-label=Mode]'))`;
    expect(await page.evaluate(isCut)).toBe(false);
    await page.getByRole('button', { name: 'Console menu' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByLabel('Control token or secret key').waitFor();
  });

  it('finds a sandbox among more than a page of them', async () => {
    const { page } = shown;
    for (let made = 0; made < 100; made += 20)
      await Promise.all(Array.from({ length: 20 }, () => createSandbox(gateway)));
    const name = `Last-of-${shown.sandbox.name}`;
    await createSandbox(gateway, { name });
    await shown.open('');
    await page.getByRole('button', { name: `Sandbox: ${shown.sandbox.name}` }).click();
    await page.getByLabel('Find a sandbox').fill(`last-of-${shown.sandbox.name}`);
    await page.getByRole('option', { name }).click();
    await page.waitForURL(`**/#/sandboxes/${name}/test`);
  });

  it('does not retry an object that does not exist', async () => {
    const absent = `chrg_test_${'0'.repeat(19)}`;
    const page = await openWithClock(`payments/${absent}`);
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes(`/charges/${absent}`)) asked.push(request.url());
    });
    await page.getByRole('alert', { name: 'Not found' }).waitFor();
    await page.clock.runFor(60_000);
    await page.evaluate(`fetch('/api/session')`);
    // A page is read again when its stream starts.
    expect(asked.length).toBeLessThanOrEqual(2);
  });

  it('says that a sandbox does not exist or was deleted, and leads to the others', async () => {
    const { page } = shown;
    await page.goto(`${gateway.settings.controlUrl}/#/sandboxes/nope`);
    await page.getByRole('heading', { name: 'Sandbox not found' }).waitFor();
    await shown.see('There is no sandbox "nope", or it was deleted.');
    await page.getByRole('link', { name: 'Show all sandboxes' }).click();
    await page.getByRole('heading', { name: 'Sandboxes' }).waitFor();
    const tab = await openWithClock('faults');
    await tab.getByRole('heading', { name: 'Faults' }).waitFor();
    await control(gateway).delete(`/api/sandboxes/${shown.sandbox.name}`).expect(200);
    await tab.clock.runFor(21_000);
    await tab.getByRole('heading', { name: 'Sandbox not found' }).waitFor();
  });

  it('keeps the page and its filters when mode or sandbox change', async () => {
    const { page, sandbox } = shown;
    const other = await createSandbox(gateway);
    const { id } = await sandbox.charge();
    const at = (path: string, search = '', { name }: { readonly name: string } = sandbox): Promise<void> =>
      page.waitForURL((url) => url.hash === `#/sandboxes/${name}${path}${search}`);
    await shown.open(`payments?status=failed&q=1042&open=${id}`);
    await page.getByText('Live', { exact: true }).click();
    await at('/live/payments', '?status=failed&q=1042');
    await page.getByRole('button', { name: `Sandbox: ${sandbox.name}` }).click();
    await page.getByLabel('Find a sandbox').fill(other.name);
    await page.getByRole('option', { name: other.name }).click();
    await at('/live/payments', '?status=failed&q=1042', other);
    await shown.open(`payments/${id}`);
    await shown.arrived(`payments/${id}`);
    await page.getByText('Live', { exact: true }).click();
    await at('/live/payments');
    await shown.open('clock');
    await page.getByText('Live', { exact: true }).click();
    await at('/live/clock');
  });

  it('finds a payment and its webhooks by order', async () => {
    const { page, sandbox } = shown;
    const { id } = await sandbox.charge({ metadata: { order: 'A-1042' } });
    await sandbox.charge({ metadata: { order: 'A-1043' } });
    await shown.receiver.next('charge.create');
    await shown.open('payments?q=A-1042');
    await page.getByRole('link', { name: id }).waitFor();
    await shown.open('webhooks?q=A-1042');
    await page.getByRole('link', { name: 'charge.create' }).waitFor();
    await until(
      async () => (await page.locator('tbody tr[data-index]').count()) === 1,
      'other webhooks are shown',
    );
    await shown.open('?q=A-1042 kind:attempt');
    await page
      .getByRole('region', { name: 'Timeline' })
      .getByText(/^charge.create → /)
      .waitFor();
    await shown.open(`payments/${id}`);
    await page.getByRole('link', { name: 'charge.create #1' }).click();
    await page
      .getByRole('complementary', { name: 'Webhook' })
      .getByRole('button', { name: 'Attempt 1' })
      .waitFor();
  });

  it('keeps every filter field on every list, whatever is typed', async () => {
    const { page, sandbox } = shown;
    await sandbox.charge();
    for (const place of PLACES_WITH_FILTER) {
      await shown.open(place);
      const field = page.getByLabel('Filter', { exact: true });
      for (const text of ['status:50', 'status:failed', 'x:', '"']) {
        await field.fill(text);
        await page.getByRole('heading', { level: 1 }).waitFor();
        expect([
          place,
          text,
          await page.evaluate(`document.activeElement === document.querySelector('[data-search]')`),
        ]).toEqual([place, text, true]);
      }
    }
  });

  it('opens the payment of an order as soon as it is found, before ids and orders that contain its number', async () => {
    const { sandbox } = shown;
    const { id } = await sandbox.charge({ metadata: { order: '1042' } });
    for (let made = 0; made < 6; made += 1)
      await sandbox.charge({ metadata: { order: `1042${made}` }, amount: 104_200 });
    const page = await newTab();
    await page.addInitScript(NO_LONG_TIMERS);
    await page.goto(`${gateway.settings.controlUrl}/#/sandboxes/${sandbox.name}/test/clock`);
    await page.getByRole('heading', { level: 1, name: 'Clock' }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByPlaceholder('An order, an ID').fill('1042');
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/payments/${id}`);
    await page.getByRole('heading', { level: 1, name: 'MYR' }).waitFor();
  });

  it('takes every key that is typed while the command palette opens', async () => {
    const { page, sandbox } = shown;
    const order = 'an-order-with-a-long-number-1042';
    const { id } = await sandbox.charge({ metadata: { order } });
    let load = (): void => undefined;
    const isWanted = new Promise<void>((resolve) => (load = resolve));
    await page.route('**/assets/palette*', (route) => isWanted.then(() => route.continue()));
    for (const place of ['clock', 'faults']) {
      await shown.open(place);
      await shown.arrived(place);
      await page.keyboard.press('Control+k');
      await page.keyboard.type(order.slice(0, 5));
      load();
      for (const key of order.slice(5)) await page.keyboard.press(key);
      await page.keyboard.press('Enter');
      await page.waitForURL(`**/payments/${id}`);
      await shown.arrived(`payments/${id}`);
    }
  });

  it('opens an order and any id from the command palette', async () => {
    const { page, sandbox } = shown;
    const { id, source } = (await sandbox.charge({ metadata: { order: 'P-1042' } })) as unknown as {
      id: string;
      source: { id: string };
    };
    await shown.receiver.next('charge.create');
    await shown.open('clock');
    await page.keyboard.press('Control+k');
    await page.getByPlaceholder('An order, an ID').fill('P-1042');
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/payments/${id}`);
    await page.keyboard.press('Control+k');
    await page.getByPlaceholder('An order, an ID').fill(source.id);
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/objects/sources/${source.id}`);
    await page.keyboard.press('Control+k');
    await page.getByPlaceholder('An order, an ID').fill('freeze');
    await page.keyboard.press('Enter');
    await page.getByRole('status').getByText('Clock frozen').waitFor();
    await page.getByRole('button', { name: /^Clock: Frozen / }).waitFor();
    for (const [typed, path] of [
      ['save snap', 'snapshots'],
      ['switch sand', 'sandboxes'],
    ] as const) {
      await page.keyboard.press('Control+k');
      await page.getByPlaceholder('An order, an ID').fill(typed);
      await page.keyboard.press('Enter');
      await page.waitForURL(`**/${sandbox.name}/test/${path}`);
    }
    await page.keyboard.press('Control+k');
    await page.getByPlaceholder('An order, an ID').fill('dark');
    await page.keyboard.press('Enter');
    await page.locator('html[data-mantine-color-scheme=dark]').waitFor();
    await page.evaluate('localStorage.clear()');
    expect(shown.trouble).toEqual([]);
  });

  it('shows a moved clock, held webhooks and faults on every page, and offers the way back', async () => {
    const { page, sandbox } = shown;
    await shown.open('objects/refunds');
    const chip = (name: RegExp) => page.getByRole('button', { name });
    await control(gateway)
      .post(`/api/sandboxes/${sandbox.name}/clock/advance`)
      .send({ by: '1h' })
      .expect(200);
    await control(gateway).post(`/api/sandboxes/${sandbox.name}/webhooks/hold`).expect(200);
    await sandbox.charge();
    const fault = { on: 'api', match: { route: 'POST /charges/:id/refunds' }, do: { status: 503 } };
    await control(gateway).post(`/api/sandboxes/${sandbox.name}/faults`).send(fault).expect(200);
    await chip(/^Clock: \+1 h$/).waitFor();
    await chip(/^Webhooks: 1 held$/).click();
    await page.getByRole('menuitem', { name: 'Resume deliveries' }).click();
    await chip(/^Webhooks: /).waitFor({ state: 'detached' });
    await chip(/^Active: 1 fault$/).click();
    await page.getByRole('menuitem', { name: 'Remove all faults' }).click();
    await chip(/^Active: /).waitFor({ state: 'detached' });
  });

  it('says where the clock is going while it is advanced', async () => {
    const { page, sandbox, receiver } = shown;
    const chip = page.locator('header').getByRole('button', { name: /^Clock: Advancing/ });
    receiver.answer((_, response) => void response.writeHead(500).end());
    await sandbox.charge();
    await receiver.next('charge.create');
    let answer: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (answer = resolve));
    receiver.answer((_, response) => void held.then(() => response.end()));
    await shown.open('clock');
    await page.getByRole('row').filter({ hasText: 'Webhook retry' }).waitFor();
    await page.getByRole('main').getByRole('button', { name: '+1 day' }).click();
    await page
      .locator('header')
      .getByRole('button', { name: /^Clock: Advancing to \d+ \w+, \d\d:\d\d$/ })
      .waitFor();
    await page
      .getByTestId('sandbox-time')
      .getByText(/ · advancing$/)
      .waitFor();
    const other = await newTab();
    await other.goto(page.url());
    await other
      .locator('header')
      .getByRole('button', { name: /^Clock: Advancing, / })
      .waitFor();
    answer();
    await page
      .getByRole('status')
      .getByText(/^Advanced 1 d/)
      .waitFor();
    await chip.waitFor({ state: 'detached' });
  });

  it('asks at most twelve times a minute while nothing happens', async () => {
    const page = await openWithClock('payments');
    await page.getByText('No payments yet').waitFor();
    let asked = 0;
    page.on('request', (request) => {
      if (request.url().includes('/api/')) asked += 1;
    });
    await page.clock.runFor(60_000);
    await page.evaluate(`fetch('/healthz')`);
    expect(asked).toBeLessThanOrEqual(12);
  });

  it('opens one stream in a tab, because browsers share six connections among their tabs', async () => {
    const { sandbox } = shown;
    const { id } = await sandbox.charge();
    for (const place of ['', 'start', 'payments', `payments/${id}`, 'objects/customers']) {
      const page = await newTab();
      let streams = 0;
      page.on('request', (request) => {
        if (request.resourceType() === 'eventsource') streams += 1;
      });
      await page.goto(`${gateway.settings.controlUrl}/#/sandboxes/${sandbox.name}/test/${place}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await until(() => streams > 0, `${place} opens no stream`);
      await sandbox.charge();
      expect([place, streams]).toEqual([place, 1]);
    }
  });
});
