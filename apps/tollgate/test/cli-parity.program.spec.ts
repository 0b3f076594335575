import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { steadyPort } from '../../../proof/rig/ports.js';
import { until } from '#platform/testing/until.js';
import { CATALOGUE, EARNED_AFTER } from '../../cli/parity/catalogue.js';
import type { Report } from '../../cli/parity/report.js';
import { runCli, startCli, type Ran } from './cli.js';
import { setFault } from './faults.js';
import { useOwnGateway, type Gateway } from './harness.js';
import { GOOD_CARD } from './merchant.js';
import { control, createSandbox, type Sandbox } from './sandbox.js';

// Some exchanges send parameters that the document does not have.
const specified = useOwnGateway({}, 'answers');
const recorded = useOwnGateway({ FIDELITY: 'recorded' }, 'answers');

const EXCHANGES = CATALOGUE.flatMap(({ exchanges }) => exchanges);
let folder: string;

beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), 'tollgate-parity-'))));
afterEach(() => rmSync(folder, { recursive: true }));

/** A sandbox with a balance and a receipt, as an account that is in use has. */
async function earning(gateway: Gateway): Promise<Sandbox> {
  const sandbox = await createSandbox(gateway);
  await sandbox.cardCharge({ amount: 10_000_000 });
  await control(gateway)
    .post(`/api/sandboxes/${sandbox.name}/clock/advance`)
    .send({ by: EARNED_AFTER })
    .expect(200);
  return sandbox;
}

function keysOf({ body }: Sandbox): Record<string, string> {
  return {
    TOLLGATE_CONTROL_URL: specified.settings.controlUrl,
    TOLLGATE_PARITY_PUBLIC_KEY: body.test.public_key,
    TOLLGATE_PARITY_SECRET_KEY: body.test.secret_key,
  };
}

function addressesOf({ gateway: { settings } }: Sandbox): string[] {
  return ['--against', settings.baseUrl, '--vault', settings.vaultUrl, '--pay', settings.payUrl];
}

/** Compares the gateway `specified` with a sandbox. */
function parity(other: Sandbox, ...args: string[]): Promise<Ran> {
  return runCli(['parity', ...addressesOf(other), ...args], keysOf(other));
}

function reportOf({ stdout }: Ran): Report {
  return JSON.parse(stdout) as Report;
}

/** The rows that depend on FIDELITY, as docs/fidelity.md has them. */
function tableOfDocs(): string[] {
  const [, table = ''] =
    /These rows depend on it:\n\n([\s\S]*?)\n\n/.exec(readFileSync('docs/fidelity.md', 'utf8')) ?? [];
  return Array.from(table.matchAll(/^\| \[([A-Z]+\d+)\]/gm), ([, row = '']) => row).sort();
}

/** A server that should not be asked, and the number of its connections. */
async function listener(
  answer: RequestListener = (_req, res) => res.end(),
): Promise<{ url: string; connections: () => number }> {
  let connections = 0;
  const server = createServer(answer)
    .on('connection', () => connections++)
    .listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    connections: () => connections,
  };
}

const servers: Server[] = [];
afterEach(() => servers.splice(0).forEach((server) => server.close()));

