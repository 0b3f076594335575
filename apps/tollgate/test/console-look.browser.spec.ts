import type { Locator } from 'playwright-core';
import { until } from '#platform/testing/until.js';
import { describeConsole } from './console-in-browser.js';
import { LAID_OUT } from './console-page-checks.js';
import { useOwnGateway } from './harness.js';

const gateway = useOwnGateway();

/** In a page: what is painted in a dark grey without blue, which Mantine's own palette has. */
const WARM = `[...document.querySelectorAll('body *')].flatMap((one) => {
  if (!one.checkVisibility({ opacityProperty: true })) return [];
  const { backgroundColor, borderTopColor, borderTopWidth } = getComputedStyle(one);
  return [backgroundColor, ...(borderTopWidth === '0px' ? [] : [borderTopColor])]
    .filter((colour) => { const [r, g, b, a] = colour.match(/[\\d.]+/g).map(Number); return a !== 0 && r === g && g === b && r > 0 && r < 100; })
    .map((colour) => one.tagName + '.' + one.className + ' ' + colour);
})`;

/** In a page: what a part of the element is. */
const inPage = (selector: string, expression: string): string =>
  `(() => { const one = document.querySelector(${JSON.stringify(selector)}); return ${expression}; })()`;
const BUTTON = 'main .columns .with-curl > button';
const ICON = 'main .columns .with-curl > .curl';

describeConsole('the look of the console', gateway, [], (shown) => {
  it('shows the icon of a command while the pointer or the focus is on its button', async () => {
    const { page } = shown;
    await shown.open('faults');
    await shown.arrived('faults');
    const button = page.locator(BUTTON).first();
    const isSeen = (): Promise<boolean> =>
      page.evaluate<boolean>(inPage(ICON, 'getComputedStyle(one).opacity === "1"'));
    const isFocused = (selector: string): Promise<boolean> =>
      page.evaluate<boolean>(inPage(selector, 'one === document.activeElement'));
    const boxes = (): Promise<unknown> =>
      Promise.all([button, page.getByText('Customize…').first()].map((one: Locator) => one.boundingBox()));
    expect(await isSeen()).toBe(false);
    const before = await boxes();
    await button.hover();
    await until(isSeen, 'the pointer does not show the icon');
    expect(await boxes()).toEqual(before);
    await page.mouse.move(0, 0);
    await until(async () => !(await isSeen()), 'the icon stays');
    await page.getByRole('button', { name: 'Custom fault…' }).focus();
    await page.keyboard.press('Tab');
    expect(await isFocused(BUTTON)).toBe(true);
    await until(isSeen, 'the focus does not show the icon');
    await page.keyboard.press('Tab');
    expect(await isFocused(ICON)).toBe(true);
    expect(await isSeen()).toBe(true);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByText('curl -s').waitFor();
  });

  it('copies the command of a button, a switch and a menu entry by a click with Shift', async () => {
    const { page, sandbox } = shown;
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const copied = async (control: Locator): Promise<string> => {
      await page.evaluate(`navigator.clipboard.writeText('')`);
      await control.click({ modifiers: ['Shift'] });
      await page.getByRole('status').getByText('Command copied').last().waitFor();
      const command = (): Promise<string> => page.evaluate<string>('navigator.clipboard.readText()');
      await until(async () => (await command()) !== '', 'nothing is copied');
      return command();
    };
    await shown.open('clock');
    await shown.arrived('clock');
    const base = `/api/sandboxes/${sandbox.name}/clock`;
    expect(await copied(page.getByRole('button', { name: '+1 day' }))).toContain(`${base}/advance`);
    expect(await copied(page.getByRole('switch', { name: 'Freeze' }))).toContain(`${base}/freeze`);
    await page.getByRole('button', { name: /^Clock: / }).click();
    expect(await copied(page.getByRole('menuitem', { name: 'Advance 1 hour' }))).toContain('{"by":"1h"}');
    // None of them was done.
    expect(await page.getByRole('switch', { name: 'Freeze' }).isChecked()).toBe(false);
    expect(await page.getByRole('button', { name: /^Clock: [+]/ }).count()).toBe(0);
    expect(shown.trouble).toEqual([]);
  });

  it('is painted in one palette in the dark', async () => {
    const { page, sandbox } = shown;
    const { id } = await sandbox.charge({ metadata: { order: '1042' } });
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
    const found: string[] = [];
    const look = async (where: string): Promise<void> => {
      await page.evaluate(LAID_OUT);
      found.push(...(await page.evaluate<string[]>(WARM)).map((each) => `${where}: ${each}`));
    };
    for (const place of [
      '',
      'payments',
      `payments/${id}`,
      'webhooks',
      'clock',
      'faults',
      'exams',
      'settings',
    ]) {
      await shown.open(place);
      await shown.arrived(place);
      await look(place);
    }
    await shown.open('clock');
    const paint = '[getComputedStyle(one).backgroundColor, getComputedStyle(one).borderTopColor]';
    await shown.arrived('clock');
    expect(await page.evaluate(inPage('main .with-curl > .mantine-Button-root', paint))).toEqual([
      'rgb(28, 35, 44)',
      'rgb(42, 50, 61)',
    ]);
    await page.getByRole('button', { name: 'Console menu' }).click();
    await page.getByRole('menu').waitFor();
    await look('menu');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByText('Save snapshot…').waitFor();
    await look('palette');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(found).toEqual([]);
  });

  it('has a mark in the tab and in the header', async () => {
    const { page } = shown;
    await shown.open('payments');
    await shown.arrived('payments');
    const isLoaded = inPage('.brand > img', 'one.complete && one.naturalWidth > 0');
    await until(() => page.evaluate<boolean>(isLoaded), 'the mark is not loaded');
    const href = await page.locator('link[rel=icon]').getAttribute('href');
    const response = await page.request.get(new URL(href ?? '', page.url()).href);
    expect([response.status(), response.headers()['content-type']]).toEqual([
      200,
      expect.stringMatching(/^image\/svg\+xml/),
    ]);
    expect(await response.text()).toContain('<svg');
    expect(shown.trouble).toEqual([]);
  });

  it('tells outcomes at the bottom left, and above the bar of a phone', async () => {
    const { page } = shown;
    for (const width of [1200, 375]) {
      await page.setViewportSize({ width, height: 800 });
      await shown.open('faults');
      await page.getByRole('button', { name: 'Add fault' }).first().click();
      const notice = page.locator('.notice');
      const box = await notice.boundingBox();
      const bar = await page.locator('.bottom-bar').boundingBox();
      const bottom = (box?.y ?? 0) + (box?.height ?? 0);
      expect(box?.x).toBeLessThan(20);
      expect(bottom).toBeGreaterThan(650);
      expect(bottom).toBeLessThan(bar?.y ?? 800);
      await notice.getByRole('button', { name: 'Dismiss' }).click();
      await notice.waitFor({ state: 'detached' });
    }
  });
});
