import type { Locator, Page } from 'playwright-core';
import { CHROMIUM, openTab } from './chromium.js';
import { describeWhere } from './describe-where.js';
import type { Gateway } from './harness.js';
import { openReceiver, type Receiver } from './receiver.js';
import { createSandbox, type Sandbox } from './sandbox.js';

/** The console in a browser, with a sandbox and a receiver of its own for each spec. */
export interface ConsoleInBrowser {
  readonly page: Page;
  readonly sandbox: Sandbox;
  readonly receiver: Receiver;
  /**
   * Requests to other hosts, styles and scripts that the content security policy refuses, and errors of the
   * page. A spec fails if there is any.
   */
  readonly trouble: readonly string[];
  /**
   * Opens a place of the sandbox, at another process if need be, and waits until its page has replaced the
   * last one.
   */
  open(place: string, at?: Gateway): Promise<void>;
  /** Waits until the page of this place is there, with what it shows. */
  arrived(place: string): Promise<void>;
  /** Waits until the text is there. */
  see(text: string | RegExp): Promise<void>;
}

interface OfOneSpec {
  readonly sandbox: Sandbox;
  readonly receiver: Receiver;
  readonly trouble: string[];
}

/**
 * Describes specs of the console in one page of a browser: to load it takes longer than most of what is
 * looked at, and each spec has a sandbox of its own to go to. `others` are further processes on the same
 * database, which the pages may ask.
 */
export function describeConsole(
  name: string,
  gateway: Gateway,
  others: readonly Gateway[],
  specs: (shown: ConsoleInBrowser) => void,
): void {
  describeWhere(CHROMIUM !== undefined, 'chromium is not installed', name, () => {
    let page: Page;
    let now: OfOneSpec | undefined;
    const earlier: string[] = [];
    const own = (): OfOneSpec => {
      if (!now) throw new Error('It is opened before each spec, and not yet');
      return now;
    };

    beforeAll(async () => {
      page = await openTab();
      const allowed = [gateway, ...others].map(({ settings }) => settings.controlUrl);
      watchForTrouble(page, [...allowed, 'null'], (what) => {
        // The page of an earlier spec is open until this one opens its own.
        if (!earlier.some((of) => what.includes(`/${of}/`))) now?.trouble.push(what);
      });
    });

    beforeEach(async () => {
      const receiver = await openReceiver();
      const sandbox = await createSandbox(gateway, { webhook_uri: receiver.uri, webhook_retry_delays: '1h' });
      // Nothing of an earlier spec is left to change this one: a session, an answer, a mouse under which the
      // feed stands still, a notification.
      await page.evaluate(
        `document.querySelectorAll('.notice [aria-label=Dismiss]').forEach((one) => one.click())`,
      );
      await page.context().clearCookies();
      await page.unrouteAll({ behavior: 'wait' });
      await page.mouse.move(0, 0);
      await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
      await page.setViewportSize({ width: 1200, height: 800 });
      if (now) earlier.push(now.sandbox.name);
      now = { sandbox, receiver, trouble: [] };
    });

    afterEach(() => own().receiver.close());

    afterAll(() => page.context().close());

    const pathOf = (place: string): string => `/sandboxes/${own().sandbox.name}/test/${place}`;
    const shownAt = (place: string): Locator => {
      const [path = ''] = pathOf(place).split('?');
      return page.locator(`main[data-shown="${path.replace(/\/$/, '')}"]`);
    };

    specs({
      get page() {
        return page;
      },
      get sandbox() {
        return own().sandbox;
      },
      get receiver() {
        return own().receiver;
      },
      get trouble() {
        return own().trouble;
      },
      open: async (place, at = gateway) => {
        await page.goto(`${at.settings.controlUrl}/#${pathOf(place)}`);
        await shownAt(place).or(page.getByLabel('Control token or secret key')).waitFor();
      },
      arrived: async (place) => {
        const main = shownAt(place);
        await main.getByRole('heading', { level: 1 }).waitFor();
        await main.locator('[aria-busy=true], .mantine-Skeleton-root').first().waitFor({ state: 'detached' });
      },
      see: (text) => page.getByText(text).first().waitFor(),
    });
  });
}

function watchForTrouble(page: Page, allowed: readonly string[], tell: (trouble: string) => void): void {
  page.on('pageerror', ({ message }) => tell(message));
  page.on('console', (message) => {
    if (message.type() === 'error') tell(`${message.text()} ${message.location().url}`);
  });
  page.on('request', (request) => {
    if (!allowed.includes(new URL(request.url()).origin)) tell(`asks ${request.url()}`);
  });
}
