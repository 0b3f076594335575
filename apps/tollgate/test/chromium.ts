import { existsSync } from 'node:fs';
import { chromium, type Browser } from 'playwright-core';

const BROWSERS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
/** The same engine without windows: pages open and are drawn in half the time. */
const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell';

/** The browser of this machine, if it has one. */
export const CHROMIUM = [HEADLESS_SHELL, ...BROWSERS].find((path) => existsSync(path));
/** Far longer than a page takes, also on a slow machine that is busy. */
export const PAGE_LIMIT_MS = 90_000;

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export function launchChromium(flags: readonly string[] = [], env: Readonly<Record<string, string>> = {}): Promise<Browser> {
  return chromium.launch({ executablePath: CHROMIUM, args: [...FLAGS, ...flags], env: { ...process.env, ...env }, timeout: PAGE_LIMIT_MS });
}
