import { until } from '../../rig/until.js';
import { describeConsole } from './console-in-browser.js';
import { faultsOf } from './faults.js';
import { useOwnGateway } from './harness.js';
import { control, createSandbox } from './sandbox.js';

const gateway = useOwnGateway();

describeConsole('actions in the console', gateway, [], (shown) => {
  it('resend a webhook that the endpoint refused, and verify its signature', async () => {
    shown.receiver.answer((_, response) => void response.writeHead(500).end('the receiver is down'));
    await shown.sandbox.charge();
    await shown.open('webhooks');
    await shown.page.getByRole('link', { name: 'charge.create' }).click();
    await shown.see(/the receiver is down/);
    shown.receiver.answer((_, response) => void response.end('ok'));
    await shown.page.getByRole('button', { name: 'Resend', exact: true }).click();
    await shown.page.getByRole('status').getByText('Webhook is sent again').waitFor();
    await shown.see('Attempt 2');
    await shown.page.getByText('Delivered').first().waitFor();
    await shown.page.getByRole('button', { name: 'Verify signature' }).click();
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
    await shown.page.getByRole('complementary', { name: 'Request' }).getByText('GET /charges/chrg_test_none').waitFor();
    await shown.page.keyboard.press('Escape');
    await shown.page.getByRole('complementary', { name: 'Request' }).waitFor({ state: 'detached' });
  });

  it('reorder held webhooks, and send one before the others', async () => {
    await control(gateway).post(`/api/sandboxes/${shown.sandbox.name}/webhooks/hold`).expect(200);
    const charges = [await shown.sandbox.charge(), await shown.sandbox.charge(), await shown.sandbox.charge()];
    await shown.open('webhooks');
    const held = shown.page.getByRole('region', { name: 'Held webhooks' }).getByRole('row');
    await until(async () => (await held.count()) === 3, 'not all are there');
    await held.nth(2).getByRole('button', { name: 'Send now' }).click();
    await until(async () => (await held.count()) === 2, 'it is still held');
    await until(() => shown.receiver.received.length === 1, 'it is not sent');
    await held.nth(0).getByRole('button', { name: /down$/ }).click();
    await shown.page.getByRole('button', { name: 'Send in this order' }).click();
    await until(() => shown.receiver.received.length === 3, 'not all are sent');
    expect(shown.receiver.received.map(({ event }) => event.data.id)).toEqual([2, 1, 0].map((index) => charges[index]?.id));
  });

  it('create an inbox that receives the webhooks', async () => {
    await shown.open('webhooks/inbox');
    await shown.page.getByRole('button', { name: 'Create inbox' }).click();
    await shown.page.getByRole('button', { name: 'Use as webhook URL' }).click();
    await until(
      async () =>
        (
          (await control(gateway).get(`/api/sandboxes/${shown.sandbox.name}/api/test/account`)).body as { webhook_uri: string }
        ).webhook_uri.includes('/inbox/'),
      'the webhooks still go elsewhere',
    );
    const { id } = await shown.sandbox.charge();
    await shown.page.getByRole('link', { name: id }).waitFor();
    await shown.page.locator('tbody').getByText('Valid', { exact: true }).waitFor();
    await shown.page.getByRole('link', { name: 'charge.create' }).click();
    await shown.page
      .getByRole('region', { name: 'Body' })
      .filter({ hasText: `"id": "${id}"` })
      .waitFor();
  });

  it('add each fault template, and run a scenario', async () => {
    const { page, sandbox } = shown;
    await shown.open('faults');
    const add = page.getByRole('button', { name: 'Add fault' });
    await add.first().waitFor();
    const templates = await add.count();
    expect(templates).toBeGreaterThanOrEqual(10);
    for (let index = 0; index < templates; index += 1) {
      await add.nth(index).click();
      await until(async () => (await faultsOf(sandbox)).data.length === index + 1, `fault ${index} is not added`);
    }
    const does = (await faultsOf(sandbox)).data.map((fault) => JSON.stringify([fault.on, fault.do]));
    expect(new Set(does).size).toBe(templates);
    await control(gateway).delete(`/api/sandboxes/${sandbox.name}/faults`).expect(200);
    await shown.open('scenarios');
    await page.getByLabel('Order').fill('S-1042');
    await page.getByRole('button', { name: 'Run paid', exact: true }).click();
    await page.getByRole('region', { name: 'Result' }).waitFor();
    await page
      .getByRole('main')
      .getByRole('link', { name: /^chrg_test_/ })
      .waitFor();
    expect((await sandbox.get('/charges')).body).toMatchObject({ total: 1, data: [{ metadata: { order: 'S-1042' } }] });
  });

  it('add a custom fault from its fields', async () => {
    const { page, sandbox } = shown;
    await shown.open('faults');
    await page.getByRole('button', { name: 'Custom fault…' }).click();
    const dialog = page.getByRole('dialog');
    const choose = async (label: string, option: string): Promise<void> => {
      await dialog.getByRole('combobox', { name: label, exact: true }).click();
      await page.getByRole('option', { name: option, exact: true }).click();
    };
    await choose('Applies to', 'Payments');
    await choose('Effect', 'Settle automatically');
    await dialog.getByRole('textbox', { name: 'after', exact: true }).fill('90s');
    await dialog.getByRole('textbox', { name: 'Amount', exact: true }).fill('2000');
    await dialog.getByRole('textbox', { name: 'Metadata' }).fill('order=1042, team=night');
    await dialog.getByRole('textbox', { name: 'Skip first' }).fill('1');
    await dialog.getByRole('textbox', { name: 'Times' }).fill('always');
    await dialog.getByRole('textbox', { name: 'Probability' }).fill('0.5');
    await dialog.getByRole('textbox', { name: 'Expires after' }).fill('10m');
    await dialog.getByRole('textbox', { name: 'Name (optional)' }).fill('slow');
    await dialog.getByRole('button', { name: 'Add fault' }).click();
    await page.getByRole('cell', { name: 'slow' }).waitFor();
    const match = { amount: 2000, metadata: { order: '1042', team: 'night' } };
    const expected = { name: 'slow', on: 'payment', match, skip: 1, times: 'always', probability: 0.5 };
    expect((await faultsOf(sandbox)).data).toMatchObject([{ ...expected, do: { settle: 'successful', after: '1m30s' } }]);
    await page.getByRole('button', { name: 'Custom fault…' }).click();
    await choose('Effect', 'Delay');
    await dialog.getByRole('textbox', { name: 'delay', exact: true }).fill('never');
    await dialog.getByRole('button', { name: 'Add fault' }).click();
    await page.getByRole('alert').getByText("Couldn't add fault").waitFor();
  });

  it('show upcoming events on a line that leads to their objects', async () => {
    const { id } = await shown.sandbox.charge();
    await shown.open('clock');
    const line = shown.page.getByRole('group', { name: 'Upcoming on a line' });
    await line.getByText('10 min', { exact: true }).waitFor();
    await line.getByRole('link', { name: `Charge expires, ${id}` }).click();
    await shown.page.getByRole('heading', { name: 'MYR 20.00' }).waitFor();
  });

  it('advance the clock by a step, to an upcoming event, and to a date', async () => {
    const { page, sandbox } = shown;
    const now = async (): Promise<string> =>
      ((await control(gateway).get(`/api/sandboxes/${sandbox.name}/clock`)).body as { now: string }).now;
    await sandbox.charge();
    await shown.open('clock');
    await page.getByRole('button', { name: 'Freeze clock' }).click();
    await page
      .getByTestId('sandbox-time')
      .getByText(/ · frozen$/)
      .waitFor();
    const before = Date.parse(await now());
    await page.getByRole('button', { name: 'Advance 1 min', exact: true }).click();
    await page.getByRole('status').getByText('Advanced 1 min. 0 events ran.').waitFor();
    expect(Date.parse(await now())).toBe(before + 60_000);
    await page.getByRole('button', { name: 'Advance to here' }).first().click();
    await page.getByRole('region', { name: 'What happened' }).getByText('Charge expires').waitFor();
    const chosen = page.getByLabel(/^Date and time/);
    await chosen.fill('2030-02-03T04:05:06');
    const instant = await page.evaluate<string>(`new Date('2030-02-03T04:05:06').toISOString()`);
    const typed = page.getByLabel('or ISO 8601');
    expect(await typed.inputValue()).toBe(instant);
    await page.getByRole('button', { name: 'Advance to', exact: true }).click();
    await until(async () => (await now()) === instant, 'the clock is not there');
    await typed.fill('2030-03-01T00:00:00.500+07:00');
    const local = await page.evaluate<string>(`new Date('2030-03-01T00:00:00+07:00').toLocaleString('sv').replace(' ', 'T')`);
    expect(local.startsWith(await chosen.inputValue())).toBe(true);
    await page.getByRole('button', { name: 'Advance to', exact: true }).click();
    await until(async () => (await now()) === '2030-02-28T17:00:00.500Z', 'the clock is not there');
  });

  it('create a sandbox with auto-approval, and switch it off', async () => {
    const { page, sandbox } = shown;
    const name = `${sandbox.name}-approving`;
    await shown.open('sandboxes');
    await page.getByLabel('Name (generated if empty)').fill(name);
    await page.getByRole('switch', { name: 'Auto-approve payments' }).press('Space');
    await page.getByRole('button', { name: 'Copy as cURL' }).first().click();
    await shown.see(`-d '{"name":"${name}","auto_approve":true}'`);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Create sandbox' }).click();
    await page.getByRole('status').getByText(`Sandbox "${name}" created`).waitFor();
    const toggle = page.getByRole('switch', { name: 'Auto-approve payments' });
    await until(() => toggle.isChecked(), 'auto-approval is off');
    await toggle.press('Space');
    await page.getByRole('status').getByText('Auto-approve payments: saved').waitFor();
    expect((await control(gateway).get(`/api/sandboxes/${name}`)).body).toMatchObject({ auto_approve: false, exchange_rates: [] });
  });

  it('save the 3-D Secure challenge, the theme of payment pages and the retention at once', async () => {
    const { page, sandbox } = shown;
    await shown.open('settings');
    await page.getByText('One-time password', { exact: true }).click();
    await page.getByRole('status').getByText('3-D Secure challenge: saved').waitFor();
    const { authorize_uri: uri } = await sandbox.cardCharge({ authentication: '3DS', return_uri: 'https://shop.example/' });
    expect(await (await fetch(uri as string)).text()).toContain('name="one_time_password"');
    await page.getByText('Like the method', { exact: true }).click();
    await page.getByRole('status').getByText('Payment page theme: saved').waitFor();
    expect(await (await fetch((await sandbox.charge()).authorize_uri)).text()).toContain('data-look="wallet"');
    await page.getByRole('combobox', { name: 'Keep finished objects' }).click();
    await page.getByRole('option', { name: '30 days' }).click();
    await page.getByRole('status').getByText('Keep finished objects: saved').waitFor();
    const saved = { three_d_secure_challenge: 'otp', page_theme: 'method', retention: '30d' };
    expect((await control(gateway).get(`/api/sandboxes/${sandbox.name}`)).body).toMatchObject(saved);
  });

  it('save, reset and restore a sandbox, each only after its question', async () => {
    const { page, sandbox } = shown;
    await sandbox.charge();
    await shown.open('snapshots');
    await page.getByLabel('Snapshot name').fill('before');
    await page.getByRole('button', { name: 'Save snapshot' }).click();
    await page.getByRole('status').getByText('Snapshot "before" saved').waitFor();
    await shown.open('settings');
    await page.getByRole('button', { name: 'Reset sandbox…' }).dblclick();
    await page.getByRole('dialog').getByText('Deletes 1 charge').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await sandbox.total('/charges')).toBe(1);
    await page.getByRole('button', { name: 'Reset sandbox…' }).click();
    await page.getByRole('button', { name: 'Reset sandbox', exact: true }).click();
    await page.getByRole('status').getByText('Sandbox reset').waitFor();
    expect(await sandbox.total('/charges')).toBe(0);
    await shown.open('snapshots');
    await page.getByRole('button', { name: 'Restore…' }).click();
    await page.getByRole('dialog').getByText('the sandbox is empty').waitFor();
    await page.getByRole('button', { name: 'Restore snapshot', exact: true }).click();
    await page.getByRole('status').getByText('Snapshot "before" restored').waitFor();
    expect(await sandbox.total('/charges')).toBe(1);
  });

  it('delete a sandbox only after its name is typed', async () => {
    const { page } = shown;
    const { name } = await createSandbox(gateway);
    await page.goto(`${gateway.settings.controlUrl}/#/sandboxes/${name}/test/settings`);
    await page.getByRole('button', { name: 'Delete sandbox…' }).click();
    const confirm = page.getByRole('button', { name: 'Delete sandbox', exact: true });
    expect(await confirm.isDisabled()).toBe(true);
    await page.getByLabel(`Type ${name} to confirm`).fill(name);
    await confirm.click();
    await page.getByRole('status').getByText(`Sandbox "${name}" deleted`).waitFor();
    await control(gateway).get(`/api/sandboxes/${name}`).expect(404);
  });

  it('compare two snapshots in the words of their objects', async () => {
    const { page, sandbox } = shown;
    const { id } = await sandbox.cardCharge();
    const save = (name: string) => control(gateway).post(`/api/sandboxes/${sandbox.name}/snapshots`).send({ name }).expect(200);
    await save('before');
    await sandbox.post(`/charges/${id}/refunds`, { amount: 50_000 });
    await save('after');
    await shown.open('snapshots');
    const choose = async (label: string, name: string): Promise<void> => {
      await page.getByRole('combobox', { name: label, exact: true }).click();
      await page.getByRole('option', { name, exact: true }).click();
    };
    await choose('From', 'before');
    await choose('To', 'after');
    const differences = page.getByRole('region', { name: 'Differences' });
    await differences.getByText(/1 refund added/).waitFor();
    await differences.getByText('THB 0.00 → THB 500.00').waitFor();
  });
});
