import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { until } from '../../rig/until.js';
import { openTab } from './chromium.js';
import { describeConsole } from './console-in-browser.js';
import { FAINT, MINOR, OLD } from './console-page-checks.js';
import { useOwnGateway } from './harness.js';
import { control, type Sandbox } from './sandbox.js';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** In a page: what axe finds by all its rules, or in a second theme by those about colours. */
const axe = (
  options: object,
): string => `axe.run(${JSON.stringify({ resultTypes: ['violations'], preload: false, ...options })})
  .then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ html, any }) => id + ': ' + html.slice(0, 300) + ' ' + (any[0]?.message ?? ''))))`;
const COLOURS = { runOnly: ['color-contrast'] };

/** Observers of sizes have run by the second frame. Transitions are finished at once. */
const LAID_OUT = `new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  .then(() => document.getAnimations().filter((one) => one instanceof CSSTransition).forEach((one) => one.finish()))`;

/** In a page: the sum of layout shifts since the last call. */
const WATCH_SHIFTS = `
  window.shifts = 0;
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) window.shifts += value;
  }).observe({ type: 'layout-shift', buffered: true })`;
const SHIFTS = '(() => { const sum = window.shifts; window.shifts = 0; return sum; })()';
const MOST_SHIFT = 0.05;

/**
 * In a page: the controls that are smaller than this, but for radio buttons and switches, whose labels are
 * pressed, and what is in sentences and rows.
 */
const smallerThan = (
  size: number,
): string => `[...document.querySelectorAll('button, input:not([type=radio], [type=checkbox]), select, textarea, nav a')]
  .filter((one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !one.closest('.long') && !one.matches('.plain-button'))
  .map((one) => [one, one.getBoundingClientRect()])
  .filter(([, { width, height }]) => width > 1 && height > 1 && (width < ${size} || height < ${size}))
  .map(([one, { width, height }]) => (one.getAttribute('aria-label') ?? one.textContent).slice(0, 60) + ' is ' + Math.round(width) + ' x ' + Math.round(height))`;

/** In a page: the names of buttons that change something, without "Copy as cURL" beside them. */
const WITHOUT_COMMAND = `[...document.querySelectorAll('main button:not([aria-expanded], [aria-haspopup], [tabindex="-1"], [aria-pressed], [data-disabled], [aria-disabled])')]
  .filter(({ nextElementSibling }) => nextElementSibling?.getAttribute('aria-label') !== 'Copy as cURL')
  .map((button) => button.getAttribute('aria-label') ?? button.textContent)`;
/** Buttons that change the page or the clipboard alone, or open a dialogue that has the command. */
const LOCAL =
  /^(Copy|Pause$|Resume$|Show |Hide |Verify |Check |\d+ new|Search older|Clear|Close|Response$|Add filter|Filter)|…$/;

/** In a page: links to further pages, which are tabs and the first row of a list. */
const FURTHER = `[...document.querySelectorAll('main nav a[href], main .row-link[href]')]
  .filter((one, index, all) => one.matches('nav a') || all.findIndex((each) => each.matches('.row-link')) === index)
  .map((one) => one.getAttribute('href'))`;

/** In a page: the addresses of the navigation. */
const ENTRIES = `[...document.querySelectorAll('nav[aria-label="Main navigation"] a')].map((link) => link.getAttribute('href'))`;

/**
 * In a page: what is wrong with the navigation, whose entries are to be in sight while Objects is closed, one
 * of them the current one.
 */
const NAVIGATION = `(() => {
  const nav = document.querySelector('nav[aria-label="Main navigation"]');
  const inSight = (one) => { const { top, bottom } = one.getBoundingClientRect(); return top >= 0 && bottom <= innerHeight; };
  const current = [...nav.querySelectorAll('[aria-current]')];
  const isClosed = nav.querySelector('[aria-expanded=false]') !== null;
  const hidden = isClosed ? [...nav.querySelectorAll('a')].filter((one) => !inSight(one)).map((one) => one.textContent + ' is out of sight') : [];
  return [...hidden, ...(current.length === 1 && inSight(current[0]) ? [] : [current.length + ' current entries, in sight: ' + current.filter(inSight).length])];
})()`;

interface Filled {
  readonly order: string;
  readonly ids: readonly string[];
}

