import { createHmac } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCli, startCli, type Ran } from './cli.js';
import { useOwnGateway } from './harness.js';
import { useReceiver } from './receiver.js';
import { createSandbox } from './sandbox.js';

const gateway = useOwnGateway();
const receiver = useReceiver();
const FOLDER = mkdtempSync(join(tmpdir(), 'tollgate-webhook-'));
const SECRET = Buffer.from('a webhook secret of a shop').toString('base64');
/** Neither the spaces nor the order of the fields are those of JSON.stringify. */
const TEXT = '{ "object":"event",\n\t"key": "charge.complete", "data": {"name":"สมชาย"} }\n';
const FILE = fileWith('event.json', TEXT);
const NO_TOLLGATE = { TOLLGATE_CONTROL_URL: 'http://127.0.0.1:9' };

function fileWith(name: string, content: string | Buffer): string {
  const path = join(FOLDER, name);
  writeFileSync(path, content);
  return path;
}

function send(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Ran> {
  return runCli(['webhook', 'send', ...args], { ...NO_TOLLGATE, ...env });
}

function signatureOf(timestamp: unknown, text: string): string {
  return createHmac('sha256', Buffer.from(SECRET, 'base64'))
    .update(`${String(timestamp)}.${text}`)
    .digest('hex');
}

const latest = () => receiver.received.at(-1);

afterEach(() => receiver.answer((_, response) => void response.end('ok')));

describe('tollgate webhook send', () => {
  it('signs the bytes of the file, and sends them with the headers of webhooks', async () => {
    const { code, stdout, stderr } = await send([FILE, '--to', receiver.uri], {
      TOLLGATE_WEBHOOK_SECRET: SECRET,
    });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(latest()?.text).toBe(TEXT);
    const { headers = {} } = latest() ?? {};
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': 'Tollgate',
      'tollgate-epoch': '0',
      'tollgate-attempt': '1',
      'tollgate-trigger': 'manual',
    });
    const timestamp = headers['omise-signature-timestamp'];
    expect(headers['omise-signature']).toBe(signatureOf(timestamp, TEXT));
    expect(Math.abs(Date.now() / 1000 - Number(timestamp))).toBeLessThan(60);
    expect(Date.parse(String(headers['tollgate-time']))).toBeGreaterThan(Date.parse('2026-01-01'));
    expect(stdout).toMatch(/^200 in \d+ ms\n(?:[\w-]+: .*\n)+\nok\n$/);
  });

  it('has the headers of a webhook of a sandbox', async () => {
    const sandbox = await createSandbox(gateway, { webhook_uri: receiver.uri });
    await sandbox.charge();
    const genuine = await receiver.next('charge.create');
    await send([FILE, '--to', receiver.uri, '--secret', SECRET]);
    const names = (headers: object): string[] =>
      Object.keys(headers).filter((name) => name !== 'x-request-id');
    expect(names(latest()?.headers ?? {}).sort()).toEqual(names(genuine.headers).sort());
  });

  it('sends standard input, and additional headers', async () => {
    const args = [
      '-',
      '--to',
      receiver.uri,
      '--secret',
      SECRET,
      '--header',
      'X-Shop: 1',
      '--header',
      'X-Test:2',
    ];
    const running = startCli(['webhook', 'send', ...args], NO_TOLLGATE);
    running.child.stdin?.end('[1, 2]');
    expect((await running.ended()).code).toBe(0);
    expect(latest()?.text).toBe('[1, 2]');
    expect(latest()?.headers).toMatchObject({ 'x-shop': '1', 'x-test': '2' });
  });

  it('sends an event of a bundle as webhooks do', async () => {
    const sandbox = await createSandbox(gateway, { webhook_uri: receiver.uri });
    const { id } = await sandbox.charge({ metadata: { order: '1042' } });
    const genuine = await receiver.next(({ event }) => event.key === 'charge.create' && event.data.id === id);
    const saved = await runCli(
      ['bundle', 'save', '-s', sandbox.name, '--object', id, '--without-personal-data', 'false'],
      { TOLLGATE_CONTROL_URL: gateway.settings.controlUrl },
    );
    const bundle = fileWith('case.tollgate', saved.stdout);
    for (const event of ['charge.create', genuine.event.id]) {
      const { code } = await send([bundle, '--event', event, '--to', receiver.uri, '--secret', SECRET]);
      expect({ code, text: latest()?.text }).toEqual({ code: 0, text: genuine.text });
    }
    const missing = await send([
      bundle,
      '--event',
      'charge.expire',
      '--to',
      receiver.uri,
      '--secret',
      SECRET,
    ]);
    expect(missing.code).toBe(2);
    expect(missing.stderr).toBe(
      'tollgate: the bundle has no event charge.expire; its events are charge.create\n',
    );
  });

  it('prints a refusal whole, without control characters and without the secret', async () => {
    const page = `<pre>${'x'.repeat(20_000)}</pre>`;
    receiver.answer(({ headers }, response) => {
      response.writeHead(422, { 'X-Why': `not ${SECRET}`, 'Set-Cookie': 'session=1' });
      response.end(
        `\u001b[31m${SECRET} ${Buffer.from(SECRET, 'base64').toString('hex')} ${headers.host} ${page}`,
      );
    });
    const { code, stdout, stderr } = await send([FILE, '--to', receiver.uri, '--secret', SECRET]);
    expect(code).toBe(5);
    expect(stdout).toMatch(/^422 in \d+ ms\n/);
    expect(stdout).toContain('X-Why: not [masked]\n'.toLowerCase());
    expect(stdout).toContain(`\ufffd[31m[masked] [masked] 127.0.0.1:`);
    expect(stdout).toContain(page);
    expect(stderr).toContain('Endpoint returned 422. Only 2xx counts as delivered.');
    expect(`${stdout}${stderr}`).not.toContain(SECRET);
  });

  it('prints no part of a secret that lies across the end of what is printed', async () => {
    receiver.answer((_, response) => {
      response.writeHead(422).end(`${'x'.repeat(64 * 1024 - 10)}${SECRET}${'y'.repeat(2_000)}`);
    });
    const { stdout } = await send([FILE, '--to', receiver.uri, '--secret', SECRET]);
    expect(stdout).toContain('x'.repeat(64 * 1024 - 100));
    expect(stdout).not.toContain(SECRET.slice(0, 6));
  });

  it('prints request, response and timings as JSON', async () => {
    receiver.answer((_, response) => void response.writeHead(201, { 'X-Shop': '1' }).end('"made"'));
    const { code, stdout } = await send([FILE, '--to', receiver.uri, '--secret', SECRET, '--json']);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      object: 'attempt',
      uri: receiver.uri,
      headers: { 'Omise-Signature': latest()?.headers['omise-signature'] },
      address: '127.0.0.1',
      timings: { total: expect.any(Number) as number },
      answer: { status: 201, headers: { 'x-shop': '1' }, body: '"made"' },
      error: null,
    });
  });

  it('does not follow a redirect', async () => {
    receiver.answer((_, response) => void response.writeHead(307, { location: receiver.uri }).end());
    const count = receiver.received.length;
    const { code, stdout } = await send([FILE, '--to', receiver.uri, '--secret', SECRET]);
    expect({ code, sent: receiver.received.length - count }).toEqual({ code: 5, sent: 1 });
    expect(stdout).toMatch(/^307 in/);
  });

  it('cannot change Tollgate itself', async () => {
    const url = `${gateway.settings.controlUrl}/api/sandboxes`;
    const { code, stdout } = await send([FILE, '--to', url, '--secret', SECRET]);
    expect(code).toBe(5);
    expect(stdout).toMatch(/^403 in/);
  });

  it.each([
    [
      'a host where nothing listens',
      'http://127.0.0.1:9/',
      'Connection refused. Nothing listens at this address and port.',
    ],
    [
      'a host that does not exist',
      'http://nowhere.invalid/',
      'The host name of the endpoint could not be resolved.',
    ],
  ])('reports %s in one line', async (_, to, problem) => {
    const { code, stdout, stderr } = await send([FILE, '--to', to, '--secret', SECRET]);
    expect({ code, stdout, stderr }).toEqual({
      code: 5,
      stdout: '',
      stderr: `tollgate: ${to}: ${problem}\n`,
    });
  });

  const TO = ['--to', 'http://127.0.0.1:9/'];
  const BOTH = [...TO, '--secret', SECRET];
  it.each([
    ['a missing file', ['none.json', ...BOTH], /^tollgate: cannot read none\.json: ENOENT.*\n$/],
    [
      'a file that is not JSON',
      [fileWith('wrong.json', '{"a":\n1,}'), ...BOTH],
      /^tollgate: .*wrong\.json is not JSON: .*\n$/,
    ],
    ['an empty file', [fileWith('empty.json', ''), ...BOTH], /^tollgate: .*empty\.json is not JSON: .*\n$/],
    [
      'a file that is not UTF-8',
      [fileWith('latin.json', Buffer.from('"\u00e9"', 'latin1')), ...BOTH],
      /is not UTF-8\n$/,
    ],
    ['a file that is not a bundle', [FILE, '--event', 'charge.create', ...BOTH], /is no bundle/],
    [
      'a metadata address',
      [FILE, '--to', 'http://169.254.169.254/', '--secret', SECRET],
      /^tollgate: --to must not be a link-local or metadata address\n$/,
    ],
    [
      'an address that is no URL',
      [FILE, '--to', 'shop', '--secret', SECRET],
      /^tollgate: --to must be an absolute http or https URL\n$/,
    ],
    [
      'no secret',
      [FILE, ...TO],
      /^tollgate: the webhook secret is missing: set TOLLGATE_WEBHOOK_SECRET or --secret\n$/,
    ],
    [
      'a secret that is not Base64',
      [FILE, ...TO, '--secret', 'tiger!'],
      /^tollgate: --secret must be (?!.*tiger).*\n$/,
    ],
    [
      'a header without a value',
      [FILE, ...BOTH, '--header', 'X-Shop'],
      /^tollgate: --header must be a name and a value/,
    ],
    [
      'a header on two lines',
      [FILE, ...BOTH, '--header', 'X-Shop: 1\nX-Other: 2'],
      /^tollgate: --header must be a name and a value/,
    ],
    [
      'a header of webhooks',
      [FILE, ...BOTH, '--header', 'omise-signature: 1'],
      /^tollgate: --header cannot set omise-signature: webhooks have their own\n$/,
    ],
  ])('refuses %s', async (_, args, message) => {
    const { code, stdout, stderr } = await send(args);
    expect(stderr).toMatch(message);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  });
});
