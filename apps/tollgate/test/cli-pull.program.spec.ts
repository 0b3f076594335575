import { once } from 'node:events';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import request from 'supertest';
import { steadyPort } from '../../../proof/rig/ports.js';
import { runCli, type Ran } from './cli.js';
import { useOwnGateway } from './harness.js';
import { useReceiver } from './receiver.js';
import { control, createSandbox, type Sandbox } from './sandbox.js';
import { linesOf, readText, type Line } from './snapshots.js';

/** The Tollgate that has the charges, and the one that imports them. */
const there = useOwnGateway();
const here = useOwnGateway();
const receiver = useReceiver();
const FOLDER = mkdtempSync(join(tmpdir(), 'tollgate-pull-'));
const METADATA = { order: '1042', customer: 'Somchai' };
const LIVE_ID = 'chrg_60aaaaaaaaaaaaaaaa1';
const TEST_ID = 'chrg_test_60aaaaaaaaaaaaaaaa1';
const TEST_KEY = 'skey_test_60aaaaaaaaaaaaaaaa1';

/** Tables whose rows the API does not show, or not in full. */
const HIDDEN = new Set(['webhook_delivery', 'webhook_attempt', 'token', 'fault']);

const servers: Server[] = [];
afterAll(() => {
  for (const server of servers) server.close().closeAllConnections();
});

/** A server, and the number of its requests. */
async function serve(answer: RequestListener): Promise<{ url: string; asked: () => number }> {
  let asked = 0;
  const server = createServer((req, res) => {
    asked += 1;
    answer(req, res);
  }).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked: () => asked };
}

function cli(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Ran> {
  return runCli(args, { TOLLGATE_CONTROL_URL: here.settings.controlUrl, ...env });
}

/** Pulls into a file. */
async function pull(
  sandbox: Sandbox,
  id: string,
  ...args: string[]
): Promise<{ path: string; text: string }> {
  const path = join(FOLDER, `${id}.tollgate`);
  const from = ['--from', there.settings.baseUrl, '-o', path];
  const { code, stdout, stderr } = await cli(['pull', id, ...from, ...args], {
    TOLLGATE_PULL_SECRET_KEY: sandbox.secretKey,
  });
  expect({ code, stdout, stderr }).toEqual({
    code: 0,
    stdout: '',
    stderr: expect.stringMatching(/^Pulled chrg_test_\w+ with \d+ events?\.\n$/) as string,
  });
  return { path, text: readFileSync(path, 'utf8') };
}

async function save(sandbox: Sandbox, id: string): Promise<string> {
  const { text } = await control(there)
    .get(`/api/sandboxes/${sandbox.name}/bundle`)
    .query({ object: id })
    .buffer(true)
    .parse(readText)
    .expect(200);
  return text;
}

/** The rows of a file with what the API shows of them. */
function shownIn(text: string): Line[] {
  const rows = linesOf(text).filter(({ table }) => typeof table === 'string' && !HIDDEN.has(table));
  return rows.map((row) => {
    const columns = Object.entries(row)
      .filter(([name]) => name !== 'order')
      .map(([name, value]) => [name, shownValue(name, value)]);
    const shown = Object.fromEntries(columns) as Line;
    if ('version' in shown) shown['version'] = 'hidden';
    if (shown['table'] === 'event') Object.assign(shown, { request_id: 'hidden', trigger_id: 'hidden' });
    if (shown['table'] === 'card')
      Object.assign(shown, { attached_at: Boolean(shown['attached_at']), has_email: 'hidden' });
    return shown;
  });
}

/** Times to the second. */
function shownValue(name: string, value: unknown): unknown {
  return name.endsWith('_at') && typeof value === 'string' ? value.replace(/\.\d{3}Z$/, 'Z') : value;
}

interface Story {
  readonly sandbox: Sandbox;
  readonly id: string;
}

async function promptPay(sandbox: Sandbox): Promise<string> {
  const source = { type: 'promptpay', name: 'Somchai', email: 'somchai@example.com' };
  const form = { amount: 2000, currency: 'THB', source, metadata: METADATA, description: 'For Somchai' };
  const { id } = await sandbox.charge({
    ...form,
    return_uri: 'https://shop.example/orders?order=1042&email=a@b.example',
  });
  await sandbox.post(`/charges/${id}/mark_as_paid`).expect(200);
  return id;
}

async function refundedAndDisputed(sandbox: Sandbox): Promise<string> {
  const form = { card: await sandbox.token(), email: 'somchai@example.com', description: 'Somchai' };
  const { id: customer } = (await sandbox.post('/customers', form).expect(200)).body as { id: string };
  const charge = { amount: 100_000, currency: 'THB', customer, metadata: METADATA };
  const { id } = (await sandbox.post('/charges', charge).expect(200)).body as { id: string };
  for (const amount of [10_000, 20_000])
    await sandbox.post(`/charges/${id}/refunds`, { amount, metadata: { order: '1042' } }).expect(200);
  const { id: dispute } = (await sandbox.post(`/charges/${id}/disputes`).expect(200)).body as { id: string };
  await request(there.settings.baseUrl)
    .post(`/disputes/${dispute}/documents`)
    .auth(sandbox.secretKey, '')
    .attach('file', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), 'photo.png')
    .expect(200);
  return id;
}