/** One object of each kind, but for linked accounts, which need the pages of a bank. */
async function fill(sandbox: Sandbox): Promise<Filled> {
  const api = control(sandbox.gateway);
  const post = async (
    path: string,
    form: object = {},
  ): Promise<{ readonly id: string; readonly [field: string]: unknown }> => {
    const { body, status } = await sandbox.post(path, form);
    if (status !== 200) throw new Error(`${path}: ${JSON.stringify(body)}`);
    return body as { id: string };
  };
  const order = 'A-1042';
  const pending = await sandbox.charge({ metadata: { order }, description: 'x'.repeat(300) });
  const paid = await sandbox.cardCharge({ metadata: { order: 'y'.repeat(200) } });
  const refund = await post(`/charges/${paid.id}/refunds`, { amount: 2_000 });
  const dispute = await post(`/charges/${(await sandbox.cardCharge()).id}/disputes`);
  const token = await sandbox.token();
  const customer = await post('/customers', { card: await sandbox.token(), email: 'ann@shop.example' });
  const link = await post('/links', {
    amount: 100_000,
    currency: 'THB',
    title: 'Order-384',
    description: 'New Product',
  });
  const chain = await post('/chains', { email: 'seller@shop.example' });
  const account = { brand: 'scb', number: '1234567890', name: 'Somchai Prasert' };
  const recipient = await post('/recipients', {
    name: 'Somchai Prasert',
    type: 'individual',
    bank_account: account,
  });
  await api.post(`/api/sandboxes/${sandbox.name}/clock/advance`).send({ by: '1d' }).expect(200);
  const transfer = await post('/transfers', { amount: 10_000 });
  const end = new Date(Date.now() + 9 * 86_400_000).toISOString().slice(0, 10);
  const schedule = await post('/schedules', {
    every: 1,
    period: 'day',
    end_date: end,
    charge: { customer: customer.id, amount: 2_000 },
  });
  const urls = { complete_url: 'https://shop.example/done', cancel_url: 'https://shop.example/cart' };
  const session = {
    amount: 59_000,
    currency: 'THB',
    payment_methods: ['card', 'promptpay'],
    order_id: 'C-1045',
    redirect_urls: urls,
  };
  const { body: made } = await api
    .post(`/api/sandboxes/${sandbox.name}/api/test/api/sessions`)
    .send(session)
    .expect(200);
  const first = async (list: string): Promise<string> => {
    const { body } = await api.get(`/api/sandboxes/${sandbox.name}/${list}`).expect(200);
    const [one] = (body as { data: { id: string }[] }).data;
    return one?.id ?? `nothing in ${list}`;
  };
  const others = await Promise.all(
    ['deliveries?wait=10s', 'requests?wait=10s', 'events', 'objects/transactions', 'api/test/receipts'].map(
      first,
    ),
  );
  const objects = [
    pending,
    paid,
    refund,
    dispute,
    customer,
    link,
    chain,
    recipient,
    transfer,
    schedule,
    made as { id: string },
  ];
  const { id: source } = pending['source'] as { id: string };
  return {
    order,
    ids: [...objects.map(({ id }) => id), source, token, customer['default_card'] as string, ...others],
  };
}

const TOKEN = 'a-token-that-nobody-guesses';
const gateway = useOwnGateway();
const closed = useOwnGateway(() => ({ DATABASE_URL: gateway.databaseUrl, CONTROL_TOKEN: TOKEN }));