describe('tollgate parity', () => {
  it('finds the rows that FIDELITY changes in a Tollgate that differs by it, and no other', async () => {
    const ran = await parity(await earning(recorded), '--json');
    const { differences, resources, not_compared: skipped } = reportOf(ran);
    expect(ran.code).toBe(1);
    expect([...new Set(differences.map(({ row }) => row))].sort()).toEqual(tableOfDocs());
    expect(tableOfDocs()).toHaveLength(4);
    expect(skipped).toEqual([]);
    const asked = resources.reduce((sum, each) => sum + each.asked, 0);
    expect([asked, asked > 350]).toEqual([EXCHANGES.length, true]);
  });

  it('exits with 0 if all differences are of known rows', async () => {
    const other = await createSandbox(recorded);
    const { code, stdout } = await parity(other, '--only', 'capability,receipts', '--known', 'K9,L10,Q8');
    expect(stdout).toMatch(
      /^receipts · List the receipts · object: "receipt_list" there, "list" here · fidelity L10 \(known\)$/m,
    );
    expect(code).toBe(0);
    expect((await parity(other, '--only', 'capability,receipts', '--known', 'K9,L10')).code).toBe(1);
  });

  it('finds no difference to itself, and records redacted answers to compare later', async () => {
    const [other, second] = [await earning(specified), await earning(specified)];
    const [first, again] = [join(folder, 'first'), join(folder, 'again')];
    const ran = await parity(other, '--json', '--record', first);
    expect(reportOf(ran)).toMatchObject({ complete: true, differences: [], not_compared: [] });
    expect(ran.code).toBe(0);
    expect((await parity(second, '--only', 'customers,disputes', '--record', again)).code).toBe(0);
    const files = readdirSync(first);
    expect(files).toHaveLength(CATALOGUE.length + 1);
    const text = (at: string, file: string): string => readFileSync(join(at, file), 'utf8');
    const repeated = readdirSync(again);
    expect(repeated.length).toBeGreaterThan(5);
    expect(repeated.filter((file) => text(first, file) !== text(again, file))).toEqual(['recording.json']);

    const everything = files.map((file) => text(first, file)).join('\n');
    const { public_key: publicKey, secret_key: secretKey } = other.body.test;
    const basic = [publicKey, secretKey].map((key) => Buffer.from(`${key}:`).toString('base64'));
    for (const secret of [publicKey, secretKey, ...basic, GOOD_CARD.number, other.body.webhook_secret])
      expect([everything, ran.stdout, ran.stderr].filter((each) => each.includes(secret))).toEqual([]);
    expect(reportOf(ran).made.filter(({ id }) => everything.includes(id))).toEqual([]);

    const later = { TOLLGATE_CONTROL_URL: specified.settings.controlUrl };
    const compared = await runCli(['parity', '--against', first, '--json'], later);
    expect(reportOf(compared)).toMatchObject({ differences: [], not_compared: [], made: [] });
    const different = await runCli(['parity', '--against', first, '--json'], {
      TOLLGATE_CONTROL_URL: recorded.settings.controlUrl,
    });
    expect([...new Set(reportOf(different).differences.map(({ row }) => row))].sort()).toEqual(tableOfDocs());
  });

  it('finds answers that faults change', async () => {
    const other = await createSandbox(specified);
    await setFault(other, {
      name: 'late',
      on: 'api',
      match: { route: 'GET /links/{id}' },
      do: { status: 503 },
      times: 'always',
    });
    await setFault(other, {
      name: 'poor',
      on: 'payment',
      do: { fail: 'insufficient_fund' },
      times: 'always',
    });
    const { code, stdout } = await parity(other, '--only', 'links,refunds');
    expect(code).toBe(1);
    expect(stdout).toMatch(
      /^links · Retrieve the link · HTTP status: 503 service_unavailable there, 200 here · fidelity LK1$/m,
    );
    expect(stdout).toMatch(
      /^charges · Create a charge to refund · status: "failed" there, "successful" here · fidelity C26$/m,
    );
    expect(stdout).toMatch(/^refunds · Retrieve the refund · not compared: there: it has no refund$/m);
  });

  it('stops if the other side closes a connection, and reports what it compared', async () => {
    const other = await createSandbox(specified);
    const fault = { match: { route: 'GET /links/{id}' }, do: { disconnect: true }, times: 'always' };
    await setFault(other, { name: 'gone', on: 'api', ...fault });
    const ran = await parity(other, '--only', 'links', '--json');
    expect(reportOf(ran)).toMatchObject({ complete: false, resources: [{ resource: 'links', equal: 1 }] });
    expect([ran.code, ran.stderr]).toEqual([
      3,
      expect.stringMatching(/link_test_\w+\n.* does not answer GET /),
    ]);
  });

  it('asks only what a resource needs, and lists the objects that it made there', async () => {
    const other = await createSandbox(specified);
    const ran = await parity(other, '--only', 'refunds', '--json');
    const { resources, made } = reportOf(ran);
    expect(resources.map(({ resource }) => resource)).not.toContain('customers');
    expect(resources).toContainEqual(expect.objectContaining({ resource: 'refunds', different: 0 }));
    const { body } = await other.get('/refunds');
    const refunds = (body as { data: { id: string }[] }).data.map(({ id }) => id);
    expect(made.filter(({ object }) => object === 'refund').map(({ id }) => id)).toEqual(refunds);
    for (const id of refunds) expect(ran.stderr).toContain(id);
  });

  it('asks for checkout sessions on the host of the pages, or reports that it has no address', async () => {
    const other = await createSandbox(recorded);
    const asked = reportOf(await parity(other, '--only', 'checkout_sessions', '--json'));
    expect(asked).toMatchObject({ differences: [], not_compared: [] });
    expect(asked.made.map(({ object }) => object)).toEqual(['checkout_session', 'checkout_session']);
    const { settings } = other.gateway;
    const args = ['--against', settings.baseUrl, '--vault', settings.vaultUrl];
    const ran = await runCli(['parity', ...args, '--only', 'checkout_sessions', '--json'], keysOf(other));
    const { not_compared: skipped, made } = reportOf(ran);
    expect([ran.code, made]).toEqual([0, []]);
    expect(new Set(skipped.map(({ reason }) => reason))).toEqual(
      new Set(['there: it has no address of pages; add --pay']),
    );
    const folder = await runCli(['parity', ...args, '--pay', 'pages'], keysOf(other));
    expect([folder.code, folder.stderr]).toEqual([2, expect.stringContaining('--pay must be an http')]);
  });

  it('refuses keys that are not test keys before it connects', async () => {
    const { url, connections } = await listener();
    const env = keysOf(await createSandbox(specified));
    const wrong = [
      ['TOLLGATE_PARITY_SECRET_KEY', 'skey_5ys1x6s3ns4jchlw5du'],
      ['TOLLGATE_PARITY_SECRET_KEY', 'skey_live_5ys1x6s3ns4jchlw5du'],
      ['TOLLGATE_PARITY_SECRET_KEY', env['TOLLGATE_PARITY_PUBLIC_KEY'] ?? ''],
      ['TOLLGATE_PARITY_PUBLIC_KEY', 'pkey_5ys1x6s3ns4jchlw5du'],
      ['TOLLGATE_PARITY_PUBLIC_KEY', ''],
    ] as const;
    for (const [name, key] of wrong) {
      const ran = await runCli(['parity', '--against', url, '--vault', url], { ...env, [name]: key });
      expect([ran.code, ran.stdout, ran.stderr.split('\n')]).toEqual([
        2,
        '',
        [expect.stringMatching(/ test key|key_test_/), ''],
      ]);
      if (key) expect(ran.stderr).not.toContain(key);
    }
    const argument = await runCli(
      ['parity', '--against', url, '--vault', url, '--secret-key', 'skey_5ys1x6s3ns4jchlw5du'],
      env,
    );
    expect([argument.code, argument.stderr]).toEqual([2, expect.stringContaining('live keys are refused')]);
    expect(connections()).toBe(0);
  });

  it('does not follow redirects, and does not ask an account in live mode', async () => {
    const elsewhere = await listener();
    const redirecting = await listener((_req, res) => res.writeHead(302, { location: elsewhere.url }).end());
    const env = keysOf(await createSandbox(specified));
    const moved = await runCli(['parity', '--against', redirecting.url, '--vault', redirecting.url], env);
    expect([moved.code, moved.stderr]).toEqual([4, expect.stringContaining('refuses the secret key (302)')]);
    expect(elsewhere.connections()).toBe(0);
    const live = await listener((_req, res) =>
      res.setHeader('content-type', 'application/json').end('{"object":"account","livemode":true}'),
    );
    expect(await runCli(['parity', '--against', live.url, '--vault', live.url], env)).toMatchObject({
      code: 4,
      stderr: expect.stringContaining('test mode'),
    });
  });

  it.each([
    ['null', 'null'],
    ['fields that objects inherit', '{"constructor":1,"__proto__":{"a":1}}'],
    ['JSON that is nested deep', `${'['.repeat(200_000)}${']'.repeat(200_000)}`],
  ])('reports differences to a side that answers %s', async (_, body) => {
    const account = '{"object":"account","livemode":false,"country":"TH","currency":"THB"}';
    const odd = await listener(({ url }, res) =>
      res.setHeader('content-type', 'application/json').end(url === '/account' ? account : body),
    );
    const args = ['parity', '--against', odd.url, '--vault', odd.url, '--only', 'forex'];
    const { code, stdout, stderr } = await runCli(args, keysOf(await createSandbox(specified)));
    expect(stdout).toMatch(/^forex · .* fidelity /m);
    expect([code, stderr]).toEqual([1, '']);
  });

  it('reports what does not answer, unknown keys and wrong usage', async () => {
    const other = await createSandbox(specified);
    const env = keysOf(other);
    const url = `http://127.0.0.1:${await steadyPort()}`;
    const nowhere = ['--against', url, '--vault', url];
    expect(await runCli(['parity', ...nowhere], env)).toMatchObject({
      code: 3,
      stderr: `tollgate: ${url} does not answer GET /account (ECONNREFUSED)\n`,
    });
    const unknown = { ...env, TOLLGATE_PARITY_SECRET_KEY: 'skey_test_unknown' };
    expect((await runCli(['parity', ...addressesOf(other)], unknown)).code).toBe(4);
    const usages = [
      [[], '--against must name'],
      [['--against', folder], 'recording.json'],
      [['--against', other.gateway.settings.baseUrl], '--vault must be'],
      [['--against', 'ftp://127.0.0.1/', '--vault', 'http://127.0.0.1'], '--against must be'],
      [[...addressesOf(other), '--only', 'planets'], '--only planets: use some of account, '],
      [[...addressesOf(other), '--pause', 'soon'], '--pause must be'],
    ] as const;
    for (const [args, message] of usages)
      expect(await runCli(['parity', ...args], env)).toMatchObject({
        code: 2,
        stderr: expect.stringContaining(message),
      });
  });

  it.each([['{}'], ['[null]'], ['[{"name":"Retrieve the rate of USD"}]']])(
    'refuses a recording with the answers %s',
    async (answers) => {
      writeFileSync(join(folder, 'recording.json'), '{"country":"TH","currency":"THB"}');
      writeFileSync(join(folder, 'forex.json'), answers);
      const env = { TOLLGATE_CONTROL_URL: specified.settings.controlUrl };
      expect(await runCli(['parity', '--against', folder, '--only', 'forex'], env)).toMatchObject({
        code: 2,
        stdout: '',
        stderr: `tollgate: ${join(folder, 'forex.json')} is not a list of recorded answers\n`,
      });
    },
  );

  it('stops after a signal, lists what it made, and deletes its sandbox', async () => {
    const other = await createSandbox(specified);
    const running = startCli(['parity', ...addressesOf(other), '--pause', '50ms'], keysOf(other));
    await until(async () => (await other.total('/charges')) > 0, 'no charge is made');
    running.child.kill('SIGINT');
    const { code, stdout, stderr } = await running.ended();
    expect(code).toBe(130);
    expect(stderr).toMatch(/charge: chrg_test_[\s\S]*tollgate: ended by SIGINT\n$/);
    expect(stdout).toMatch(/^total +\d+/m);
    const { body } = await control(specified).get('/api/sandboxes');
    expect(
      (body as { data: { name: string }[] }).data.filter(({ name }) => name.startsWith('parity-')),
    ).toEqual([]);
  });
});
