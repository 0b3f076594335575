import type { Page } from 'playwright-core';
import { until } from '#platform/testing/until.js';
import { describeConsole } from './console-in-browser.js';
import { useOwnGateway } from './harness.js';

const gateway = useOwnGateway();

describeConsole('webhooks in lists of the console', gateway, [], (shown) => {
  const rows = (page: Page) => page.locator('tbody tr[data-index]');
  const promptpay = (amount: number, order: string) =>
    shown.sandbox.charge({
      currency: 'THB',
      source: { type: 'promptpay' },
      return_uri: undefined,
      amount,
      metadata: { order },
    });
  const shows = (page: Page, count: number): Promise<void> =>
    until(async () => (await rows(page).count()) === count, `not ${count} rows are shown`);

  it('shows the webhooks of payments, and the order by a chosen key', async () => {
    const { page, sandbox, receiver } = shown;
    receiver.answer(
      ({ event }, response) => void response.writeHead(event.key === 'charge.complete' ? 500 : 200).end(),
    );
    const { id } = await sandbox.charge({ metadata: { order: 'A-7', sku: 'tea-7' } });
    await sandbox.post(`/charges/${id}/mark_as_paid`).expect(200);
    await promptpay(150_000, 'A-8');
    await shown.open('payments');
    const row = rows(page).filter({ hasText: 'A-7' });
    await rows(page).filter({ hasText: 'A-8' }).getByText('1 delivered').waitFor();
    await page.getByRole('button', { name: 'Columns and rows' }).click();
    await page.getByRole('menuitemradio', { name: 'Order: automatic', checked: true }).waitFor();
    await page.getByRole('menuitemradio', { name: 'Order: sku' }).click();
    await rows(page).filter({ hasText: 'A-8' }).waitFor({ state: 'detached' });
    await page.reload();
    await rows(page).filter({ hasText: 'tea-7' }).getByText('1 retrying').click();
    await page.waitForURL(`**/webhooks?object=${id}`);
    await rows(page).getByRole('link', { name: 'tea-7' }).first().waitFor();
    await shows(page, 2);
    await page.evaluate('localStorage.clear()');
    await shown.open('payments');
    await page.reload();
    await row.waitFor();
  });

  it('shows the cards of customers, and webhooks with their object and last response', async () => {
    const { page, sandbox, receiver } = shown;
    await sandbox.post('/customers', { email: 'ann@shop.example', card: await sandbox.token() }).expect(200);
    await promptpay(150_000, 'W-1042');
    await receiver.next('charge.create');
    await shown.open('objects/customers');
    await page.getByRole('cell', { name: 'Visa •4242' }).waitFor();
    await shown.open('webhooks?key=customer.create');
    await rows(page).getByRole('link', { name: 'ann@shop.example' }).waitFor();
    await shown.open('webhooks?q=w-1042');
    const row = page.getByRole('row').filter({ hasText: 'charge.create' });
    await row.getByRole('link', { name: 'W-1042' }).waitFor();
    await row.getByText(/^THB.1,500\.00$/).waitFor();
    await row.getByText(/^200 · \d+ ms$/).waitFor();
    await row.getByRole('img', { name: '1 attempt' }).waitFor();
    await page
      .getByRole('navigation', { name: 'Webhooks by status' })
      .getByText(/^Delivered/)
      .click();
    await page.waitForURL(/webhooks\?q=w-1042&status=delivered$/);
    await shows(page, 1);
  });

  it('names the valid values of a typed filter', async () => {
    const { page } = shown;
    await shown.open('webhooks');
    await page.getByLabel('Filter', { exact: true }).fill('status:50');
    await shown.see('Status: pending, retrying, held, delivered, exhausted');
    // Else the text would filter the page that the next spec opens.
    await page.waitForURL(/\?q=status/);
  });

  it('resends selected webhooks, and copies rows as CSV', async () => {
    const { page, receiver } = shown;
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await promptpay(150_000, 'S-1');
    await promptpay(250_000, 'S-2');
    await receiver.next('charge.create');
    await shown.open('webhooks?key=charge.create&status=delivered');
    await shows(page, 2);
    const boxes = page.getByRole('checkbox', { name: /^Select whdl_/ });
    await boxes.first().check();
    await page.getByText('1 selected').waitFor();
    await boxes.last().check();
    const selected = page.getByRole('region', { name: 'Selection' });
    await selected.getByText('2 selected').waitFor();
    await selected.getByRole('button', { name: 'Resend…' }).click();
    await page.getByRole('button', { name: 'Resend 2 webhooks' }).click();
    await page.getByRole('status').getByText('Resent 2 webhooks: 2 delivered').waitFor();
    await page.getByRole('img', { name: '2 attempts' }).nth(1).waitFor();
    await selected.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Copy as CSV' }).click();
    const csv = await page.evaluate<string>('navigator.clipboard.readText()');
    expect(csv.split('\n')[0]).toMatch(/^Status,Event,Object,Amount,/);
    expect(csv).toContain('1500.00 THB');
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await selected.getByText('1 selected').waitFor();
    expect(await boxes.last().isChecked()).toBe(true);
    await page.keyboard.press('x');
    await selected.waitFor({ state: 'detached' });
    await page.getByRole('checkbox', { name: 'Select all shown' }).check();
    await selected.getByText('2 selected').waitFor();
    await page.getByRole('button', { name: 'Clear selection' }).click();
    await selected.waitFor({ state: 'detached' });
  });

  it('resends all webhooks of a failing endpoint after a question, and tells how many were delivered', async () => {
    const { page, sandbox, receiver } = shown;
    receiver.answer((_, response) => void response.writeHead(500).end());
    const made = [
      await promptpay(150_000, 'F-1'),
      await promptpay(250_000, 'F-2'),
      await promptpay(350_000, 'F-3'),
    ];
    const failed = { where: { accountId: await sandbox.accountId(), status: 500 } };
    await until(
      async () => (await gateway.database.webhookAttempt.count(failed)) === 3,
      'not all have failed',
    );
    await shown.open('webhooks');
    const tabs = page.getByRole('navigation', { name: 'Webhooks by status' });
    await tabs.getByText('Retrying 3').waitFor();
    await tabs.getByText(/^All [1-9]/).waitFor();
    receiver.answer(
      ({ event }, response) => void response.writeHead(event.data.id === made[0]?.id ? 500 : 200).end(),
    );
    await page.getByRole('button', { name: 'Resend 3', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Resend 3 webhooks?' });
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Resend 3', exact: true }).click();
    await dialog.getByRole('button', { name: 'Resend 3 webhooks' }).click();
    await page.getByRole('status').getByText('Resent 3 webhooks: 2 delivered, 1 failed').waitFor();
    await tabs.getByText('Retrying 1').waitFor();
    await tabs.getByText('Delivered 2').waitFor();
  });

  it('selects all webhooks that match, also those that are not loaded, and tells that it is sending', async () => {
    const { page, sandbox, receiver } = shown;
    const held: (() => void)[] = [];
    await Promise.all(Array.from({ length: 101 }, (_, order) => promptpay(150_000, `M-${order}`)));
    const attempts = { where: { accountId: await sandbox.accountId() } };
    await until(
      async () => (await gateway.database.webhookAttempt.count(attempts)) === 101,
      'not all are sent',
    );
    await shown.open('webhooks?key=charge.create');
    await page.getByText('Showing 100 · scroll for older').waitFor();
    receiver.answer((_, response) => void held.push(() => response.end('ok')));
    await page.getByRole('checkbox', { name: 'Select all shown' }).check();
    await page.getByText('100 selected').waitFor();
    await page.getByRole('button', { name: 'Select all matches' }).click();
    await page.getByText('101 selected').waitFor();
    await page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Resend…' }).click();
    await page.getByRole('button', { name: 'Resend 101 webhooks' }).click();
    await page.getByRole('status').getByText('Resending 101 webhooks…').waitFor();
    const sending = setInterval(() => held.splice(0).forEach((end) => end()), 20);
    await page.getByRole('status').getByText('Resent 101 webhooks: 101 delivered').waitFor();
    clearInterval(sending);
  });
});
