import { until } from '../../rig/until.js';
import { describeConsole } from './console-in-browser.js';
import { faultsOf, setFault } from './faults.js';
import { useOwnGateway } from './harness.js';
import { control } from './sandbox.js';

const gateway = useOwnGateway();

describeConsole('what is steered in the console', gateway, [], (shown) => {
  it('sends a webhook again that its receiver refused', async () => {
    shown.receiver.answer((_, response) => void response.writeHead(500).end('the receiver is down'));
    await shown.sandbox.charge();
    await shown.open('webhooks');
    await shown.page.getByRole('link', { name: 'charge.create' }).click();
    await shown.see(/the receiver is down/);
    shown.receiver.answer((_, response) => void response.end('ok'));
    await shown.page.getByRole('button', { name: 'Send again' }).click();
    await shown.see('Attempt 2');
    await shown.page.getByText('delivered').first().waitFor();
    await shown.page.getByRole('button', { name: 'Check the signature' }).last().click();
    await shown.see('It is genuine.');
  });

  it('leads to a request that is far from the end of the log, and looks for requests by path and status', async () => {
    await shown.sandbox.get('/charges/chrg_test_none');
    const logged = `/api/sandboxes/${shown.sandbox.name}/requests`;
    const { body } = await control(gateway).get(`${logged}?wait=10s`).expect(200);
    const [{ id }] = (body as { data: [{ id: string }] }).data;
    for (let made = 0; made < 3; made += 1) await shown.sandbox.get('/account');
    await control(gateway).get(`${logged}?wait=10s&count=4`).expect(200);
    await shown.open('requests?q=status:4xx /charges');
    await shown.page.locator('tbody tr[data-index]').first().waitFor();
    expect(await shown.page.locator('tbody tr[data-index]').count()).toBe(1);
    await shown.open(`requests/${id}`);
    await shown.page.getByRole('dialog').getByText('GET /charges/chrg_test_none').waitFor();
  });

  it('orders held webhooks by hand, and sends one of them before the others', async () => {
    await control(gateway).post(`/api/sandboxes/${shown.sandbox.name}/webhooks/hold`).expect(200);
    const charges = [await shown.sandbox.charge(), await shown.sandbox.charge(), await shown.sandbox.charge()];
    await shown.open('webhooks');
    const held = shown.page.getByRole('region', { name: 'Held webhooks' }).getByRole('row');
    await until(async () => (await held.count()) === 3, 'not all are there');
    await held.nth(2).getByRole('button', { name: 'Send this one now' }).click();
    await until(async () => (await held.count()) === 2, 'it is still held');
    await until(() => shown.receiver.received.length === 1, 'it is not sent');
    await held
      .nth(0)
      .getByRole('button', { name: /later$/ })
      .click();
    await shown.page.getByRole('button', { name: 'Release in this order' }).click();
    await until(() => shown.receiver.received.length === 3, 'not all are sent');
    expect(shown.receiver.received.map(({ event }) => event.data.id)).toEqual([2, 1, 0].map((index) => charges[index]?.id));
  });

  it('opens an inbox, has webhooks come there, and shows what came', async () => {
    await shown.open('webhooks');
    await shown.page.getByRole('button', { name: 'Open the inbox' }).click();
    await shown.page.getByRole('button', { name: 'Send all webhooks there' }).click();
    await until(
      async () =>
        (
          (await control(gateway).get(`/api/sandboxes/${shown.sandbox.name}/api/test/account`)).body as { webhook_uri: string }
        ).webhook_uri.includes('/inbox/'),
      'the webhooks still go elsewhere',
    );
    await shown.sandbox.charge();
    await shown.page.getByRole('region', { name: 'What came' }).waitFor();
  });

  it('sets each of the faults that it offers, and runs a scenario', async () => {
    await shown.open('faults');
    const choice = shown.page.getByRole('combobox', { name: 'What is to go wrong' });
    await choice.click();
    await shown.page.getByRole('option').first().waitFor();
    const offered = await shown.page.getByRole('option').allTextContents();
    expect(offered.length).toBeGreaterThanOrEqual(10);
    const written: object[] = [];
    for (const [index, name] of offered.entries()) {
      if (index > 0) await choice.click();
      await shown.page.getByRole('option', { name, exact: true }).click();
      written.push(JSON.parse(await shown.page.getByLabel('As it is set').inputValue()) as object);
    }
    expect(new Set(written.map((fault) => JSON.stringify(fault))).size).toBe(offered.length);
    await shown.page.getByRole('button', { name: 'Set the fault' }).click();
    await shown.page.locator('tbody tr').waitFor();
    await Promise.all(written.slice(0, -1).map((fault) => setFault(shown.sandbox, fault)));
    await control(gateway).delete(`/api/sandboxes/${shown.sandbox.name}/faults`).expect(200);
    await shown.page.getByRole('button', { name: /^paid A charge/ }).click();
    await shown.page.getByRole('button', { name: 'Run paid', exact: true }).click();
    await shown.page.getByRole('region', { name: 'What the scenario made' }).waitFor();
    await shown.page
      .getByRole('main')
      .getByRole('link', { name: /^chrg_test_/ })
      .waitFor();
    expect(await shown.sandbox.total('/charges')).toBe(1);
  });

  it('sets the fault that its fields say', async () => {
    const { page, sandbox } = shown;
    await shown.open('faults');
    const choose = async (label: string, option: string): Promise<void> => {
      await page.getByRole('combobox', { name: label, exact: true }).click();
      await page.getByRole('option', { name: option, exact: true }).click();
    };
    await choose('What is hit', 'Payments');
    await choose('What goes wrong', 'settles by itself');
    await page.getByRole('textbox', { name: 'after', exact: true }).fill('90s');
    await page.getByRole('textbox', { name: 'Amount', exact: true }).fill('2000');
    await page.getByRole('textbox', { name: 'Metadata, as key=value' }).fill('order=1042, team=night');
    await page.getByRole('textbox', { name: 'Leaves alone first' }).fill('1');
    await page.getByRole('textbox', { name: 'Times' }).fill('always');
    await page.getByRole('textbox', { name: 'Probability, 0 to 1' }).fill('0.5');
    await page.getByRole('textbox', { name: 'Lasts' }).fill('10m');
    await page.getByRole('textbox', { name: 'Name of the fault' }).fill('slow');
    await page.getByRole('button', { name: 'Set the fault' }).click();
    await page.getByRole('cell', { name: 'slow' }).waitFor();
    const match = { amount: 2000, metadata: { order: '1042', team: 'night' } };
    const expected = { name: 'slow', on: 'payment', match, skip: 1, times: 'always', probability: 0.5 };
    expect((await faultsOf(sandbox)).data).toMatchObject([{ ...expected, do: { settle: 'successful', after: '1m30s' } }]);
    await page.getByRole('textbox', { name: 'after', exact: true }).fill('never');
    await page.getByRole('button', { name: 'Set the fault' }).click();
    await page.getByRole('alert').waitFor();
  });

  it('shows on a line what comes next, and leads from there to what it is about', async () => {
    const { id } = await shown.sandbox.charge();
    await shown.open('clock');
    const line = shown.page.getByRole('group', { name: 'What comes next, on a line' });
    await line.getByText('10 min', { exact: true }).waitFor();
    await line.getByRole('link', { name: `expiry of ${id}` }).click();
    await shown.page.getByRole('heading', { name: 'MYR 20.00' }).waitFor();
  });

  it('advances the clock to a time of the browser that is chosen, or to one that is typed', async () => {
    const { page, sandbox } = shown;
    const now = async (): Promise<string> =>
      ((await control(gateway).get(`/api/sandboxes/${sandbox.name}/clock`)).body as { now: string }).now;
    await shown.open('clock');
    await shown.see(/^Machine time: /);
    await page.getByRole('button', { name: 'Freeze' }).click();
    await shown.see(/^Sandbox time: .* frozen$/);
    const chosen = page.getByLabel(/^To this sandbox time, in /);
    await chosen.fill('2030-02-03T04:05:06');
    const instant = await page.evaluate<string>(`new Date('2030-02-03T04:05:06').toISOString()`);
    const typed = page.getByLabel('The same as ISO 8601');
    expect(await typed.inputValue()).toBe(instant);
    await page.getByRole('button', { name: 'Advance to' }).click();
    await shown.see(/^done: from/);
    expect(await now()).toBe(instant);
    await typed.fill('2030-03-01T00:00:00.500+07:00');
    const local = await page.evaluate<string>(`new Date('2030-03-01T00:00:00+07:00').toLocaleString('sv').replace(' ', 'T')`);
    expect(local.startsWith(await chosen.inputValue())).toBe(true);
    await page.getByRole('button', { name: 'Advance to' }).click();
    await until(async () => (await now()) === '2030-02-28T17:00:00.500Z', 'the clock is not there');
  });

  it('has charges paid without their customers while it says so, in this sandbox and in a new one', async () => {
    const { page, sandbox } = shown;
    await shown.open('sandboxes');
    await shown.see('auto_approve=false');
    await page.getByRole('button', { name: 'Pay them without customers' }).click();
    await shown.see('auto_approve=true');
    const { id } = await sandbox.charge();
    await until(
      async () => ((await sandbox.get(`/charges/${id}`)).body as { status: string }).status === 'successful',
      'the charge waits for its customer',
    );
    await page.getByRole('button', { name: 'Let them wait' }).click();
    await shown.see('auto_approve=false');
    const name = `${sandbox.name}-approving`;
    await page.getByLabel('Name of the sandbox').fill(name);
    await page.getByRole('checkbox', { name: /^auto_approve/ }).check();
    await page.getByRole('button', { name: 'The same as a command' }).first().click();
    await shown.see(`-d '{"name":"${name}","auto_approve":true}'`);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Make a sandbox' }).click();
    await page.getByRole('heading', { name, exact: true }).waitFor();
    await shown.see('auto_approve=true');
    expect((await control(gateway).get(`/api/sandboxes/${name}`)).body).toMatchObject({ auto_approve: true, exchange_rates: [] });
  });

  it('has pages of 3-D Secure ask for a one-time password while it says so', async () => {
    const { page, sandbox } = shown;
    await shown.open('sandboxes');
    await shown.see('three_d_secure_challenge=buttons');
    await page.getByRole('button', { name: 'Ask for a one-time password' }).click();
    await shown.see('three_d_secure_challenge=otp');
    const { authorize_uri: uri } = await sandbox.cardCharge({ authentication: '3DS', return_uri: 'https://shop.example/' });
    expect(await (await fetch(uri as string)).text()).toContain('name="one_time_password"');
    await page.getByRole('button', { name: 'Show buttons' }).click();
    await shown.see('three_d_secure_challenge=buttons');
  });

  it('has pages look like those of their methods while it says so', async () => {
    const { page, sandbox } = shown;
    await shown.open('sandboxes');
    await shown.see('page_theme=plain');
    await page.getByRole('button', { name: 'Let them look like their methods' }).click();
    await shown.see('page_theme=method');
    const { authorize_uri: uri } = await sandbox.charge();
    expect(await (await fetch(uri)).text()).toContain('data-look="wallet"');
    await page.getByRole('button', { name: 'Let them look the same' }).click();
    await shown.see('page_theme=plain');
  });

  it('says for how long what is over is kept', async () => {
    const { page } = shown;
    await shown.open('sandboxes');
    await shown.see('as the installation says');
    await page.getByLabel('Retention').fill('720h');
    await page.getByRole('button', { name: 'Set the retention' }).click();
    await shown.see('30d');
    await page.getByRole('button', { name: 'Set the retention' }).click();
    await shown.see('as the installation says');
  });

  it('saves a sandbox, empties and restores it, and walks its clock', async () => {
    await shown.sandbox.charge();
    await shown.open('sandboxes');
    await shown.page.getByLabel('Name of the snapshot').fill('before');
    await shown.page.getByRole('button', { name: 'Save', exact: true }).click();
    await shown.page.getByRole('button', { name: 'Restore' }).waitFor();
    await shown.page.getByRole('button', { name: 'Reset' }).click();
    expect(await shown.sandbox.total('/charges')).toBe(1);
    await shown.page.getByRole('button', { name: 'Reset: click again to do it' }).click();
    await until(async () => (await shown.sandbox.total('/charges')) === 0, 'the sandbox is not empty');
    await shown.page.getByRole('button', { name: 'Restore' }).click();
    await shown.page.getByRole('button', { name: 'Restore: click again to do it' }).click();
    await until(async () => (await shown.sandbox.total('/charges')) === 1, 'the charge is not back');
    await shown.open('clock');
    await shown.page.getByRole('button', { name: 'To the next' }).click();
    await shown.see(/^done: from/);
    const { body } = await control(gateway).get(`/api/sandboxes/${shown.sandbox.name}/clock`);
    expect(Date.parse((body as { now: string }).now)).toBeGreaterThan(Date.now());
  });
});
