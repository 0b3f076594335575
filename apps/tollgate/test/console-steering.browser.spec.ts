import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { until } from '#platform/testing/until.js';
import { useTabs } from './chromium.js';
import { describeConsole } from './console-in-browser.js';
import { NO_LONG_TIMERS } from './console-page-checks.js';
import { useOwnGateway } from './harness.js';
import { control } from './sandbox.js';

const gateway = useOwnGateway();
const run = promisify(execFile);

/** The names of enabled buttons that have a command, no key and no question. */
const BUTTONS = `[...document.querySelectorAll('main button:not(:disabled, :has(kbd))')]
  .filter(({ nextElementSibling }) => nextElementSibling?.getAttribute('aria-label') === 'Copy as cURL')
  .map((button) => button.textContent).filter((name) => !name.endsWith('…'))`;

describeConsole('actions in the console', gateway, [], (shown) => {
  const newTab = useTabs();

  it('resend a webhook that the endpoint refused, and verify its signature', async () => {
    shown.receiver.answer((_, response) => void response.writeHead(500).end('the receiver is down'));
    await shown.sandbox.charge();
    await shown.open('webhooks');
    await shown.page.getByRole('link', { name: 'charge.create' }).click();
    await shown.see(/the receiver is down/);
    shown.receiver.answer((_, response) => void response.end('ok'));
    await shown.page.getByRole('button', { name: 'Resend', exact: true }).click();
    await shown.page
      .getByRole('status')
      .getByText(/^Attempt 2 delivered/)
      .waitFor();
    await shown.page.getByRole('button', { name: 'Attempt 2', pressed: true }).waitFor();
    await shown.page.getByRole('tab', { name: 'Signature' }).click();
    await shown.see('Signature valid');
  });

  it('find requests by path and status, and open an old one beside the list', async () => {
    await shown.sandbox.get('/charges/chrg_test_none');
    const logged = `/api/sandboxes/${shown.sandbox.name}/requests`;
    const { body } = await control(gateway).get(`${logged}?wait=10s`).expect(200);
    const [{ id }] = (body as { data: [{ id: string }] }).data;
    for (let made = 0; made < 3; made += 1) await shown.sandbox.get('/account');
    await control(gateway).get(`${logged}?wait=10s&count=4`).expect(200);
    await shown.open('requests?q=status:4xx /charges');
    await shown.page.locator('tbody tr[data-index]').first().waitFor();
    expect(await shown.page.locator('tbody tr[data-index]').count()).toBe(1);
    await shown.open(`requests?open=${id}`);
    await shown.page
      .getByRole('complementary', { name: 'Request' })
      .getByText('GET /charges/chrg_test_none')
      .waitFor();
    await shown.page.keyboard.press('Escape');
    await shown.page.getByRole('complementary', { name: 'Request' }).waitFor({ state: 'detached' });
  });

  it('lead from the inspector of a request to its payment', async () => {
    const { id } = await shown.sandbox.charge();
    await shown.open('requests');
    await shown.page.getByRole('link', { name: 'POST /charges' }).click();
    await shown.page.getByRole('complementary', { name: 'Request' }).getByRole('link', { name: id }).click();
    await shown.arrived(`payments/${id}`);
  });

  it('reorder held webhooks, and send one before the others', async () => {
    await control(gateway).post(`/api/sandboxes/${shown.sandbox.name}/webhooks/hold`).expect(200);
    const charges = [
      await shown.sandbox.charge(),
      await shown.sandbox.charge(),
      await shown.sandbox.charge(),
    ];
    await shown.open('webhooks');
    const held = shown.page.getByRole('region', { name: 'Held webhooks' }).getByRole('row');
    await until(async () => (await held.count()) === 3, 'not all are there');
    await held.nth(2).getByRole('button', { name: 'Send now' }).click();
    await until(async () => (await held.count()) === 2, 'it is still held');
    await until(() => shown.receiver.received.length === 1, 'it is not sent');
    await held.nth(0).getByRole('button', { name: /down$/ }).click();
    await shown.page.getByRole('button', { name: 'Send in this order' }).click();
    await until(() => shown.receiver.received.length === 3, 'not all are sent');
    expect(shown.receiver.received.map(({ event }) => event.data.id)).toEqual(
      [2, 1, 0].map((index) => charges[index]?.id),
    );
  });

  it('create an inbox that receives the webhooks', async () => {
    await shown.open('webhooks/inbox');
    await shown.page.getByRole('button', { name: 'Create inbox' }).click();
    await shown.page.getByRole('button', { name: 'Use as webhook URL' }).click();
    await until(
      async () =>
        (
          (await control(gateway).get(`/api/sandboxes/${shown.sandbox.name}/api/test/account`)).body as {
            webhook_uri: string;
          }
        ).webhook_uri.includes('/inbox/'),
      'the webhooks still go elsewhere',
    );
    const { id } = await shown.sandbox.charge();
    await shown.page.getByRole('link', { name: id }).waitFor();
    await shown.page.locator('tbody').getByText('Valid', { exact: true }).waitFor();
    await shown.page.getByRole('link', { name: 'charge.create' }).click();
    await shown.page
      .getByRole('region', { name: 'Body' })
      .filter({ hasText: /"?key"?: "charge.create"/ })
      .waitFor();
  });

  it('resend a webhook from an order by three keys, and show the attempt and its outcome at once', async () => {
    const { sandbox, receiver } = shown;
    receiver.answer((_, response) => void response.writeHead(500).end('down'));
    await sandbox.charge({ metadata: { order: 'K-1042' } });
    await receiver.next('charge.create');
    const page = await newTab();
    await page.addInitScript(NO_LONG_TIMERS);
    await page.goto(`${gateway.settings.controlUrl}/#/sandboxes/${sandbox.name}/test`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    receiver.answer((_, response) => void response.end('ok'));
    await page.keyboard.press('Control+k');
    await page.getByPlaceholder('An order, an ID').fill('K-1042');
    await page.keyboard.press('Enter');
    await page
      .getByRole('region', { name: 'Failed webhook: charge.create' })
      .getByText(/failed once/)
      .waitFor();
    await page.getByRole('dialog', { name: 'Search or jump to' }).waitFor({ state: 'detached' });
    await page.keyboard.press('r');
    await page
      .getByRole('status')
      .getByText(/^Attempt 2 delivered/)
      .waitFor();
    await page.getByRole('button', { name: 'Attempt 2' }).waitFor();
    const isInSight = `[...document.querySelectorAll('[role=row], tr')].some((one) => {
      const { top, bottom, height } = one.getBoundingClientRect();
      return one.textContent.includes('#2') && height > 0 && top >= 0 && bottom <= innerHeight;
    })`;
    await until(() => page.evaluate<boolean>(isInSight), 'the attempt is not in sight');
  });

  it('can be copied as commands, which do the same in a shell', async () => {
    const { page, sandbox } = shown;
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    /** Runs the command beside a button, as it is pasted from the clipboard. */
    const paste = async (button: string): Promise<string> => {
      const command = page.getByRole('button', { name: button, exact: true }).first().locator('..');
      await command.getByRole('button', { name: 'Copy as cURL' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Copy', exact: true }).click();
      await page.getByRole('dialog').getByText('Copied').waitFor();
      await page.keyboard.press('Escape');
      const pasted = await page.evaluate<string>('navigator.clipboard.readText()');
      return (await run('sh', ['-c', pasted])).stdout;
    };
    const { id } = await sandbox.charge();
    await shown.open(`payments/${id}`);
    expect(JSON.parse(await paste('Mark as paid'))).toMatchObject({ id, status: 'successful' });
    await page.getByRole('main').getByText('Successful').first().waitFor();

    const order = `O'Neil "$HOME" \\ \`ls\` ก`;
    await shown.open('scenarios');
    await page.getByRole('textbox', { name: 'Order' }).fill(order);
    expect(JSON.parse(await paste('Run scenario'))).toMatchObject({ order });

    await shown.open('balance/rates');
    await page.getByLabel('THB per unit').fill('36.5');
    await paste('Set rate');
    // The page reads rates that others set within 30 seconds.
    await page.reload();
    await page.getByRole('row', { name: '36.5' }).first().waitFor();
  });

  it('happen once, also at a double click', async () => {
    const { page, sandbox } = shown;
    const { id } = await sandbox.cardCharge({ amount: 200_000 });
    await shown.open(`payments/${id}`);
    await page.getByRole('button', { name: 'Refund…' }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Refund half/ })
      .dblclick();
    await page.getByText('Refunded THB 1,000.00 of THB 2,000.00').waitFor();
    await shown.open('clock');
    const clock = async (): Promise<number> =>
      (
        (await control(gateway).get(`/api/sandboxes/${sandbox.name}/status`)).body as {
          clock: { offset_ms: number };
        }
      ).clock.offset_ms;
    await page.getByRole('main').getByRole('button', { name: '+1 day' }).dblclick();
    await until(async () => (await clock()) > 0, 'the clock is not advanced');
    await page
      .getByText(/^Advanced/)
      .first()
      .waitFor();
    expect(Math.round((await clock()) / 86_400_000)).toBe(1);
    expect((await sandbox.get(`/charges/${id}`)).body).toMatchObject({ refunded_amount: 100_000 });
  });

  it('tell their outcome, each of them', async () => {
    const { page, sandbox } = shown;
    await sandbox.charge();
    const outcome = page.locator('.notice');
    const silent: string[] = [];
    const closed = async (): Promise<boolean> => {
      if ((await outcome.count()) === 0) return true;
      // It may be gone or replaced meanwhile.
      await outcome
        .first()
        .getByRole('button')
        .last()
        .click({ timeout: 1_000 })
        .catch(() => undefined);
      return false;
    };
    const { id: paid } = await sandbox.cardCharge();
    const account = { brand: 'scb', number: '1234567890', name: 'Somchai Prasert' };
    const { body: recipient } = await sandbox.post('/recipients', {
      name: 'Somchai Prasert',
      type: 'individual',
      bank_account: account,
    });
    for (const [place, fields] of [
      [`payments/${(await sandbox.charge()).id}`, {}],
      [`payments/${paid}`, {}],
      [`objects/recipients/${(recipient as { id: string }).id}`, {}],
      ['start', {}],
      ['webhooks/inbox', {}],
      ['webhooks', {}],
      ['clock', { 'Advance to (': '2040-01-01T00:00:00' }],
      ['faults', {}],
      ['scenarios', {}],
      ['snapshots', { 'Snapshot name': 'now' }],
      ['settings', {}],
      ['balance/rates', { 'THB per unit': '36.5' }],
    ] as const) {
      await shown.open(place);
      await shown.arrived(place);
      const pressed = new Set<string>();
      const next = async (): Promise<string | undefined> => {
        for (const [label, value] of Object.entries(fields)) await page.getByLabel(label).fill(value);
        return (await page.evaluate<string[]>(BUTTONS)).find((name) => !pressed.has(name));
      };
      // A button can bring others, such as one that removes what the first has added.
      for (let name = await next(); name !== undefined; name = await next()) {
        pressed.add(name);
        const button = page.getByRole('main').getByRole('button', { name, exact: true }).first();
        if (await button.isDisabled()) continue;
        await button.click();
        await outcome.first().waitFor();
        if ((await outcome.first().getAttribute('role')) === null) silent.push(`${place}: ${name}`);
        await until(closed, `the notification of ${name} stays`);
      }
      expect([place, pressed.size > 0]).toEqual([place, true]);
    }
    expect(silent).toEqual([]);
  });
});