async function voided(sandbox: Sandbox): Promise<string> {
  const { id } = await sandbox.cardCharge({ metadata: METADATA });
  await sandbox.post(`/charges/${id}/refunds`, { amount: 100_000 }).expect(200);
  return id;
}

const STORIES: [what: string, make: (sandbox: Sandbox) => Promise<string>][] = [
  ['a paid PromptPay charge', promptPay],
  ['a charge of a customer with refunds and a dispute', refundedAndDisputed],
  ['a voided card charge', voided],
  [
    'a card charge that waits for its capture',
    async (sandbox) => (await sandbox.cardCharge({ capture: false })).id,
  ],
  [
    'a partial capture',
    async (sandbox) => {
      const { id } = await sandbox.cardCharge({ capture: false, authorization_type: 'pre_auth' });
      await sandbox.post(`/charges/${id}/capture`, { capture_amount: 50_000 }).expect(200);
      return id;
    },
  ],
  [
    'a card charge that waits for its 3-D Secure',
    async (sandbox) => {
      const form = { authentication: '3DS', return_uri: 'https://shop.example/return' };
      return (await sandbox.cardCharge(form)).id;
    },
  ],
  ...(['won', 'lost'] as const).map((verdict): [string, (sandbox: Sandbox) => Promise<string>] => [
    `a charge whose dispute was ${verdict}`,
    async (sandbox) => {
      const { id } = await sandbox.cardCharge({ metadata: METADATA });
      const { body } = await sandbox.post(`/charges/${id}/disputes`).expect(200);
      const path = `/disputes/${(body as { id: string }).id}/close`;
      await sandbox.patch(path, { status: verdict }).expect(200);
      return id;
    },
  ]),
  [
    'a charge on a card of an unknown country',
    async (sandbox) => {
      const { id } = await sandbox.cardCharge();
      const accountId = await sandbox.accountId();
      await there.database.card.updateMany({ where: { accountId }, data: { country: '' } });
      return id;
    },
  ],
  ['a pending charge', async (sandbox) => (await sandbox.charge()).id],
  [
    'a charge that failed',
    async (sandbox) => {
      const { id } = await sandbox.charge();
      await sandbox.post(`/charges/${id}/mark_as_failed`).expect(200);
      return id;
    },
  ],
  [
    'a charge that expired',
    async (sandbox) => {
      const { id } = await sandbox.charge();
      await sandbox.post(`/charges/${id}/expire`).expect(200);
      return id;
    },
  ],
  [
    'an installment whose interest the merchant pays',
    async (sandbox) => {
      const source = { type: 'installment_kbank', installment_term: 6, zero_interest_installments: true };
      const { id } = await sandbox.charge({ amount: 500_000, currency: 'THB', source });
      await sandbox.post(`/charges/${id}/mark_as_paid`).expect(200);
      return id;
    },
  ],
];

async function begun(make: (sandbox: Sandbox) => Promise<string>): Promise<Story> {
  const sandbox = await createSandbox(there, { webhook_uri: receiver.uri });
  const id = await make(sandbox);
  await control(there).get(`/api/sandboxes/${sandbox.name}/idle`).query({ wait: '10s' }).expect(200);
  return { sandbox, id };
}

