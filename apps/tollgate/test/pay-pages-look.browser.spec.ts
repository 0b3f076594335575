import { gzipSync } from 'node:zlib';
import { CHROMIUM, useTabs } from './chromium.js';
import { describeWhere } from './describe-where.js';
import { useOwnGateway } from './harness.js';
import { axeViolations, TOO_WIDE } from './page-checks.js';
import { PayPages } from './pay-pages.js';
import { createSandbox, type Sandbox } from './sandbox.js';

/** Bytes of a page, compressed. */
const MAX_PAGE_SIZE = 12 * 1024;

/** In a page: the fields and buttons whose border has less than 3:1 contrast with the ground around it. */
const PALE_BORDERS = `(() => {
  const lightness = (color) => {
    const [red, green, blue] = color.match(/[\\d.]+/g).map((part) => {
      const share = Number(part) / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const groundOf = (element) => {
    const { backgroundColor } = getComputedStyle(element);
    return backgroundColor.endsWith(', 0)') ? groundOf(element.parentElement) : backgroundColor;
  };
  const contrast = (one, other) => {
    const [dark, light] = [lightness(one), lightness(other)].sort((first, second) => first - second);
    return (light + 0.05) / (dark + 0.05);
  };
  return [...document.querySelectorAll('input:not([type=hidden]), select, details, .method, .plain, .refuse')]
    .filter((element) => element.checkVisibility() && contrast(getComputedStyle(element).borderTopColor, groundOf(element.parentElement)) < 3)
    .map((element) => element.outerHTML);
})()`;

/** Runs in a page: controls lower than 44 px. */
const SMALL_TARGETS = `[...document.querySelectorAll('button, a, input:not([type=hidden]), select, summary')]
  .filter((element) => element.checkVisibility() && element.getBoundingClientRect().height < 44)
  .map((element) => element.outerHTML)`;

/** In a page: ids and failure codes that are in two lines, and reasons that their field cuts. */
const CUT_CODES = `(() => {
  const pen = document.createElement('canvas').getContext('2d');
  const broken = [...document.querySelectorAll('code')].filter((code) => code.getClientRects().length > 1 && code.textContent.length < 30);
  const cut = [...document.querySelectorAll('[name=failure_code] option')].filter(({ text, parentElement }) => {
    const field = parentElement.closest('select');
    pen.font = getComputedStyle(field).font;
    return pen.measureText(text).width > field.clientWidth - 44;
  });
  return [...broken, ...cut].map((element) => element.outerHTML);
})()`;

describeWhere(CHROMIUM !== undefined, 'chromium is not installed', 'a payment page in a browser', () => {
  const gateway = useOwnGateway();
  const newTab = useTabs();
  let sandbox: Sandbox;
  let pages: PayPages;

  beforeAll(async () => {
    sandbox = await createSandbox(gateway);
    pages = new PayPages(sandbox);
  });

  const kinds: readonly [string, () => Promise<string>][] = [
    ['a payment', async () => (await pages.charge()).authorize_uri],
    ['a code of a wallet', async () => (await sandbox.charge({ source: { type: 'boost' } })).authorize_uri],
    ['a card', () => pages.secured()],
    [
      'a card with a password',
      async () => new PayPages(await createSandbox(gateway, { three_d_secure_challenge: 'otp' })).secured(),
    ],
    [
      'a failed payment',
      async () => {
        const { id, authorize_uri: uri } = await pages.charge();
        await sandbox.post(`/charges/${id}/mark_as_failed`, { failure_code: 'insufficient_fund' });
        return uri;
      },
    ],
    ['a link', () => pages.link()],
    ['a session', () => pages.session()],
    [
      'a code to scan',
      async () => {
        const uri = await pages.link();
        const { headers } = await fetch(uri, {
          method: 'POST',
          body: new URLSearchParams({ method: 'promptpay' }),
          redirect: 'manual',
        });
        return new URL(headers.get('location') ?? '', uri).href;
      },
    ],
    ['a bank account', () => pages.linkedAccount()],
    ['a missing payment', () => Promise.resolve(`${gateway.settings.payUrl}/payments/nothing/authorize`)],
    ['a shop', () => Promise.resolve(pages.shop)],
  ];

  it.each(kinds)('is small, and accessible on a phone in light and dark: %s', async (_, addressOf) => {
    const uri = await addressOf();
    const text = await (await fetch(uri, { headers: { Accept: 'text/html' } })).text();
    expect(gzipSync(text).length).toBeLessThanOrEqual(MAX_PAGE_SIZE);
    const scripts = ['<form', 'id="card-form"'].filter((part) => text.includes(part));
    expect(text.split('<script').length - 1).toBe(scripts.length);
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await newTab({
        colorScheme,
        viewport: { width: 375, height: 800 },
        hasTouch: true,
        bypassCSP: true,
      });
      await page.goto(uri);
      for (const summary of await page.locator('summary').all()) await summary.click();
      const found = { wide: TOO_WIDE, pale: PALE_BORDERS, small: SMALL_TARGETS, cut: CUT_CODES };
      const checked = Object.entries(found).map(
        async ([name, check]) => [name, await page.evaluate(check)] as const,
      );
      expect([
        colorScheme,
        Object.fromEntries(await Promise.all(checked)),
        await axeViolations(page),
      ]).toEqual([colorScheme, { wide: [], pale: [], small: [], cut: [] }, []]);
    }
  });
});
