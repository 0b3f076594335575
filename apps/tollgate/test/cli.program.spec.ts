import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { referenceOf } from '../../cli/commands/reference.js';
import { completionsOf } from '../../cli/commands/completion.js';
import { TRIGGERS } from '../../cli/commands/trigger.js';
import { makeProgram } from '../../cli/program.js';
import { runCli, startCli, type Ran } from './cli.js';
import { useOwnGateway } from './harness.js';
import { useReceiver } from './receiver.js';
import { control, createSandbox } from './sandbox.js';

const gateway = useOwnGateway({ IMPORT_MAX: '1MiB' });
const receiver = useReceiver();
let env: Record<string, string>;

beforeAll(() => (env = { TOLLGATE_CONTROL_URL: gateway.settings.controlUrl }));

const run = (...args: string[]): Promise<Ran> => runCli(args, env);
const json = async (...args: string[]): Promise<Record<string, unknown>> => {
  const { code, stdout, stderr } = await run(...args, '--json');
  expect([code, stderr]).toEqual([0, '']);
  return JSON.parse(stdout) as Record<string, unknown>;
};

describe('tollgate wait', () => {
  it('exits once all hosts are ready', async () => {
    expect(await run('wait')).toEqual({
      code: 0,
      stdout: '',
      stderr: `Tollgate is ready at ${gateway.settings.controlUrl}\n`,
    });
  });

  it('names the missing host after its time limit', async () => {
    const { code, stderr } = await runCli(['wait', '--timeout', '1ms', '--url', gateway.settings.baseUrl]);
    expect([code, stderr]).toEqual([0, expect.stringContaining('ready')]);
    const nowhere = await runCli(['wait', '--timeout', '1ms', '--url', 'http://127.0.0.1:9']);
    expect([nowhere.code, nowhere.stderr]).toEqual([
      5,
      expect.stringContaining('http://127.0.0.1:9 does not answer'),
    ]);
  });
});

describe('tollgate sandbox', () => {
  it('creates a sandbox, and writes its environment to a file', async () => {
    const { code, stdout, stderr } = await run('sandbox', 'create', 'cli-made', '--ttl', '1h');
    expect(code).toBe(0);
    expect(stdout).toContain('TOLLGATE_SANDBOX=cli-made\n');
    expect(stdout.split('\n').filter((line) => line !== '' && !/^TOLLGATE_[A-Z_]+=\S+$/.test(line))).toEqual(
      [],
    );
    expect(stderr).toContain('cli-made, expires ');
    expect((await json('sandbox', 'create', 'cli-made', '--if-exists', 'reuse'))['ttl']).toBe('1h');
    const again = await run('sandbox', 'create', 'cli-made');
    expect([again.code, again.stdout, again.stderr]).toEqual([
      1,
      '',
      expect.stringContaining('(bad_request)'),
    ]);
    expect((await json('sandbox', 'rm', 'cli-made'))['deleted']).toBe(true);
    expect((await run('sandbox', 'get', 'cli-made')).code).toBe(1);
  });

  it('resets the shared default sandbox only with confirmation', async () => {
    for (const words of [
      ['sandbox', 'reset'],
      ['sandbox', 'reset', 'default'],
      ['snapshot', 'restore', 'x', '--sandbox', 'default'],
    ]) {
      const { code, stderr } = await run(...words);
      expect([code, stderr]).toEqual([2, expect.stringContaining('--yes')]);
    }
    expect((await json('sandbox', 'reset', 'default', '--yes'))['name']).toBe('default');
  });

  it('uses the sandbox of the key in the environment, and no other', async () => {
    const { name, secretKey } = await createSandbox(gateway);
    const own = { ...env, TOLLGATE_SECRET_KEY: secretKey };
    const { stdout } = await runCli(['sandbox', 'get', '--json'], own);
    expect(JSON.parse(stdout)).toMatchObject({ name });
    expect((await runCli(['clock', 'get', '--sandbox', 'default'], own)).code).toBe(1);
  });
});

