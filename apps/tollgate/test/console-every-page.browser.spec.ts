import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { useTabs } from './chromium.js';
import { everyPage } from './console-every-page.js';
import { fill } from './console-filled.js';
import { describeConsole } from './console-in-browser.js';
import { CUT, FAINT, LAID_OUT, MINOR, OLD } from './console-page-checks.js';
import { useOwnGateway } from './harness.js';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** In a page: what axe finds by all its rules, or in a second theme by those about colours. */
const axe = (
  options: object,
): string => `axe.run(${JSON.stringify({ resultTypes: ['violations'], preload: false, ...options })})
  .then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ html, any }) => id + ': ' + html.slice(0, 300) + ' ' + (any[0]?.message ?? ''))))`;
const COLOURS = { runOnly: ['color-contrast'] };

/** In a page: the sum of layout shifts since the last call. */
const WATCH_SHIFTS = `
  window.shifts = 0;
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) window.shifts += value;
  }).observe({ type: 'layout-shift', buffered: true })`;
const SHIFTS = '(() => { const sum = window.shifts; window.shifts = 0; return sum; })()';
const MOST_SHIFT = 0.05;
/** In a page: true if a list was shown as empty at any moment. */
const WATCH_EMPTY = `
  window.wasEmpty = false;
  new MutationObserver(() => {
    window.wasEmpty ||= document.querySelector('main .mantine-EmptyState-root') !== null;
  }).observe(document, { childList: true, subtree: true })`;

/**
 * In a page: the controls that are smaller than this, but for radio buttons and switches, whose labels are
 * pressed, and what is in sentences and rows.
 */
const smallerThan = (
  size: number,
): string => `[...document.querySelectorAll('button, .mantine-Button-root, input:not([type=radio], [type=checkbox]), select, textarea, nav a')]
  .filter((one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !one.closest('.long') && !one.matches('.plain-button'))
  .map((one) => [one, one.getBoundingClientRect()])
  .filter(([, { width, height }]) => width > 1 && height > 1 && (width < ${size} || height < ${size}))
  .map(([one, { width, height }]) => (one.getAttribute('aria-label') ?? one.textContent).slice(0, 60) + ' is ' + Math.round(width) + ' x ' + Math.round(height))`;

/** In a page: the names of buttons that change something, without "Copy as cURL" beside them. */
const WITHOUT_COMMAND = `[...document.querySelectorAll('main button:not([role=tab], [aria-expanded], [aria-haspopup], [tabindex="-1"], [aria-pressed], [data-disabled], [aria-disabled])')]
  .filter(({ nextElementSibling }) => nextElementSibling?.getAttribute('aria-label') !== 'Copy as cURL')
  .map((button) => button.getAttribute('aria-label') ?? button.textContent)`;
/** Buttons that change the page or the clipboard alone, or open a dialogue that has the command. */
const LOCAL =
  /^(Copy|Pause$|Resume$|Show |Hide |Verify |Check |\d+ new|Search older|Clear|Close|Add filter|Filter)|…$/;

/**
 * In a page: what is wrong with the navigation, whose entries are to be in sight while Objects is closed, one
 * of them the current one.
 */
const NAVIGATION = `(() => {
  const nav = document.querySelector('nav[aria-label="Main navigation"]');
  const inSight = (one) => { const { top, bottom } = one.getBoundingClientRect(); return top >= 0 && bottom <= innerHeight; };
  const current = [...nav.querySelectorAll('[aria-current]')];
  const isClosed = nav.querySelector('[aria-expanded=false]') !== null;
  const hidden = isClosed ? [...nav.querySelectorAll('a')].filter((one) => !inSight(one)).map((one) => one.textContent + ' is out of sight') : [];
  return [...hidden, ...(current.length === 1 && inSight(current[0]) ? [] : [current.length + ' current entries, in sight: ' + current.filter(inSight).length])];
})()`;

const gateway = useOwnGateway();
const newTab = useTabs();

