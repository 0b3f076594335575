import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { until } from '../../rig/until.js';
import { describeConsole } from './console-in-browser.js';
import { useOwnGateway } from './harness.js';
import { control, type Sandbox } from './sandbox.js';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** What is looked at of what axe finds. */
interface AxeResults {
  readonly violations: readonly {
    readonly id: string;
    readonly impact: string;
    readonly nodes: readonly { readonly html: string; readonly any: readonly { readonly message: string }[] }[];
  }[];
}

/** Where something of each kind is shown. */
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
const MORE_LISTS = ['schedules', 'recipients', 'transfers', 'transactions', 'receipts', 'events'] as const;

const placesOf = ({ charge, delivery, customer, card, session }: Made): string[] => [
  ...[
    '',
    'payments',
    `payments/${charge}`,
    'webhooks',
    `webhooks/${delivery}`,
    'requests',
    'account',
    'clock',
    'faults',
    'sandboxes',
    'rates',
  ],
  ...[...LISTS, ...MORE_LISTS].map((kind) => `objects/${kind}`),
  ...[`objects/customers/${customer}`, `objects/customers/${customer}/cards/${card}`, `objects/checkout_sessions/${session}`],
];

/** Pages whose colours differ most: charts and the feed, states and a story, a drawn time line, a form with JSON, red buttons and settings. */
const darkPlacesOf = ({ charge }: Made): string[] => ['', `payments/${charge}`, 'clock', 'faults', 'sandboxes'];

/** Observers of sizes have run by the second frame. Parts that glide to their new places are taken there at once. */
const LAID_OUT = `new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  .then(() => document.getAnimations().filter((one) => one instanceof CSSTransition).forEach((one) => one.finish()))`;
const TOO_WIDE = 'document.documentElement.scrollWidth > document.documentElement.clientWidth';

/** The buttons of a page that open nothing, by their names, beside which the same is not said as a command. */
const WITHOUT_COMMAND = `[...document.querySelectorAll('main button:not([aria-expanded], [tabindex="-1"])')]
  .filter(({ nextElementSibling }) => nextElementSibling?.getAttribute('aria-label') !== 'The same as a command')
  .map((button) => button.getAttribute('aria-label') ?? button.textContent)`;
/** What these change is in the page alone, or the clipboard. */
const LOCAL = ['The same as a command', 'Stand still', 'Show keys', 'Copy', 'Check the signature'];

/** One of each kind that pages have something of their own for. */
async function fill(sandbox: Sandbox): Promise<Made> {
  const made = async (path: string, form: object = {}): Promise<string> => ((await sandbox.post(path, form)).body as { id: string }).id;
  const urls = { complete_url: 'https://shop.example/done', cancel_url: 'https://shop.example/cart' };
  const order = { amount: 59_000, currency: 'THB', payment_methods: ['card', 'promptpay'], order_id: 'C-1045', redirect_urls: urls };
  const session = control(sandbox.gateway).post(`/api/sandboxes/${sandbox.name}/api/test/api/sessions`).send(order);
  const [charge, disputed, customer, { body }] = await Promise.all([
    sandbox.charge({ description: 'x'.repeat(300), metadata: { order: 'y'.repeat(200) } }),
    sandbox.cardCharge(),
    sandbox.token().then((card) => sandbox.post('/customers', { card, email: 'ann@shop.example' })),
    session.expect(200),
    made('/links', { amount: 100_000, currency: 'THB', title: 'Order-384', description: 'New Product' }),
  ]);
  await made(`/charges/${disputed.id}/disputes`);
  const { id, default_card: card } = customer.body as { id: string; default_card: string };
  const { body: sent } = await control(sandbox.gateway).get(`/api/sandboxes/${sandbox.name}/deliveries?wait=10s`);
  const [delivery] = (sent as { data: { id: string }[] }).data;
  return { charge: charge.id, delivery: delivery?.id ?? '', customer: id, card, session: (body as { id: string }).id };
}

