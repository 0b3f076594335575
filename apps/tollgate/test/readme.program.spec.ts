import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { within } from '../../rig/until.js';
import { banner, walk } from '../banner.js';
import { useOwnGateway } from './harness.js';
import { useReceiver } from './receiver.js';

const gateway = useOwnGateway();
const receiver = useReceiver();

const PAGES = ['README.md', ...readdirSync('docs', { encoding: 'utf8', recursive: true }).map((name) => join('docs', name))].filter(
  (path) => path.endsWith('.md'),
);

/** Runs commands in one shell, as a user pastes them; every JSON object they print. */
async function paste(commands: string): Promise<Record<string, unknown>[]> {
  const shell = spawn('bash', ['-eu', '-c', commands], { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [shell.stdout, shell.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const [code] = (await within(once(shell, 'close'), () => `the commands do not end: ${output}`)) as [number];
  if (code !== 0) throw new Error(`exit code ${code}: ${output}`);
  return output
    .replaceAll('}{', '}\n{')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

/** The blocks of a page that a spec runs: ```sh run. */
function blocksToRun(page: string): (string | undefined)[] {
  return [...readFileSync(page, 'utf8').matchAll(/^```sh run\n([\s\S]*?)^```/gm)].map(([, block]) => block);
}

/** Runs all blocks of a page in one shell, at this gateway's address. */
function pastePage(page: string): Promise<Record<string, unknown>[]> {
  const { baseUrl, vaultUrl, payUrl, controlUrl } = gateway.settings;
  const commands = blocksToRun(page)
    .join('\n')
    .replaceAll('http://127.0.0.1:7400', baseUrl)
    .replaceAll('http://127.0.0.1:7401', vaultUrl)
    .replaceAll('http://127.0.0.1:7402', payUrl)
    .replaceAll('http://127.0.0.1:7403', controlUrl);
  return paste(commands);
}

type Answer = Record<string, unknown>;

function kindsOf(timeline: Answer | undefined): Set<string> {
  return new Set((timeline as { data: { kind: string }[] }).data.map(({ kind }) => kind));
}

/** Checks the answers to the commands of each page with blocks to run, in this order. */
const CHECKS: Readonly<Record<string, (answers: Answer[]) => void>> = {
  'README.md': (answers) => {
    expect(answers.map(({ object, status }) => status ?? object)).toEqual(['successful', 'list']);
  },

  'docs/walkthrough.md': (answers) => {
    expect(answers.map(({ status }) => status)).toEqual([
      'pending',
      'successful',
      'failed',
      'expired',
      'pending',
      'successful',
      'closed',
      'successful',
      'pending',
    ]);
    expect(answers[2]).toMatchObject({ failure_code: 'insufficient_fund', metadata: { order: '1042' } });
  },

  'docs/more-payments.md': (answers) => {
    expect(answers.map(({ object, status, total, webhook_uri: uri }) => status ?? total ?? uri ?? object)).toEqual([
      ...['pending', 'won'],
      ...['successful', 'customer', 'successful'],
      'pending',
      ...['pending', 'successful', 'successful'],
      1,
      // With those of the README and the walkthrough.
      11,
      2 * 147_352 + 15_325 + 96_094 - 25_000 + 48_047 + 96_094 + 49_117,
      'http://127.0.0.1:3000/webhooks',
    ]);
  },

  'docs/test-cards.md': (answers) => {
    expect(answers).toEqual([expect.objectContaining({ status: 'failed', failure_code: 'insufficient_fund' })]);
  },

  'docs/sandboxes.md': (answers) => {
    expect(answers.map(({ object, name, status, total, idle }) => status ?? total ?? name ?? idle ?? object)).toEqual([
      'ci-1234',
      'ci-1234',
      'pending',
      true,
      'list',
      'ci-1234',
      0,
      'ci-1234',
    ]);
    expect(kindsOf(answers[4])).toEqual(new Set(['request', 'event', 'attempt']));
    expect(answers.at(-1)).toEqual({ object: 'sandbox', name: 'ci-1234', deleted: true });
  },

  'docs/clock.md': (answers) => {
    expect(answers.map(({ object, status }) => status ?? object)).toEqual(['list', 'done', 'expired', 'clock', 'clock', 'list']);
    expect(answers[0]).toMatchObject({ data: [{ kind: 'expiry' }] });
    expect(answers[1]).toMatchObject({ happened: [{ kind: 'expiry' }] });
    expect(answers.slice(3, 5)).toMatchObject([{ frozen: true }, { frozen: false }]);
    expect(kindsOf(answers[5])).toEqual(new Set(['clock']));
  },

  'docs/webhooks.md': (answers) => {
    expect(answers.map(({ object, name, status }) => status ?? name ?? object)).toEqual([
      'webhooks-1',
      'pending',
      'attempt',
      'list',
      'list',
    ]);
    expect(answers[2]).toMatchObject({ trigger: 'manual', answer: { status: 200 }, error: null });
    expect((answers[3] as { data: unknown[] }).data).toHaveLength(2);
    expect(kindsOf(answers[4])).toEqual(new Set(['act']));
  },

  'docs/snapshots.md': (answers) => {
    expect(answers.map(({ object, name, status, total }) => [object, name ?? status ?? total])).toEqual([
      ['snapshot', 'waiting'],
      ['charge', 'successful'],
      ['snapshot', 'paid'],
      ['diff', 7],
      ['restore', undefined],
      ['charge', 'pending'],
      ['restore', undefined],
      ['list', 1],
    ]);
    expect(answers[3]).toMatchObject({
      data: [{ kind: 'charge', change: 'changed' }, ...Array.from({ length: 6 }, () => ({ change: 'added' }))],
    });
    expect(answers[7]).toMatchObject({ data: [{ status: 'successful' }] });
  },

  'docs/faults.md': (answers) => {
    expect(answers.map(({ object, name, code, status }) => [object, name ?? code ?? status])).toEqual([
      ['fault', 'twice'],
      ['error', 'service_unavailable'],
      ['error', 'service_unavailable'],
      ['charge', 'pending'],
      ['fault', 'lost'],
      ['charge', 'pending'],
      ['list', undefined],
      ['scenario_run', undefined],
    ]);
    expect(answers[6]).toMatchObject({ data: [{ fired: 2 }, { fired: 1 }] });
    expect(answers[7]).toMatchObject({ objects: [{ status: 'expired' }, { status: 'successful' }] });
  },

  'docs/browser.md': (answers) => {
    expect(answers).toMatchObject([{ object: 'capability' }]);
  },

  'docs/operations/monitoring.md': (answers) => {
    expect(answers).toEqual(Array.from({ length: 4 }, () => ({ status: 'ok' })));
  },

  'docs/console.md': (answers) => {
    expect(answers).toEqual([{ console: `${gateway.settings.controlUrl}/#/sandboxes/default/test` }]);
  },
};

describe('the documentation', () => {
  it('has a check for every page with blocks to run', () => {
    expect(Object.keys(CHECKS).sort()).toEqual(PAGES.filter((page) => blocksToRun(page).length > 0).sort());
  });

  it.each(Object.entries(CHECKS))('has working commands in %s', async (page, check) => {
    check(await pastePage(page));
  });
});

describe('the commands of the banner', () => {
  it('work when they are pasted, one after the other', async () => {
    const answers = await paste(walk(gateway.settings).join('\n'));
    expect(answers.map(({ object, status }) => [object, status])).toEqual([
      ['charge', 'pending'],
      ['charge', 'successful'],
      ['list', undefined],
      ['account', undefined],
    ]);
    for (const command of walk(gateway.settings)) expect(banner(gateway.settings, undefined)).toContain(command.split('\n')[0]);
  });
});

describe('the banner', () => {
  it('tells where webhooks go', () => {
    expect(banner(gateway.settings, undefined)).toContain('Webhooks no receiver');
    expect(banner(gateway.settings, 'http://127.0.0.1:3000/hook')).toContain('Webhooks http://127.0.0.1:3000/hook');
  });
});

describe('the signature check of docs/webhooks.md', () => {
  it('accepts a real webhook, and no other', async () => {
    const [, code = ''] = /```js verify\n([\s\S]*?)```/.exec(readFileSync('docs/webhooks.md', 'utf8')) ?? [];
    const { isGenuine } = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as {
      isGenuine: (headers: object, rawBody: string, secret: string) => boolean;
    };
    const merchant = await gateway.account({ webhookUri: receiver.uri });
    await merchant.charge();
    const { headers, text } = await receiver.next('charge.create');
    const { webhookSecret } = gateway.settings;
    expect(isGenuine(headers, text, webhookSecret)).toBe(true);
    expect(isGenuine({ ...headers, 'omise-signature': `00,${headers['omise-signature'] as string}` }, text, webhookSecret)).toBe(true);
    expect(isGenuine(headers, `${text} `, webhookSecret)).toBe(false);
    expect(isGenuine({ ...headers, 'omise-signature-timestamp': '1' }, text, webhookSecret)).toBe(false);
    expect(isGenuine({}, text, webhookSecret)).toBe(false);
  });
});
