import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { until } from '#platform/testing/until.js';
import { describeConsole } from './console-in-browser.js';
import { LAID_OUT } from './console-page-checks.js';
import { EARLIER_WORDS } from './console-words.js';
import { useOwnGateway } from './harness.js';
import { control, type Sandbox } from './sandbox.js';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** The checked fields of axe's results. */
interface AxeResults {
  readonly violations: readonly {
    readonly id: string;
    readonly impact: string;
    readonly nodes: readonly {
      readonly html: string;
      readonly any: readonly { readonly message: string }[];
    }[];
  }[];
}

/** The IDs of an object of each kind. */
interface Made {
  readonly charge: string;
  readonly delivery: string;
  readonly customer: string;
  readonly card: string;
  readonly session: string;
}

const LISTS = [
  'sources',
  'tokens',
  'customers',
  'cards',
  'refunds',
  'disputes',
  'linked_accounts',
  'links',
  'checkout_sessions',
  'chains',
] as const;
const MORE_LISTS = ['schedules', 'recipients', 'transfers'] as const;

const placesOf = ({ charge, delivery, customer, card, session }: Made): string[] => [
  '',
  'payments',
  `payments/${charge}`,
  'webhooks',
  'webhooks/inbox',
  `webhooks/${delivery}`,
  'requests',
  'requests/unauthenticated',
  'events',
  'clock',
  'faults',
  'scenarios',
  'exams',
  'soaks',
  'snapshots',
  'balance',
  'balance/transactions',
  'balance/receipts',
  'balance/rates',
  'settings',
  'settings/account',
  'sandboxes',
  'start',
  ...[...LISTS, ...MORE_LISTS].map((kind) => `objects/${kind}`),
  `objects/customers/${customer}`,
  `objects/customers/${customer}/cards/${card}`,
  `objects/checkout_sessions/${session}`,
];

/**
 * Pages whose colours differ most: charts and the feed, states and a story, a drawn time line, a form with
 * JSON, red buttons and settings.
 */
const darkPlacesOf = ({ charge }: Made): string[] => [
  '',
  `payments/${charge}`,
  'clock',
  'faults',
  'settings',
];

const TOO_WIDE = 'document.documentElement.scrollWidth > document.documentElement.clientWidth';

/** One of each kind that pages have something of their own for. */
async function fill(sandbox: Sandbox): Promise<Made> {
  const made = async (path: string, form: object = {}): Promise<string> =>
    ((await sandbox.post(path, form)).body as { id: string }).id;
  const urls = { complete_url: 'https://shop.example/done', cancel_url: 'https://shop.example/cart' };
  const order = {
    amount: 59_000,
    currency: 'THB',
    payment_methods: ['card', 'promptpay'],
    order_id: 'C-1045',
    redirect_urls: urls,
  };
  const session = control(sandbox.gateway)
    .post(`/api/sandboxes/${sandbox.name}/api/test/api/sessions`)
    .send(order);
  const [charge, disputed, customer, { body }] = await Promise.all([
    sandbox.charge({ description: 'x'.repeat(300), metadata: { order: 'y'.repeat(200) } }),
    sandbox.cardCharge(),
    sandbox.token().then((card) => sandbox.post('/customers', { card, email: 'ann@shop.example' })),
    session.expect(200),
    made('/links', { amount: 100_000, currency: 'THB', title: 'Order-384', description: 'New Product' }),
  ]);
  await made(`/charges/${disputed.id}/disputes`);
  const { id, default_card: card } = customer.body as { id: string; default_card: string };
  const { body: sent } = await control(sandbox.gateway).get(
    `/api/sandboxes/${sandbox.name}/deliveries?wait=10s`,
  );
  const [delivery] = (sent as { data: { id: string }[] }).data;
  return {
    charge: charge.id,
    delivery: delivery?.id ?? '',
    customer: id,
    card,
    session: (body as { id: string }).id,
  };
}

