import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { runCli } from './cli.js';
import { useOwnGateway } from './harness.js';

const gateway = useOwnGateway();
const GUARD = `--require=${resolve('apps', 'tollgate', 'test', 'no-processor.cjs')}`;
const CLIENT = JSON.stringify(resolve('node_modules', 'omise'));
const UNDICI = JSON.stringify(resolve('node_modules', 'undici'));
const SHOP = `const { TOLLGATE_PUBLIC_KEY: publicKey, TOLLGATE_SECRET_KEY: secretKey } = process.env;
const omise = () => require(${CLIENT})({ publicKey, secretKey });
const card = { name: 'Somchai', number: '4242424242424242', expiration_month: 12, expiration_year: 2040, security_code: '123' };
const headers = { authorization: 'Basic ' + btoa(secretKey + ':') };
const get = (module, ...args) => new Promise((done, fail) =>
  require(module).get(...args, (answer) => done(answer.resume().statusCode)).on('error', fail));
const told = (work) => Promise.resolve().then(work).catch(({ message, cause }) => cause?.message ?? message).then(console.log);
`;

let folder: string;
let proxy: Server;
let proxied: string[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tollgate names-'));
  proxy = createServer((request, response) => {
    proxied.push(String(request.url));
    response.end();
  }).on('connect', ({ url }, socket) => {
    proxied.push(String(url));
    socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
  });
  await once(proxy.listen(0, '127.0.0.1'), 'listening');
});

beforeEach(() => (proxied = []));

afterAll(async () => {
  proxy.close();
  await rm(folder, { recursive: true });
});

/** Runs a shop under `tollgate exec`, and returns the lines that it prints. */
async function lines(script: string, environment: Readonly<Record<string, string>> = {}): Promise<string[]> {
  const file = join(folder, 'shop.cjs');
  await writeFile(file, `${SHOP}(async () => {\n${script}\n})();`);
  const env = { TOLLGATE_CONTROL_URL: gateway.settings.controlUrl, NODE_OPTIONS: GUARD, ...environment };
  const { code, stdout, stderr } = await runCli(['exec', '--', process.execPath, file], env);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return stdout.trim().split('\n');
}

describe('the processor’s names in a Node process of exec', () => {
  it('serve the unmodified client, also with a proxy that it would use', async () => {
    const script = `const client = omise();
      const { id } = await client.tokens.create({ card });
      const { status } = await client.charges.create({ amount: 20000, currency: 'thb', card: id });
      console.log(id, status);`;
    const { port } = proxy.address() as AddressInfo;
    for (const address of ['', `http://127.0.0.1:${port}`])
      expect(await lines(script, { http_proxy: address })).toEqual([
        expect.stringMatching(/^tokn_test_\w+ successful$/),
      ]);
    expect(proxied).toEqual([]);
  });

  it('serve every kind of request', async () => {
    expect(
      await lines(`const api = new URL(process.env.TOLLGATE_API_URL);
        const agent = new (require('https').Agent)();
        await told(() => get('https', 'https://api.omise.co/account', { headers }));
        await told(() => get('https', new URL('https://API.omise.co./account'), { headers, agent }));
        await told(() => get('http', { hostname: 'api.omise.co', path: '/account', headers: { ...headers, Host: 'api.omise.co' } }));
        await told(() => get('https', { host: api.host, path: '/account', headers }));
        await told(() => get('http', { host: 'localhost:' + api.port, path: '/account', headers }));
        await told(async () => (await fetch('https://api.omise.co/account', { headers })).status);
        await told(async () => (await require(${UNDICI}).request('https://api.omise.co/account', { headers })).statusCode);
        await told(async () => (await fetch('https://cdn.omise.co/omise.js')).headers.get('content-type'));
        const module = 'import { get } from "node:https"; export default (...args) => new Promise((done) => get(...args, done))';
        const { default: ask } = await import('data:text/javascript,' + module);
        await told(async () => (await ask('https://api.omise.co/account', { headers })).resume().statusCode);
        const { execFileSync } = require('child_process');
        const child = "fetch('https://vault.omise.co/readyz').then(({ status }) => console.log(status))";
        await told(() => execFileSync(process.execPath, ['-e', child]).toString().trim());`),
    ).toEqual([...Array(7).fill('200'), expect.stringContaining('javascript'), '200', '200']);
  });

  it('are never called without an address, by name or by proxy', async () => {
    const { port } = proxy.address() as AddressInfo;
    expect(
      await lines(`delete process.env.TOLLGATE_VAULT_URL;
        await told(() => omise().tokens.create({ card }));
        await told(() => get('http', 'http://vault.omise.co/'));
        await told(() => fetch('https://vault.omise.co/'));
        const { ProxyAgent, request } = require(${UNDICI});
        const dispatcher = new ProxyAgent('http://127.0.0.1:${port}');
        await told(() => request('https://api.omise.co/', { dispatcher }));
        await told(() => request('https://other.example/', { dispatcher }));
        await told(() => get('http', 'http://' + new URL(process.env.TOLLGATE_API_URL).host + '/readyz'));`),
    ).toEqual([
      ...Array(3).fill(
        'vault.omise.co is not called: TOLLGATE_VAULT_URL is not set to an address of Tollgate',
      ),
      'api.omise.co:443 is not called by proxy: it is Tollgate here',
      expect.stringContaining('502'),
      '200',
    ]);
    expect(proxied).toEqual(['other.example:443']);
  });

  it('leave other options of Node and other hosts of a proxy', async () => {
    const [options, direct] = await lines(
      `console.log(process.env.NODE_OPTIONS);
      console.log(process.env.no_proxy);`,
      { NO_PROXY: 'shop.example' },
    );
    expect(options).toMatch(/^--require=\S+no-processor.cjs --require=\S+preload.cjs$/);
    expect(direct).toMatch(/^shop.example,api.omise.co,vault.omise.co,/);
  });
});