describe('a command for a control API call', () => {
  it('creates a charge, advances a week, and lists the events', async () => {
    const { name } = await createSandbox(gateway);
    const own = ['--sandbox', name];
    const parameters = [
      '--amount',
      '2000',
      '--currency',
      'MYR',
      '--source',
      'type=boost',
      '--metadata',
      'order=1042',
    ];
    const charge = await json(
      'api',
      'charges',
      'create',
      ...own,
      ...parameters,
      '--return-uri',
      'https://shop.example/return',
    );
    expect(charge).toMatchObject({ amount: 2000, metadata: { order: '1042' } });
    const advanced = await run('clock', 'advance', '7d', ...own);
    expect(advanced.stdout).toMatch(new RegExp(`expiry ${String(charge['id'])} expired\\n$`));
    expect(advanced.stderr).toMatch(/^done: from .* executed: 1\n$/);
    const timeline = await run(
      'timeline',
      'list',
      ...own,
      '--kinds',
      'event',
      '--wait',
      '60s',
      '--count',
      '2',
    );
    expect(timeline.stdout.match(/charge\.\w+/g)).toEqual(['charge.create', 'charge.complete']);
  });

  it('sends nested parameters', async () => {
    const { name } = await createSandbox(gateway);
    const words = [
      '--on',
      'api',
      '--match',
      'route=POST /charges',
      '--match',
      'metadata[order]=1042',
      '--do',
      'status=503',
      '--times',
      '2',
    ];
    const fault = await json('fault', 'set', '--sandbox', name, ...words);
    expect(fault).toMatchObject({
      match: { route: 'POST /charges', metadata: { order: '1042' } },
      times: 2,
      do: { status: 503 },
    });
  });

  it('sends lists of objects', async () => {
    const rateIn = async (name: unknown): Promise<unknown> =>
      (await json('api', 'forex', 'find', 'usd', '--sandbox', String(name)))['rate'];
    const { name } = await json(
      'sandbox',
      'create',
      '--exchange-rates',
      'currency=EUR,rate=40',
      '--exchange-rates',
      'currency=USD,rate=36.5',
    );
    expect(await rateIn(name)).toBe(36.5);
    await json(
      'sandbox',
      'update',
      String(name),
      '--exchange-rates',
      '[{ "currency": "USD", "rate": 34, "from": null }]',
    );
    expect(await rateIn(name)).toBe(34);
    await json('sandbox', 'update', String(name), '--exchange-rates', '[]');
    expect(await rateIn(name)).toBe(await rateIn('default'));
    expect(await run('sandbox', 'create', '--exchange-rates', '[{')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('not JSON'),
    });
  });

  it('sends query parameters', async () => {
    const { name } = await createSandbox(gateway);
    const words = ['--scope', 'charge', '--filters', 'captured=true', '--sandbox', name];
    expect(await json('api', 'search', 'search', ...words)).toMatchObject({ filters: { captured: 'true' } });
  });

  it('resends a webhook, even a delivered one', async () => {
    const sandbox = await createSandbox(gateway, { webhook_uri: receiver.uri });
    await sandbox.charge();
    const { event } = await receiver.next('charge.create');
    const list = await json(
      'delivery',
      'list',
      '--sandbox',
      sandbox.name,
      '--status',
      'delivered',
      '--wait',
      '60s',
    );
    const [{ id }] = list['data'] as [{ id: string }];
    expect(await json('delivery', 'redeliver', id, '--sandbox', sandbox.name)).toMatchObject({
      delivery: id,
      number: 2,
      trigger: 'manual',
      error: null,
    });
    expect((await receiver.next('charge.create')).event.id).toBe(event.id);
  });

  it('saves a snapshot, exports it to a file, and imports it elsewhere', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'tollgate-cli-snapshot-'));
    const file = join(folder, 'paid.ndjson');
    const [from, to] = [await createSandbox(gateway), await createSandbox(gateway)];
    await from.charge();
    await json('snapshot', 'save', 'paid', '--sandbox', from.name);
    expect(await run('snapshot', 'export', 'paid', '--sandbox', from.name, '--output', file)).toEqual({
      code: 0,
      stdout: '',
      stderr: '',
    });
    expect((await run('snapshot', 'export', 'paid', '--sandbox', from.name)).stdout).toBe(
      await readFile(file, 'utf8'),
    );
    await json('snapshot', 'import', file, '--new-ids', 'true', '--sandbox', to.name);
    const { body } = await to.get('/charges');
    expect(body.data).toHaveLength(1);
    await rm(folder, { recursive: true });
  });

  it('fails for an import that is larger than Tollgate allows, or cannot be read', async () => {
    const { name } = await createSandbox(gateway);
    const endless = run('snapshot', 'import', '/dev/zero', '--sandbox', name);
    expect(await endless).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('the file is too large (maximum is 1048576 bytes)'),
    });
    expect(await run('snapshot', 'import', tmpdir(), '--sandbox', name)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(`cannot read ${tmpdir()}: EISDIR`),
    });
  });

  it('reads no more of a file once the connection is broken', async () => {
    const broken = createServer((socket) => socket.once('data', () => socket.resetAndDestroy()));
    await once(broken.listen(0, '127.0.0.1'), 'listening');
    const { port } = broken.address() as AddressInfo;
    const endless = startCli(['snapshot', 'import', '/dev/zero', '--sandbox', 'any'], {
      TOLLGATE_CONTROL_URL: `http://127.0.0.1:${port}`,
    });
    expect(await endless.ended()).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('cannot reach Tollgate'),
    });
    broken.close();
  });

  it('explains a time-out, and exits with its own code', async () => {
    const { name } = await createSandbox(gateway);
    const { code, stderr } = await run('event', 'list', '--sandbox', name, '--wait', '50ms');
    expect([code, stderr]).toEqual([5, expect.stringContaining('no webhook_uri')]);
  });

  it('reports an invalid call on stderr, with an exit code for the kind of mistake', async () => {
    expect(await run('clock', 'advance', '8x')).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('by must be'),
    });
    expect(await run('clock', 'retreat')).toMatchObject({ code: 2, stdout: '' });
    expect(await run('clock', 'get', '--nonsense')).toMatchObject({ code: 2, stdout: '' });
    expect(await runCli(['clock', 'get', '--url', 'http://127.0.0.1:9'])).toMatchObject({
      code: 3,
      stdout: '',
    });
    expect(
      await runCli(['clock', 'get'], { ...env, CONTROL_TOKEN: 'wrong-token-of-some-length' }),
    ).toMatchObject({
      code: 4,
      stdout: '',
      stderr: expect.stringContaining('check CONTROL_TOKEN'),
    });
    expect(await runCli(['clock', 'get'], { ...env, CONTROL_TOKEN: 'клю́ч' })).toEqual({
      code: 2,
      stdout: '',
      stderr: 'tollgate: CONTROL_TOKEN must be printable ASCII characters without spaces\n',
    });
    expect(await run('tail', '-n', 'abc')).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining('Use a whole number'),
    });
  });
});

