import type { Page, Request } from 'playwright-core';
import { CHROMIUM, useTabs, type NewTab } from './chromium.js';
import { fill } from './console-filled.js';
import { LAID_OUT } from './console-page-checks.js';
import { describeWhere } from './describe-where.js';
import { useOwnGateway } from './harness.js';
import { openReceiver } from './receiver.js';
import { createSandbox } from './sandbox.js';

const MOST_SHIFT = 0.05;
/** So late the API answers, which lets the browser paint each state of a page. */
const LATENCY_MS = 60;
/** Pairs of frames without an open request, after which a page is complete. */
const QUIET_FRAMES = 5;
const WIDTHS = [375, 768, 1440];
/** In a page: the sum of its layout shifts, and what was moved. */
const WATCH = `
  window.shifts = { sum: 0, moved: [] };
  new PerformanceObserver((list) => {
    for (const { value, sources, hadRecentInput } of list.getEntries()) if (!hadRecentInput) {
      window.shifts.sum += value;
      window.shifts.moved.push(...sources.map(({ node }) => (node?.textContent ?? '').slice(0, 40)));
    }
  }).observe({ type: 'layout-shift', buffered: true })`;
const TAKE = '(() => { const all = window.shifts; window.shifts = { sum: 0, moved: [] }; return all; })()';

interface Shifts {
  readonly sum: number;
  readonly moved: readonly string[];
}

describeWhere(CHROMIUM !== undefined, 'chromium is not installed', 'the layout of the console', () => {
  const gateway = useOwnGateway();
  const newTab = useTabs();

  it.each(WIDTHS)('stays where it is while pages load, at %i px', async (width) => {
    const receiver = await openReceiver();
    // Its payments have a failed webhook, which stands above their timeline.
    receiver.answer((_, response) => void response.writeHead(503).end('The shop is closed'));
    const sandbox = await createSandbox(gateway, { webhook_uri: receiver.uri, webhook_retry_delays: '1h' });
    await fill(sandbox);
    await Promise.all(Array.from({ length: 30 }, () => sandbox.cardCharge()));
    const refunded = await sandbox.cardCharge();
    await sandbox.post(`/charges/${refunded.id}/refunds`, { amount: 2_000 });
    const pending = await sandbox.charge();
    await receiver.next('charge.create');
    const base = `${gateway.settings.controlUrl}/#/sandboxes/${sandbox.name}/test`;
    const links = await linksOf(newTab, base, ['objects/customers', 'objects/schedules', 'webhooks']);
    const places = [
      '',
      'payments',
      `payments/${pending.id}`,
      `payments/${refunded.id}`,
      ...links,
      'webhooks',
    ];
    places.push('requests', 'events', 'clock', 'faults', 'snapshots', 'balance', 'settings', 'start');
    const found: string[] = [];
    const note = (how: string, place: string, { sum, moved }: Shifts): void => {
      if (sum >= MOST_SHIFT)
        found.push(`${how} ${place}: ${sum.toFixed(3)}: ${[...new Set(moved)].join(' | ')}`);
    };
    const opened = await slowTab(newTab, width);
    await opened.page.goto(`${base}/settings/account`);
    await settled(opened, `${sandbox.name}/test/settings/account`);
    for (const place of places) {
      const path = [sandbox.name, 'test', place].filter(Boolean).join('/');
      const cold = await slowTab(newTab, width);
      await cold.page.goto(`${base}/${place}`);
      note('loads', place, await settled(cold, path));
      await cold.page.context().close();
      await opened.page.evaluate(`location.hash = '#/sandboxes/${path}'`);
      note('opens', place, await settled(opened, path));
    }
    await receiver.close();
    expect(found).toEqual([]);
  });
});

/** The first row of each list. */
async function linksOf(newTab: NewTab, base: string, lists: readonly string[]): Promise<string[]> {
  const page = await newTab({ viewport: { width: 1440, height: 900 } });
  const links: string[] = [];
  for (const list of lists) {
    await page.goto(`${base}/${list}`);
    const link = page.locator(`main .row-link[href*="/${list}/"]`).first();
    links.push(((await link.getAttribute('href')) ?? '').split('/test/')[1] ?? list);
  }
  return links;
}

interface SlowTab {
  readonly page: Page;
  /** Requests without an answer, but for streams. */
  readonly asked: ReadonlySet<Request>;
}

async function slowTab(newTab: NewTab, width: number): Promise<SlowTab> {
  const page = await newTab({ viewport: { width, height: 900 }, reducedMotion: 'reduce' });
  const asked = new Set<Request>();
  page.on('request', (request) => request.url().includes('/stream?') || asked.add(request));
  page.on('requestfinished', (request) => asked.delete(request));
  page.on('requestfailed', (request) => asked.delete(request));
  await page.addInitScript(WATCH);
  // Pages are loaded when they are opened, and not before.
  await page.addInitScript('window.requestIdleCallback = () => 0');
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: LATENCY_MS,
    downloadThroughput: -1,
    uploadThroughput: -1,
  });
  return { page, asked };
}

/** Waits for all requests of the page, and returns its shifts since the last call. */
async function settled({ page, asked }: SlowTab, path: string): Promise<Shifts> {
  const main = page.locator(`main[data-shown="/sandboxes/${path}"]`);
  await main.getByRole('heading', { level: 1 }).waitFor();
  await main.locator('[aria-busy=true], .mantine-Skeleton-root').first().waitFor({ state: 'detached' });
  // An answer may make further parts ask.
  for (let quiet = 0; quiet < QUIET_FRAMES; quiet = asked.size === 0 ? quiet + 1 : 0)
    await page.evaluate(LAID_OUT);
  return page.evaluate<Shifts>(TAKE);
}
