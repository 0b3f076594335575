import { existsSync } from 'node:fs';
import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
} from 'playwright-core';
import { keep } from '../../../proof/rig/kept.js';

const BROWSERS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
/** The same engine without windows: pages open and are drawn in half the time. */
const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell';

/** The browser of this machine, if it has one. */
export const CHROMIUM = [HEADLESS_SHELL, ...BROWSERS].find((path) => existsSync(path));
/** Longer than a program takes to start on a slow and busy machine. */
export const LAUNCH_LIMIT_MS = 90_000;
/** Of one action in a page, which takes less than a second. Each spec of a broken page waits so long. */
const PAGE_LIMIT_MS = 30_000;

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Opens a tab in a context of its own, which shares no cookies and no cache with others. */
export type NewTab = (options?: BrowserContextOptions) => Promise<Page>;

/** A browser of its own, for a spec that needs other flags or another environment. Others {@link useTabs}. */
export function launchChromium(
  flags: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Promise<Browser> {
  return chromium.launch({
    executablePath: CHROMIUM,
    args: [...FLAGS, ...flags],
    env: { ...process.env, ...env },
    timeout: LAUNCH_LIMIT_MS,
  });
}

/**
 * Opens a tab in `browser`, by default in the one that the files of a worker share. Its context is the
 * caller's to close.
 */
export async function openTab(options: BrowserContextOptions = {}, browser?: Browser): Promise<Page> {
  const context = await (browser ?? (await sharedChromium())).newContext(options);
  context.setDefaultTimeout(PAGE_LIMIT_MS);
  return context.newPage();
}

/**
 * Tabs for the specs of the file or block that calls this. Each is closed after its spec, also when that
 * fails.
 */
export function useTabs(browser?: () => Browser): NewTab {
  const contexts: BrowserContext[] = [];
  afterEach(async () => {
    await Promise.all(contexts.splice(0).map((context) => context.close()));
  });
  return async (options) => {
    const page = await openTab(options, browser?.());
    contexts.push(page.context());
    return page;
  };
}

function sharedChromium(): Promise<Browser> {
  return keep(
    'chromium',
    () => launchChromium(),
    (browser) => browser.isConnected(),
  );
}
