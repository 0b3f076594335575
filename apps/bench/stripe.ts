import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { endWithProgram } from '../rig/at-exit.js';
import { end } from '../rig/child.js';
import { NODE_FLAGS } from '../rig/node-flags.js';
import { steadyPort } from '../rig/ports.js';
import { until } from '../rig/until.js';
import { STRIPE_FORM } from './forms.js';
import { ask } from './http.js';

/** Not kept up any more, and it brings a hundred packages: so it is no dependency, but is installed for the run, where npm can reach it. */
const PACKAGE = 'stripe-stateful-mock@0.0.16';
const INSTALL_LIMIT_MS = 120_000;

/** Another emulator of a payment gateway, which keeps its charges in memory and sends no webhooks. */
export interface Stripe {
  readonly url: string;
  readonly authorization: string;
  /** A charge that it has. */
  readonly charge: string;
  end(): Promise<void>;
}

/** Installs and starts it; undefined, and a line that says so, where that cannot be done. */
export async function openStripe(dir: string, say: (line: string) => void): Promise<Stripe | undefined> {
  const home = join(dir, 'stripe');
  mkdirSync(home);
  writeFileSync(join(home, 'package.json'), '{ "private": true }\n');
  const flags = ['install', '--prefix', home, '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', PACKAGE];
  const { status } = spawnSync('npm', flags, { cwd: home, stdio: 'ignore', timeout: INSTALL_LIMIT_MS });
  if (status !== 0) {
    say(`Skipped: ${PACKAGE} (npm install failed)`);
    return undefined;
  }
  const port = await steadyPort();
  const env = { PORT: String(port), LOG_LEVEL: 'silent', NODE_ENV: 'production' };
  const program = join(home, 'node_modules', 'stripe-stateful-mock', 'dist', 'cli.js');
  const child = spawn(process.execPath, [...NODE_FLAGS, program], { cwd: home, env, stdio: 'ignore' });
  endWithProgram(child);
  const url = `http://127.0.0.1:${port}`;
  const authorization = 'Bearer sk_test_bench';
  const create = (): Promise<{ id: string }> => ask('POST', `${url}/v1/charges`, { authorization, form: STRIPE_FORM });
  await until(
    () =>
      create().then(
        () => true,
        () => false,
      ),
    `${PACKAGE} did not start`,
  );
  const { id } = await create();
  return { url, authorization, charge: id, end: () => end(child) };
}
