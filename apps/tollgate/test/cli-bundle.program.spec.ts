import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { until } from '#platform/testing/until.js';
import { steadyPort } from '../../../proof/rig/ports.js';
import { runCli, type Ran } from './cli.js';
import { shopWith } from './examined-shops.js';
import { setFault } from './faults.js';
import { useOwnGateway } from './harness.js';
import { useReceiver } from './receiver.js';
import { control, createSandbox } from './sandbox.js';
import { fileOf, type Line } from './snapshots.js';

const gateway = useOwnGateway();
const receiver = useReceiver();
const FOLDER = mkdtempSync(join(tmpdir(), 'tollgate-bundle-'));
const EXAMPLE = resolve('examples', 'shop.mjs');
/** The example shop with a bug: each event of a paid charge fulfils the order again. */
const BROKEN = shopWith('fulfils-twice', ['if (order.count < due) order.count', 'order.count']);

const AT = '2026-01-31T08:15:00.000Z';
/** An entry of a timeline. */
const ENTRY = {
  kind: 'request',
  id: '1',
  object_id: null,
  request_id: null,
  at: AT,
  machine_at: AT,
  details: {},
};
const DEEP = JSON.parse(`${'{"a":'.repeat(40)}1${'}'.repeat(40)}`) as object;

const WRONG_ENTRIES = [{ machine_at: null }, { object_id: undefined }, { kind: 1 }, { details: [] }].map(
  (wrong): [what: string, content: string, message: string] => [
    `an entry with ${JSON.stringify(wrong).slice(0, 30)}`,
    `{"bundle":{"object":"chrg_test_60aaaaaaaaaaaaaaaa1"}}\n${JSON.stringify({ entry: { ...ENTRY, ...wrong } })}`,
    'has an entry that is not of a timeline',
  ],
);

/** A payment whose webhook was sent twice, and its bundle. */
let origin: { readonly id: string; readonly sandbox: string; readonly file: string };

beforeAll(async () => {
  const sandbox = await createSandbox(gateway, { webhook_uri: receiver.uri });
  await setFault(sandbox, { on: 'webhook', match: { key: 'charge.complete' }, do: { duplicate: 2 } });
  const { id } = await sandbox.charge({ metadata: { order: '1042', name: 'Somchai' } });
  await sandbox.post(`/charges/${id}/mark_as_paid`).expect(200);
  await until(() => receiver.received.length === 3, 'the webhooks have not come');
  await control(gateway).get(`/api/sandboxes/${sandbox.name}/idle`).query({ wait: '10s' }).expect(200);
  const file = join(FOLDER, 'case.tollgate');
  const { code, stdout, stderr } = await cli(['bundle', 'save', '-s', sandbox.name, '--object', id]);
  if (code !== 0) throw new Error(stderr);
  writeFileSync(file, stdout);
  origin = { id, sandbox: sandbox.name, file };
});

