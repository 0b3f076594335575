import type { Locator } from 'playwright-core';
import { until } from '#platform/testing/until.js';
import { useTabs } from './chromium.js';
import { describeConsole } from './console-in-browser.js';
import { useOwnGateway } from './harness.js';
import { control } from './sandbox.js';

/** Would run, and be seen to have run, if any of it became markup. */
const HOSTILE = '<img src=x onerror="document.title=\'pwned\'"><script>document.title="pwned"</script>';

const TOKEN = 'a-token-that-nobody-guesses';
const gateway = useOwnGateway();
const newTab = useTabs();
/** Stands for a second process on the same database. */
const twin = useOwnGateway(() => ({ DATABASE_URL: gateway.databaseUrl, CONTROL_TOKEN: TOKEN }));

describeConsole('the console in a browser', gateway, [twin], (shown) => {
  /** So many more charges like this one, each a second older than the one before. */
  const copyCharge = (id: string, count: number): Promise<unknown> =>
    gateway.database.$executeRaw`
      INSERT INTO charge SELECT (jsonb_populate_record(charge, jsonb_build_object('id', 'chrg_test_60' || lpad(n::text, 17, '0'),
        'payment_id', charge.payment_id || n, 'created_at', created_at - n * interval '1 second',
        'metadata', json_build_object('order', 'copy-' || n || '-')))).*
      FROM charge, generate_series(1, ${count}::int) n WHERE id = ${id}`;

  const step = (name: string): Locator => shown.page.getByRole('region', { name });
  const done = (): Promise<number> => shown.page.getByRole('img', { name: 'Done' }).count();

  it('leads from an empty sandbox to a paid charge and its webhook in an inbox in four clicks, and then to the last step', async () => {
    const { page, sandbox } = shown;
    await shown.open('');
    let clicks = 0;
    const click = async (target: Locator): Promise<void> => {
      clicks += 1;
      await target.click();
    };
    await click(page.getByRole('button', { name: 'Send test charge' }));
    await click(page.getByRole('button', { name: 'Use built-in inbox' }));
    await shown.see('Webhooks are sent to the inbox get-started.');
    await click(page.getByRole('button', { name: 'Mark as paid' }));
    await click(page.getByRole('link', { name: '1 received' }));
    await page
      .getByRole('region', { name: 'Received webhooks' })
      .getByRole('link', { name: 'charge.complete' })
      .waitFor();
    expect(clicks).toBe(4);
    expect(await sandbox.total('/charges')).toBe(1);
    await shown.open('');
    await shown.see('Get started: 3 of 4 done');
    await page.getByRole('link', { name: 'Continue' }).click();
    await shown.arrived('start');
    await until(
      async () => (await done()) === 3,
      async () => `${await done()} steps are ticked`,
    );
    expect(shown.trouble).toEqual([]);
  });

  it('remembers the steps of Get started after a hundred entries more, and the charge that the customer can pay', async () => {
    const { page, sandbox } = shown;
    await shown.open('start');
    await page.getByRole('button', { name: 'Send test charge' }).click();
    await shown.see('Charge of THB 1,500.00 created');
    await shown.receiver.next('charge.create');
    await Promise.all(Array.from({ length: 110 }, () => sandbox.get('/balance')));
    await shown.open('payments');
    await shown.arrived('payments');
    await shown.open('start');
    expect(await page.getByRole('link', { name: 'Open customer page' }).getAttribute('href')).toContain(
      '/payments/',
    );
    await page.getByRole('button', { name: 'Mark as paid' }).click();
    await step('Pay it as the customer').getByText('Successful').waitFor();
    await until(
      async () => (await done()) === 3,
      async () => `${await done()} steps are ticked`,
    );
  });

  it('shows the answer of the fault of Get started as expected, and removes it', async () => {
    const { page, sandbox } = shown;
    await shown.open('start');
    const failure = step('Break something');
    await failure.getByRole('button', { name: 'Fail the next 2 charges' }).click();
    await failure.getByText('The next 2 POST /charges return 503').waitFor();
    expect(await failure.getByRole('img', { name: 'To do' }).count()).toBe(1);
    await failure.getByRole('button', { name: 'Send test charge' }).click();
    await failure.getByText('As expected, your shop got 503 service_unavailable').waitFor();
    await failure.getByText('The next POST /charges returns 503').waitFor();
    await failure.getByRole('img', { name: 'Done' }).waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    await failure.getByRole('button', { name: 'Remove fault' }).click();
    await failure.getByRole('button', { name: 'Fail the next 2 charges' }).waitFor();
    await sandbox.charge();
    await failure.getByRole('img', { name: 'Done' }).waitFor();
  });

  it('hides the reminder of Get started in one sandbox for good', async () => {
    const { page, sandbox } = shown;
    await shown.open('start');
    await sandbox.charge();
    await shown.open('');
    await shown.see('Get started: ');
    await page.getByRole('button', { name: 'Hide Get started' }).click();
    await page.getByRole('link', { name: 'Continue' }).waitFor({ state: 'detached' });
    await shown.open('start');
    await shown.arrived('start');
    await shown.open('');
    await page.getByRole('button', { name: 'Figures', pressed: true }).waitFor();
    expect(await page.getByRole('link', { name: 'Continue' }).count()).toBe(0);
  });

  it('offers the inboxes of the sandbox, and opens the one last used, its latest webhook first', async () => {
    const { page, sandbox } = shown;
    const path = `/api/sandboxes/${sandbox.name}`;
    await control(gateway).put(`${path}/inbox/another`).expect(200);
    const { body } = await control(gateway).put(`${path}/inbox/get-started`).expect(200);
    await control(gateway)
      .patch(path)
      .send({ webhook_uri: (body as { url: string }).url })
      .expect(200);
    const { id } = await sandbox.charge();
    await control(gateway).get(`${path}/inbox/get-started?wait=60s`).expect(200);
    await sandbox.post(`/charges/${id}/mark_as_paid`);
    await control(gateway).get(`${path}/inbox/get-started?count=2&wait=60s`).expect(200);
    await shown.open('webhooks/inbox');
    const choice = page.getByLabel('Inbox', { exact: true }).and(page.locator('input'));
    await choice.and(page.locator('[value="get-started (2)"]')).waitFor();
    await shown.see('Receives webhooks');
    const events = page
      .getByRole('region', { name: 'Received webhooks' })
      .getByRole('link', { name: /^charge/ });
    await until(async () => (await events.count()) === 2, 'not all is shown');
    expect(await events.allInnerTexts()).toEqual(['charge.complete', 'charge.create']);
    await choice.click();
    await page.getByRole('option', { name: 'another (0)' }).click();
    await shown.see('No webhooks received yet');
    await page.getByRole('button', { name: 'Use as webhook URL' }).waitFor();
  });

  it('loads less than 240 KiB, compressed', async () => {
    const page = await newTab();
    // The rest is loaded while the browser is idle.
    await page.addInitScript('window.requestIdleCallback = () => 0');
    await page.goto(`${gateway.settings.controlUrl}/#/sandboxes/${shown.sandbox.name}/test`);
    await page.getByText('Create a charge, pay it as the customer').waitFor();
    const sizes = `performance.getEntriesByType('resource').map(({ name, encodedBodySize }) => [name, encodedBodySize])`;
    const loaded = await page.evaluate<[string, number][]>(sizes);
    const bytes = loaded.reduce((sum, [, size]) => sum + size, 0);
    expect(loaded.some(([name]) => name.endsWith('.js'))).toBe(true);
    expect(bytes).toBeLessThan(240 * 1024);
  });

  it('marks a charge as paid, notifies, adds to its timeline, and offers the command', async () => {
    const { page, sandbox } = shown;
    const { id } = await sandbox.charge();
    await shown.open(`payments/${id}`);
    await shown.see('Pending');
    await page.getByRole('button', { name: 'Copy as cURL' }).first().click();
    await shown.see(
      `curl -s -X POST '${gateway.settings.controlUrl}/api/sandboxes/${sandbox.name}/api/test/charges/${id}/mark_as_paid'`,
    );
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Mark as paid', exact: true }).click();
    await page.getByRole('status').getByText('Payment marked as paid').waitFor();
    await shown.see('Successful');
    await page.getByRole('listitem', { name: 'You marked it as paid in the console' }).waitFor();
    await shown.see('charge.complete');
    await page.getByRole('button', { name: 'Refund…' }).waitFor();
    expect((await sandbox.get(`/charges/${id}`)).body).toMatchObject({ status: 'successful' });
  });

  it('tells in the timeline what the customer did on the payment page', async () => {
    const { page, sandbox } = shown;
    const { id, authorize_uri: uri } = await sandbox.charge();
    await fetch(uri);
    await fetch(uri, { method: 'POST', body: new URLSearchParams({ outcome: 'paid' }), redirect: 'manual' });
    await shown.open(`payments/${id}`);
    await page.getByRole('listitem', { name: 'Customer opened the payment page' }).waitFor();
  });

  it('tells the story of a refused and then refunded card with causes before effects', async () => {
    const { page, sandbox } = shown;
    shown.receiver.answer(
      ({ event }, response) => void response.writeHead(event.key === 'refund.create' ? 500 : 200).end(),
    );
    const { id, authorize_uri: uri } = await sandbox.cardCharge({
      authentication: '3DS',
      return_uri: 'https://shop.example/',
    });
    await fetch(uri as string);
    await sandbox.post(`/charges/${id}/mark_as_paid`);
    await sandbox.post(`/charges/${id}/refunds`, { amount: 25_000 });
    await shown.receiver.next('refund.create');
    await shown.open(`payments/${id}`);
    const steps = page.getByRole('list', { name: 'Timeline' }).getByRole('listitem');
    await page.getByRole('listitem', { name: /refund.create #1, answered 500/ }).waitFor();
    const names = await Promise.all((await steps.all()).map((step) => step.getAttribute('aria-label')));
    const order = [
      'Send card details',
      'Create charge,',
      'charge.create',
      'Customer opened the payment page',
      'Mark as paid',
      'charge.complete',
      'Refund charge',
      'refund.create',
      'Retry of refund.create',
    ];
    const found = order.map((text) => names.findIndex((name) => name?.includes(text)));
    expect([names, found]).toEqual([names, found.toSorted((a, b) => a - b)]);
    expect(found).not.toContain(-1);
    await page.getByRole('link', { name: 'refund.create #1' }).click();
    await page.getByRole('complementary', { name: 'Webhook' }).getByText('Endpoint returned 500').waitFor();
    expect(shown.trouble).toEqual([]);
  });

  it('refunds half, then a typed amount, and no more than is left', async () => {
    const { page, sandbox } = shown;
    const { id } = await sandbox.cardCharge();
    await shown.open(`payments/${id}`);
    const refund = page.getByRole('dialog').getByRole('button', { name: 'Refund', exact: true });
    await page.getByRole('button', { name: 'Refund…' }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Refund half/ })
      .click();
    await page.getByRole('status').getByText('Refunded THB 500.00').waitFor();
    await shown.see('Refunded THB 500.00');
    await page.getByRole('button', { name: 'Refund…' }).click();
    const amount = page.getByLabel('Amount to refund (max THB 500.00)');
    await amount.fill('');
    expect(await refund.isDisabled()).toBe(true);
    await amount.fill('250.5');
    await shown.see('THB 249.50 left to refund afterwards.');
    await amount.press('Enter');
    await page.getByRole('listitem', { name: 'Tollgate: refund.create · THB 250.50' }).waitFor();
    expect((await sandbox.get(`/charges/${id}`)).body).toMatchObject({ refunded_amount: 75_050 });
  });

  it('closes a dispute, and deletes a link after a question', async () => {
    const { page, sandbox } = shown;
    const { id: charge } = await sandbox.cardCharge();
    const dispute = (await sandbox.post(`/charges/${charge}/disputes`)).body as { id: string };
    await shown.open('objects/disputes');
    await page.getByRole('link', { name: dispute.id }).click();
    await page.getByRole('button', { name: 'Mark as won' }).click();
    await page.getByRole('listitem', { name: 'You closed the dispute in the console' }).waitFor();
    expect((await sandbox.get(`/disputes/${dispute.id}`)).body).toMatchObject({ status: 'won' });
    const order = { amount: 100_000, currency: 'THB', title: 'Order-384', description: 'New Product' };
    const link = (await sandbox.post('/links', order)).body as { id: string; payment_uri: string };
    await shown.open('objects/links');
    await shown.see('Order-384');
    await page.getByRole('link', { name: link.id }).click();
    const customer = page.getByRole('link', { name: 'Open customer page' });
    expect(await customer.getAttribute('href')).toBe(link.payment_uri);
    await page.getByRole('button', { name: 'Delete link…' }).click();
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Delete link…' }).click();
    await page.getByRole('dialog').waitFor();
    await page.goBack();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('link', { name: link.id }).click();
    expect((await sandbox.get(`/links/${link.id}`)).body).toMatchObject({ deleted: false });
    await page.getByRole('button', { name: 'Delete link…' }).click();
    await page.getByRole('button', { name: 'Delete link', exact: true }).click();
    await page.getByRole('status').getByText('Link deleted').waitFor();
    expect((await sandbox.get(`/links/${link.id}`)).body).toMatchObject({ deleted: true });
  });

  it('finds a payment by its order', async () => {
    const { id } = await shown.sandbox.charge({ metadata: { order: 'A-1042' } });
    const { id: other } = await shown.sandbox.charge({ metadata: { order: 'A-1043' } });
    await shown.open('payments');
    await shown.page.getByRole('link', { name: other }).waitFor();
    await shown.page.keyboard.press('/');
    await shown.page.keyboard.type('a-1042');
    await shown.page.getByRole('link', { name: other }).waitFor({ state: 'detached' });
    await shown.page.getByRole('link', { name: id }).click();
    await shown.see('charge.create');
  });

  it('renders the rows in sight of a list of thousands, reads older ones on the way down, and finds the oldest', async () => {
    const { id: last } = await shown.sandbox.cardCharge({ metadata: { order: 'the latest' } });
    await copyCharge(last, 3_000);
    await shown.open('payments');
    const rows = shown.page.locator('tbody tr[data-index]');
    await shown.see('the latest');
    const lastIndex = async (): Promise<number> => Number(await rows.last().getAttribute('data-index'));
    await until(
      async () => {
        await shown.page.evaluate(
          `document.querySelector('[role=region][aria-label=Payments]').scrollTop = 1e9`,
        );
        expect(await rows.count()).toBeLessThan(80);
        return (await lastIndex()) >= 300;
      },
      async () => `the last row is ${await lastIndex()}`,
    );
    await shown.open('payments?q=copy-2999-');
    await shown.page.getByText('copy-2999-', { exact: true }).waitFor();
    await until(async () => (await rows.count()) === 1, 'other payments are shown');
  });

  it('shows what merchants and endpoints write as text', async () => {
    shown.receiver.answer(
      (_, response) => void response.writeHead(500, { 'content-type': 'text/html' }).end(HOSTILE),
    );
    const { id } = await shown.sandbox.charge({ description: HOSTILE, metadata: { order: HOSTILE } });
    await shown.open(`payments/${id}`);
    await shown.see(/onerror/);
    await shown.page.getByRole('link', { name: 'charge.create #1' }).click();
    await shown.page.getByRole('region', { name: 'Response body' }).getByText('onerror').waitFor();
    await shown.open('payments');
    await shown.see(/onerror/);
    expect(await shown.page.title()).toBe(`Payments · ${shown.sandbox.name} · Tollgate`);
    expect(await shown.page.locator('img[src="x"]').count()).toBe(0);
    expect(shown.trouble).toEqual([]);
  });

  it('asks for the control token, keeps it nowhere, and asks again after signing out', async () => {
    await shown.open('payments', twin);
    await shown.page.getByLabel('Control token or secret key').fill(TOKEN);
    await shown.page.getByRole('button', { name: 'Sign in' }).click();
    await shown.page.getByRole('heading', { name: 'Payments' }).waitFor();
    const kept = await shown.page.evaluate(
      'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, location.href])',
    );
    expect(kept).not.toContain(TOKEN);
    expect(kept).not.toContain('tollgate_session');
    await shown.page.getByRole('button', { name: 'Console menu' }).click();
    await shown.page.getByRole('menuitem', { name: 'Sign out' }).click();
    await shown.page.getByLabel('Control token or secret key').waitFor();
    await shown.page.reload();
    await shown.page.getByLabel('Control token or secret key').fill('another token');
    await shown.page.getByRole('button', { name: 'Sign in' }).click();
    await shown.page.getByRole('alert').waitFor();
    expect(await shown.page.getByRole('heading', { name: 'Payments' }).count()).toBe(0);
  });

  it('is operated by the keyboard', async () => {
    await shown.open('');
    await shown.page.getByRole('heading', { name: 'Activity' }).waitFor();
    await shown.page.keyboard.press('g');
    await shown.page.keyboard.press('p');
    await shown.page.getByRole('heading', { name: 'Payments' }).waitFor();
    await shown.page.keyboard.press('g');
    await shown.page.keyboard.press('r');
    await shown.page.getByRole('heading', { name: 'API requests' }).waitFor();
    await shown.page.keyboard.press('/');
    await shown.page.keyboard.type('method:post');
    expect(await shown.page.getByLabel('Filter').inputValue()).toBe('method:post');
    await shown.page.getByLabel('Filter').blur();
    await shown.page.keyboard.press('?');
    await shown.see('Go to Payments');
    await shown.page.getByRole('button', { name: 'Close' }).click();
    await shown.page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(shown.trouble).toEqual([]);
  });
});
