import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { CHROMIUM, useTabs } from './chromium.js';
import { describeWhere } from './describe-where.js';
import { useGateway } from './harness.js';
import { PayPages } from './pay-pages.js';
import { createSandbox } from './sandbox.js';

/** The ids in the tables of the page; `…` is a group or type of payment methods. */
const DOCUMENTED = Array.from(
  readFileSync('docs/page-test-ids.md', 'utf8').matchAll(/^\| (?!`data-testid`)(.*?) +\|/gm),
  ([, names = '']) => Array.from(names.matchAll(/`([^`]+)`/g), ([, name = '']) => name),
).flat();

/** Of a registered bank account, and of a browser without scripts. */
const UNSEEN = ['last-digits', 'needs-script', 'stop-reloads'];

const CONTROLS =
  "Array.from(document.querySelectorAll('a, button, summary, select, input:not([type=hidden])'), ({ outerHTML, dataset }) => dataset.testid ? '' : outerHTML).filter(Boolean)";
const TEST_IDS = "Array.from(document.querySelectorAll('[data-testid]'), ({ dataset }) => dataset.testid)";

describeWhere(CHROMIUM !== undefined, 'chromium is not installed', 'the test ids of payment pages', () => {
  const gateway = useGateway();
  const newTab = useTabs();
  const found = new Set<string>();

  /** Collects the test ids of the page; fails if a control has none. */
  const collect = async (page: Page): Promise<void> => {
    expect(await page.evaluate<string[]>(CONTROLS)).toEqual([]);
    for (const id of await page.evaluate<string[]>(TEST_IDS)) found.add(id);
  };
  const isDocumented = (id: string): boolean =>
    DOCUMENTED.some((name) => new RegExp(`^${name.replace('…', '.+')}$`).test(id));

  it('name every control, and are those of docs/page-test-ids.md', async () => {
    // Its links offer Atome too, which asks for an address.
    const sandbox = await createSandbox(gateway, { fidelity: 'recorded' });
    const strict = await createSandbox(gateway, { three_d_secure_challenge: 'otp', page_theme: 'method' });
    const [pages, strictPages] = [new PayPages(sandbox), new PayPages(strict)];
    const page = await newTab();
    const visit = async (uri: string): Promise<void> => {
      await page.goto(uri);
      await collect(page);
    };

    const { authorize_uri } = await pages.charge();
    await visit(authorize_uri);
    await page.getByTestId('failure-code').selectOption('insufficient_fund');
    await page.getByTestId('refuse').click();
    await page.waitForURL(pages.shop);
    await collect(page);
    await visit(authorize_uri);

    const charge = { amount: 67_000, currency: 'THB', return_uri: pages.shop };
    for (const type of ['rabbit_linepay', 'promptpay'])
      await visit((await sandbox.charge({ ...charge, source: { type } })).authorize_uri);
    await visit(await pages.secured());
    await visit(await strictPages.secured());
    await page.getByTestId('new-password').click();
    await collect(page);
    await page.getByTestId('one-time-password').fill('111111');
    await page.getByTestId('confirm').click();
    await page.getByTestId('problem').waitFor();
    await collect(page);
    const term = {
      amount: 670_000,
      currency: 'THB',
      source: { type: 'installment_bay', installment_term: 3 },
    };
    await visit((await strict.charge({ ...term, return_uri: pages.shop })).authorize_uri);
    await visit(await pages.linkedAccount());

    await visit(await pages.link());
    expect(await page.getByTestId('atome-street1').count()).toBe(1);
    await page.getByTestId('method-promptpay').click();
    await page.getByTestId('code').waitFor();
    await collect(page);
    await page.getByTestId('other-ways').click();
    await collect(page);
    await page.getByTestId('back-to-payment').click();
    await page.getByTestId('refuse').click();
    await page.getByTestId('again').waitFor();
    await collect(page);
    const session = await pages.session();
    await visit(session);
    await page.getByTestId('open-truemoney').click();
    await page.getByTestId('truemoney-phone_number').fill('0812345678');
    await page.getByTestId('method-truemoney').click();
    await page.getByTestId('pay').waitFor();
    await visit(session);
    await page.getByTestId('continue').waitFor();
    await collect(page);

    expect([...found].filter((id) => !isDocumented(id))).toEqual([]);
    const exact = DOCUMENTED.filter((name) => !name.includes('…') && !UNSEEN.includes(name));
    expect(exact.filter((name) => !found.has(name))).toEqual([]);
  });
});
