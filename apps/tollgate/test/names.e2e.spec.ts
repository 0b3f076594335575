import { execFile, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { createServer } from 'node:https';
import { connect as connectPlain, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { json } from 'node:stream/consumers';
import { connect } from 'node:tls';
import { promisify } from 'node:util';
import { makeAuthority, makeServerIdentity } from '#platform/tls/certificates.js';
import { steadyPort } from '../../../proof/rig/ports.js';
import { until } from '#platform/testing/until.js';
import { walk } from '../banner.js';
import { describeWhere } from './describe-where.js';
import { openGateway, useOwnGateway } from './harness.js';
import { rawClient } from './raw-client.js';
import { control, createSandbox } from './sandbox.js';

const run = promisify(execFile);
const KEY = 'skey_test_tollgate';
const HAS_PYTHON = spawnSync('python3', ['--version']).status === 0;

describe('a Tollgate with TLS', () => {
  let folder: string;
  let port: number;
  let plainPort: number;
  const gateway = useOwnGateway(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tollgate-names-'));
    [port, plainPort] = [await steadyPort(), await steadyPort()];
    return { TLS: 'on', TLS_PORT: String(port), NAMES_PORT: String(plainPort), DATA_DIR: folder };
  });
  afterAll(() => rm(folder, { recursive: true }));

  const authority = (): string => join(folder, 'tls', 'ca.pem');
  const curl = async (...args: string[]): Promise<string> => {
    const names = ['api', 'vault', 'pay', 'checkout-page', 'cdn'].flatMap((first) => [
      '--resolve',
      `${first}.omise.co:${port}:127.0.0.1`,
    ]);
    return (await run('curl', ['-sS', '--cacert', authority(), ...names, ...args])).stdout;
  };

  it('serves its host names, which its links use', async () => {
    expect(gateway.settings).toMatchObject({
      baseUrl: `https://api.omise.co:${port}`,
      payUrl: `https://pay.omise.co:${port}`,
    });
    const charge = JSON.parse(
      await curl(
        ...[
          `https://api.omise.co:${port}/charges`,
          '-u',
          `${KEY}:`,
          '-d',
          'amount=2000',
          '-d',
          'currency=MYR',
        ],
        ...['-d', 'source[type]=boost', '-d', 'return_uri=https://shop.example/return'],
      ),
    ) as { authorize_uri: string };
    expect(charge.authorize_uri).toMatch(`https://pay.omise.co:${port}/payments/`);
    expect(await curl(charge.authorize_uri)).toContain('data-testid="pay"');
    expect(await curl(`https://cdn.omise.co:${port}/omise.js`)).toContain(
      `"interfaceUrl":"https://api.omise.co:${port}"`,
    );
    const token = await curl(
      `https://vault.omise.co:${port}/tokens`,
      '-u',
      'pkey_test_tollgate:',
      '-d',
      'card[name]=Nobody',
    );
    expect(JSON.parse(token)).toMatchObject({ object: 'error', code: 'invalid_card' });
  });

  it('redirects a checkout session to the requested host name, as plugins require', async () => {
    const urls = { complete_url: 'https://shop.example/paid', cancel_url: 'https://shop.example/left' };
    const order = { amount: 20_000, currency: 'THB', payment_methods: ['promptpay'], redirect_urls: urls };
    const ask = async (
      name: string,
      path: string,
      ...args: string[]
    ): Promise<{ id: string; redirect_url: string }> =>
      JSON.parse(await curl(`https://${name}:${port}/api/sessions${path}`, '-u', `${KEY}:`, ...args)) as {
        id: string;
        redirect_url: string;
      };
    const sent = ['-H', 'Content-Type: application/json', '-d', JSON.stringify(order)];
    const { id, redirect_url: page } = await ask('checkout-page.omise.co', '', ...sent);
    expect(page).toBe(`https://checkout-page.omise.co:${port}/checkout/${id}`);
    expect(await curl(page)).toContain('PromptPay');
    expect((await ask('pay.omise.co', `/${id}`)).redirect_url).toBe(
      `https://pay.omise.co:${port}/checkout/${id}`,
    );
  });

  it('gives programs under test and readers of the banner addresses without host names', async () => {
    const { plainUrls } = gateway.settings;
    expect(plainUrls.api).toBe(`http://127.0.0.1:${gateway.settings.apiPort}`);
    const sandbox = (await (await fetch(`${gateway.settings.controlUrl}/api/sandboxes/default`)).json()) as {
      urls: object;
      env: string;
    };
    expect(sandbox.urls).toMatchObject({ api: `https://api.omise.co:${port}` });
    expect(sandbox.env).toContain(
      `TOLLGATE_API_URL=${plainUrls.api}\nTOLLGATE_VAULT_URL=${plainUrls.vault}\n`,
    );
    expect(walk(gateway.settings).join()).not.toContain('omise.co');
  });

  it('keeps its certificates, with private keys readable only by their owner', async () => {
    const modeOf = async (file: string): Promise<number> =>
      (await stat(join(folder, 'tls', file))).mode & 0o777;
    expect([await modeOf('ca-key.pem'), await modeOf('server-key.pem')]).toEqual([0o600, 0o600]);
    const before = await readFile(authority(), 'utf8');
    const { databaseUrl } = gateway;
    await openGateway({
      DATABASE_URL: databaseUrl,
      TLS: 'on',
      TLS_PORT: String(await steadyPort()),
      DATA_DIR: folder,
    });
    expect(await readFile(authority(), 'utf8')).toBe(before);
  });

  it('is ready once its host names work', async () => {
    const [apiPort, tlsPort, data] = [
      await steadyPort(),
      await steadyPort(),
      await mkdtemp(join(tmpdir(), 'tollgate-ready-')),
    ];
    const opening = openGateway({
      API_PORT: String(apiPort),
      TLS: 'on',
      TLS_PORT: String(tlsPort),
      DATA_DIR: data,
    });
    const isReady = async (): Promise<boolean> => {
      const answer = await fetch(`http://127.0.0.1:${apiPort}/readyz`).catch(() => undefined);
      return answer?.status === 200;
    };
    await until(isReady, 'Tollgate is not ready');
    const ca = await readFile(join(data, 'tls', 'ca.pem'), 'utf8');
    const socket = connect({ host: '127.0.0.1', port: tlsPort, servername: 'api.omise.co', ca });
    await once(socket, 'secureConnect');
    socket.destroy();
    await opening;
    await rm(data, { recursive: true });
  });

  it.each([
    ['TLSv1.2', true],
    ['TLSv1.3', true],
    ['TLSv1.1', false],
  ] as const)('speaks %s: %s', async (version, isSpoken) => {
    const ca = await readFile(authority(), 'utf8');
    const range = { minVersion: version, maxVersion: version, ciphers: 'DEFAULT@SECLEVEL=0' };
    const socket = connect({ host: '127.0.0.1', port, servername: 'api.omise.co', ca, ...range });
    const spoken = await once(socket, 'secureConnect').then(
      () => socket.getProtocol(),
      () => undefined,
    );
    socket.destroy();
    expect(spoken).toBe(isSpoken ? version : undefined);
  });

  it('serves the same host names without TLS on one port', async () => {
    const ask = async (host: string, path: string): Promise<number | undefined> => {
      const call = request({
        host: '127.0.0.1',
        port: plainPort,
        path,
        headers: { Host: host },
        auth: `${KEY}:`,
      });
      const [answer] = (await once(call.end(), 'response')) as [import('node:http').IncomingMessage];
      answer.resume();
      return answer.statusCode;
    };
    expect(await ask('api.omise.co', '/account')).toBe(200);
    expect(await ask(`API.omise.co:${plainPort}`, '/account')).toBe(200);
    expect(await ask('vault.omise.co', '/account')).toBe(404);
    expect(await ask('cdn2.omise.co', '/omise.js')).toBe(200);
    expect(await ask('127.0.0.1', '/account')).toBe(200);
  });

  it('reads fragmented and pipelined requests on one connection', async () => {
    const socket = connectPlain(plainPort, '127.0.0.1');
    let received = '';
    socket.on('data', (chunk: Buffer) => (received += chunk.toString()));
    await once(socket, 'connect');
    socket.setNoDelay(true);
    const written = async (text: string): Promise<void> =>
      new Promise((sent) => socket.write(text, () => setImmediate(sent)));
    for (const piece of ['GET /om', 'ise.js HTTP/1.1\r\nHo', 'st: cdn.omi', 'se.co\r\n', '\r\n'])
      await written(piece);
    await until(() => received.includes('TOLLGATE_HOSTS'), 'the first request is not answered');
    await written('GET /pay.css HTTP/1.1\r\nHost: cdn.omise.co\r\nConnection: close\r\n\r\n');
    await once(socket, 'close');
    expect(received).toContain('text/css');
  });

  it('serves the unmodified Node client', async () => {
    const script = `const omise = require('omise')({ publicKey: 'pkey_test_tollgate', secretKey: '${KEY}' });
      const card = { name: 'Somchai', number: '4242424242424242', expiration_month: 12, expiration_year: 2040, security_code: '123' };
      omise.tokens.create({ card }).then(({ id }) => omise.charges.create({ amount: 20000, currency: 'thb', card: id }))
        .then(({ status, location }) => console.log(status, location), (error) => console.log(error));`;
    const preload = resolve('apps', 'tollgate', 'test', 'unmodified-client.cjs');
    const env = {
      ...process.env,
      NODE_OPTIONS: '',
      NODE_EXTRA_CA_CERTS: authority(),
      TLS_PORT: String(port),
    };
    const { stdout } = await run(process.execPath, ['--require', preload, '--eval', script], { env });
    expect(stdout).toMatch(/^successful \/charges\/chrg_test_/);
  });

  describeWhere(HAS_PYTHON, 'python3 is not installed', 'for Python', () => {
    // As releases from 3.13 on are by themselves.
    it('is trusted with SSL_CERT_FILE alone, even in strict mode', async () => {
      const script = `
import base64, json, socket, ssl, urllib.request
context = ssl.create_default_context()
context.verify_flags |= ssl.VERIFY_X509_STRICT
find = socket.getaddrinfo
socket.getaddrinfo = lambda host, *args, **more: find('127.0.0.1', *args, **more)
call = urllib.request.Request('https://api.omise.co:${port}/account', headers={'Authorization': 'Basic ' + base64.b64encode(b'${KEY}:').decode()})
print(json.load(urllib.request.urlopen(call, context=context))['object'])`;
      const { stdout } = await run('python3', ['-c', script], {
        env: { ...process.env, SSL_CERT_FILE: authority() },
      });
      expect(stdout.trim()).toBe('account');
    });
  });
});

describe('a vault with its own address', () => {
  it('serves its host names only there', async () => {
    const port = await steadyPort();
    await openGateway({ VAULT_HOST: '127.0.0.2', NAMES_PORT: String(port) });
    const answered = async (address: string, host: string): Promise<string> => {
      const form = { 'Content-Type': 'application/x-www-form-urlencoded', Host: host };
      const call = request({
        host: address,
        port,
        method: 'POST',
        path: '/tokens',
        headers: form,
        auth: 'pkey_test_tollgate:',
      });
      const [answer] = (await once(call.end('card[name]=Nobody'), 'response')) as [
        import('node:http').IncomingMessage,
      ];
      return ((await json(answer)) as { code: string }).code;
    };
    expect(await answered('127.0.0.2', 'vault.omise.co')).toBe('invalid_card');
    expect(await answered('127.0.0.1', 'vault.omise.co')).toBe('not_found');
    expect(await answered('127.0.0.1', 'api.omise.co')).toBe('not_found');
  });
});

describe('a stopping Tollgate', () => {
  it('finishes open requests by host name, with Connection: close', async () => {
    const port = await steadyPort();
    const gateway = await openGateway({ NAMES_PORT: String(port) });
    const { socket, text, closed } = rawClient(port);
    const head = `GET /account HTTP/1.1\r\nHost: api.omise.co\r\nAuthorization: Basic ${btoa(`${KEY}:`)}\r\n`;
    socket.write(`${head}\r\n`);
    await until(() => text().includes('"object":"account"'), 'the first request is not answered');
    expect(text()).not.toContain('Connection: close');
    socket.write(head);
    await until(() => socket.bytesWritten >= 2 * head.length, 'the second request does not begin');
    const stopped = gateway.close();
    await until(async () => (await refused(port)) === 'ECONNREFUSED', 'connections are still taken');
    socket.write('\r\n');
    await closed();
    await stopped;
    expect(text().match(/"object":"account"/g)).toHaveLength(2);
    expect(text().slice(text().lastIndexOf('HTTP/1.1 200'))).toContain('Connection: close');
  });
});

/** Why a connection is not taken; `undefined` where it is. */
async function refused(port: number): Promise<string | undefined> {
  const socket = connectPlain(port, '127.0.0.1');
  const code = await once(socket, 'connect').then(
    () => undefined,
    (error: unknown) => (error as NodeJS.ErrnoException).code,
  );
  socket.destroy();
  return code;
}

describe('a receiver with a private certificate', () => {
  it('gets webhooks, also those of an exam, if WEBHOOK_CA_FILE has its authority', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'tollgate-ca-'));
    const now = new Date();
    // Only names can be vouched for, and receivers at names are looked up: localhost is one.
    const authority = await makeAuthority(['localhost'], now);
    const { certificate: cert, key } = await makeServerIdentity(authority, ['localhost'], now);
    await writeFile(join(folder, 'ca.pem'), authority.certificate);
    const received: string[] = [];
    const receiver = createServer({ cert, key }, (req, res) => {
      received.push(String(req.headers['user-agent']));
      req.resume();
      res.end();
    }).listen(0, '127.0.0.1');
    await once(receiver, 'listening');
    try {
      const gateway = await openGateway({ WEBHOOK_CA_FILE: join(folder, 'ca.pem') });
      const webhookUri = `https://localhost:${(receiver.address() as AddressInfo).port}/hook`;
      const shop = await gateway.account({ webhookUri });
      await shop.charge();
      await until(() => received.length > 0, 'the webhook does not come');
      const sandbox = await createSandbox(gateway);
      const exams = `/api/sandboxes/${sandbox.name}/exams`;
      const exam = await control(gateway).post(exams).send({ receiver: webhookUri, only: 'genuine-event' });
      const { id } = exam.body as { id: string };
      const examined = await control(gateway).get(`${exams}/${id}?wait=30s`);
      expect(examined.body).toMatchObject({ problem: null, counts: { passed: 1 } });
    } finally {
      receiver.close();
      await rm(folder, { recursive: true });
    }
  });
});
