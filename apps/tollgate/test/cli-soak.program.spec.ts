import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { BEHAVIOURS } from '#control/soaks/rules/behaviours.js';
import type { SoakView } from '#control/soaks/soak.view.js';
import { LAWS, type Law } from '#control/soaks/rules/law.js';
import { steadyPort } from '../../../proof/rig/ports.js';
import { startCli, type Ran } from './cli.js';
import { FOLDER } from './examined-shops.js';
import { useOwnGateway } from './harness.js';
import { MUTANT_NAMES, mutantShop, type MutantName } from './mutant-shops.js';

const gateway = useOwnGateway();
const EXAMPLE = resolve('examples', 'shop.mjs');

/** The laws of which each wrong shop breaks one first. */
const BROKEN: Readonly<Record<MutantName, readonly Law[]>> = {
  'believes-the-event': ['money without an order', 'left pending'],
  'no-idempotence': ['fulfilled twice'],
  races: ['fulfilled twice'],
  'forgets-refunds': ['paid without money', 'wrong amount'],
  'trusts-the-redirect': ['paid without money'],
  'loses-late-payments': ['money without an order'],
  'mixes-currencies': ['wrong charge'],
  'retries-blindly': ['charged twice'],
  'subscribes-twice': ['charged twice'],
};

async function soak(
  shop: string,
  args: readonly string[],
  more: Readonly<Record<string, string>> = {},
): Promise<Ran> {
  const port = String(await steadyPort());
  const order = `http://127.0.0.1:${port}/orders/{order}`;
  const asked = ['--receiver', `http://127.0.0.1:${port}/webhooks`, '--probe', order, '--checkout', order];
  const running = startCli(['soak', ...asked, '--settle', '500ms', ...args, '--', process.execPath, shop], {
    TOLLGATE_CONTROL_URL: gateway.settings.controlUrl,
    PORT: port,
    NO_COLOR: '1',
    ...more,
  });
  return running.ended();
}

/** The bundle of a finding. */
function fileOf(name: MutantName): string {
  return join(FOLDER, `${name}.tollgate`);
}

function jsonIn({ stdout, stderr }: Ran): SoakView {
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout) as SoakView;
}

describe('tollgate soak', () => {
  it('passes the example shop, which survives being killed, and writes reports', async () => {
    const html = join(FOLDER, 'soak.html');
    const junit = join(FOLDER, 'soak.xml');
    const ORDERS_FILE = join(FOLDER, 'soaked-orders.json');
    const args = ['--seed', '3', '--orders', '60', '--html', html, '--junit', junit];
    const { code, stdout, stderr } = await soak(EXAMPLE, args, { ORDERS_FILE });
    expect(`${stdout}${stderr}`).toMatch(
      /^Seed 3: 60 orders, \d+ steps, \d+ not possible, and the law held$/m,
    );
    expect(stderr.match(/The shop is open/g)?.length).toBeGreaterThan(1);
    expect(stderr).not.toContain('Not used');
    expect(code).toBe(0);
    expect(readFileSync(html, 'utf8')).toContain('and the law held');
    expect(readFileSync(junit, 'utf8')).toContain('failures="0" errors="0"');
  });

  it('says that a shop without a file forgets its orders', async () => {
    const { stderr } = await soak(EXAMPLE, ['--orders', '1']);
    expect(stderr).toContain('Not used: restarts. The shop forgets its orders when it is killed.');
  });

  it.each(MUTANT_NAMES)(
    'finds within 200 orders that a shop %s, and makes it one order of few steps',
    async (name) => {
      const ran = await soak(mutantShop(name), ['--seed', '7', '--json', '--save', fileOf(name)]);
      const { finding, verdict } = jsonIn(ran);
      expect(verdict).toBe('failed');
      expect(ran.code).toBe(5);
      expect(BROKEN[name]).toContain(finding?.law);
      expect(finding?.is_repeated).toBe(true);
      expect(finding?.found_after).toBeLessThanOrEqual(200);
      expect(finding?.plan.orders).toHaveLength(1);
      expect(finding?.plan.steps.length).toBeLessThanOrEqual(4);
    },
  );

  it.each<MutantName>(['races', 'retries-blindly'])(
    'writes a bundle that is red for the shop that %s, and green for the example shop',
    async (name) => {
      const red = await soak(mutantShop(name), ['--replay', fileOf(name)]);
      expect(red.stdout).toContain(BROKEN[name][0]);
      expect(red.stdout).toContain('Seed 7: the law was broken again');
      expect(red.stdout).toContain(`--replay ${fileOf(name)}`);
      expect(red.code).toBe(5);
      const green = await soak(EXAMPLE, ['--replay', fileOf(name)]);
      expect(green.stdout).toMatch(/^Seed 7: \d orders?, \d+ steps?, \d not possible, and the law held$/m);
      expect(green.code).toBe(0);
    },
  );

  it.each([
    [['--seed', 'x'], 'seed must be a whole number'],
    [['--replay', EXAMPLE], 'is no bundle'],
    [['--behaviours', 'steals'], 'unknown steals'],
  ])('refuses %j', async (args, message) => {
    const { code, stderr } = await soak(EXAMPLE, args);
    expect(stderr).toContain(message);
    expect(code).not.toBe(0);
  });
});

describe('docs/soak.md', () => {
  const page = readFileSync('docs/soak.md', 'utf8');

  it('has a command that soaks the example shop, with its output', async () => {
    const [, command = ''] = /^```sh by cli-soak\n([^]*?)^```/m.exec(page) ?? [];
    expect(readFileSync('skills/tollgate/references/exam.md', 'utf8')).toContain(command);
    const [, output = ''] = /^```text\n(.*)\n```/m.exec(page) ?? [];
    const port = String(await steadyPort());
    const cli = `${process.execPath} ${resolve('dist', 'apps', 'cli', 'main.js')}`;
    const { stdout } = await promisify(execFile)(
      'bash',
      ['-euc', command.replace('npx tollgate', cli).replaceAll(':3000', `:${port}`)],
      {
        env: { ...process.env, TOLLGATE_CONTROL_URL: gateway.settings.controlUrl, PORT: port, NO_COLOR: '1' },
      },
    );
    const [start = '', end = ''] = output.split('…');
    expect(stdout.trim().startsWith(start)).toBe(true);
    expect(stdout.trim().endsWith(end)).toBe(true);
    expect(end).not.toBe('');
  });

  it('names every behaviour, trouble and law', () => {
    for (const name of [...BEHAVIOURS.map((one) => one.name), ...LAWS]) expect(page).toContain(`\`${name}\``);
  });
});
