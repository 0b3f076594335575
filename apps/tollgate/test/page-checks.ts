import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const VIOLATIONS = `axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + ' ' + nodes.map(({ html }) => html).join(' ')))`;

/**
 * In a page: the elements whose content is wider than they are, and the page itself if it must be scrolled
 * sideways.
 */
export const TOO_WIDE = `[document.documentElement, ...document.querySelectorAll('main *')]
  .filter((element) => getComputedStyle(element).display !== 'inline' && element.scrollWidth > element.clientWidth)
  .map((element) => element.outerHTML)`;

/** Violations that axe finds, with their elements. */
export async function axeViolations(page: Page): Promise<unknown> {
  await page.evaluate(AXE);
  return page.evaluate(VIOLATIONS);
}
