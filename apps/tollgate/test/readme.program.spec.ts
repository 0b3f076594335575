import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { within } from '../../rig/until.js';
import { banner, walk } from '../banner.js';
import { useOwnGateway } from './harness.js';
import { useReceiver } from './receiver.js';

const gateway = useOwnGateway();
const receiver = useReceiver();
let readme: string;

beforeAll(async () => {
  readme = await readFile('README.md', 'utf8');
});

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

/** The shell commands between these marks of the README, at this gateway's address. */
function readmeWalk(mark: string): string {
  const [, section = ''] = new RegExp(`<!-- ${mark} -->([\\s\\S]*)<!-- /${mark} -->`).exec(readme) ?? [];
  const blocks = [...section.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block]) => block);
  const { baseUrl, vaultUrl, payUrl, controlUrl } = gateway.settings;
  return blocks
    .join('\n')
    .replaceAll('http://127.0.0.1:7400', baseUrl)
    .replaceAll('http://127.0.0.1:7401', vaultUrl)
    .replaceAll('http://127.0.0.1:7402', payUrl)
    .replaceAll('http://127.0.0.1:7403', controlUrl);
}

describe('the commands of the README', () => {
  it('work when they are pasted, one after the other', async () => {
    const answers = await paste(readmeWalk('walk'));
    expect(answers.map(({ object, status, total, webhook_uri: uri }) => status ?? total ?? uri ?? object)).toEqual([
      'pending',
      'successful',
      'failed',
      'expired',
      'pending',
      'successful',
      'closed',
      'successful',
      'pending',
      ...['pending', 'won'],
      ...['successful', 'customer', 'successful'],
      'pending',
      ...['pending', 'successful', 'successful'],
      1,
      10,
      2 * 15_325 + 96_094 - 25_000 + 48_047 + 96_094 + 49_117,
      'http://127.0.0.1:3000/webhooks',
    ]);
    expect(answers[2]).toMatchObject({ failure_code: 'insufficient_fund', metadata: { order: '1042' } });
  });

  it('work for sandboxes too', async () => {
    const answers = await paste(readmeWalk('sandboxes'));
    expect(answers.map(({ object, name, status, total }) => status ?? total ?? name ?? object)).toEqual([
      'ci-1234',
      'ci-1234',
      'pending',
      'list',
      'done',
      'attempt',
      'list',
      'list',
      'ci-1234',
      0,
      'ci-1234',
    ]);
    const kindsOf = (answer?: object): string[] => (answer as { data: { kind: string }[] }).data.map(({ kind }) => kind);
    expect(answers[5]).toMatchObject({ trigger: 'manual', answer: { status: 200 }, error: null });
    expect((answers[6] as { data: unknown[] }).data).toHaveLength(3);
    expect(new Set(kindsOf(answers[7]))).toEqual(new Set(['request', 'event', 'attempt', 'clock', 'act']));
    expect(answers.at(-1)).toEqual({ object: 'sandbox', name: 'ci-1234', deleted: true });
  });

  it('work for snapshots too', async () => {
    const answers = await paste(readmeWalk('snapshots'));
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
  });

  it('work for faults too', async () => {
    const answers = await paste(readmeWalk('faults'));
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
    expect(banner(gateway.settings, undefined)).toContain('Webhooks go nowhere yet');
    expect(banner(gateway.settings, 'http://127.0.0.1:3000/hook')).toContain('Webhooks http://127.0.0.1:3000/hook');
  });
});

describe('the verification of the README', () => {
  it('accepts a real webhook, and no other', async () => {
    const [, code = ''] = /```js verify\n([\s\S]*?)```/.exec(readme) ?? [];
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

describe('the settings of the README', () => {
  it('are those of .env.example, but for what only Docker reads', async () => {
    const names = (text: string, pattern: RegExp): string[] =>
      [...new Set([...text.matchAll(pattern)].map(([, name]) => name ?? ''))].sort();
    const [, table = ''] = /## Settings([\s\S]*?)\n## /.exec(readme) ?? [];
    const firstColumns = table
      .split('\n')
      .map((line) => line.split('|')[1] ?? '')
      .join('\n');
    const example = names(await readFile('.env.example', 'utf8'), /^([A-Z_]+)=/gm);
    const dockerOnly = ['BIND_ADDRESS', 'COMPOSE_PROJECT_NAME', 'POSTGRES_PASSWORD'];
    expect(names(firstColumns, /`([A-Z_]+)`/g)).toEqual(example.filter((name) => !dockerOnly.includes(name)));
  });
});
