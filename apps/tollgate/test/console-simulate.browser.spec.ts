import { DAY_MS } from '#kernel/time.js';
import { until } from '#platform/testing/until.js';
import { describeConsole } from './console-in-browser.js';
import { faultsOf, setFault } from './faults.js';
import { useOwnGateway } from './harness.js';
import { control } from './sandbox.js';

const gateway = useOwnGateway();

describeConsole('the pages of the console that steer a sandbox', gateway, [], (shown) => {
  const chooseIn = async (label: string, option: string): Promise<void> => {
    await shown.page.getByRole('combobox', { name: label, exact: true }).click();
    await shown.page.getByRole('option', { name: option, exact: true }).click();
  };
  const told = (text: string | RegExp): Promise<void> =>
    shown.page.getByRole('status').getByText(text).waitFor();
  describe('Faults', () => {
    it('adds each template, and folds a fault that is used up', async () => {
      const { page, sandbox } = shown;
      await shown.open('faults');
      const add = page.getByRole('button', { name: 'Add fault' });
      await add.first().waitFor();
      await shown.see(/for 10 minutes unless customized/);
      const templates = await add.count();
      expect(templates).toBeGreaterThanOrEqual(10);
      for (let index = 0; index < templates; index += 1) {
        await add.nth(index).click();
        await until(
          async () => (await faultsOf(sandbox)).data.length === index + 1,
          `fault ${index} is not added`,
        );
      }
      const does = (await faultsOf(sandbox)).data.map((fault) => JSON.stringify([fault.on, fault.do]));
      expect(new Set(does).size).toBe(templates);
      await page.getByRole('button', { name: 'Remove all faults' }).click();
      await told('All faults removed');
      await add.first().click();
      const active = page.getByRole('region', { name: 'Active faults' });
      await active.getByText('○○').waitFor();
      for (const used of ['1 of 2', '2 of 2']) {
        expect((await sandbox.post('/charges', {})).status).toBe(503);
        if (used === '2 of 2') continue;
        await active.getByText(used).waitFor();
        await active.getByText(/^The next POST \/charges request returns 503/).waitFor();
      }
      await page.getByText('1 ended fault').click();
      await page.getByRole('region', { name: 'Ended faults' }).getByText('●●').waitFor();
      await shown.see('No active faults');
    });

    it('tells when a fault ends by the clock of the machine', async () => {
      const { page, sandbox } = shown;
      await control(gateway)
        .post(`/api/sandboxes/${sandbox.name}/clock/advance`)
        .send({ by: '30d' })
        .expect(200);
      await control(gateway)
        .post(`/api/sandboxes/${sandbox.name}/faults`)
        .send({ on: 'payment', do: { never: true } })
        .expect(200);
      await shown.open('faults');
      await page
        .getByRole('region', { name: 'Active faults' })
        .getByText(/^in (9|10) min$/)
        .waitFor();
    });

    it('adds a custom fault from its fields, which stay when they are cleared', async () => {
      const { page, sandbox } = shown;
      await shown.open('faults');
      await page.getByRole('button', { name: 'Custom fault…' }).click();
      const dialog = page.getByRole('dialog');
      const field = (name: string) => dialog.getByRole('textbox', { name, exact: true });
      await field('Status').fill('');
      await field('Status').fill('500');
      await dialog
        .getByTestId('fault-sentence')
        .getByText(
          'The next request returns 500 before anything is created. Removed after 10 min of real time.',
        )
        .waitFor();
      await chooseIn('1. Applies to', 'Payments');
      await chooseIn('2. Effect', 'Settle automatically');
      await field('After').fill('90s');
      for (const condition of ['Amount in the smallest unit', 'Metadata']) {
        await dialog.getByRole('button', { name: 'Add condition' }).click();
        await page.getByRole('menuitem', { name: condition }).click();
      }
      await field('Amount in the smallest unit').fill('2000');
      await field('Metadata').fill('order=1042, team=night');
      await chooseIn('Which payment', '2nd');
      await field('Times').fill('always');
      await field('Probability (%)').fill('50');
      await field('Expires after').fill('20m');
      await field('Name (optional)').fill('slow');
      await dialog.getByRole('button', { name: 'Add fault' }).click();
      await told(/^Fault added: after 1 payment, all payments with amount 2000 with .*order=1042/);
      const match = { amount: 2000, metadata: { order: '1042', team: 'night' } };
      const expected = {
        name: 'slow',
        on: 'payment',
        match,
        skip: 1,
        times: 'always',
        probability: 0.5,
        ttl: '20m',
      };
      expect((await faultsOf(sandbox)).data).toMatchObject([
        { ...expected, do: { settle: 'successful', after: '1m30s' } },
      ]);
      await page.getByRole('button', { name: 'Custom fault…' }).click();
      await chooseIn('2. Effect', 'Delay');
      await field('Delay').fill('never');
      await dialog.getByRole('button', { name: 'Add fault' }).click();
      await page.getByRole('alert').getByText("Couldn't add fault").waitFor();
    });
  });

  it('Faults counts aloud which payments have passed, and undoes the last one', async () => {
    const { page, sandbox } = shown;
    const fault = { name: 'third', on: 'payment', skip: 2, do: { fail: 'insufficient_fund' } };
    await setFault(sandbox, fault);
    await shown.open('faults');
    // Without the messages of other specs.
    await page.reload();
    const active = page.getByRole('region', { name: 'Active faults' });
    await active.getByText('0 of 2 payments passed').waitFor();
    await active.getByText(/Pending payments do not count/).waitFor();
    await sandbox.cardCharge();
    await active.getByText('1 of 2 payments passed').waitFor();
    await active.getByText(/^After 1 payment, the next payment is declined/).waitFor();
    await sandbox.cardCharge();
    await active.getByText('2 payments passed').waitFor();
    expect((await sandbox.cardCharge())['failure_code']).toBe('insufficient_fund');
    await page.getByRole('button', { name: 'Add fault' }).first().click();
    await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
    await told(/^Fault removed: the next 2 POST/);
    expect((await faultsOf(sandbox)).data.map(({ name }) => name)).toEqual(['third']);
  });

  it('Faults takes a custom fault as JSON, says what is wrong with it, and formats it', async () => {
    const { page, sandbox } = shown;
    await shown.open('faults');
    await page.getByRole('button', { name: 'Custom fault…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('JSON', { exact: true }).click();
    const json = dialog.getByRole('textbox', { name: 'JSON' });
    await json.fill('{"on":"api","do":{"status":502}');
    await dialog.getByText('Invalid JSON').waitFor();
    expect(await json.getAttribute('aria-invalid')).toBe('true');
    await json.fill('{"on":"api","do":{"status":502}}');
    await json.blur();
    await until(async () => (await json.inputValue()).includes('\n    "status": 502'), 'it is not formatted');
    await dialog.getByRole('button', { name: 'Add fault' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect((await faultsOf(sandbox)).data).toMatchObject([{ on: 'api', do: { status: 502 } }]);
  });

  describe('Clock', () => {
    const now = async (): Promise<string> =>
      ((await control(gateway).get(`/api/sandboxes/${shown.sandbox.name}/clock`)).body as { now: string })
        .now;

    it('shows the upcoming events of the mode on a line and in a list, and counts those of the other mode', async () => {
      const { page, sandbox } = shown;
      const { id } = await sandbox.charge({ metadata: { order: '1042' } });
      const live = (sandbox.body.live as { secret_key: string }).secret_key;
      const form = new URLSearchParams({ amount: '30000', currency: 'THB', 'source[type]': 'promptpay' });
      const headers = { authorization: `Basic ${btoa(`${live}:`)}` };
      expect(
        (await fetch(`${gateway.settings.baseUrl}/charges`, { method: 'POST', body: form, headers })).status,
      ).toBe(200);
      await shown.open('clock');
      const row = page
        .getByRole('region', { name: 'Upcoming', exact: true })
        .getByRole('row')
        .filter({ hasText: 'Charge expires' });
      await row.getByText('order 1042').waitFor();
      expect(await row.count()).toBe(1);
      await row.getByText('MYR 20.00').waitFor();
      await page.getByText('1 upcoming event in live mode').waitFor();
      const line = page.getByRole('group', { name: 'Upcoming on a line' });
      await line.getByText('10 min', { exact: true }).waitFor();
      await line.getByRole('link', { name: `Charge expires, ${id}` }).click();
      await page.getByRole('heading', { name: 'MYR 20.00' }).waitFor();
    });

    it('draws events beside each other as one with their number', async () => {
      for (let made = 0; made < 3; made += 1) await shown.sandbox.charge();
      await shown.open('clock');
      await shown.page.getByRole('link', { name: /^3 × Charge expires/ }).waitFor();
    });

    it('advances by a step, to an upcoming event, and to a date', async () => {
      const { page, sandbox } = shown;
      const { id } = await sandbox.charge();
      await shown.open('clock');
      await page.getByRole('switch', { name: 'Freeze' }).press('Space');
      await page
        .getByTestId('sandbox-time')
        .getByText(/ · frozen$/)
        .waitFor();
      const before = Date.parse(await now());
      await page.getByRole('button', { name: '+1 min', exact: true }).click();
      await told('Advanced 1 min. 0 events ran.');
      expect(Date.parse(await now())).toBe(before + 60_000);
      await page
        .getByRole('row')
        .filter({ hasText: 'Charge expires' })
        .getByRole('button', { name: 'Advance to here' })
        .click();
      const happened = page.getByRole('region', { name: 'What happened' });
      await happened.getByText(/^1 payment expired/).waitFor();
      await happened.getByRole('link', { name: id }).first().waitFor();
      const chosen = page.getByLabel(/^Advance to \(/);
      await chosen.fill('2030-02-03T04:05:06');
      const instant = await page.evaluate<string>(`new Date('2030-02-03T04:05:06').toISOString()`);
      await page.getByRole('button', { name: 'Advance clock', exact: true }).click();
      await until(async () => (await now()) === instant, 'the clock is not there');
      await page.evaluate(`(() => {
        const clipboardData = new DataTransfer();
        clipboardData.setData('text', '2030-03-01T00:00:00.500+07:00');
        document.querySelector('input[type=datetime-local]').dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
      })()`);
      await page.getByRole('button', { name: 'Advance clock', exact: true }).click();
      await until(async () => (await now()) === '2030-02-28T17:00:00.500Z', 'the clock is not there');
    });
  });

  it('An advance has a row for each run, with its retry, charges and webhooks, and failures first', async () => {
    const { page, sandbox, receiver } = shown;
    const { body: customer } = await sandbox.post('/customers', {
      email: 'ann@shop.example',
      card: await sandbox.token(),
    });
    const charge = { customer: (customer as { id: string }).id, amount: 99_000, description: 'Pro plan' };
    const end = new Date(Date.now() + 90 * DAY_MS).toISOString().slice(0, 10);
    const start = new Date(Date.now() + 2 * DAY_MS).toISOString().slice(0, 10);
    const weekly = {
      every: 1,
      period: 'week',
      on: { weekdays: ['monday'] },
      start_date: start,
      end_date: end,
    };
    await sandbox.post('/schedules', { ...weekly, charge }).expect(200);
    await setFault(sandbox, { on: 'payment', times: 1, do: { fail: 'insufficient_fund' } });
    await receiver.next('schedule.create');
    await shown.open('objects/schedules');
    const listed = page.getByRole('row').filter({ hasText: 'Pro plan' });
    await listed.getByText('Every Monday', { exact: true }).waitFor();
    await listed.getByRole('link', { name: 'ann@shop.example' }).waitFor();
    await shown.open('clock');
    await page.getByRole('button', { name: '+30 days', exact: true }).click();
    const happened = page.getByRole('region', { name: 'What happened' });
    await happened
      .getByText(/\d schedule runs: \d successful, 1 failed and successful on retry · /)
      .waitFor();
    const row = happened.getByRole('row').filter({ hasText: 'Retried' });
    for (const text of ['Pro plan', 'ann@shop.example', 'THB 990.00', 'insufficient_fund', 'Successful'])
      await row.getByText(text).first().waitFor();
    await row.getByRole('link', { name: 'charge.create' }).first().waitFor();
    expect(shown.trouble).toEqual([]);
  });

  it('Held webhooks are those of the mode, and the other mode is counted', async () => {
    const { page, sandbox } = shown;
    await control(gateway).post(`/api/sandboxes/${sandbox.name}/webhooks/hold`).expect(200);
    const live = (sandbox.body.live as { secret_key: string }).secret_key;
    const headers = { authorization: `Basic ${btoa(`${live}:`)}` };
    const body = new URLSearchParams({ email: 'ann@shop.example' });
    expect(
      (await fetch(`${gateway.settings.baseUrl}/customers`, { method: 'POST', body, headers })).status,
    ).toBe(200);
    await sandbox.charge();
    await shown.open('webhooks');
    const held = page.getByRole('region', { name: 'Held webhooks' }).getByRole('row');
    await held.getByText('charge.create').waitFor();
    expect(await held.count()).toBe(1);
    await page.getByText('1 held webhook in live mode').waitFor();
    await page.goto(`${gateway.settings.controlUrl}/#/sandboxes/${sandbox.name}/live/webhooks`);
    await held.getByText('customer.create').waitFor();
    expect(await held.count()).toBe(1);
  });

  it('Scenarios previews the steps of one, runs it, and links to its objects', async () => {
    const { page, sandbox } = shown;
    await shown.open('scenarios');
    await page.getByRole('textbox', { name: 'Order' }).fill('S-1042');
    const card = page.getByRole('group', { name: 'Refunded in parts' });
    await card.getByRole('button', { name: 'Customize…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Amount in the smallest unit').fill('30000');
    await dialog.getByRole('button', { name: 'Preview steps' }).click();
    await dialog.getByRole('region', { name: 'Preview' }).getByRole('listitem').first().waitFor();
    expect(await sandbox.total('/charges')).toBe(0);
    await dialog.getByRole('button', { name: 'Run scenario' }).click();
    await told('Refunded in parts: order S-1042 is done');
    await dialog
      .getByRole('region', { name: 'Result' })
      .getByRole('listitem')
      .first()
      .getByRole('link', { name: /^chrg_test_/ })
      .waitFor();
    expect((await sandbox.get('/charges')).body).toMatchObject({
      total: 1,
      data: [{ amount: 30_000, metadata: { order: 'S-1042' } }],
    });
    await page.keyboard.press('Escape');
    await page
      .getByRole('group', { name: 'Declined', exact: true })
      .getByRole('button', { name: 'Run scenario' })
      .click();
    await told('Declined: order S-1042 is done');
    await page.getByRole('group', { name: 'Declined', exact: true }).getByText('Failed').waitFor();
  });

  it('Scenarios runs the first of them by Enter in the field Order', async () => {
    const { page, sandbox } = shown;
    await shown.open('scenarios');
    const first = page.getByRole('main').getByRole('group').first();
    const name = await first.getAttribute('aria-label');
    await page.getByRole('textbox', { name: 'Order' }).fill('S-1043');
    await page.keyboard.press('Enter');
    await told(`${name}: order S-1043 is done`);
    await first.getByRole('region', { name: 'Result' }).getByText('order S-1043').waitFor();
    const orders = (await sandbox.get('/charges')).body as { data: { metadata: object }[] };
    expect(orders.data.map(({ metadata }) => metadata)).toEqual([{ order: 'S-1043' }]);
  });
});
