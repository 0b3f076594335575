import { until } from '../../rig/until.js';
import { describeConsole } from './console-in-browser.js';
import { useOwnGateway } from './harness.js';

/** Would run, and be seen to have run, if any of it became markup. */
const HOSTILE = '<img src=x onerror="document.title=\'pwned\'"><script>document.title="pwned"</script>';

const TOKEN = 'a-token-that-nobody-guesses';
const gateway = useOwnGateway();
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

  it('leads from an empty sandbox to a paid charge and its webhook in four clicks', async () => {
    const { page, sandbox } = shown;
    await shown.open('start');
    await page.getByRole('button', { name: 'Use built-in inbox' }).click();
    await shown.see('Webhooks are sent to the inbox');
    await page.getByRole('button', { name: 'Send test charge' }).click();
    await page.getByRole('button', { name: 'Mark as paid' }).click();
    await page.getByRole('link', { name: 'Open the payment' }).click();
    await page.getByRole('listitem', { name: /charge.complete #1, answered 200/ }).waitFor();
    expect(await sandbox.total('/charges')).toBe(1);
    expect(shown.trouble).toEqual([]);
  });

  it('loads less than 240 KiB, compressed', async () => {
    await shown.open('');
    await shown.page.reload();
    await shown.see('Create a charge, pay it as the customer');
    const sizes = `performance.getEntriesByType('resource').map(({ name, encodedBodySize }) => [name, encodedBodySize])`;
    const loaded = await shown.page.evaluate<[string, number][]>(sizes);
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
    await shown.see(`curl -s -X POST '${gateway.settings.controlUrl}/api/sandboxes/${sandbox.name}/api/test/charges/${id}/mark_as_paid'`);
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
    shown.receiver.answer(({ event }, response) => void response.writeHead(event.key === 'refund.create' ? 500 : 200).end());
    const { id, authorize_uri: uri } = await sandbox.cardCharge({ authentication: '3DS', return_uri: 'https://shop.example/' });
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
    await page.getByText('Half', { exact: true }).click();
    await shown.see('THB 500.00 left to refund afterwards.');
    await refund.click();
    await page.getByRole('status').getByText('Refunded THB 500.00').waitFor();
    await shown.see('Refunded THB 500.00');
    await page.getByRole('button', { name: 'Refund…' }).click();
    const amount = page.getByLabel('Amount to refund (max THB 500.00)');
    await amount.fill('');
    expect(await refund.isDisabled()).toBe(true);
    await amount.fill('250.5');
    await refund.click();
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
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
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
        await shown.page.evaluate(`document.querySelector('[role=region][aria-label=Payments]').scrollTop = 1e9`);
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
    shown.receiver.answer((_, response) => void response.writeHead(500, { 'content-type': 'text/html' }).end(HOSTILE));
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
    const kept = await shown.page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, location.href])');
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
