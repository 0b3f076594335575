import type { Page } from 'playwright-core';
import { until } from '../../rig/until.js';
import { useTabs } from './chromium.js';
import { describeConsole } from './console-in-browser.js';
import { useOwnGateway } from './harness.js';
import { control, createSandbox } from './sandbox.js';

const TOKEN = 'a-token-that-nobody-guesses';
const gateway = useOwnGateway();
const closed = useOwnGateway(() => ({ DATABASE_URL: gateway.databaseUrl, CONTROL_TOKEN: TOKEN }));

describeConsole('what is found in the console', gateway, [closed], (shown) => {
  const newTab = useTabs();
  /** A page of its own, whose time the spec moves. */
  const openWithClock = async (place: string): Promise<Page> => {
    const page = await newTab();
    await page.clock.install();
    await page.goto(`${gateway.settings.controlUrl}/#/sandboxes/${shown.sandbox.name}/test/${place}`);
    return page;
  };
  const requests = (page: Page, count: number): Promise<void> =>
    page.getByRole('img', { name: `requests in the last five minutes: ${count}`, exact: true }).waitFor();

  it('are calls that a shell may make too, where a token or a key is needed', async () => {
    const { page, sandbox } = shown;
    const { id } = await sandbox.charge();
    const commandOf = async (secret: string): Promise<string> => {
      await shown.open(`payments/${id}`, closed);
      await page.getByLabel('Token or key').fill(secret);
      await page.getByRole('button', { name: 'Open the console' }).click();
      await page.getByRole('button', { name: 'The same as a command' }).first().click();
      const command = await page.getByRole('dialog').getByText('curl -s').innerText();
      expect(await page.content()).not.toContain(secret);
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Sign out' }).click();
      await page.getByLabel('Token or key').waitFor();
      return command;
    };
    const path = `${closed.settings.controlUrl}/api/sandboxes/${sandbox.name}/api/test/charges/${id}/mark_as_paid`;
    expect(await commandOf(TOKEN)).toBe(`curl -s -H "Authorization: Bearer $CONTROL_TOKEN" -X POST '${path}'`);
    expect(await commandOf(sandbox.secretKey)).toBe(`curl -s -u "$TOLLGATE_SECRET_KEY:" -X POST '${path}'`);
  });

  it('is asked for anew once the session has ended, and no more of it is shown', async () => {
    const { page } = shown;
    await shown.open('payments', closed);
    await page.getByLabel('Token or key').fill(TOKEN);
    await page.getByRole('button', { name: 'Open the console' }).click();
    await page.getByRole('heading', { name: 'Payments' }).waitFor();
    await gateway.database.consoleSession.deleteMany();
    await page.getByLabel('Token or key').waitFor();
  });

  it('is all at the top of a phone, also for whoever has signed in', async () => {
    const { page } = shown;
    await page.setViewportSize({ width: 375, height: 800 });
    await shown.open('payments', closed);
    await page.getByLabel('Token or key').fill(TOKEN);
    await page.getByRole('button', { name: 'Open the console' }).click();
    await page.getByRole('heading', { name: 'Payments' }).waitFor();
    const isCut = `(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)(document.querySelector('[role=radiogroup][aria-label=Mode]'))`;
    expect(await page.evaluate(isCut)).toBe(false);
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('Token or key').waitFor();
  });

  it('is what happens, also after a stream was refused for a while', async () => {
    const { page, sandbox } = shown;
    await sandbox.charge();
    await page.route('**/timeline/stream?*', (route) => route.fulfill({ status: 503 }), { times: 1 });
    await shown.open('');
    const { id } = await sandbox.charge();
    await page.getByRole('log').getByText(id).first().waitFor();
    await page.getByText('live', { exact: true }).waitFor();
  });

  it('is every sandbox, however many there are', async () => {
    const { page } = shown;
    for (let made = 0; made < 100; made += 20) await Promise.all(Array.from({ length: 20 }, () => createSandbox(gateway)));
    const name = `Last-of-${shown.sandbox.name}`;
    await createSandbox(gateway, { name });
    await shown.open('');
    const choice = page.getByRole('combobox', { name: 'Sandbox' });
    await choice.click();
    await page.keyboard.type(`last-of-${shown.sandbox.name}`);
    await page.getByRole('option', { name }).click();
    await page.waitForURL(`**/#/sandboxes/${name}/test`);
  });

  it('is all that happened in five minutes, also when the page is opened later, as figures that move on', async () => {
    for (let made = 0; made < 130; made += 10) await Promise.all(Array.from({ length: 10 }, () => shown.sandbox.get('/account')));
    const page = await openWithClock('');
    await requests(page, 130);
    await page.clock.fastForward('06:00');
    await requests(page, 0);
  });

  it('is said where more happened than is counted', async () => {
    await shown.sandbox.get('/account');
    await control(gateway).get(`/api/sandboxes/${shown.sandbox.name}/requests?wait=10s`).expect(200);
    await gateway.database.$executeRaw`
      INSERT INTO request_log SELECT (jsonb_populate_record(one, jsonb_build_object('id', one.id || lpad(n::text, 6, '0'), 'objects', '[]'::jsonb))).*
      FROM request_log one, generate_series(1, 5500) n
      WHERE one.account_id = (SELECT account_id FROM sandbox WHERE name = ${shown.sandbox.name})`;
    await shown.open('');
    await shown.see(/^Of what happened since .*, the latest 5000 entries:$/);
  });

  it('is said not to be there, and then is not asked for any more', async () => {
    const absent = `chrg_test_${'0'.repeat(19)}`;
    const page = await openWithClock(`payments/${absent}`);
    const asked: string[] = [];
    page.on('request', (request) => void asked.push(request.url()));
    await page.getByRole('alert', { name: 'It is not there' }).waitFor();
    const before = asked.filter((url) => url.includes(absent)).length;
    await page.clock.runFor(60_000);
    await page.evaluate(`fetch('/api/session')`);
    expect(asked.filter((url) => url.includes(absent))).toHaveLength(before);
  });

  it('is a payment by its order, and what was sent of it', async () => {
    const { page, sandbox } = shown;
    const { id } = await sandbox.charge({ metadata: { order: 'A-1042' } });
    await sandbox.charge({ metadata: { order: 'A-1043' } });
    await shown.receiver.next('charge.create');
    await shown.open('payments?q=A-1042');
    await page.getByRole('link', { name: id }).waitFor();
    await page.getByRole('main').getByRole('link', { name: 'Webhooks' }).click();
    await shown.arrived('webhooks');
    await page.getByRole('link', { name: 'charge.create' }).waitFor();
    expect(await page.locator('tbody tr[data-index]').count()).toBe(1);
    await shown.open('?q=A-1042 kind:attempt');
    await page
      .getByRole('log')
      .getByText(/^webhook to /)
      .waitFor();
    await shown.open(`payments/${id}`);
    await page.getByRole('main').getByRole('link', { name: 'Webhooks' }).click();
    await page.getByRole('link', { name: 'charge.create' }).click();
    await page.getByRole('link', { name: id }).waitFor();
  });

  it('is looked for while one types, also where the beginning of it is refused', async () => {
    const { page, sandbox } = shown;
    await sandbox.get('/charges/chrg_test_none');
    await sandbox.get('/account');
    await shown.open('requests');
    await page.getByLabel('Filter').fill('status:4');
    await page.getByRole('alert').getByText('status must be a status').waitFor();
    await page.keyboard.type('xx');
    await page.getByRole('link', { name: 'GET /charges/chrg_test_none' }).waitFor();
    expect(await page.getByRole('link', { name: 'GET /account' }).count()).toBe(0);
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  it('is written plainly into the address, and read of older ones', async () => {
    const { page } = shown;
    await shown.open('payments');
    await page.getByLabel('Filter').fill('1042');
    await page.waitForURL(/payments\?q=1042$/);
    await page.getByLabel('Filter').fill('status:pending 1042');
    await page.waitForURL(/payments\?q=status:pending\+1042$/);
    await shown.open('payments?q=%221043%22');
    await until(async () => (await page.getByLabel('Filter').inputValue()) === '1043', 'the older link is not read');
  });
});
