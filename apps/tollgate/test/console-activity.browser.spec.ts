import type { Locator } from 'playwright-core';
import { describeConsole } from './console-in-browser.js';
import { useOwnGateway } from './harness.js';

const gateway = useOwnGateway();
/** Stands for a second process on the same database. */
const twin = useOwnGateway(() => ({ DATABASE_URL: gateway.databaseUrl }));

describeConsole('Activity', gateway, [twin], (shown) => {
  const feed = (): Locator => shown.page.getByRole('region', { name: 'Timeline' });
  const entriesOf = (id: string): Locator => feed().getByText(id.slice(-8));

  it('shows Get started while the sandbox is empty, and then what happens as it happens', async () => {
    await shown.open('');
    await shown.see('Create a charge, pay it as the customer');
    expect(await shown.page.content()).not.toContain(shown.sandbox.secretKey);
    await shown.page.getByRole('button', { name: 'Show keys' }).click();
    await shown.see(new RegExp(shown.sandbox.secretKey));
    await shown.page.getByText('Live', { exact: true }).click();
    // Live keys have to be shown again.
    await shown.see('-u skey_…:');
    await shown.page.getByText('Test', { exact: true }).click();
    const { id } = await shown.sandbox.charge({}, twin);
    await entriesOf(id).first().waitFor();
    await feed().getByText('charge.create').first().waitFor();
    expect(shown.trouble).toEqual([]);
  });

  it('retries a feed and a stream that were answered 503, and misses nothing', async () => {
    const { page, sandbox } = shown;
    const { id: first } = await sandbox.charge();
    await page.route('**/timeline?*', (route) => route.fulfill({ status: 503 }), { times: 2 });
    await page.route('**/timeline/stream?*', (route) => route.fulfill({ status: 503 }), { times: 2 });
    await shown.open('');
    await page.getByText('Reconnecting…', { exact: true }).waitFor();
    await entriesOf(first).first().waitFor();
    const { id: missed } = await sandbox.charge();
    await entriesOf(missed).first().waitFor();
    await page.getByText('Streaming', { exact: true }).waitFor();
  });

  it('retries the stream of other pages too', async () => {
    const { page } = shown;
    await page.route('**/timeline?*', (route) => route.fulfill({ status: 503 }), { times: 2 });
    await page.route('**/timeline/stream?*', (route) => route.fulfill({ status: 503 }), { times: 1 });
    const streams = page.waitForResponse((response) => response.url().includes('/timeline/stream') && response.status() === 200);
    await shown.open('payments');
    await streams;
  });

  it('counts new entries while the feed is paused, and shows them on request', async () => {
    const { page, sandbox } = shown;
    await sandbox.charge();
    await shown.open('');
    await feed().getByText('POST /charges').first().waitFor();
    await page.getByText('Streaming', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Pause', exact: true }).click();
    const { id } = await sandbox.charge();
    await page.getByRole('button', { name: /\d+ new · Show/ }).waitFor();
    expect(await entriesOf(id).count()).toBe(0);
    await page.getByRole('button', { name: /\d+ new · Show/ }).click();
    await entriesOf(id).first().waitFor();
  });

  it('stays paused when the filter changes', async () => {
    const { page, sandbox } = shown;
    const { id: old } = await sandbox.charge({ metadata: { order: 'A-1' } });
    await shown.open('');
    await entriesOf(old).first().waitFor();
    await page.getByText('Streaming', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Pause', exact: true }).click();
    await page.getByLabel('Filter').fill('A-2');
    await page.getByText('No matching entries.').waitFor();
    const { id } = await sandbox.charge({ metadata: { order: 'A-2' } });
    await page.getByRole('button', { name: /\d+ new · Show/ }).waitFor();
    expect(await entriesOf(id).count()).toBe(0);
    await page.getByRole('button', { name: /\d+ new · Show/ }).click();
    await entriesOf(id).first().waitFor();
  });
});
