import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, Page } from 'playwright-core';
import { until } from '../../rig/until.js';
import { CHROMIUM, launchChromium, PAGE_LIMIT_MS } from './chromium.js';
import { describeWhere } from './describe-where.js';
import { faultsOf } from './faults.js';
import { useGateway } from './harness.js';
import { openReceiver, type Receiver } from './receiver.js';
import { control, createSandbox, type Sandbox } from './sandbox.js';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** Would run, and be seen to have run, if any of it became markup. */
const HOSTILE = '<img src=x onerror="document.title=\'pwned\'"><script>document.title="pwned"</script>';
/** What is looked at of what axe finds. */
interface AxeResults {
  readonly violations: readonly {
    readonly id: string;
    readonly impact: string;
    readonly nodes: readonly { readonly html: string; readonly any: readonly { readonly message: string }[] }[];
  }[];
}

const PAGES = [
  '',
  'payments',
  'webhooks',
  'requests',
  'clock',
  'faults',
  'sandboxes',
  'objects/customers',
  'objects/links',
  'objects/transactions',
];

describeWhere(CHROMIUM !== undefined, 'chromium is not installed', 'the console in a browser', () => {
  const gateway = useGateway();
  /** Stands for a second process on the same database. */
  const twin = useGateway(() => ({ DATABASE_URL: gateway.databaseUrl, CONTROL_TOKEN: 'a-token-that-nobody-guesses' }));
  let browser: Browser;
  let receiver: Receiver;
  let sandbox: Sandbox;
  let page: Page;
  /** What must not happen: requests to elsewhere, styles and scripts that the policy refuses, errors of the page. */
  let trouble: string[];

  beforeAll(async () => {
    browser = await launchChromium();
  }, PAGE_LIMIT_MS);

  beforeEach(async () => {
    receiver = await openReceiver();
    sandbox = await createSandbox(gateway, { webhook_uri: receiver.uri, webhook_retry_delays: '1h' });
    page = await browser.newPage();
    page.setDefaultTimeout(PAGE_LIMIT_MS);
    trouble = [];
    page.on('pageerror', ({ message }) => trouble.push(message));
    page.on('console', (message) => {
      if (message.type() === 'error') trouble.push(message.text());
    });
    page.on('request', (request) => {
      const { origin } = new URL(request.url());
      if (![gateway.settings.controlUrl, twin.settings.controlUrl, 'null'].includes(origin)) trouble.push(`asks ${request.url()}`);
    });
  });

  afterEach(async () => {
    await page.close();
    await receiver.close();
  });

  afterAll(() => browser.close());

  const open = (place: string, at = gateway): Promise<unknown> =>
    page.goto(`${at.settings.controlUrl}/#/sandboxes/${sandbox.name}/test/${place}`);
  const see = (text: string | RegExp): Promise<void> => page.getByText(text).first().waitFor();

  /** So many more charges like this one, each a second older than the one before. */
  const copyCharge = (id: string, count: number): Promise<unknown> =>
    gateway.database.$executeRaw`
      INSERT INTO charge SELECT (jsonb_populate_record(charge, jsonb_build_object('id', 'chrg_test_60' || lpad(n::text, 17, '0'),
        'payment_id', charge.payment_id || n, 'created_at', created_at - n * interval '1 second',
        'metadata', json_build_object('order', 'copy-' || n || '-')))).*
      FROM charge, generate_series(1, ${count}::int) n WHERE id = ${id}`;

  it('says how to begin while nothing has happened, shows the key when asked, and what happens as it happens', async () => {
    await open('');
    await see('Start here');
    expect(await page.content()).not.toContain(sandbox.secretKey);
    await page.getByRole('button', { name: 'Fill in the keys' }).click();
    await see(new RegExp(sandbox.secretKey));
    const { id } = await sandbox.charge({}, twin);
    await page.getByRole('log').getByText(id).first().waitFor();
    await see('charge.create');
    expect(trouble).toEqual([]);
  });

  it('stands still under the mouse, and says how much has come meanwhile', async () => {
    await sandbox.charge();
    await open('');
    const feed = page.getByRole('log');
    await feed.getByText('POST /charges').first().waitFor();
    await page.getByText('live', { exact: true }).waitFor();
    await feed.hover();
    const { id } = await sandbox.charge();
    await see(/\d+ new/);
    expect(await feed.getByText(id).count()).toBe(0);
    await page.mouse.move(0, 0);
    await feed.getByText(id).first().waitFor();
  });

  it('pays a charge, tells its story, and shows the same as a command', async () => {
    const { id } = await sandbox.charge();
    await open(`payments/${id}`);
    await see('pending');
    await page.getByRole('button', { name: 'The same as a command' }).first().click();
    await see(`curl -s -X POST '${gateway.settings.controlUrl}/api/sandboxes/${sandbox.name}/api/test/charges/${id}/mark_as_paid'`);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Pay', exact: true }).click();
    await see('successful');
    await see('by hand: POST /charges/:id/mark_as_paid');
    await see('charge.complete');
    await page.getByRole('button', { name: 'Refund', exact: true }).waitFor();
    expect((await sandbox.get(`/charges/${id}`)).body).toMatchObject({ status: 'successful' });
  });

  it('sends a webhook again that its receiver refused', async () => {
    receiver.answer((_, response) => void response.writeHead(500).end('the receiver is down'));
    await sandbox.charge();
    await open('webhooks');
    await page.getByRole('link', { name: 'charge.create' }).click();
    await see(/the receiver is down/);
    receiver.answer((_, response) => void response.end('ok'));
    await page.getByRole('button', { name: 'Send again' }).click();
    await see('Attempt 2');
    await page.getByText('delivered').first().waitFor();
    await page.getByRole('button', { name: 'Check the signature' }).last().click();
    await see('It is genuine.');
  });

  it('closes a dispute, and deletes a link whose page it leads to', async () => {
    const { id: charge } = await sandbox.cardCharge();
    const dispute = (await sandbox.post(`/charges/${charge}/disputes`)).body as { id: string };
    await open('objects/disputes');
    await page.getByRole('link', { name: dispute.id }).click();
    await page.getByRole('button', { name: 'Close as won' }).click();
    await see('by hand: PATCH /disputes/:id/close');
    expect((await sandbox.get(`/disputes/${dispute.id}`)).body).toMatchObject({ status: 'won' });
    const order = { amount: 100_000, currency: 'THB', title: 'Order-384', description: 'New Product' };
    const link = (await sandbox.post('/links', order)).body as { id: string; payment_uri: string };
    await open('objects/links');
    await see('Order-384');
    await page.getByRole('link', { name: link.id }).click();
    const shown = page.getByRole('link', { name: 'The page the customer sees' });
    expect(await shown.getAttribute('href')).toBe(link.payment_uri);
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'click again to do it' }).click();
    await see('by hand: DELETE /links/:id');
    expect((await sandbox.get(`/links/${link.id}`)).body).toMatchObject({ deleted: true });
  });

  it('finds a payment by its order', async () => {
    const { id } = await sandbox.charge({ metadata: { order: 'A-1042' } });
    const { id: other } = await sandbox.charge({ metadata: { order: 'A-1043' } });
    await open('payments');
    await see(other);
    await page.keyboard.press('/');
    await page.keyboard.type('a-1042');
    await page.getByText(other).waitFor({ state: 'detached' });
    await page.getByRole('link', { name: id }).click();
    await see('charge.create');
  });

  it('holds few rows of a list of thousands, reads older ones as one goes there, and finds the oldest', async () => {
    const { id: last } = await sandbox.cardCharge({ metadata: { order: 'the latest' } });
    await copyCharge(last, 3_000);
    await open('payments');
    const rows = page.locator('tbody tr[data-index]');
    await see('the latest');
    const lastIndex = async (): Promise<number> => Number(await rows.last().getAttribute('data-index'));
    await until(
      async () => {
        await page.evaluate(`document.querySelector('[role=region][aria-label=Payments]').scrollTop = 1e9`);
        expect(await rows.count()).toBeLessThan(80);
        return (await lastIndex()) >= 500;
      },
      async () => `the last row is ${await lastIndex()}`,
      PAGE_LIMIT_MS,
    );
    await open('payments?q=copy-2999-');
    await page.getByText('copy-2999-', { exact: true }).waitFor();
    expect(await rows.count()).toBe(1);
  });

  it('leads to a request that is far from the end of the log, and looks for requests by path and status', async () => {
    await sandbox.get('/charges/chrg_test_none');
    const logged = `/api/sandboxes/${sandbox.name}/requests`;
    const { body } = await control(gateway).get(`${logged}?wait=10s`).expect(200);
    const [{ id }] = (body as { data: [{ id: string }] }).data;
    for (let made = 0; made < 3; made += 1) await sandbox.get('/account');
    await control(gateway).get(`${logged}?wait=10s&count=4`).expect(200);
    await open('requests?q=status:4xx /charges');
    await page.locator('tbody tr[data-index]').first().waitFor();
    expect(await page.locator('tbody tr[data-index]').count()).toBe(1);
    await open(`requests/${id}`);
    await page.getByRole('dialog').getByText('GET /charges/chrg_test_none').waitFor();
  });

  it('orders held webhooks by hand, and sends one of them before the others', async () => {
    await control(gateway).post(`/api/sandboxes/${sandbox.name}/webhooks/hold`).expect(200);
    const charges = [await sandbox.charge(), await sandbox.charge(), await sandbox.charge()];
    await open('webhooks');
    const held = page.getByRole('region', { name: 'Held webhooks' }).getByRole('row');
    await until(async () => (await held.count()) === 3, 'not all are there');
    await held.nth(2).getByRole('button', { name: 'Send this one now' }).click();
    await until(async () => (await held.count()) === 2, 'it is still held');
    await held
      .nth(0)
      .getByRole('button', { name: /later$/ })
      .click();
    await page.getByRole('button', { name: 'Release in this order' }).click();
    await until(() => receiver.received.length === 3, 'not all are sent');
    expect(receiver.received.map(({ event }) => event.data.id)).toEqual([2, 1, 0].map((index) => charges[index]?.id));
  });

  it('opens an inbox, has webhooks come there, and shows what came', async () => {
    await open('webhooks');
    await page.getByRole('button', { name: 'Open the inbox' }).click();
    await page.getByRole('button', { name: 'Send all webhooks there' }).click();
    await until(
      async () =>
        (
          (await control(gateway).get(`/api/sandboxes/${sandbox.name}/api/test/account`)).body as { webhook_uri: string }
        ).webhook_uri.includes('/inbox/'),
      'the webhooks still go elsewhere',
    );
    await sandbox.charge();
    await page.getByRole('region', { name: 'What came' }).waitFor();
  });

  it('shows what merchants and receivers write as text', async () => {
    receiver.answer((_, response) => void response.writeHead(500, { 'content-type': 'text/html' }).end(HOSTILE));
    const { id } = await sandbox.charge({ description: HOSTILE, metadata: { order: HOSTILE } });
    await open(`payments/${id}`);
    await see(/onerror/);
    await page.getByRole('log').getByText('webhook to').first().click();
    await see('Attempt 1');
    await open('payments');
    await see(/onerror/);
    expect(await page.title()).toBe('Tollgate');
    expect(await page.locator('img[src="x"]').count()).toBe(0);
    expect(trouble).toEqual([]);
  });

  it('asks for the token where one is set, and keeps it nowhere', async () => {
    await open('payments', twin);
    await page.getByLabel('Token or key').fill('a-token-that-nobody-guesses');
    await page.getByRole('button', { name: 'Open the console' }).click();
    await page.getByRole('heading', { name: 'Payments' }).waitFor();
    const kept = await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, location.href])');
    expect(kept).not.toContain('a-token-that-nobody-guesses');
    expect(kept).not.toContain('tollgate_session');
  });

  it.each(PAGES)('has nothing that is hard to use at %p, in the light, in the dark, and on a phone', async (place) => {
    await sandbox.charge({ description: 'x'.repeat(300) });
    for (const [scheme, width] of [
      ['light', 1200],
      ['dark', 375],
    ] as const) {
      await page.emulateMedia({ colorScheme: scheme });
      await page.setViewportSize({ width, height: 800 });
      await open(place);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.evaluate(AXE);
      const { violations } = await page.evaluate<AxeResults>('axe.run()');
      const serious = violations
        .filter(({ impact }) => ['serious', 'critical'].includes(impact))
        .map(({ id, nodes }) => `${id}: ${nodes.map(({ html, any }) => `${html} ${any[0]?.message}`).join('\n')}`);
      expect([place, scheme, serious]).toEqual([place, scheme, []]);
      expect(await page.evaluate('document.documentElement.scrollWidth <= document.documentElement.clientWidth')).toBe(true);
    }
    expect(trouble).toEqual([]);
  });

  it('is led by the keyboard', async () => {
    await open('');
    await page.getByRole('heading', { name: 'Now' }).waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('p');
    await page.getByRole('heading', { name: 'Payments' }).waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('r');
    await page.getByRole('heading', { name: 'Requests' }).waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('method:post');
    expect(await page.getByLabel('Filter').inputValue()).toBe('method:post');
    await page.getByLabel('Filter').blur();
    await page.keyboard.press('?');
    await see('leads to Payments');
  });

  it('sets each of the faults that it offers, and runs a scenario', async () => {
    await open('faults');
    const choice = page.getByRole('combobox', { name: 'What is to go wrong' });
    await choice.click();
    const offered = await page.getByRole('option').allTextContents();
    expect(offered.length).toBeGreaterThanOrEqual(10);
    for (const [index, name] of offered.entries()) {
      if (index > 0) await choice.click();
      await page.getByRole('option', { name, exact: true }).click();
      await page.getByRole('button', { name: 'Set the fault' }).click();
      await page.locator('tbody tr').nth(index).waitFor();
    }
    expect((await faultsOf(sandbox)).data).toHaveLength(offered.length);
    await control(gateway).delete(`/api/sandboxes/${sandbox.name}/faults`).expect(200);
    await page.getByRole('button', { name: /^paid A charge/ }).click();
    await page.getByRole('button', { name: 'Run paid', exact: true }).click();
    await page.getByRole('region', { name: 'What the scenario made' }).waitFor();
    expect(await sandbox.total('/charges')).toBe(1);
  });

  it('saves a sandbox, empties and restores it, and walks its clock', async () => {
    await sandbox.charge();
    await open('sandboxes');
    await page.getByLabel('Name').last().fill('before');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('button', { name: 'Restore' }).waitFor();
    await page.getByRole('button', { name: 'Reset' }).click();
    expect(await sandbox.total('/charges')).toBe(1);
    await page.getByRole('button', { name: 'Reset: click again to do it' }).click();
    await until(async () => (await sandbox.total('/charges')) === 0, 'the sandbox is not empty');
    await page.getByRole('button', { name: 'Restore' }).click();
    await until(async () => (await sandbox.total('/charges')) === 1, 'the charge is not back');
    await open('clock');
    await page.getByRole('button', { name: 'To the next' }).click();
    await see(/^done: from/);
    const { body } = await control(gateway).get(`/api/sandboxes/${sandbox.name}/clock`);
    expect(Date.parse((body as { now: string }).now)).toBeGreaterThan(Date.now());
  });
});
