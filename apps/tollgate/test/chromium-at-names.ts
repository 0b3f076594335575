import { spawnSync } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { LAUNCH_LIMIT_MS, launchChromium } from './chromium.js';

/** True if certutil can add a trusted authority for a browser. */
export const CAN_TRUST = spawnSync('certutil', ['-H']).error === undefined;

/**
 * The browser of a user who trusts the authority of a Tollgate and finds it by the processor's names: what
 * `certutil` as in docs/clients.md, a hosts file, and port 443 where one may listen there, do. `home` is that
 * Tollgate's `DATA_DIR`, and the user's home; `shop.example` is at `otherPort`.
 */
export async function launchAtNames(home: string, port: number, otherPort = port): Promise<Browser> {
  const store = join(home, '.pki', 'nssdb');
  await mkdir(store, { recursive: true });
  certutil('-d', `sql:${store}`, '-N', '--empty-password');
  certutil('-d', `sql:${store}`, '-A', '-n', 'Tollgate', '-t', 'C,,', '-i', join(home, 'tls', 'ca.pem'));
  const names = [
    `*.omise.co:443 127.0.0.1:${port}`,
    '*.omise.co 127.0.0.1',
    `shop.example:443 127.0.0.1:${otherPort}`,
  ];
  return launchChromium([`--host-resolver-rules=${names.map((name) => `MAP ${name}`).join(', ')}`], {
    HOME: home,
  });
}

function certutil(...args: string[]): void {
  const { status, stderr } = spawnSync('certutil', args, { encoding: 'utf8', timeout: LAUNCH_LIMIT_MS });
  if (status !== 0) throw new Error(`certutil ${args.join(' ')}: ${stderr}`);
}