describeConsole('the shell of the console', gateway, [closed], (shown) => {
  it('opens the sandbox of the secret key that signs in', async () => {
    const { page, sandbox } = shown;
    await page.goto(`${closed.settings.controlUrl}/`);
    const secret = page.getByLabel('Control token or secret key');
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
    await page.getByRole('link', { name: 'Clock' }).click();
    await shown.arrived('clock');
    await page.route(`**/api/sandboxes/${shown.sandbox.name}`, (route) => route.fulfill({ json: {} }));
    await page.getByRole('link', { name: 'Get started' }).click();
    await page.getByRole('alert', { name: "Couldn't load this page" }).waitFor();
    await page.unrouteAll();
    await page.getByRole('link', { name: 'Payments' }).click();
    await shown.arrived('payments');
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
      new MutationObserver(() => { window.seen += document.body.innerText.includes('Create a charge, pay it') ? 1 : 0; })
        .observe(document.body, { subtree: true, childList: true })`);
    await page.getByText('Live', { exact: true }).click();
    await shown.see('Create a charge, pay it');
    await page.evaluate('window.seen = 0');
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
    await page.getByRole('dialog').getByText(id.slice(-8)).first().waitFor();
    await field.press('Enter');
    await page.waitForURL(`**/payments/${id}`);
  });

  it('shows every page without a violation of axe, a shift, a small target or a scroll bar, with the state of the sandbox', async () => {
    const { page, sandbox } = shown;
    const { ids } = await fill(sandbox);
    const base = `/#/sandboxes/${sandbox.name}/test`;
    const chips = page
      .locator('header')
      .getByRole('button', { name: /^(Clock: Frozen|Webhooks: |Active: 1 fault)/ });
    const api = async (method: 'post' | 'delete', path: string, body: object = {}): Promise<void> => {
      const { status } = await control(gateway)[method](`/api/sandboxes/${sandbox.name}${path}`).send(body);
      expect([path, status]).toEqual([path, 200]);
    };
    let isUsual = true;
    /**
     * Changes the clock, the deliveries and the faults, or goes the way back; the page is to tell before it
     * would ask again by itself.
     */
    const turn = async (): Promise<string[]> => {
      const fault = { on: 'api', match: { route: 'POST /recipients' }, do: { status: 503 } };
      const calls = isUsual
        ? [api('post', '/clock/freeze'), api('post', '/webhooks/hold'), api('post', '/faults', fault)]
        : [api('post', '/clock/resume'), api('post', '/webhooks/release'), api('delete', '/faults')];
      await Promise.all(calls);
      isUsual = !isUsual;
      const count = isUsual ? 0 : 3;
      const isTold = until(async () => (await chips.count()) === count, '', 6_000);
      return isTold.then(
        () => [],
        async () => [`shows ${await chips.count()} of ${count} chips after 6 s`],
      );
    };
    const sized = async (width: number, height: number): Promise<void> => {
      await page.setViewportSize({ width, height });
      await page.evaluate(LAID_OUT);
    };
    const found: string[] = [];
    const ask = (script: string): Promise<string[]> => page.evaluate<string[]>(script);
    /** The list of sandboxes has no entry. */
    const navigation = (place: string): Promise<string[]> =>
      place === 'sandboxes' ? Promise.resolve([]) : ask(NAVIGATION);
    const note = (where: string, problems: readonly string[]): void =>
      void found.push(...problems.map((problem) => `${where}: ${problem}`));
    await shown.open('start');
    await page.evaluate(AXE);
    await page.evaluate(WATCH_SHIFTS);
    await page.locator('nav[aria-label="Main navigation"] [aria-expanded=false]').click();
    const places = await ask(ENTRIES);
    await page.locator('nav[aria-label="Main navigation"] [aria-expanded=true]').click();
    places.push(`${base}/sandboxes`, `${base}/payments/${ids[1]}`);
    for (const [index, href] of places.entries()) {
      const place = href.slice(base.length).replace(/^\//, '');
      await sized(1440, 900);
      await page.evaluate(SHIFTS);
      await shown.open(place);
      await shown.arrived(place);
      await page.evaluate(LAID_OUT);
      const shift = await page.evaluate<number>(SHIFTS);
      note(place, shift < MOST_SHIFT ? [] : [`shifts by ${shift.toFixed(3)}`]);
      const further = (await ask(FURTHER))
        .map((each) => each.replace(/[?].*/, ''))
        .filter((each) => each.startsWith(base));
      places.push(...further.filter((each) => !places.includes(each) && !each.includes('/events/')));
      note(
        place,
        (await ask(WITHOUT_COMMAND))
          .filter((name) => !LOCAL.test(name))
          .map((name) => `has no command beside ${name}`),
      );
      note(place, [...(await ask(OLD)).map((text) => `says ${text}`), ...(await ask(MINOR))]);
      note(place, [
        ...(await navigation(place)),
        ...(await ask(axe({}))),
        ...(await ask(smallerThan(24))),
        ...(await ask(FAINT)),
      ]);
      await sized(1280, 800);
      note(place, [...(await navigation(place)), ...(await turn())]);
      await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
      await page.evaluate(LAID_OUT);
      note(`${place} (dark)`, [...(await ask(axe(COLOURS))), ...(await ask(FAINT))]);
      await sized(375, 800);
      note(`${place} (dark, 375)`, await ask(axe(COLOURS)));
      await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
      await page.evaluate(LAID_OUT);
      note(`${place} (375)`, [...(await ask(axe({}))), ...(await ask(smallerThan(44)))]);
      if (await page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth'))
        note(place, ['is wider than 375 pixels']);
      if (index > 100) throw new Error(`too many pages: ${places.join(' ')}`);
    }
    expect(found).toEqual([]);
    expect(shown.trouble).toEqual([]);
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
