import type { Locator } from 'playwright-core';
import { steadyPort } from '../../../proof/rig/ports.js';
import { until } from '#platform/testing/until.js';
import { BEHAVIOURS } from '#control/soaks/rules/behaviours.js';
import { describeConsole } from './console-in-browser.js';
import { LAID_OUT } from './console-page-checks.js';
import { useOwnGateway } from './harness.js';
import { mutantShop } from './mutant-shops.js';
import { axeViolations } from './page-checks.js';
import { RunningShop } from './running-shop.js';
import { control } from './sandbox.js';

const TOO_WIDE = 'document.documentElement.scrollWidth > document.documentElement.clientWidth';

const WEIGHT = `getComputedStyle(document.querySelector('.soak-story > li:last-child')).fontWeight`;

const gateway = useOwnGateway();

describeConsole('Soaks in the console', gateway, [], (shown) => {
  const path = (rest = ''): string => `/api/sandboxes/${shown.sandbox.name}/soaks${rest}`;
  const start = async (body: object): Promise<string> => {
    const { body: soak } = await control(gateway).post(path()).send(body).expect(200);
    return (soak as { id: string }).id;
  };
  const button = (name: string): Locator => shown.page.getByRole('button', { name, exact: true });
  const field = (name: string): Locator => shown.page.getByRole('textbox', { name, exact: true });
  const status = (text: string | RegExp): Promise<void> =>
    shown.page.getByRole('status').getByText(text).waitFor();
  const opened = (): Promise<void> => shown.page.waitForURL(/\/soaks\/soak_\w+$/);
  let shop: RunningShop | undefined;
  afterEach(async () => {
    await shop?.kill();
    shop = undefined;
  });
  const openShop = async (file: string): Promise<RunningShop['urls']> => {
    shop = await RunningShop.openIn(shown.sandbox, file, await steadyPort());
    return shop.urls;
  };
  /** The page is right for axe, also on a phone in the dark theme. */
  const looked = async (): Promise<void> => {
    const { page } = shown;
    expect(await axeViolations(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
    await page.setViewportSize({ width: 375, height: 800 });
    await page.evaluate(LAID_OUT);
    expect(await axeViolations(page)).toEqual([]);
    expect(await page.evaluate(TOO_WIDE)).toBe(false);
  };

  it('soak a shop with the entered parameters, show that its orders are right, and repeat the seed', async () => {
    const { page } = shown;
    const { receiver, probe, checkout } = await openShop('examples/shop.mjs');
    await shown.open('soaks');
    await shown.see('No soaks yet');
    await shown.see(`or with tollgate soak --sandbox ${shown.sandbox.name}.`);
    await until(
      async () => (await field('Receiver URL').inputValue()) === shown.receiver.uri,
      'the receiver is not the webhook URL of the sandbox',
    );
    await field('Receiver URL').fill(receiver);
    await field('Probe URL').fill(probe);
    expect(await button('Start soak').isDisabled()).toBe(true);
    await field('Checkout URL').fill(checkout);
    await field('Orders').fill('5');
    await field('Seed').fill('7');
    await page.getByText('All behaviours', { exact: true }).click();
    await page.getByRole('checkbox', { name: 'webhooks arrive twice repeated-webhooks' }).uncheck();
    await shown.see(`${BEHAVIOURS.length - 1} behaviours of ${BEHAVIOURS.length}`);
    await page.getByText('Command line', { exact: true }).click();
    await page.getByRole('region', { name: 'Command' }).getByText('--orders 5 --seed 7').waitFor();
    await looked();
    await field('Settle time').fill('300ms');
    await field('Settle time').press('Enter');
    await opened();
    await page.getByRole('progressbar', { name: 'Played orders' }).waitFor();
    await status(/5 orders played in \d+ steps: all of them match their charges\./);
    await shown.see('Passed');
    await shown.see('Only a shop that tollgate soak starts can be killed');
    await looked();

    const first = page.url();
    await button('Run soak again').click();
    await page.waitForURL((url) => opensSoak(url) && url.href !== first);
    await status(/5 orders played/);
    await page.getByText('Command line', { exact: true }).click();
    await shown.see('--orders 5 --seed 7');
    await shown.open('soaks');
    const rows = page.getByRole('region', { name: 'Soaks' }).getByRole('row');
    await rows.filter({ hasText: '5 orders · seed 7' }).nth(1).waitFor();
    expect(shown.trouble).toEqual([]);
  });

  it('tell what breaks the orders of a wrong shop, and repeat it', async () => {
    const { page } = shown;
    const urls = await openShop(mutantShop('no-idempotence'));
    const behaviours = 'pays,repeated-webhooks';
    const id = await start({ ...urls, orders: '20', seed: '3', settle: '200ms', behaviours });
    await shown.open(`soaks/${id}`);
    await page.getByRole('heading', { name: 'Fulfilled twice' }).waitFor();
    await status(/^Found after \d+ orders?, made small in \d+ tr(y|ies): 1 order, \d steps\.$/);
    await shown.see('Failed');
    const lines = page.getByRole('list', { name: 'What happened' }).getByRole('listitem');
    await lines.filter({ hasText: 'The customer pays the order.' }).waitFor();
    const last = lines.last();
    expect(await last.innerText()).toMatch(
      /^The shop says .*"count":2.*, and an order that was paid once is/,
    );
    expect(await page.evaluate(WEIGHT)).toBe('600');
    await page.getByText(/^Exchanges \(\d+\)$/).click();
    const sent = page.locator('.run-entries > li').filter({ hasText: 'charge.complete' });
    await sent.first().locator('summary').first().click();
    await sent.first().getByText(`POST ${urls.receiver}`).waitFor();
    await looked();
    const charge = (await page.getByRole('link', { name: /^chrg_test_/ }).getAttribute('aria-label')) ?? '';
    expect(await page.getByRole('link', { name: 'Save bundle' }).getAttribute('href')).toBe(
      `/api/sandboxes/${shown.sandbox.name}/bundle?object=${charge}&soak=${id}&order_key=order`,
    );
    await page.getByText('Repeat by command line', { exact: true }).click();
    await page
      .getByRole('region', { name: 'With the bundle' })
      .getByText(`--replay ${charge}.tollgate`)
      .waitFor();

    await button('Repeat this finding').click();
    await page.waitForURL((url) => opensSoak(url) && !url.href.includes(id));
    await status('Found in 1 order.');
    await page.getByRole('heading', { name: 'Fulfilled twice' }).waitFor();
    await button('Run soak again').waitFor();
    expect(await button('Repeat this finding').count()).toBe(0);
    await page.getByRole('link', { name: /^chrg_test_/ }).click();
    await page.waitForURL(/\/test\/payments\/chrg_test_\w+$/);
    expect(shown.trouble).toEqual([]);
  });

  it('are stopped, and are found in Activity', async () => {
    const { page } = shown;
    const url = `http://127.0.0.1:${await steadyPort()}`;
    await shown.open('soaks');
    await field('Receiver URL').fill(`${url}/webhooks`);
    await field('Probe URL').fill(`${url}/orders/{order}`);
    await field('Checkout URL').fill(`${url}/orders/{order}`);
    await button('Start soak').click();
    await opened();
    await button('Stop soak').click();
    await page.getByRole('alert').getByText('The soak was stopped.').waitFor();
    await shown.see('Incomplete');
    const id = page.url().split('/').at(-1) ?? '';
    await shown.open('');
    await page.getByText('You started a soak in the console').waitFor();
    await page.getByRole('link', { name: id }).click();
    await page.waitForURL(new RegExp(`/soaks/${id}$`));
    await button('Run soak again').waitFor();
  });
});

function opensSoak({ hash }: URL): boolean {
  return /\/soaks\/soak_\w+$/.test(hash);
}