describeConsole('the pages of the console', gateway, [], (shown) => {
  it('shows every page without a violation of axe, a shift, a small target or a scroll bar', async () => {
    const { page, sandbox } = shown;
    const { ids } = await fill(sandbox);
    const sized = async (width: number, height: number): Promise<void> => {
      await page.setViewportSize({ width, height });
      await page.evaluate(LAID_OUT);
    };
    const found: string[] = [];
    const ask = (script: string): Promise<string[]> => page.evaluate<string[]>(script);
    /** The list of sandboxes has no entry. */
    const navigation = (place: string): Promise<string[]> =>
      place === 'sandboxes' ? Promise.resolve([]) : ask(NAVIGATION);
    const note = (where: string, problems: readonly string[]): void =>
      void found.push(...problems.map((problem) => `${where}: ${problem}`));
    await page.addInitScript(AXE);
    await page.addInitScript(WATCH_SHIFTS);
    await page.setViewportSize({ width: 1440, height: 900 });
    await everyPage(shown, ids, async (place) => {
      // What is under the pointer shows more, as the entry of the navigation does that was pressed.
      await page.mouse.move(0, 0);
      await page.evaluate(LAID_OUT);
      const shift = await page.evaluate<number>(SHIFTS);
      note(place, shift < MOST_SHIFT ? [] : [`shifts by ${shift.toFixed(3)}`]);
      note(
        place,
        (await ask(WITHOUT_COMMAND))
          .filter((name) => !LOCAL.test(name))
          .map((name) => `has no command beside ${name}`),
      );
      note(place, [...(await ask(OLD)).map((text) => `says ${text}`), ...(await ask(MINOR))]);
      note(place, [
        ...(await navigation(place)),
        ...(await ask(axe({}))),
        ...(await ask(smallerThan(24))),
        ...(await ask(FAINT)),
        ...(await ask(CUT)),
      ]);
      await sized(1280, 800);
      note(place, await navigation(place));
      await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
      await page.evaluate(LAID_OUT);
      note(`${place} (dark)`, [...(await ask(axe(COLOURS))), ...(await ask(FAINT))]);
      // The dark theme on a phone is in console-pages.browser.spec.ts.
      await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
      await sized(375, 800);
      note(`${place} (375)`, [...(await ask(axe({}))), ...(await ask(smallerThan(44))), ...(await ask(CUT))]);
      if (await page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth'))
        note(place, ['is wider than 375 pixels']);
      await sized(1440, 900);
      await page.evaluate(SHIFTS);
    });
    expect(found).toEqual([]);
    expect(shown.trouble).toEqual([]);
  });

  it('shows lists without a shift while they load', async () => {
    const { sandbox } = shown;
    await Promise.all(Array.from({ length: 20 }, () => sandbox.cardCharge()));
    const shifts: [place: string, sum: number][] = [];
    const row = 'main tbody time';
    const cold = async (
      place: string,
      ready: string,
      isLate: boolean,
      name = sandbox.name,
    ): Promise<void> => {
      const page = await newTab({ viewport: { width: 1440, height: 900 } });
      await page.addInitScript(WATCH_SHIFTS);
      await page.addInitScript(WATCH_EMPTY);
      await page.route(
        /\/(deliveries|requests|objects\/charges|transactions|faults)(\/counts)?(\?|$)/,
        async (route) => {
          if (isLate) {
            // The rows arrive after the rest of the page has been laid out.
            await page.getByRole('heading', { level: 1 }).waitFor();
            await page.evaluate(LAID_OUT);
          }
          await route.continue();
        },
      );
      await page.goto(`${gateway.settings.controlUrl}/#/sandboxes/${name}/test/${place}`);
      await page.locator(ready).first().waitFor();
      await page.evaluate(LAID_OUT);
      shifts.push([`${isLate ? 'late ' : ''}${place}`, await page.evaluate<number>(SHIFTS)]);
      if (ready === row) expect([place, await page.evaluate('window.wasEmpty')]).toEqual([place, false]);
    };
    for (const isLate of [false, true]) {
      for (const place of ['webhooks', 'requests', 'payments', 'balance']) await cold(place, row, isLate);
      await cold('faults', 'text=No active faults', isLate, 'default');
    }
    expect(shifts.filter(([, sum]) => sum >= MOST_SHIFT)).toEqual([]);
  });
});