describe('tollgate pull', () => {
  it.each(STORIES)('makes the bundle that the other Tollgate saves of %s', async (_, make) => {
    const { sandbox, id } = await begun(make);
    const [pulled, saved] = [(await pull(sandbox, id)).text, await save(sandbox, id)];
    expect(shownIn(pulled)).toEqual(shownIn(saved));
    const [header, original] = [linesOf(pulled)[0], linesOf(saved)[0]];
    expect({ ...header, at: '' }).toEqual({ ...original, at: '' });
    const events = (text: string): unknown[] =>
      linesOf(text)
        .flatMap(({ entry }) => (entry ? [entry as Line] : []))
        .filter(({ kind }) => kind === 'event')
        .map(({ id: event, object_id: object, details }) => ({ event, object, details }));
    expect(events(pulled)).toEqual(events(saved));
    // The import of the console takes it.
    const copy = await createSandbox(here);
    const { body } = await control(here)
      .post(`/api/sandboxes/${copy.name}/import`)
      .type('application/x-ndjson')
      .send(pulled);
    expect(body).toMatchObject({ object_id: id });
    const { body: charge } = await sandbox.get(`/charges/${id}`).expect(200);
    const { body: imported } = await copy.get(`/charges/${id}`).expect(200);
    const { status, amount, net, fee_vat: vat, interest, refunded_amount: refunded } = charge as Line;
    expect(imported).toMatchObject({
      status,
      amount,
      net,
      fee_vat: vat,
      interest,
      refunded_amount: refunded,
    });
  });

  it('writes a bundle that is shown and replayed', async () => {
    const { sandbox, id } = await begun(promptPay);
    const { path } = await pull(sandbox, id);
    const shown = await cli(['bundle', 'show', path]);
    expect(shown.stderr).toBe(`${id}\n`);
    expect(shown.stdout).toMatch(
      new RegExp(`^\\d\\d:\\d\\d:\\d\\d\\.000 charge\\.create ${id}\n.* charge\\.complete ${id}\n$`),
    );
    const count = receiver.received.length;
    const replayed = await cli(['bundle', 'replay', path, '--to', receiver.uri, '--speed', '100']);
    expect(replayed.stdout).toMatch(/charge\.create +not sent → 200\n.*charge\.complete +not sent → 200\n/);
    expect(replayed.code).toBe(0);
    const sent = receiver.received
      .slice(count)
      .filter(({ event: { key } }) => key !== '')
      .map(({ event: { key, data } }) => [key, data.id, data['metadata']]);
    expect(sent).toEqual([
      ['charge.create', id, { order: '1042' }],
      ['charge.complete', id, { order: '1042' }],
    ]);
  });

  it('has no personal data unless it is wanted, and never a key', async () => {
    const { sandbox, id } = await begun(refundedAndDisputed);
    const { text } = await pull(sandbox, id);
    expect(text).not.toMatch(/somchai/i);
    expect(text).not.toContain('skey_');
    expect(text).toContain('"order":"1042"');
    const whole = await pull(sandbox, id, '--without-personal-data', 'false');
    expect(whole.text).toContain('somchai@example.com');
    expect(whole.text).not.toContain('skey_');
    expect((await cli(['bundle', 'show', whole.path])).stderr).toBe(`${id}, with personal data\n`);
  });

  it('prints the bundle without --output, and takes the key as an option', async () => {
    const { sandbox, id } = await begun(async (one) => (await one.charge()).id);
    const args = ['--from', there.settings.baseUrl, '--secret-key', sandbox.secretKey];
    const { code, stdout } = await cli(['pull', id, ...args]);
    expect(code).toBe(0);
    expect(linesOf(stdout)[0]).toMatchObject({ tollgate: 'snapshot', bundle: { object: id } });
  });

  it.each([
    [
      'a live key',
      [TEST_ID, '--secret-key', 'skey_60aaaaaaaaaaaaaaaa1'],
      'live keys are refused, and nothing was sent',
    ],
    [
      'a public key',
      [TEST_ID, '--secret-key', 'pkey_test_60aaaaaaaaaaaaaaaa1'],
      'the secret key does not begin with skey_test_',
    ],
    ['no key', [TEST_ID], 'set TOLLGATE_PULL_SECRET_KEY or --secret-key'],
    [
      'a live ID',
      [LIVE_ID, '--secret-key', TEST_KEY],
      `${LIVE_ID} is live; live IDs are refused, and nothing was sent`,
    ],
    [
      'another object',
      ['rfnd_test_60aaaaaaaaaaaaaaaa1', '--secret-key', TEST_KEY],
      'the ID must be that of a test charge',
    ],
    [
      'a wrong choice',
      [TEST_ID, '--secret-key', TEST_KEY, '--without-personal-data', 'no'],
      '--without-personal-data must be true or false',
    ],
  ])('refuses %s before anything is sent', async (_, args, message) => {
    const { url, asked } = await serve((_req, res) => res.end());
    const { code, stdout, stderr } = await cli(['pull', ...args, '--from', url]);
    expect({ code, stdout, asked: asked() }).toEqual({ code: 2, stdout: '', asked: 0 });
    expect(stderr).toContain(message);
    expect(stderr).not.toContain('skey_60');
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
  });

  it.each<[string, RequestListener, number, string]>([
    [
      'refuses the key',
      (_req, res) => void res.writeHead(401).end('{}'),
      4,
      'answered GET /account with 401',
    ],
    ['redirects', (_req, res) => void res.writeHead(302, { location: '/' }).end(), 1, 'with 302'],
    ['is no API', (_req, res) => void res.end('<html>'), 1, 'answered GET /account with 200'],
    [
      'is in live mode',
      (_req, res) => void res.writeHead(200, { 'content-type': 'application/json' }).end('{"livemode":true}'),
      4,
      'does not say that the account is in test mode',
    ],
    [
      'answers another object',
      ({ url }, res) =>
        void res
          .writeHead(200, { 'content-type': 'application/json' })
          .end(url === '/account' ? '{"livemode":false}' : `{"id":"${LIVE_ID}","livemode":true}`),
      4,
      `does not say that ${TEST_ID} is a charge in test mode`,
    ],
    [
      'answers an error with the key',
      (_req, res) =>
        void res
          .writeHead(500, { 'content-type': 'application/json' })
          .end(JSON.stringify({ message: `\u001b[31m no ${TEST_KEY}` })),
      1,
      'with 500: \ufffd[31m no skey_[masked]',
    ],
  ])('reports in one line that the other API %s', async (_, answer, code, message) => {
    const { url } = await serve(answer);
    const ran = await cli(['pull', TEST_ID, '--from', url, '--secret-key', TEST_KEY]);
    expect(ran.stderr).toContain(message);
    expect({ code: ran.code, stdout: ran.stdout }).toEqual({ code, stdout: '' });
    expect(ran.stderr.trimEnd().split('\n')).toHaveLength(1);
    expect(ran.stderr).not.toContain(TEST_KEY);
  });

  it('refuses answers that make no bundle', async () => {
    const { sandbox, id } = await begun(promptPay);
    const { url } = await serve((req, res) => {
      void fetch(`${there.settings.baseUrl}${req.url}`, {
        headers: { authorization: req.headers.authorization ?? '' },
      }).then(async (answer) => {
        const text = (await answer.text()).replaceAll('"promptpay"', '"a_new_method"');
        res.writeHead(answer.status, { 'content-type': 'application/json' }).end(text);
      });
    });
    const { code, stderr } = await cli(['pull', id, '--from', url, '--secret-key', sandbox.secretKey]);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^tollgate: the answers do not make a bundle: source\.type must be one of .*\n$/);
  });

  it('reports an unknown charge, an unreachable API, and a file that cannot be written', async () => {
    const { sandbox, id } = await begun(async (one) => (await one.charge()).id);
    const ask = (charge: string, from: string, ...args: string[]): Promise<Ran> =>
      cli(['pull', charge, '--from', from, '--secret-key', sandbox.secretKey, ...args]);
    const unknown = await ask(TEST_ID, there.settings.baseUrl);
    expect(unknown.code).toBe(1);
    expect(unknown.stderr).toContain(`answered GET /charges/${TEST_ID} with 404`);
    const nowhere = `http://127.0.0.1:${await steadyPort()}`;
    const away = await ask(id, nowhere);
    expect(away.code).toBe(3);
    expect(away.stderr).toContain(`${nowhere} does not answer GET /account (ECONNREFUSED)`);
    writeFileSync(join(FOLDER, 'file'), '');
    const unwritten = await ask(id, there.settings.baseUrl, '-o', join(FOLDER, 'file', 'a'));
    expect(unwritten.code).toBe(2);
    expect(unwritten.stderr).toContain('cannot write ');
  });
});