/** The violations that axe finds, with {@link AXE} in the page. */
async function seriousIn(page: Page): Promise<string[]> {
  const { violations } = await page.evaluate<AxeResults>(
    `axe.run({ resultTypes: ['violations'], preload: false })`,
  );
  return violations
    .filter(({ impact }) => ['serious', 'critical'].includes(impact))
    .map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ html, any }) => `${html} ${any[0]?.message}`).join('\n')}`,
    );
}

/** Says that the page must be scrolled sideways, once it is laid out for this many pixels. */
async function tooWideAt(page: Page, width: number): Promise<string[]> {
  await page.setViewportSize({ width, height: 800 });
  await page.evaluate(LAID_OUT);
  return (await page.evaluate(TOO_WIDE)) ? [`is wider than ${width} pixels`] : [];
}

const gateway = useOwnGateway();

describeConsole('the pages of the console', gateway, [], (shown) => {
  it('pass axe, fit 1200 and 375 pixels, and offer the command of each button', async () => {
    const places = placesOf(await fill(shown.sandbox));
    const { page } = shown;
    await shown.open('sandboxes');
    await page.evaluate(AXE);
    const found: unknown[] = [];
    for (const place of places) {
      await shown.open(place);
      await shown.arrived(place);
      const text = await page.locator('body').innerText();
      const problems = [
        ...(await seriousIn(page)),
        ...EARLIER_WORDS.filter((words) => text.includes(words)).map((words) => `says "${words}"`),
        ...(await tooWideAt(page, 375)),
        ...(await tooWideAt(page, 1200)),
      ];
      found.push(...problems.map((problem) => [place, problem]));
    }
    expect(found).toEqual([]);
    expect(shown.trouble).toEqual([]);
  });

  it('pass axe in the dark on a phone', async () => {
    const places = darkPlacesOf(await fill(shown.sandbox));
    const { page } = shown;
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
    await page.setViewportSize({ width: 375, height: 800 });
    await shown.open('sandboxes');
    await page.evaluate(AXE);
    const found: unknown[] = [];
    for (const place of places) {
      await shown.open(place);
      await shown.arrived(place);
      found.push(...(await seriousIn(page)).map((problem) => [place, problem]));
    }
    expect(found).toEqual([]);
    expect(shown.trouble).toEqual([]);
  });

  it('keep their addresses, and have titles', async () => {
    const made = await fill(shown.sandbox);
    const { page } = shown;
    for (const [place, title] of [
      [`payments/${made.charge}`, `${made.charge} · Payments`],
      [`objects/customers/${made.customer}/cards/${made.card}`, `${made.card} · Customers`],
      [`objects/checkout_sessions/${made.session}`, `${made.session} · Links & checkout`],
      ['clock', 'Clock'],
    ] as const) {
      await shown.open(place);
      if (place.startsWith('objects/')) await page.reload();
      await shown.arrived(place);
      await until(
        async () => (await page.title()) === `${title} · ${shown.sandbox.name} · Tollgate`,
        async () => `the title is ${await page.title()}`,
      );
    }
    await shown.open('objects/checkout_sessions/sess_test_none');
    await page
      .getByRole('alert')
      .getByText(/sess_test_none/)
      .waitFor();
    await shown.open('no-such-page');
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
  });

  it('redirect addresses of the earlier console', async () => {
    const { page, sandbox } = shown;
    for (const [old, place] of [
      ['rates', 'balance/rates'],
      ['account', 'settings/account'],
      ['objects/events', 'events'],
      ['objects/transactions', 'balance/transactions'],
      ['keyless', 'requests/unauthenticated'],
      ['requests/req_none', 'requests?open=req_none'],
    ] as const) {
      await page.goto(`${gateway.settings.controlUrl}/#/sandboxes/${sandbox.name}/test/${old}`);
      await page.waitForURL(`**/#/sandboxes/${sandbox.name}/test/${place}`);
    }
  });

  it('show the navigation without scrolling, with one current entry', async () => {
    const { page } = shown;
    for (const height of [900, 800]) {
      await page.setViewportSize({ width: 1440, height });
      for (const place of ['', 'payments', 'balance/receipts', 'snapshots', 'start', 'objects/cards']) {
        await shown.open(place);
        const nav = page.getByRole('navigation', { name: 'Main navigation' });
        const current = nav.locator('[aria-current=page]');
        await current.waitFor();
        await nav.getByRole('link', { name: 'API reference ↗' }).waitFor();
        expect([place, await current.count()]).toEqual([place, 1]);
        // The open group of objects scrolls to the current entry.
        const links = place.startsWith('objects/') ? current : nav.getByRole('link');
        const boxes = await Promise.all((await links.all()).map((link) => link.boundingBox()));
        const bottoms = boxes.map((box) => (box ? box.y + box.height : 0));
        expect([place, Math.max(...bottoms) <= height]).toEqual([place, true]);
      }
    }
  });

  it('start with a link to the content', async () => {
    const { page } = shown;
    await shown.open('payments');
    await page.reload();
    await page.getByRole('heading', { name: 'Payments' }).waitFor();
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to content');
    await page.keyboard.press('Enter');
    expect(await page.evaluate('document.activeElement.tagName')).toBe('MAIN');
  });

  it('find checkout sessions by order, and lead to the customer page and the charge', async () => {
    const { session } = await fill(shown.sandbox);
    const { page } = shown;
    await shown.open('objects/checkout_sessions');
    await page.keyboard.press('/');
    await page.keyboard.type('c-1045');
    await page.getByRole('link', { name: session }).click();
    const customer = page.getByRole('link', { name: 'Open customer page' });
    const uri = (await customer.getAttribute('href')) ?? '';
    await fetch(uri, {
      method: 'POST',
      body: new URLSearchParams({ method: 'promptpay' }),
      redirect: 'manual',
    });
    await page
      .getByRole('link', { name: /^chrg_/ })
      .first()
      .click();
    await page.getByRole('button', { name: 'Mark as paid', exact: true }).click();
    await shown.see('Successful');
    await shown.open('objects/checkout_sessions?q=status:successful');
    await page.getByRole('link', { name: session }).waitFor();
  });

  it('find sources by their payer, and lead from a payment to its source and back', async () => {
    const { page, sandbox } = shown;
    const promptpay = { type: 'promptpay', amount: 20_000, currency: 'THB', name: 'Somchai Prasert' };
    const { id: unused } = (await sandbox.post('/sources', promptpay)).body as { id: string };
    const { id: charge, source } = (await sandbox.charge()) as unknown as {
      id: string;
      source: { id: string };
    };
    await shown.open('objects/sources?q=prasert');
    const found = page.locator('tbody tr[data-index]');
    await found.getByRole('link', { name: unused }).waitFor();
    await until(async () => (await found.count()) === 1, 'other sources are shown');
    await shown.open(`payments/${charge}`);
    await page.getByRole('link', { name: source.id }).first().click();
    await page.getByRole('heading', { name: 'Boost source of MYR 20.00' }).waitFor();
    await page.getByRole('link', { name: charge }).first().click();
    await page.getByRole('heading', { name: 'MYR 20.00', exact: true }).waitFor();
    await shown.open('objects/sources?q=status:pending');
    await page.getByRole('link', { name: source.id }).waitFor();
  });

  it('find tokens by their cards, and lead to their payments', async () => {
    const { page, sandbox } = shown;
    const token = await sandbox.token();
    const { id: charge } = (await sandbox.post('/charges', { amount: 20_000, currency: 'THB', card: token }))
      .body as { id: string };
    await shown.open('objects/tokens?q=4242');
    await page.getByRole('link', { name: token }).click();
    await page.getByRole('heading', { name: 'Token of Visa •4242' }).waitFor();
    await page.getByRole('link', { name: charge }).first().click();
    await page.getByRole('heading', { name: '200.00' }).waitFor();
  });

  it('issue the first receipt by advancing the clock', async () => {
    const { page, sandbox } = shown;
    await sandbox.cardCharge();
    await shown.open('balance/receipts');
    await shown.see('One is issued after each day with fees.');
    await page.getByRole('button', { name: 'Advance clock 1 day' }).click();
    await page.getByRole('link', { name: /^OMTH\d{12}$/ }).click();
    await page.getByRole('heading', { name: /^Receipt OMTH/ }).waitFor();
    await shown.see('THB 36.50');
  });

  it('list requests by part, pages with payment and order', async () => {
    const { page, sandbox } = shown;
    const { id, authorize_uri: address } = await sandbox.charge({
      metadata: { order: '1088', tier: 'gold' },
    });
    await fetch(address);
    await sandbox.token();
    await control(gateway).get(`/api/sandboxes/${sandbox.name}/requests?wait=60s&count=3`).expect(200);
    const rows = page.locator('tbody tr[data-index]');
    const tabs = page.getByRole('navigation', { name: 'API requests by part' });
    await shown.open('requests');
    await rows.getByRole('link', { name: 'POST /charges' }).waitFor();
    expect(await rows.count()).toBe(1);
    expect(await tabs.getByRole('link').allInnerTexts()).toEqual(['API 1', 'Vault 1', 'Pages 1', 'No key']);
    await tabs.getByRole('link', { name: 'Pages' }).click();
    await page.waitForURL(/requests\?part=pages$/);
    await rows.getByRole('link', { name: id }).waitFor();
    expect(await rows.count()).toBe(1);
    await rows.getByText('1088', { exact: true }).waitFor();
    await rows.getByText('MYR 20.00').waitFor();
    await page.setViewportSize({ width: 375, height: 800 });
    await rows.getByText('1088 · MYR 20.00', { exact: true }).waitFor();
    await page.setViewportSize({ width: 1200, height: 800 });
    await rows.getByRole('link', { name: /^GET .*authorize$/ }).click();
    const inspector = page.getByRole('complementary', { name: 'Request' });
    await inspector.getByText('Order 1088').waitFor();
    await inspector.getByRole('link', { name: id }).waitFor();
    expect(await inspector.innerText()).not.toMatch(/curl|Empty/);
    await tabs.getByRole('link', { name: 'Vault' }).click();
    await rows.getByRole('link', { name: 'POST /tokens' }).waitFor();
    await tabs.getByRole('link', { name: 'No key' }).click();
    await shown.see('Requests with a missing or unknown API key.');
    await tabs.getByRole('link', { name: 'API' }).click();
    await rows.getByRole('link', { name: 'POST /charges' }).waitFor();
    expect(await tabs.locator('[aria-current]').allInnerTexts()).toEqual(['API 1']);
  });

  it('show orders alone as the order, a refund with that of its payment', async () => {
    const { page, sandbox } = shown;
    const { id } = await sandbox.cardCharge({ metadata: { order: '1013' } });
    await sandbox.post(`/charges/${id}/refunds`, { amount: 2_000, metadata: { reason: 'late' } }).expect(200);
    await sandbox.post('/customers', { email: 'ann@shop.example', metadata: { tier: 'gold' } }).expect(200);
    await shown.open('objects/refunds');
    await page.locator('tbody tr[data-index]').getByText('1013', { exact: true }).waitFor();
    expect(await page.locator('main').innerText()).not.toContain('late');
    await shown.open('events');
    const customer = page.locator('tbody tr[data-index]', { hasText: 'customer.create' });
    await customer.getByRole('link', { name: 'ann@shop.example' }).waitFor();
    expect(await page.locator('main').innerText()).not.toMatch(/gold|late/);
  });

  it('list requests without a valid key by the beginning of the key', async () => {
    const key = `skey_test_${'0'.repeat(20)}`;
    const path = `/charges/of-${shown.sandbox.name}`;
    await fetch(`${gateway.settings.baseUrl}${path}`, {
      headers: { authorization: `Basic ${btoa(`${key}:`)}` },
    });
    await shown.open(`requests/unauthenticated?q=${path} status:401`);
    const found = shown.page.locator('tbody tr[data-index]');
    await found.getByText(`GET ${path}`).waitFor();
    expect(await found.count()).toBe(1);
    await found.getByText(/^skey_test_[^0]*…$/).waitFor();
    expect(await shown.page.content()).not.toContain(key);
  });

  it('find events by key and object, and lead to both', async () => {
    const { page, sandbox } = shown;
    const [{ id }, other] = [await sandbox.charge(), await sandbox.charge()];
    for (const one of [id, other.id]) await sandbox.post(`/charges/${one}/mark_as_paid`);
    await shown.open(`events?q=charge.complete ${id}`);
    const found = page.locator('tbody tr[data-index]');
    await found.getByRole('link', { name: id }).waitFor();
    expect(await found.count()).toBe(1);
    await found.getByRole('link', { name: /^charge.complete/ }).click();
    await page.getByRole('heading', { name: 'charge.complete' }).waitFor();
  });

  it('override exchange rates from an instant on, and remove the overrides', async () => {
    const { page, sandbox } = shown;
    const current = (rate: string): Promise<void> =>
      page
        .getByRole('region', { name: 'Current rates' })
        .getByRole('row', { name: `USD ${rate}` })
        .waitFor();
    await shown.open('balance/rates');
    await current('33');
    await page.getByRole('combobox', { name: 'Currency' }).click();
    await page.getByRole('option', { name: 'USD' }).click();
    await page.getByLabel('THB per unit').fill('36.5');
    await page.getByRole('button', { name: 'Set rate' }).click();
    await current('36.5');
    await page.getByLabel('THB per unit').fill('40');
    await page.getByLabel(/^Effective from/).fill('2040-01-01T00:00:00');
    await page.getByRole('button', { name: 'Set rate' }).click();
    const overrides = page.getByRole('region', { name: 'Overrides' });
    await overrides.getByRole('row', { name: 'USD 40' }).waitFor();
    await current('36.5');
    await overrides.getByRole('button', { name: 'Remove USD' }).first().click();
    await current('33');
    const { body } = await control(gateway).get(`/api/sandboxes/${sandbox.name}`);
    const from = await page.evaluate<string>(`new Date('2040-01-01T00:00:00').toISOString()`);
    expect(body).toMatchObject({ exchange_rates: [{ currency: 'USD', rate: '40', from }] });
    await page.getByRole('button', { name: 'Remove all overrides…' }).click();
    await page.getByRole('button', { name: 'Remove overrides', exact: true }).click();
    await shown.see('No overrides. Built-in rates apply.');
  });

  it('revoke chains', async () => {
    const { page, sandbox } = shown;
    const { id } = (await sandbox.post('/chains', { email: 'seller@shop.example' })).body as { id: string };
    await shown.open(`objects/chains/${id}`);
    await page.getByRole('button', { name: 'Revoke' }).click();
    await page
      .getByRole('button', { name: 'Revoke', disabled: true })
      .and(page.locator(':not([data-loading])'))
      .waitFor();
    expect((await sandbox.get(`/chains/${id}`)).body).toMatchObject({ revoked: true });
  });

  it('show the cards of customers, and the payment methods of the account', async () => {
    const { card } = await fill(shown.sandbox);
    const { page } = shown;
    await shown.open('objects/cards');
    await page.getByRole('link', { name: card }).click();
    await page.getByRole('heading', { name: 'Visa •4242' }).waitFor();
    await shown.open('settings/account');
    await page
      .getByRole('region', { name: 'Payment methods', exact: true })
      .getByRole('row', { name: 'PromptPay' })
      .waitFor();
  });
});