describe('tollgate trigger', () => {
  it('triggers an event', async () => {
    const { name } = await createSandbox(gateway);
    const { code, stdout, stderr } = await run(
      'trigger',
      'dispute.create',
      '--sandbox',
      name,
      '--order',
      '1042',
    );
    expect([code, stdout, stderr]).toEqual([
      0,
      expect.stringMatching(/^charge chrg_.*\ndispute dspt_/),
      expect.stringContaining('dispute.create'),
    ]);
  });

  it('can leave a dispute open', async () => {
    const { name } = await createSandbox(gateway);
    const { timeline, objects } = await json('trigger', 'dispute.create', '--sandbox', name);
    expect((timeline as { details: { key?: string } }[]).flatMap(({ details }) => details.key ?? [])).toEqual(
      expect.not.arrayContaining(['dispute.accept', 'dispute.close']),
    );
    expect(objects).toEqual(
      expect.arrayContaining([expect.objectContaining({ object: 'dispute', status: 'open' })]),
    );
  });

  it.each(Object.entries(TRIGGERS))('triggers %s by the scenario %s', async (event, scenario) => {
    const { name } = await createSandbox(gateway);
    const { body } = await control(gateway).post(`/api/sandboxes/${name}/scenarios/${scenario}/run`).send({});
    expect((body.timeline as { details: { key?: string } }[]).map(({ details }) => details.key)).toContain(
      event,
    );
  });

  it('lists the triggers', async () => {
    expect(await run('trigger', 'charge.explode')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('refund.create'),
    });
  });
});