function cli(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Ran> {
  return runCli([...args], { TOLLGATE_CONTROL_URL: gateway.settings.controlUrl, ...env });
}

/** The files and the address that parameters of specs name. */
const FILES: Readonly<Record<string, () => string>> = {
  FILE: () => origin.file,
  RECEIVER: () => receiver.uri,
  MANIFEST: () => resolve('package.json'),
};

interface Options {
  readonly shop?: string;
  readonly args?: readonly string[];
}

async function replay({ shop = EXAMPLE, args = [] }: Options = {}): Promise<Ran> {
  const port = String(await steadyPort());
  const order = `http://127.0.0.1:${port}/orders/{order}`;
  const to = `http://127.0.0.1:${port}/webhooks`;
  const options = ['--to', to, '--speed', '100', '--checkout', order, '--probe', order, ...args];
  return cli(['bundle', 'replay', origin.file, ...options, '--', process.execPath, shop], { PORT: port });
}

async function sandboxes(): Promise<string[]> {
  const { body } = await control(gateway).get('/api/sandboxes').expect(200);
  return (body as { data: { name: string }[] }).data.map(({ name }) => name);
}

describe('tollgate bundle replay', () => {
  it('fails a shop with a bug, and passes it when it is mended', async () => {
    const expected = ['--expect', 'status=paid,count=1'];
    const broken = await replay({ shop: BROKEN, args: expected });
    expect(broken.stderr).toMatch(
      /Order 1042: \{"status":"paid","count":[23],.*\}\ntollgate: expected count=1, but it is [23]/,
    );
    expect(broken.code).toBe(5);
    const mended = await replay({ args: expected });
    expect(mended.stderr).toContain('Order 1042: {"status":"paid","count":1,');
    expect(mended.code).toBe(0);
    expect(mended.stdout.trimEnd().split('\n')).toEqual([
      expect.stringMatching(/^ +0 ms {2}charge.create +200 → 200$/),
      expect.stringMatching(/^ +\d+ ms {2}charge.complete +200 → 200$/),
      expect.stringMatching(/^ +\d+ ms {2}charge.complete +200 → 200$/),
    ]);
    expect((await sandboxes()).filter((name) => name.startsWith('bundle-'))).toEqual([]);
  });

  it('fails a shop that refuses a genuine webhook', async () => {
    const deaf = join(FOLDER, 'deaf.mjs');
    writeFileSync(
      deaf,
      "import { createServer } from 'node:http'; createServer((_, res) => res.writeHead(500).end()).listen(process.env.PORT);",
    );
    const port = String(await steadyPort());
    const { code, stdout, stderr } = await cli(
      [
        'bundle',
        'replay',
        origin.file,
        '--to',
        `http://127.0.0.1:${port}/`,
        '--speed',
        '100',
        '--',
        process.execPath,
        deaf,
      ],
      { PORT: port },
    );
    expect(stdout).toContain('200 → 500');
    expect(stderr).toContain('the shop did not accept every genuine webhook');
    expect(code).toBe(5);
  });

  it('passes a shop that cannot answer a webhook because a fault hangs up', async () => {
    const sandbox = await createSandbox(gateway, { webhook_uri: receiver.uri });
    await setFault(sandbox, { on: 'webhook', do: { hang_up: true } });
    const { id } = await sandbox.charge();
    const accountId = await sandbox.accountId();
    await until(
      async () => (await gateway.database.webhookAttempt.count({ where: { accountId } })) > 0,
      'the webhook was not sent',
    );
    const { stdout: bundle } = await cli(['bundle', 'save', '-s', sandbox.name, '--object', id]);
    const file = join(FOLDER, 'hang-up.tollgate');
    writeFileSync(file, bundle);
    const { code, stdout } = await cli(['bundle', 'replay', file, '--to', receiver.uri]);
    expect(stdout).toContain('The endpoint did not respond in time. → The endpoint did not respond in time.');
    expect(code).toBe(0);
  });

  it('waits for a shop that knows the order late', async () => {
    const late = join(FOLDER, 'late.mjs');
    writeFileSync(
      late,
      `import { createServer } from 'node:http';
      let known = 0;
      createServer((req, res) => {
        if (req.method === 'GET' && (known += 1) < 4) res.writeHead(404);
        res.end('{"status":"paid"}');
      }).listen(process.env.PORT);`,
    );
    const { code, stderr } = await replay({ shop: late, args: ['--expect', 'status=paid'] });
    expect(stderr).toContain('Order 1042: {"status":"paid"}');
    expect(code).toBe(0);
  });

  it('takes the order of a refund and of a dispute from their charge', async () => {
    const sandbox = await createSandbox(gateway, { webhook_uri: receiver.uri });
    const { id } = await sandbox.cardCharge({ metadata: { order: '2077' } });
    const made = [
      await sandbox.post(`/charges/${id}/refunds`, { amount: 20_000 }).expect(200),
      await sandbox.post(`/charges/${id}/disputes`).expect(200),
    ];
    for (const { body } of made) {
      const file = join(FOLDER, 'of-charge.tollgate');
      const { id: object } = body as { id: string };
      const { stdout } = await cli(['bundle', 'save', '-s', sandbox.name, '--object', object]);
      writeFileSync(file, stdout);
      const probe = `${process.execPath} -e 'console.log(JSON.stringify({ order: process.argv[1] }))'`;
      const args = ['--speed', '100', '--probe', probe, '--expect', 'order=2077'];
      const { code, stderr } = await cli(['bundle', 'replay', file, '--to', receiver.uri, ...args]);
      expect(stderr).toContain('Order 2077: {"order":"2077"}');
      expect(code).toBe(0);
    }
  });

  it('says that IDs changed, and keeps the sandbox on request', async () => {
    const { stderr } = await replay({ args: ['--keep'] });
    expect(stderr).toMatch(
      new RegExp(`The IDs of the bundle are in use here: ${origin.id} is chrg_test_\\w+\\.`),
    );
    const [, kept = ''] = /Kept sandbox (bundle-\w+): http/.exec(stderr) ?? [];
    expect(await sandboxes()).toContain(kept);
    await control(gateway).delete(`/api/sandboxes/${kept}`).expect(200);
  });

  it('prints the replay as JSON', async () => {
    const { stdout } = await replay({ args: ['--json'] });
    expect(JSON.parse(stdout)).toMatchObject({ object: 'replay', count: 3, delivered: 3 });
  });

  it.each([
    [
      'a file that is missing',
      ['none.tollgate', '--to', 'http://127.0.0.1:9/'],
      2,
      'cannot read none.tollgate',
    ],
    ['a file that is no bundle', ['MANIFEST', '--to', 'http://127.0.0.1:9/'], 2, 'package.json is no bundle'],
    [
      'an endpoint that is no URL',
      ['FILE', '--to', 'nonsense'],
      2,
      '--to must be an absolute http or https URL',
    ],
    [
      'a wrong speed',
      ['FILE', '--to', 'http://127.0.0.1:9/', '--speed', 'x'],
      2,
      '--speed must be a number above 0',
    ],
    [
      'a wrong expectation',
      ['FILE', '--to', 'http://127.0.0.1:9/', '--probe', 'true', '--expect', 'paid'],
      2,
      'status=paid,count=1',
    ],
    [
      'an expectation without a probe',
      ['FILE', '--to', 'http://127.0.0.1:9/', '--expect', 'a=b'],
      2,
      '--expect needs --probe',
    ],
    [
      'a wrong time to start',
      ['FILE', '--to', 'http://127.0.0.1:9/', '--start', 'soon'],
      2,
      '--start must be a duration',
    ],
    [
      'a probe that returns no object',
      ['FILE', '--to', 'RECEIVER', '--speed', '100', '--probe', 'echo null #'],
      5,
      'must return a JSON object of at most 32 levels; it returned null',
    ],
    ['no endpoint', ['FILE'], 2, "required option '--to <url>'"],
    [
      'an endpoint where nothing listens',
      ['FILE', '--to', 'http://127.0.0.1:9/', '--start', '1s'],
      5,
      'nothing answers at http://127.0.0.1:9/',
    ],
    [
      'a shop that ends',
      ['FILE', '--to', 'http://127.0.0.1:9/', '--', process.execPath, '-e', 'process.exit(3)'],
      5,
      'the shop ended before the replay (exit code 3)',
    ],
  ])('refuses %s', async (_, args, code, message) => {
    const ran = await cli(['bundle', 'replay', ...args.map((arg) => FILES[arg]?.() ?? arg)]);
    expect(ran.stderr).toContain(message);
    expect(ran.code).toBe(code);
    expect((await sandboxes()).filter((name) => name.startsWith('bundle-'))).toEqual([]);
  });
});

describe('a malicious shop', () => {
  const url = (page: string): string => receiver.uri.replace(/hook$/, `${page}/{order}`);
  const ask = (args: readonly string[]): Promise<Ran> =>
    cli(['bundle', 'replay', origin.file, '--to', receiver.uri, '--speed', '100', ...args]);

  afterEach(() => receiver.answer((_, response) => void response.end('ok')));

  it('redirects no probe and no checkout to the control host', async () => {
    const victim = await createSandbox(gateway);
    const { id } = await victim.charge();
    const { controlUrl } = gateway.settings;
    receiver.answer(({ path }, response) => {
      if (path.startsWith('/probe')) response.writeHead(302, { location: `${controlUrl}/api/sandboxes` });
      if (path.startsWith('/begin'))
        response.writeHead(307, { location: `${controlUrl}/api/sandboxes/${victim.name}/reset` });
      response.end();
    });
    const { code, stderr } = await ask(['--checkout', url('begin'), '--probe', url('probe')]);
    expect(stderr).toContain('/probe/1042: status 302');
    expect(stderr).not.toContain(victim.secretKey);
    expect(code).toBe(5);
    await victim.get(`/charges/${id}`).expect(200);
  });

  it('is read up to 64 KiB, and its text has no secrets and no control characters', async () => {
    receiver.answer(({ path }, response) => {
      if (!path.startsWith('/probe')) return void response.end();
      response.write('\u001b]0;title\u0007 skey_test_1a2b3c ');
      const write = (): void => {
        while (!response.closed && response.write('x'.repeat(65_536)));
      };
      response.on('drain', write);
      write();
    });
    const { code, stderr } = await ask(['--probe', url('probe')]);
    expect(stderr).toContain(
      'must return a JSON object of at most 32 levels; it returned \ufffd]0;title\ufffd skey_[masked] xxx',
    );
    expect(code).toBe(5);
  });

  it('is not shown if its JSON is nested deep', async () => {
    const deep = `{"a":${'['.repeat(30_000)}${']'.repeat(30_000)}}`;
    receiver.answer((_, response) => void response.end(deep));
    const { code, stderr } = await ask(['--probe', url('probe')]);
    expect(stderr).toContain('must return a JSON object of at most 32 levels');
    expect(code).toBe(5);
  });
});

describe('a malicious bundle', () => {
  it.each(['', '.', '..'])('asks no other page with its order "%s"', async (order) => {
    const sandbox = await createSandbox(gateway, { webhook_uri: receiver.uri });
    const { id } = await sandbox.charge({ metadata: { order } });
    const { stdout: bundle } = await cli(['bundle', 'save', '-s', sandbox.name, '--object', id]);
    const file = join(FOLDER, 'dots.tollgate');
    writeFileSync(file, bundle);
    const probe = receiver.uri.replace(/hook$/, 'orders/{order}');
    const { code, stderr } = await cli(['bundle', 'replay', file, '--to', receiver.uri, '--probe', probe]);
    expect(stderr).toContain(`the order "${order}" cannot be a part of a URL`);
    expect(code).toBe(2);
  });

  it('cannot control the terminal with its order', async () => {
    const sandbox = await createSandbox(gateway, { webhook_uri: receiver.uri });
    const { id } = await sandbox.charge({ metadata: { order: '-\u001b]0;title\u0007\u009b2J' } });
    const { stdout: bundle } = await cli(['bundle', 'save', '-s', sandbox.name, '--object', id]);
    const file = join(FOLDER, 'escapes.tollgate');
    writeFileSync(file, bundle);
    for (const probe of ['true', receiver.uri.replace(/hook$/, 'orders/{order}')]) {
      const { stderr } = await cli(['bundle', 'replay', file, '--to', receiver.uri, '--probe', probe]);
      expect(stderr).toMatch(/title|orders/);
      // oxlint-disable-next-line no-control-regex -- these control a terminal
      expect(stderr).not.toMatch(/[\u001b\u0007\u009b]/);
    }
  });

  it('cannot run a command with its order', async () => {
    const sandbox = await createSandbox(gateway, { webhook_uri: receiver.uri });
    const order = '$(echo shell); "echo" `echo`';
    const { id } = await sandbox.charge({ metadata: { order } });
    const { stdout: bundle } = await cli(['bundle', 'save', '-s', sandbox.name, '--object', id]);
    const file = join(FOLDER, 'shell.tollgate');
    writeFileSync(file, bundle);
    const probe = `${process.execPath} -e 'console.log(JSON.stringify({ order: process.argv[1] }))'`;
    const expected = ['--probe', probe, '--expect', `order=${order}`];
    const { code, stderr } = await cli(['bundle', 'replay', file, '--to', receiver.uri, ...expected]);
    expect(stderr).toContain(`Order ${order}: ${JSON.stringify({ order })}`);
    expect(code).toBe(0);
  });

  it.each([
    ['a header that is null', 'null', 'is no bundle: line 1 of the file cannot be read: it is not an object'],
    ['an ID that controls the terminal', '{"bundle":{"object":"\\u001b[31m"}}', 'is no bundle'],
    [
      'an entry without details',
      '{"bundle":{"object":"chrg_test_60aaaaaaaaaaaaaaaa1"}}\n{"entry":{}}',
      'has an entry that is not of a timeline',
    ],
    ...WRONG_ENTRIES,
    [
      'an entry that is nested deep',
      `{"bundle":{"object":"chrg_test_60aaaaaaaaaaaaaaaa1"}}\n${JSON.stringify({ entry: { ...ENTRY, details: DEEP } })}`,
      'line 2 of the file cannot be read: it is nested more than 32 levels deep',
    ],
    [
      'an entry of a million objects',
      `{"bundle":{"object":"chrg_test_60aaaaaaaaaaaaaaaa1"}}\n{"entry":[${'{},'.repeat(1_000_000)}{}]}`,
      'line 2 of the file cannot be read: it is too long (maximum is 1048576 bytes)',
    ],
  ])('is not shown with %s', async (_, content, message) => {
    const file = join(FOLDER, 'wrong.tollgate');
    const lines = content.split('\n').map((line) => JSON.parse(line) as Line);
    writeFileSync(file, fileOf([...lines, { orders: 0 }]));
    const { code, stderr } = await cli(['bundle', 'show', file]);
    expect(stderr).toMatch(/^tollgate: /);
    expect(stderr).toContain(message);
    expect(code).toBe(2);
  });

  it('is shown with objects where texts belong, and without an end that is no time', async () => {
    const file = join(FOLDER, 'odd.tollgate');
    const bundle = { object: 'chrg_test_60aaaaaaaaaaaaaaaa1', cut_at: '2026-01-01 (\u001b[2J)' };
    const entry = { ...ENTRY, details: { method: { toString: 1 }, path: null } };
    writeFileSync(file, fileOf([{ bundle }, { entry }, { orders: 0 }]));
    const { code, stdout, stderr } = await cli(['bundle', 'show', file]);
    expect(stdout).toContain('{"toString":1} null');
    expect(stderr).toBe(`${bundle.object}\n`);
    expect(code).toBe(0);
  });
});

describe('tollgate bundle show', () => {
  it('prints the timeline', async () => {
    const { code, stdout, stderr } = await cli(['bundle', 'show', origin.file]);
    expect(stdout).toMatch(/POST \/charges 200 .*\n.* {2}charge.create chrg_test_/);
    expect(stdout).toContain('(fault');
    expect(stderr).toBe(`${origin.id}\n`);
    expect(code).toBe(0);
  });

  it.each([
    ['was cut in the middle', (text: string) => text.slice(0, text.length / 2), 'the file is truncated'],
    [
      'lost a line',
      (text: string) => text.replace(/^\{"entry":.*\n/m, ''),
      /the file must have \d+ rows, but has \d+/,
    ],
    [
      'was changed',
      (text: string) => text.replace('charge.create', 'charge.expire'),
      'the file was modified: its checksum does not match',
    ],
  ] as const)('refuses a file that %s', async (_, spoilt, message) => {
    const file = join(FOLDER, 'spoilt.tollgate');
    writeFileSync(file, spoilt(readFileSync(origin.file, 'utf8')));
    for (const args of [
      ['show', file],
      ['replay', file, '--to', receiver.uri],
    ]) {
      const { code, stdout, stderr } = await cli(['bundle', ...args]);
      expect([code, stdout, stderr.split('\n')]).toEqual([
        2,
        '',
        [expect.stringMatching(new RegExp(`^tollgate: ${file} is no bundle: `)), ''],
      ]);
      expect(stderr).toMatch(message);
    }
  });

  it('is not saved to a file that cannot be written', async () => {
    const args = ['bundle', 'save', '-s', origin.sandbox, '--object', origin.id, '-o', FOLDER];
    const { code, stderr } = await cli(args);
    expect([code, stderr.split('\n')]).toEqual([
      2,
      [expect.stringContaining(`tollgate: cannot write ${FOLDER}: EISDIR`), ''],
    ]);
  });

  it('says where a timeline of more than 1,000 entries was cut, as saving does', async () => {
    const sandbox = await createSandbox(gateway);
    const { id } = await sandbox.charge();
    for (let count = 0; count < 1_020; count += 60)
      await Promise.all(Array.from({ length: 60 }, () => sandbox.get(`/charges/${id}`).expect(200)));
    let saved: Ran | undefined;
    await until(async () => {
      saved = await cli(['bundle', 'save', '-s', sandbox.name, '--object', id]);
      return saved.stderr !== '';
    }, 'the bundle does not say that its timeline was cut');
    const line = /^tollgate: the timeline in the bundle ends after 1000 entries, at (\S+Z); more followed$/m;
    const [, cutAt = ''] = line.exec(saved?.stderr ?? '') ?? [];
    const file = join(FOLDER, 'long.tollgate');
    writeFileSync(file, saved?.stdout ?? '');
    const { code, stdout, stderr } = await cli(['bundle', 'show', file]);
    expect(stderr.split('\n').slice(1)).toEqual([saved?.stderr.trim(), '']);
    const lines = stdout.trim().split('\n');
    expect([code, lines.length]).toEqual([0, 1_000]);
    expect(lines.at(-1)).toContain(cutAt.slice(11, 23));
  });
});

describe('docs/bundles.md', () => {
  it('has commands that save a bundle, and replay it to the example shop', async () => {
    const page = readFileSync('docs/bundles.md', 'utf8');
    const block = /^```sh by cli-bundle\n([^]*?)^```/m.exec(page)?.[1] ?? '';
    const port = String(await steadyPort());
    const command = block
      .replaceAll('npx tollgate', `${process.execPath} ${resolve('dist', 'apps', 'cli', 'main.js')}`)
      .replaceAll('examples/shop.mjs', EXAMPLE)
      .replaceAll(':3000', `:${port}`);
    const { stdout, stderr } = await promisify(execFile)('bash', ['-euc', command], {
      cwd: FOLDER,
      env: {
        ...process.env,
        TOLLGATE_CONTROL_URL: gateway.settings.controlUrl,
        TOLLGATE_SANDBOX: origin.sandbox,
        ID: origin.id,
        PORT: port,
        NO_COLOR: '1',
      },
    });
    expect(stdout.trim().split('\n')).toHaveLength(3);
    expect(stderr).toContain('Order 1042: {"status":"paid","count":1,');
  });
});
