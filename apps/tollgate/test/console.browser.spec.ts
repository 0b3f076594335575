import { until } from '../../rig/until.js';
import { describeConsole } from './console-in-browser.js';
import { useOwnGateway } from './harness.js';
import { control } from './sandbox.js';

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

  it('says how to begin while nothing has happened, shows the key when asked, and what happens as it happens', async () => {
    await shown.open('');
    await shown.see('Start here');
    expect(await shown.page.content()).not.toContain(shown.sandbox.secretKey);
    await shown.page.getByRole('button', { name: 'Fill in the keys' }).click();
    await shown.see(new RegExp(shown.sandbox.secretKey));
    await shown.page.getByText('Live', { exact: true }).click();
    // Live keys are asked for anew.
    await shown.see('-u skey_…:');
    await shown.page.getByText('Test', { exact: true }).click();
    const { id } = await shown.sandbox.charge({}, twin);
    await shown.page.getByRole('log').getByText(id).first().waitFor();
    await shown.see('charge.create');
    expect(shown.trouble).toEqual([]);
  });

  it('is here with less than 300 kB, compressed', async () => {
    await shown.open('');
    await shown.page.reload();
    await shown.see('Start here');
    const sizes = `performance.getEntriesByType('resource').map(({ name, encodedBodySize }) => [name, encodedBodySize])`;
    const loaded = await shown.page.evaluate<[string, number][]>(sizes);
    const bytes = loaded.reduce((sum, [, size]) => sum + size, 0);
    expect(loaded.some(([name]) => name.endsWith('.js'))).toBe(true);
    expect(bytes).toBeLessThan(300_000);
  });

  it('stands still under the mouse, and says how much has come meanwhile', async () => {
    await shown.sandbox.charge();
    await shown.open('');
    const feed = shown.page.getByRole('log');
    await feed.getByText('POST /charges').first().waitFor();
    await shown.page.getByText('live', { exact: true }).waitFor();
    await feed.hover();
    const { id } = await shown.sandbox.charge();
    await shown.see(/\d+ new/);
    expect(await feed.getByText(id).count()).toBe(0);
    await shown.page.mouse.move(0, 0);
    await feed.getByText(id).first().waitFor();
  });

  it('sums money up by state, and leads from a state to its payments', async () => {
    await shown.sandbox.cardCharge();
    const { id } = await shown.sandbox.charge();
    await shown.open('');
    await shown.see('successful: 1, THB 1,000.00');
    await shown.page.getByRole('img', { name: /^webhooks delivered in the last five minutes: [1-9]/ }).waitFor();
    await shown.page.getByRole('link', { name: 'pending: 1, MYR 20.00' }).click();
    await shown.arrived('payments');
    await shown.page.getByRole('link', { name: id }).waitFor();
    expect(await shown.page.locator('tbody tr[data-index]').count()).toBe(1);
  });

  it('plots how long requests took, and how many webhooks wait and are given up', async () => {
    shown.receiver.answer((_, response) => void response.writeHead(503).end());
    await shown.sandbox.charge();
    await shown.open('');
    const plot = (name: RegExp): Promise<void> => shown.page.getByRole('img', { name }).waitFor();
    await plot(/^latency of requests, 95th percentile in the last five minutes: \d+ ms$/);
    await plot(/^webhooks waiting now: 1$/);
    await plot(/^webhooks given up in the last five minutes: 0$/);
    await control(gateway).post(`/api/sandboxes/${shown.sandbox.name}/clock/advance`).send({ until: 'idle', max_real: '2m' }).expect(200);
    await plot(/^webhooks given up in the last five minutes: [1-9]/);
    await plot(/^webhooks waiting now: 0$/);
  });

  it('pays a charge, tells its story, and shows the same as a command', async () => {
    const { id } = await shown.sandbox.charge();
    await shown.open(`payments/${id}`);
    await shown.see('pending');
    await shown.page.getByRole('button', { name: 'The same as a command' }).first().click();
    await shown.see(
      `curl -s -X POST '${gateway.settings.controlUrl}/api/sandboxes/${shown.sandbox.name}/api/test/charges/${id}/mark_as_paid'`,
    );
    await shown.page.keyboard.press('Escape');
    await shown.page.getByRole('button', { name: 'Pay', exact: true }).click();
    await shown.see('successful');
    await shown.see('by hand: POST /charges/:id/mark_as_paid');
    await shown.see('charge.complete');
    await shown.page.getByRole('button', { name: 'Refund', exact: true }).waitFor();
    expect((await shown.sandbox.get(`/charges/${id}`)).body).toMatchObject({ status: 'successful' });
  });

  it('refunds amounts as people write them, again and again, and none that cannot be', async () => {
    const { id } = await shown.sandbox.cardCharge();
    await shown.open(`payments/${id}`);
    const [amount, refund] = [
      shown.page.getByLabel('THB, at most 1000.00'),
      shown.page.getByRole('button', { name: 'Refund', exact: true }),
    ];
    await amount.fill('');
    expect(await refund.isDisabled()).toBe(true);
    await amount.fill('250.5');
    await refund.click();
    const rest = shown.page.getByLabel('THB, at most 749.50');
    await rest.waitFor();
    expect(await rest.inputValue()).toBe('749.50');
    await shown.page.getByRole('log').getByText('refund.create · THB 250.50').waitFor();
    expect((await shown.sandbox.get(`/charges/${id}`)).body).toMatchObject({ refunded_amount: 25_050 });
  });

  it('plots what fits the search, and says so', async () => {
    await shown.sandbox.charge({ metadata: { order: 'A-1042' } });
    await shown.sandbox.charge();
    await shown.open('');
    const requests = (count: number): Promise<void> =>
      shown.page.getByRole('img', { name: `requests in the last five minutes: ${count}` }).waitFor();
    await requests(2);
    await shown.open('?q=A-1042');
    await shown.see('Of what fits the search:');
    await requests(1);
    expect(await shown.page.getByRole('img', { name: /^webhooks waiting/ }).count()).toBe(0);
  });

  it('closes a dispute, and deletes a link whose page it leads to', async () => {
    const { id: charge } = await shown.sandbox.cardCharge();
    const dispute = (await shown.sandbox.post(`/charges/${charge}/disputes`)).body as { id: string };
    await shown.open('objects/disputes');
    await shown.page.getByRole('link', { name: dispute.id }).click();
    await shown.page.getByRole('button', { name: 'Close as won' }).click();
    await shown.see('by hand: PATCH /disputes/:id/close');
    expect((await shown.sandbox.get(`/disputes/${dispute.id}`)).body).toMatchObject({ status: 'won' });
    const order = { amount: 100_000, currency: 'THB', title: 'Order-384', description: 'New Product' };
    const link = (await shown.sandbox.post('/links', order)).body as { id: string; payment_uri: string };
    await shown.open('objects/links');
    await shown.see('Order-384');
    await shown.page.getByRole('link', { name: link.id }).click();
    const customer = shown.page.getByRole('link', { name: 'The page the customer sees' });
    expect(await customer.getAttribute('href')).toBe(link.payment_uri);
    await shown.page.getByRole('button', { name: 'Delete' }).click();
    await shown.page.getByRole('button', { name: 'click again to do it' }).click();
    await shown.see('by hand: DELETE /links/:id');
    expect((await shown.sandbox.get(`/links/${link.id}`)).body).toMatchObject({ deleted: true });
  });

  it('finds a payment by its order', async () => {
    const { id } = await shown.sandbox.charge({ metadata: { order: 'A-1042' } });
    const { id: other } = await shown.sandbox.charge({ metadata: { order: 'A-1043' } });
    await shown.open('payments');
    await shown.see(other);
    await shown.page.keyboard.press('/');
    await shown.page.keyboard.type('a-1042');
    await shown.page.getByText(other).waitFor({ state: 'detached' });
    await shown.page.getByRole('link', { name: id }).click();
    await shown.see('charge.create');
  });

  it('holds few rows of a list of thousands, reads older ones as one goes there, and finds the oldest', async () => {
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
    expect(await rows.count()).toBe(1);
  });

  it('shows what merchants and receivers write as text', async () => {
    shown.receiver.answer((_, response) => void response.writeHead(500, { 'content-type': 'text/html' }).end(HOSTILE));
    const { id } = await shown.sandbox.charge({ description: HOSTILE, metadata: { order: HOSTILE } });
    await shown.open(`payments/${id}`);
    await shown.see(/onerror/);
    await shown.page.getByRole('log').getByText('webhook to').first().click();
    await shown.see('Attempt 1');
    await shown.open('payments');
    await shown.see(/onerror/);
    expect(await shown.page.title()).toBe(`Payments · ${shown.sandbox.name} · Tollgate`);
    expect(await shown.page.locator('img[src="x"]').count()).toBe(0);
    expect(shown.trouble).toEqual([]);
  });

  it('asks for the token where one is set, keeps it nowhere, and asks again once one has signed out', async () => {
    await shown.open('payments', twin);
    await shown.page.getByLabel('Token or key').fill(TOKEN);
    await shown.page.getByRole('button', { name: 'Open the console' }).click();
    await shown.page.getByRole('heading', { name: 'Payments' }).waitFor();
    const kept = await shown.page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, location.href])');
    expect(kept).not.toContain(TOKEN);
    expect(kept).not.toContain('tollgate_session');
    await shown.page.getByRole('button', { name: 'Sign out' }).click();
    await shown.page.getByLabel('Token or key').waitFor();
    await shown.page.reload();
    await shown.page.getByLabel('Token or key').fill('another token');
    await shown.page.getByRole('button', { name: 'Open the console' }).click();
    await shown.page.getByRole('alert').waitFor();
    expect(await shown.page.getByRole('heading', { name: 'Payments' }).count()).toBe(0);
  });

  it('is led by the keyboard', async () => {
    await shown.open('');
    await shown.page.getByRole('heading', { name: 'Now' }).waitFor();
    await shown.page.keyboard.press('g');
    await shown.page.keyboard.press('p');
    await shown.page.getByRole('heading', { name: 'Payments' }).waitFor();
    await shown.page.keyboard.press('g');
    await shown.page.keyboard.press('r');
    await shown.page.getByRole('heading', { name: 'Requests' }).waitFor();
    await shown.page.keyboard.press('/');
    await shown.page.keyboard.type('method:post');
    expect(await shown.page.getByLabel('Filter').inputValue()).toBe('method:post');
    await shown.page.getByLabel('Filter').blur();
    await shown.page.keyboard.press('?');
    await shown.see('leads to Payments');
    await shown.page.getByRole('button', { name: 'Close' }).click();
    await shown.page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(shown.trouble).toEqual([]);
  });
});