describe('the command line’s environment', () => {
  it('is read from .env, in which other programs may have their own variables', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'tollgate-cli-env-'));
    const { body, name } = await createSandbox(gateway);
    await writeFile(join(folder, '.env'), `DATABASE_URL=postgres://shop\nSHOP_NAME=Spec\n${body.env}`);
    const { stdout } = await runCli(['sandbox', 'get', '--json'], {}, folder);
    expect(JSON.parse(stdout)).toMatchObject({ name });
    await rm(folder, { recursive: true });
  });

  it('has the address of the console', async () => {
    const { stdout } = await run('open', 'chrg_1', '--no-browser');
    expect(stdout).toBe(`${gateway.settings.controlUrl}/#/sandboxes/default/live/payments/chrg_1\n`);
  });
});

describe('the command line', () => {
  it('completes commands and options', () => {
    const completed = (...words: string[]): string[] => completionsOf(makeProgram(), words);
    expect(completed('clo')).toEqual(['clock']);
    expect(completed('clock', 'ad')).toEqual(['advance']);
    expect(completed('clock', 'advance', '--max-r')).toEqual(['--max-real']);
    expect(completed('api', 'charges', 'mark')).toEqual(['mark-as-paid', 'mark-as-failed']);
  });

  it('tells the calls of exams from a command that starts a shop', async () => {
    expect(await json('exam', 'list')).toMatchObject({ object: 'list', data: [] });
    expect(await run('exam', '--receiver', receiver.uri, '--', 'list')).toEqual({
      code: 2,
      stdout: '',
      stderr:
        'tollgate: exam list takes its options after "list"; if "list" starts the shop, write sh -c list\n',
    });
    expect(await run('exam', '--', 'npm', 'start')).toEqual({
      code: 2,
      stdout: '',
      stderr: 'tollgate: --receiver is required: the webhook endpoint of the shop\n',
    });
  });

  it.each(['bash', 'zsh', 'fish'])('has a script for %s', async (shell) => {
    expect(await run('completion', shell)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('tollgate complete --'),
    });
  });

  it('lists the usual commands in its help, and all in its reference', async () => {
    const [help, reference] = [(await run('--help')).stdout, (await run('reference')).stdout];
    expect(help).toMatch(/^ {2}api +Calls the emulated API of a sandbox\.$/m);
    expect(help).toMatch(/^ {2}reference +Lists every command\.$/m);
    expect(help).not.toMatch(/^ {2}(figures|money|session)\b/m);
    for (const command of ['figures', 'money', 'session get', 'api charges create'])
      expect(reference).toContain(`tollgate ${command}\n`);
    expect(await json('money')).toMatchObject({ object: 'money' });
  });

  it('has the commands of docs/cli-commands.md', () => {
    const documented =
      /<!-- commands -->\n\n```text\n([^`]*(?:`[^`]+`[^`]*)*?)```\n\n<!-- \/commands -->/.exec(
        readFileSync('docs/cli-commands.md', 'utf8'),
      )?.[1];
    expect(documented).toBe(`${referenceOf(makeProgram())}\n`);
  });
});
