import type { Request } from 'playwright-core';
import { until } from '#platform/testing/until.js';
import { describeConsole } from './console-in-browser.js';
import { useOwnGateway } from './harness.js';
import { control, createSandbox, Sandbox } from './sandbox.js';

const gateway = useOwnGateway();

describeConsole('the pages of the console for a sandbox and its states', gateway, [], (shown) => {
  const chooseIn = async (label: string, option: string): Promise<void> => {
    await shown.page.getByRole('combobox', { name: label, exact: true }).click();
    await shown.page.getByRole('option', { name: option, exact: true }).click();
  };
  const told = (text: string | RegExp): Promise<void> =>
    shown.page.getByRole('status').getByText(text).waitFor();
  const names = async (list: string): Promise<string[]> =>
    (
      (await control(gateway).get(`/api/sandboxes/${shown.sandbox.name}/${list}`)).body as {
        data: { name: string }[];
      }
    ).data.map(({ name }) => name);

  describe('Reset, restore and delete', () => {
    it('reset only after a question with counts, save a snapshot first, and undo by it', async () => {
      const { page, sandbox } = shown;
      await sandbox.charge();
      await shown.open('settings');
      await page.getByRole('button', { name: 'Reset sandbox…' }).dblclick();
      const dialog = page.getByRole('dialog');
      await dialog.getByText('Deletes 1 charge, ').waitFor();
      expect(await dialog.getByLabel('Save a snapshot first').isChecked()).toBe(true);
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      expect(await sandbox.total('/charges')).toBe(1);
      expect(await names('snapshots')).toEqual([]);
      await page.getByRole('button', { name: 'Reset sandbox…' }).click();
      await page.getByRole('button', { name: 'Reset sandbox', exact: true }).click();
      await told('Sandbox reset.');
      expect(await sandbox.total('/charges')).toBe(0);
      expect(await names('snapshots')).toEqual([expect.stringMatching(/^before-reset-\d{8}-\d{6}$/)]);
      await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
      await told(/^Undone: snapshot "before-reset-\d{8}-\d{6}" restored/);
      expect(await sandbox.total('/charges')).toBe(1);
    });

    it('change nothing when the snapshot cannot be saved', async () => {
      const { page, sandbox } = shown;
      await sandbox.charge();
      await shown.open('settings');
      await page.route('**/snapshots', (route) =>
        route.fulfill({ status: 400, json: { code: 'bad_request', message: 'no more than 20' } }),
      );
      await page.getByRole('button', { name: 'Reset sandbox…' }).click();
      await page.getByRole('button', { name: 'Reset sandbox', exact: true }).click();
      await page.getByRole('alert').getByText("Couldn't reset sandbox: no more than 20").waitFor();
      expect(await sandbox.total('/charges')).toBe(1);
    });

    it('restore only after a question with counts, without a snapshot if so chosen', async () => {
      const { page, sandbox } = shown;
      await sandbox.charge();
      await shown.open('snapshots');
      await page.getByLabel('Snapshot name').fill('before');
      await page.getByRole('button', { name: 'Save snapshot' }).click();
      await told(/^Snapshot "before" saved: \d+ rows$/);
      await sandbox.charge();
      await page.getByRole('button', { name: 'Restore…' }).dblclick();
      const dialog = page.getByRole('dialog');
      await dialog.getByText('Deletes 2 charges, ').waitFor();
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      expect(await sandbox.total('/charges')).toBe(2);
      await page.getByRole('button', { name: 'Restore…' }).click();
      await dialog.getByLabel('Save a snapshot first').press('Space');
      await page.getByRole('button', { name: 'Restore snapshot', exact: true }).click();
      await told(/^Snapshot "before" restored\./);
      expect(await sandbox.total('/charges')).toBe(1);
      expect(await names('snapshots')).toEqual(['before']);
    });

    it('delete only after the name is typed', async () => {
      const { page } = shown;
      const doomed = await createSandbox(gateway);
      await doomed.charge();
      await page.goto(`${gateway.settings.controlUrl}/#/sandboxes/${doomed.name}/test/settings`);
      await page.getByRole('button', { name: 'Delete sandbox…' }).dblclick();
      const dialog = page.getByRole('dialog');
      await dialog.getByText('Deletes 1 charge, ').waitFor();
      const confirm = page.getByRole('button', { name: 'Delete sandbox', exact: true });
      expect(await confirm.isDisabled()).toBe(true);
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      expect(await doomed.total('/charges')).toBe(1);
      await page.getByRole('button', { name: 'Delete sandbox…' }).click();
      await page.getByLabel(`Type ${doomed.name} to confirm`).fill(doomed.name);
      await confirm.click();
      await told(`Sandbox "${doomed.name}" deleted`);
      await control(gateway).get(`/api/sandboxes/${doomed.name}`).expect(404);
    });
  });

  it('Keys & settings saves the 3-D Secure challenge, the theme of payment pages and the retention at once', async () => {
    const { page, sandbox } = shown;
    await shown.open('settings');
    await page.getByText(/^Country TH, currency THB, API version 2019-05-29, fidelity /).waitFor();
    await page.getByText('One-time password', { exact: true }).click();
    await told('3-D Secure challenge: saved');
    const { authorize_uri: uri } = await sandbox.cardCharge({
      authentication: '3DS',
      return_uri: 'https://shop.example/',
    });
    expect(await (await fetch(uri as string)).text()).toContain('name="one_time_password"');
    await page.getByText('Plain', { exact: true }).click();
    await told('Payment page theme: saved');
    expect(await (await fetch((await sandbox.charge()).authorize_uri)).text()).not.toContain('data-look');
    await chooseIn('Keep finished objects', '30 days');
    await told('Keep finished objects: saved');
    await page
      .getByRole('status')
      .filter({ hasText: 'Keep finished objects' })
      .getByRole('button', { name: 'Undo' })
      .click();
    await told('Keep finished objects: undone');
    const saved = { three_d_secure_challenge: 'otp', page_theme: 'plain', retention: null };
    expect((await control(gateway).get(`/api/sandboxes/${sandbox.name}`)).body).toMatchObject(saved);
  });

  describe('Keys & settings', () => {
    it('saves the webhook URL, sends a test event, and shows the last responses', async () => {
      const { page, receiver } = shown;
      await shown.open('settings');
      await page.getByText('No webhook was sent to this URL yet.').waitFor();
      await page
        .getByText(
          'An endpoint has 15s to respond. A failed webhook is retried after 1h; then it is exhausted.',
        )
        .waitFor();
      await page.getByRole('button', { name: 'Send test event' }).click();
      await told(/^Test event delivered · 200 in \d+ ms$/);
      expect(receiver.received.map(({ event }) => event.key)).toEqual(['customer.create']);
      const health = page.getByRole('region', { name: 'Endpoint health' });
      await health.getByText('1 of the last 1 webhook delivered.').waitFor();
      receiver.answer((_, response) => void response.writeHead(500).end('down'));
      await page.getByRole('button', { name: 'Send test event' }).click();
      await told('Test event failed: Endpoint returned 500.');
      await health.getByText('1 of the last 2 webhooks delivered.').waitFor();
      await page.getByLabel('Webhook URL').fill('http://localhost:1/elsewhere');
      expect(await page.getByRole('button', { name: 'Send test event' }).isDisabled()).toBe(true);
      await page.getByRole('button', { name: 'Save webhook URL' }).click();
      await told('Webhook URL saved');
      expect((await shown.sandbox.get('/account')).body).toMatchObject({
        webhook_uri: 'http://localhost:1/elsewhere',
      });
    });

    it('shows the .env file of the mode alone', async () => {
      const { page, sandbox } = shown;
      const { test, live } = sandbox.body;
      for (const [mode, own, other] of [
        ['test', test, live],
        ['live', live, test],
      ] as const) {
        await page.goto(`${gateway.settings.controlUrl}/#/sandboxes/${sandbox.name}/${mode}/settings`);
        await page.getByRole('heading', { name: `Keys of ${mode} mode` }).waitFor();
        await page.getByRole('button', { name: 'Show keys' }).click();
        const env = await page.getByRole('region', { name: `.env file of ${mode} mode` }).innerText();
        expect(env).toContain(`TOLLGATE_SECRET_KEY=${own.secret_key}`);
        expect(env).toContain(`TOLLGATE_PUBLIC_KEY=${own.public_key}`);
        expect(env).not.toContain(other.secret_key);
        await page.getByRole('button', { name: 'Hide keys' }).click();
      }
    });
  });

  it('hands a new sandbox to a colleague by three clicks and a name', async () => {
    const { page, sandbox } = shown;
    const name = `${sandbox.name}-shared`;
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await shown.open('payments');
    await page.evaluate(
      `window.clicks = 0; addEventListener('click', ({ detail }) => { window.clicks += detail; }, { capture: true })`,
    );
    await page.getByRole('button', { name: `Sandbox: ${sandbox.name}` }).click();
    await page.getByRole('option', { name: 'Create sandbox…' }).click();
    await page.getByRole('dialog').getByLabel('Name (generated if empty)').fill(name);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Copy invitation' }).click();
    await told(`Invitation to "${name}" copied`);
    expect(await page.evaluate('navigator.clipboard.readText()')).toContain(`Tollgate sandbox "${name}"`);
    expect(await page.evaluate('window.clicks')).toBe(3);
    await page.getByRole('link', { name: 'Open sandbox' }).click();
    await page.getByRole('button', { name: `Sandbox: ${name}` }).waitFor();
  });

  it('creates a sandbox once, at a double click and at Enter pressed twice', async () => {
    const { page, sandbox } = shown;
    const name = `${sandbox.name}-once`;
    await shown.open('sandboxes');
    for (const [each, press] of [
      [
        `${name}-clicked`,
        () => page.getByRole('dialog').getByRole('button', { name: 'Create sandbox' }).dblclick(),
      ],
      [`${name}-typed`, () => page.keyboard.press('Enter').then(() => page.keyboard.press('Enter'))],
    ] as const) {
      await page.getByRole('button', { name: 'Create sandbox…' }).click();
      await page.getByRole('dialog').getByLabel('Name (generated if empty)').fill(each);
      await press();
      await told(`Sandbox "${each}" created`);
      await page.getByRole('dialog').getByText(`Sandbox "${each}" has keys of its own`).waitFor();
      expect(await page.getByText("Couldn't create sandbox").count()).toBe(0);
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
    const { body } = await control(gateway).get(`/api/sandboxes?search=${name}`).expect(200);
    expect((body as { data: { name: string }[] }).data.map((one) => one.name)).toEqual([
      `${name}-clicked`,
      `${name}-typed`,
    ]);
  });

  it('submits each form by Enter, once', async () => {
    const { page } = shown;
    const doomed = await createSandbox(gateway);
    const at = (place: string): Promise<unknown> =>
      page.goto(`${gateway.settings.controlUrl}/#/sandboxes/${doomed.name}/test/${place}`);
    const changes: string[] = [];
    const note = (request: Request): void => {
      if (request.method() !== 'GET') changes.push(`${request.method()} ${new URL(request.url()).pathname}`);
    };
    page.on('request', note);
    const enter = async (label: string | RegExp, text: string, done: string | RegExp): Promise<void> => {
      await page.getByLabel(label).fill(text);
      await page.getByLabel(label).press('Enter');
      await told(done);
    };
    await at('settings');
    await enter('Webhook URL', 'http://localhost:1/hooks', 'Webhook URL saved');
    await at('snapshots');
    await enter('Snapshot name', 'kept', /^Snapshot "kept" saved/);
    await at('balance/rates');
    await enter('THB per unit', '36.5', /^Rate of [A-Z]{3} set$/);
    await at('faults');
    await page.getByRole('button', { name: 'Custom fault…' }).click();
    await enter(
      'Name (optional)',
      'slow',
      'Fault added: the next request returns 503 before anything is created',
    );
    await at('scenarios');
    await page
      .getByRole('group', { name: 'Declined', exact: true })
      .getByRole('button', { name: 'Customize…' })
      .click();
    await page.getByRole('dialog').getByLabel('Order').fill('E-1042');
    await page.getByRole('dialog').getByLabel('Order').press('Enter');
    await told('Declined: order E-1042 is done');
    await page.keyboard.press('Escape');
    await at('clock');
    await enter(/^Advance to \(/, '2040-01-01T00:00:00', /^Advanced/);
    await at('settings');
    await page.getByRole('button', { name: 'Delete sandbox…' }).click();
    await page.getByLabel(`Type ${doomed.name} to confirm`).press('Enter');
    await enter(`Type ${doomed.name} to confirm`, doomed.name, `Sandbox "${doomed.name}" deleted`);
    page.off('request', note);
    const base = `/api/sandboxes/${doomed.name}`;
    const posted = ['snapshots', 'faults', 'scenarios/declined/run', 'clock/advance'].map(
      (path) => `POST ${base}/${path}`,
    );
    expect(changes.toSorted()).toEqual(
      [`DELETE ${base}`, `PATCH ${base}`, `PATCH ${base}`, ...posted].toSorted(),
    );
  });

  it('lists the sandboxes used last before a hundred others', async () => {
    const { page, sandbox } = shown;
    const used = await createSandbox(gateway, { name: `Used-${sandbox.name}` });
    for (let made = 0; made < 100; made += 20)
      await Promise.all(Array.from({ length: 20 }, () => createSandbox(gateway)));
    await used.charge();
    await control(gateway).get(`/api/sandboxes/${used.name}/requests?wait=10s`).expect(200);
    await shown.open('sandboxes');
    // It may be open already, and then reads the list again later.
    await page.reload();
    await page.getByText('Showing the 100 sandboxes with the latest requests.').waitFor();
    const first = page.getByRole('region', { name: 'Sandboxes' }).getByRole('link').first();
    expect(await first.innerText()).toBe(used.name);
  });

  it('Sandboxes creates one with its settings, lists its use, and copies an invitation', async () => {
    const { page, sandbox } = shown;
    const name = `${sandbox.name}-new`;
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await shown.open('sandboxes');
    await page.getByRole('button', { name: 'Create sandbox…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name (generated if empty)').fill('bob shop!');
    await page.keyboard.press('Enter');
    await dialog.getByRole('alert').getByText('Sandbox not created').waitFor();
    await dialog.getByLabel('Name (generated if empty)').fill(name);
    await dialog.getByLabel('Webhook URL (optional)').fill('http://localhost:1/webhooks');
    await chooseIn('Country', 'Singapore (SGD)');
    await chooseIn('Time to live', '1 day after the last use');
    await dialog.getByRole('switch', { name: 'Auto-approve payments' }).press('Space');
    await dialog.getByRole('button', { name: 'Create sandbox' }).click();
    await told(`Sandbox "${name}" created`);
    await dialog.getByRole('button', { name: 'Copy invitation' }).click();
    await told(`Invitation to "${name}" copied`);
    expect(await page.evaluate('navigator.clipboard.readText()')).toMatch(/only. Set BASE_URL, VAULT_URL/);
    const { body } = await control(gateway).get(`/api/sandboxes/${name}`).expect(200);
    expect(body).toMatchObject({
      auto_approve: true,
      country: 'SG',
      ttl: '1d',
      test: { webhook_uri: 'http://localhost:1/webhooks' },
    });
    const { test, live } = body as { test: { secret_key: string }; live: { secret_key: string } };
    const text = await page.evaluate<string>('navigator.clipboard.readText()');
    expect(text).toContain(test.secret_key);
    expect(text).not.toContain(live.secret_key);
    await page.keyboard.press('Escape');
    await sandbox.charge();
    await sandbox.charge();
    await page.getByLabel('Filter').fill(sandbox.name);
    const row = (cell: string) =>
      page.getByRole('row').filter({ has: page.getByRole('link', { name: cell, exact: true }) });
    await row(name).getByText('Never').waitFor();
    await row(name)
      .getByText(/^in (23 h|1 d)$/)
      .waitFor();
    await row(sandbox.name).getByRole('cell', { name: '2', exact: true }).waitFor({ timeout: 60_000 });
    await row(sandbox.name)
      .getByText(/^(now|\d+ (s|min) ago)$/)
      .waitFor();
  });

  it('Balance has a signed ledger, and says when live money becomes transferable', async () => {
    const { page, sandbox } = shown;
    const { id } = await sandbox.cardCharge();
    await sandbox.post(`/charges/${id}/refunds`, { amount: 50_000 });
    const { total } = (await sandbox.get('/balance')).body as { total: number };
    await new Sandbox(gateway, { ...sandbox.body, test: sandbox.body.live }).cardCharge();
    await shown.open('balance');
    await shown.see(`THB ${(total / 100).toFixed(2)}`);
    const ledger = page.getByRole('region', { name: 'Ledger' });
    await ledger.getByText('−THB 500.00').waitFor();
    await ledger
      .getByText(/^\+THB\s/)
      .first()
      .waitFor();
    await page.getByText('Live', { exact: true }).click();
    await shown.see(/becomes transferable on \d+ \w+ \d{4}/);
  });

  describe('Snapshots', () => {
    it('compares two in the words of their objects', async () => {
      const { page, sandbox } = shown;
      const { id } = await sandbox.cardCharge({ metadata: { order: '1042' } });
      const save = (name: string) =>
        control(gateway).post(`/api/sandboxes/${sandbox.name}/snapshots`).send({ name }).expect(200);
      await save('before');
      await control(gateway)
        .post(`/api/sandboxes/${sandbox.name}/clock/advance`)
        .send({ by: '1m' })
        .expect(200);
      await sandbox.post(`/charges/${id}/refunds`, { amount: 50_000 });
      await save('after');
      // The comparison is below the window.
      await page.setViewportSize({ width: 1200, height: 400 });
      await shown.open('snapshots');
      // The first one.
      expect(await page.getByRole('button', { name: 'Compare', exact: true }).isDisabled()).toBe(true);
      await page.getByRole('button', { name: 'Compare with before' }).click();
      const differences = page.getByRole('region', { name: 'Differences' });
      await differences.getByText('1 refund added', { exact: true }).waitFor();
      await until(
        async () => ((await differences.boundingBox())?.y ?? 400) < 400,
        'the comparison is not scrolled into view',
      );
      await differences.getByText('THB 0.00 → THB 500.00').waitFor();
      await differences.getByText('Refund added · THB 500.00 · order 1042', { exact: true }).waitFor();
      await differences.getByText('Charge changed · THB 1,000.00 · order 1042', { exact: true }).waitFor();
      await differences.getByRole('link', { name: id }).waitFor();
      await differences.getByText('clock changed').waitFor();
      // As when both are saved within a second.
      await page.route(/\/diff\//, async (route) => {
        const response = await route.fetch();
        const at = '2026-11-24T10:00:00.';
        const clock = { from: { at: `${at}100Z`, frozen: false }, to: { at: `${at}900Z`, frozen: false } };
        await route.fulfill({ json: { ...((await response.json()) as object), clock } });
      });
      await page.reload();
      await differences.getByText('1 refund added', { exact: true }).waitFor();
      expect(await differences.innerText()).not.toContain('clock changed');
      // The page reads again once its stream has begun, perhaps now.
      await page.unrouteAll({ behavior: 'wait' });
      await chooseIn('To', 'before');
      await shown.see('No differences.');
    });

    it('imports an exported file after the same question', async () => {
      const { page, sandbox } = shown;
      await sandbox.charge();
      await control(gateway)
        .post(`/api/sandboxes/${sandbox.name}/snapshots`)
        .send({ name: 'kept' })
        .expect(200);
      const { text } = await control(gateway)
        .get(`/api/sandboxes/${sandbox.name}/snapshots/kept/export`)
        .buffer(true)
        .expect(200);
      await sandbox.charge();
      await shown.open('snapshots');
      await page
        .locator('input[type=file]')
        .setInputFiles({ name: 'kept.ndjson', mimeType: 'application/x-ndjson', buffer: Buffer.from(text) });
      await page.getByRole('dialog').getByText('Deletes 2 charges, ').waitFor();
      await page.getByRole('button', { name: 'Import file', exact: true }).click();
      await told(/^kept\.ndjson imported\./);
      expect(await sandbox.total('/charges')).toBe(1);
    });
  });
});