/** What is hard to use on the page, with {@link AXE} in it. */
async function seriousIn(page: Page): Promise<string[]> {
  const { violations } = await page.evaluate<AxeResults>(`axe.run({ resultTypes: ['violations'], preload: false })`);
  return violations
    .filter(({ impact }) => ['serious', 'critical'].includes(impact))
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html, any }) => `${html} ${any[0]?.message}`).join('\n')}`);
}

/** Says that the page must be scrolled sideways, once it is laid out for this many pixels. */
async function tooWideAt(page: Page, width: number): Promise<string[]> {
  await page.setViewportSize({ width, height: 800 });
  await page.evaluate(LAID_OUT);
  return (await page.evaluate(TOO_WIDE)) ? [`is wider than ${width} pixels`] : [];
}

const gateway = useOwnGateway();

describeConsole('the pages of the console', gateway, [], (shown) => {
  it('are easy to use, fit 1200 and 375 pixels, and say beside each button that acts how the same is done as a command', async () => {
    const places = placesOf(await fill(shown.sandbox));
    const { page } = shown;
    await shown.open('sandboxes');
    await page.evaluate(AXE);
    const found: unknown[] = [];
    for (const place of places) {
      await shown.open(place);
      await shown.arrived(place);
      const buttons = (await page.evaluate<string[]>(WITHOUT_COMMAND)).filter((name) => !LOCAL.includes(name));
      const problems = [
        ...(await seriousIn(page)),
        ...buttons.map((name) => `has no command beside ${name}`),
        ...(await tooWideAt(page, 375)),
        ...(await tooWideAt(page, 1200)),
      ];
      found.push(...problems.map((problem) => [place, problem]));
    }
    expect(found).toEqual([]);
    expect(shown.trouble).toEqual([]);
  });

  it('are easy to use in the dark on a phone', async () => {
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

  it('are found again by their addresses, and say in their titles what they show', async () => {
    const made = await fill(shown.sandbox);
    const { page } = shown;
    for (const [place, title] of [
      [`payments/${made.charge}`, `${made.charge} · Payments`],
      [`objects/customers/${made.customer}/cards/${made.card}`, `${made.card} · Customers`],
      [`objects/checkout_sessions/${made.session}`, `${made.session} · Checkout sessions`],
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
    await page.getByRole('heading', { name: 'Nothing is here' }).waitFor();
  });

  it('have checkout sessions by their orders, which lead to where the customer pays and to the charge', async () => {
    const { session } = await fill(shown.sandbox);
    const { page } = shown;
    await shown.open('objects/checkout_sessions');
    await page.keyboard.press('/');
    await page.keyboard.type('c-1045');
    await page.getByRole('link', { name: session }).click();
    const customer = page.getByRole('link', { name: 'The page the customer sees' });
    const uri = (await customer.getAttribute('href')) ?? '';
    await fetch(uri, { method: 'POST', body: new URLSearchParams({ method: 'promptpay' }), redirect: 'manual' });
    await page
      .getByRole('link', { name: /^chrg_/ })
      .first()
      .click();
    await page.getByRole('button', { name: 'Pay', exact: true }).click();
    await shown.see('successful');
    await shown.open('objects/checkout_sessions?q=status:successful');
    await page.getByRole('link', { name: session }).waitFor();
  });

  it('have sources by who pays with them, which payments lead to, and lead to their payments', async () => {
    const { page, sandbox } = shown;
    const promptpay = { type: 'promptpay', amount: 20_000, currency: 'THB', name: 'Somchai Prasert' };
    const { id: unused } = (await sandbox.post('/sources', promptpay)).body as { id: string };
    const { id: charge, source } = (await sandbox.charge()) as unknown as { id: string; source: { id: string } };
    await shown.open('objects/sources?q=prasert');
    const found = page.locator('tbody tr[data-index]');
    await found.getByRole('link', { name: unused }).waitFor();
    expect(await found.count()).toBe(1);
    await shown.see('unknown');
    await shown.open(`payments/${charge}`);
    await page.getByRole('link', { name: source.id }).first().click();
    await page.getByRole('heading', { name: source.id }).waitFor();
    await page.getByRole('link', { name: charge }).first().click();
    await page.getByRole('heading', { name: '20.00' }).waitFor();
    await shown.open('objects/sources?q=status:pending');
    await page.getByRole('link', { name: source.id }).waitFor();
  });

  it('have tokens by their cards, which lead to their payments', async () => {
    const { page, sandbox } = shown;
    const token = await sandbox.token();
    const { id: charge } = (await sandbox.post('/charges', { amount: 20_000, currency: 'THB', card: token })).body as { id: string };
    await shown.open('objects/tokens?q=4242');
    await page.getByRole('link', { name: token }).click();
    await page.getByRole('heading', { name: token }).waitFor();
    await page.getByRole('link', { name: charge }).first().click();
    await page.getByRole('heading', { name: '200.00' }).waitFor();
  });

  it('have the receipts of days that are over, and say why there is none', async () => {
    const { page, sandbox } = shown;
    await sandbox.cardCharge();
    await shown.open('objects/receipts');
    await shown.see('No day with fees is over');
    await control(gateway).post(`/api/sandboxes/${sandbox.name}/clock/advance`).send({ by: '1d', max_real: '2m' }).expect(200);
    await page.getByRole('link', { name: /^OMTH\d{12}$/ }).click();
    await page.getByRole('heading', { name: /^rcpt_/ }).waitFor();
    await shown.see('"charge_fee": 3650');
  });

  it('have the requests without a valid key, and no more of that than its beginning', async () => {
    const key = `skey_test_${'0'.repeat(20)}`;
    const path = `/charges/of-${shown.sandbox.name}`;
    await fetch(`${gateway.settings.baseUrl}${path}`, { headers: { authorization: `Basic ${btoa(`${key}:`)}` } });
    await shown.open(`keyless?q=${path} status:401`);
    const found = shown.page.locator('tbody tr[data-index]');
    await found.getByText(`GET ${path}`).waitFor();
    expect(await found.count()).toBe(1);
    await found.getByText(/^skey_test_[^0]*…$/).waitFor();
    expect(await shown.page.content()).not.toContain(key);
  });

  it('have the events, by their keys and by what they are about, and lead to both', async () => {
    const { page, sandbox } = shown;
    const [{ id }, other] = [await sandbox.charge(), await sandbox.charge()];
    for (const one of [id, other.id]) await sandbox.post(`/charges/${one}/mark_as_paid`);
    await shown.open(`objects/events?q=charge.complete ${id}`);
    const found = page.locator('tbody tr[data-index]');
    await found.getByRole('link', { name: id }).waitFor();
    expect(await found.count()).toBe(1);
    const event = found.getByRole('link', { name: /^evnt_/ });
    const eventId = await event.innerText();
    await event.click();
    await page.getByRole('heading', { name: eventId }).waitFor();
    await shown.see('"key": "charge.complete"');
  });

  it('have the rates of currencies, which are set from an instant on, and fixed again', async () => {
    const { page, sandbox } = shown;
    const worth = (rate: string): Promise<void> =>
      page
        .getByRole('region', { name: 'Present rates' })
        .getByRole('row', { name: `USD ${rate}` })
        .waitFor();
    await shown.open('rates');
    await worth('33');
    const choose = async (currency: string): Promise<void> => {
      await page.getByRole('combobox', { name: 'Currency' }).click();
      await page.getByRole('option', { name: currency }).click();
    };
    await choose('USD');
    await page.getByLabel('Worth in THB').fill('36.5');
    await page.getByRole('button', { name: 'Set the rate' }).click();
    await worth('36.5');
    await page.getByLabel('Worth in THB').fill('40');
    await page.getByLabel(/^From this sandbox time, in /).fill('2040-01-01T00:00:00');
    await page.getByRole('button', { name: 'Set the rate' }).click();
    const rates = page.getByRole('region', { name: 'Rates that the sandbox has set' });
    await rates.getByRole('row', { name: 'USD 40' }).waitFor();
    await worth('36.5');
    await rates.getByRole('button', { name: 'Remove USD' }).first().click();
    await worth('33');
    const { body } = await control(gateway).get(`/api/sandboxes/${sandbox.name}`);
    const from = await page.evaluate<string>(`new Date('2040-01-01T00:00:00').toISOString()`);
    expect(body).toMatchObject({ exchange_rates: [{ currency: 'USD', rate: '40', from }] });
    await page.getByRole('button', { name: 'All fixed again' }).click();
    await page.getByRole('button', { name: 'All fixed again: click again to do it' }).click();
    await shown.see('None: all rates are the fixed ones.');
  });

  it('have chains, which are revoked', async () => {
    const { page, sandbox } = shown;
    const { id } = (await sandbox.post('/chains', { email: 'seller@shop.example' })).body as { id: string };
    await shown.open(`objects/chains/${id}`);
    await page.getByRole('button', { name: 'Revoke' }).click();
    await shown.see('"revoked": true');
    expect((await sandbox.get(`/chains/${id}`)).body).toMatchObject({ revoked: true });
  });

  it('have the cards of customers, and the account, whose webhooks are sent elsewhere', async () => {
    const { card } = await fill(shown.sandbox);
    const { page, sandbox } = shown;
    await shown.open('objects/cards');
    await page.getByRole('link', { name: card }).click();
    await shown.see('"last_digits": "4242"');
    await shown.open('account');
    await page.getByLabel('Address that webhooks are sent to').fill('http://localhost:1/elsewhere');
    await page.getByRole('button', { name: 'Send webhooks there' }).click();
    let account: unknown;
    await until(
      async () => {
        account = (await sandbox.get('/account')).body;
        return (account as { webhook_uri: string }).webhook_uri === 'http://localhost:1/elsewhere';
      },
      () => `the account is ${JSON.stringify(account)}, and the page ${shown.trouble.join()}`,
    );
  });
});
