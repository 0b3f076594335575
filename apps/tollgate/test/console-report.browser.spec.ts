import type { Locator } from 'playwright-core';
import { until } from '#platform/testing/until.js';
import { describeConsole } from './console-in-browser.js';
import { LAID_OUT } from './console-page-checks.js';
import { useOwnGateway } from './harness.js';
import { axeViolations } from './page-checks.js';
import { control } from './sandbox.js';

const TOO_WIDE = 'document.documentElement.scrollWidth > document.documentElement.clientWidth';

const gateway = useOwnGateway();

describeConsole('Report in the console', gateway, [], (shown) => {
  const situation = (name: string): Locator =>
    shown.page.locator('.situation').filter({ has: shown.page.getByText(name, { exact: true }) });

  it('shows situations as they are met, how to meet the others, and advice', async () => {
    const { page, sandbox } = shown;
    await shown.open('report');
    await situation('disputed').getByText('Never met').waitFor();
    await situation('disputed').locator('summary').click();
    await situation('disputed').getByText('tollgate scenario run disputed', { exact: true }).waitFor();
    await situation('disputed')
      .getByText(/tollgate\.control\('POST', '\/scenarios\/disputed\/run'\)/)
      .waitFor();

    const { id } = await sandbox.charge();
    await sandbox.post(`/charges/${id}/mark_as_paid`).expect(200);
    await control(gateway).post(`/api/sandboxes/${sandbox.name}/scenarios/disputed/run`).expect(200);
    await situation('disputed')
      .getByText(/^(Checked|Not checked)$/)
      .waitFor();
    await situation('paid-by-wallet').getByText('Checked', { exact: true }).waitFor();
    await page.getByRole('heading', { name: 'Advice' }).waitFor();
    await page.getByText('Put the order into the metadata of charges').waitFor();
    await situation('paid-by-wallet').getByRole('link').click();
    await page.waitForURL(`**/payments/${id}**`);
  });

  it('reads the history again only after something has happened', async () => {
    const { page, sandbox } = shown;
    const reads: string[] = [];
    page.on('request', (request) => {
      const url = request.url();
      if (new URL(url).pathname.endsWith('/report')) reads.push(url);
    });
    await page.clock.install();
    await shown.open('report');
    await situation('paid-by-wallet').getByText('Never met').waitFor();
    // The stream of the timeline begins.
    await page.clock.runFor(60_000);
    const before = reads.length;
    await page.clock.runFor(300_000);
    expect(reads).toHaveLength(before);
    const { id } = await sandbox.charge();
    await sandbox.post(`/charges/${id}/mark_as_paid`).expect(200);
    await until(async () => {
      await page.clock.runFor(11_000);
      return reads.length > before;
    }, 'the report is not read again');
    await situation('paid-by-wallet')
      .getByText(/^(Checked|Not checked)$/)
      .waitFor();
    await page.clock.resume();
  });

  it.each([375, 1_440])('has no violation of accessibility, and fits %i pixels', async (width) => {
    const { page } = shown;
    await page.setViewportSize({ width, height: 900 });
    await shown.open('report');
    await situation('expired').locator('summary').click();
    await page.evaluate(LAID_OUT);
    expect(await axeViolations(page)).toEqual([]);
    expect(await page.evaluate(TOO_WIDE)).toBe(false);
  });
});
