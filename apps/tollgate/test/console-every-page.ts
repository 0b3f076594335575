import { ENTRIES } from './console-filled.js';
import type { ConsoleInBrowser } from './console-in-browser.js';

const MOST_PAGES = 100;

/** In a page: links to further pages, which are tabs and the first row of a list. */
const FURTHER = `[...document.querySelectorAll('main nav a[href], main .row-link[href]')]
  .filter((one, index, all) => one.matches('nav a') || all.findIndex((each) => each.matches('.row-link')) === index)
  .map((one) => one.getAttribute('href'))`;

/**
 * Opens every page of a filled sandbox, one after the other: those of the navigation, the list of sandboxes,
 * a paid payment, and where tabs and first rows lead from there.
 */
export async function everyPage(
  shown: ConsoleInBrowser,
  [, paid]: readonly string[],
  visit: (place: string) => Promise<void>,
): Promise<void> {
  const { page, sandbox } = shown;
  const base = `/#/sandboxes/${sandbox.name}/test`;
  const objects = page.locator('nav[aria-label="Main navigation"] [aria-expanded]');
  await shown.open('start');
  await objects.click();
  const places = await page.evaluate<string[]>(ENTRIES);
  await objects.click();
  places.push(`${base}/sandboxes`, `${base}/payments/${paid}`);
  for (const href of places) {
    const place = href.slice(base.length).replace(/^\//, '');
    await shown.open(place);
    await shown.arrived(place);
    const further = (await page.evaluate<string[]>(FURTHER)).map((each) => each.replace(/[?].*/, ''));
    places.push(
      ...further.filter(
        (each) => each.startsWith(base) && !places.includes(each) && !each.includes('/events/'),
      ),
    );
    if (places.length > MOST_PAGES) throw new Error(`too many pages: ${places.join(' ')}`);
    await visit(place);
  }
}
