import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import request from 'supertest';
import { useOwnGateway } from './harness.js';
import { actingClients, askTool, callTool, payAndReadWebhook } from './mcp-walk.js';
import { useReceiver } from './receiver.js';
import type { SandboxBody } from './sandbox.js';

const TOKEN = 'a-token-that-nobody-guesses';
const MAX_TOOLS = 12;
/** Four characters are about one token of a model. */
const MAX_DEFINITIONS = 4 * 4_000;

const gateway = useOwnGateway({ CONTROL_TOKEN: TOKEN });
const receiver = useReceiver();
const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };

const overHttp = (authorization: string): StreamableHTTPClientTransport =>
  new StreamableHTTPClientTransport(new URL('/mcp', gateway.settings.controlUrl), {
    requestInit: { headers: { authorization } },
  });

async function connect(authorization: string): Promise<Client> {
  const client = new Client({ name: 'spec', version: '1' });
  await client.connect(overHttp(authorization));
  return client;
}

const clientsOf = (sandbox: string): Promise<unknown[]> => actingClients(gateway, TOKEN, sandbox);

const post = (headers: Readonly<Record<string, string>>): request.Test =>
  request(gateway.settings.controlUrl)
    .post('/mcp')
    .set({ accept: 'application/json, text/event-stream', ...headers })
    .send(LIST);

const NO_DOTS = expect.stringContaining('. and .. are not allowed in a path') as string;

describe('the MCP server of the control host', () => {
  let client: Client;

  beforeAll(async () => (client = await connect(`Bearer ${TOKEN}`)));
  afterAll(() => client.close());

  it('lists few tools with short definitions, and says how to begin', async () => {
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name).sort()).toEqual([
      'act_as_customer',
      'add_fault',
      'advance_clock',
      'call_api',
      'explain_webhook',
      'read_docs',
      'report',
      'run_exam',
      'sandbox',
      'snapshot',
      'timeline',
      'wait_for',
    ]);
    expect(tools.length).toBeLessThanOrEqual(MAX_TOOLS);
    expect(JSON.stringify(tools).length).toBeLessThanOrEqual(MAX_DEFINITIONS);
    expect(client.getInstructions()).toContain('Begin with sandbox {"action":"create"}');
  });

  it('makes a charge, pays it and reads its webhook', async () => {
    const sandbox = await payAndReadWebhook(client, receiver);
    expect(await clientsOf(sandbox)).toEqual(['mcp', 'mcp']);
  });

  it('names the client of the protocol of 2026 in what it did', async () => {
    const named = new Client({ name: 'spec', version: '1' }, { versionNegotiation: { mode: 'auto' } });
    await named.connect(overHttp(`Bearer ${TOKEN}`));
    const sandbox = await payAndReadWebhook(named, receiver);
    expect(await clientsOf(sandbox)).toEqual(['mcp spec/1', 'mcp spec/1']);
    await named.close();
  });

  it('lets time pass, breaks a call, and saves and restores the state', async () => {
    const made = await callTool(client, 'sandbox', { action: 'create', name: 'mcp-1' });
    expect(made).toMatch(/^Sandbox mcp-1,/);
    const sandbox = 'mcp-1';
    const charge = {
      sandbox,
      method: 'POST',
      path: '/charges',
      parameters: { amount: 2000, currency: 'THB', source: { type: 'promptpay' } },
    };
    expect(await callTool(client, 'snapshot', { sandbox, action: 'save', name: 'empty' })).toBe(
      'Saved empty',
    );
    const { id } = JSON.parse(await callTool(client, 'call_api', charge)) as { id: string };
    const advanced = await callTool(client, 'advance_clock', { sandbox, by: '25h' });
    expect(advanced).toMatch(new RegExp(`^Advance done: [^]* expiry ${id}: expired$`, 'm'));
    const paid = await askTool(client, 'act_as_customer', { sandbox, charge: id, outcome: 'pay' });
    expect([paid.isError, paid.text]).toEqual([true, expect.stringMatching(/\(\w+\)$/)]);
    const waited = await askTool(client, 'wait_for', { sandbox, until: 'charge', object: id });
    expect(waited).toEqual({ isError: true, text: expect.stringContaining('is expired') as string });
    expect(
      await callTool(client, 'add_fault', {
        sandbox,
        name: 'busy',
        on: 'api',
        match: { route: 'POST /charges' },
        do: { status: 503 },
      }),
    ).toBe('Fault busy is set');
    const report = await callTool(client, 'report', { sandbox });
    expect(report).toMatch(/^\d+ checked \(\d+ %\), \d+ not checked, \d+ never met\n/);
    expect(report).toContain('never met: disputed: tollgate scenario run disputed');
    expect(await callTool(client, 'snapshot', { sandbox, action: 'list' })).toBe('empty');
    expect(await callTool(client, 'snapshot', { sandbox, action: 'restore', name: 'empty' })).toBe(
      'Restored empty',
    );
    const list = await callTool(client, 'call_api', { sandbox, method: 'GET', path: '/charges' });
    expect(JSON.parse(list)).toMatchObject({ object: 'list', total: 0 });
    expect(await callTool(client, 'sandbox', { action: 'reset', name: sandbox })).toMatch(/^Sandbox mcp-1,/);
  });

  it('says what an answer of the API is that is not JSON', async () => {
    const sandbox = 'mcp-file';
    await callTool(client, 'sandbox', { action: 'create', name: sandbox });
    const made = await callTool(client, 'call_api', {
      sandbox,
      method: 'POST',
      path: '/charges',
      parameters: { amount: 2000, currency: 'THB', source: { type: 'promptpay' } },
    });
    const { source } = JSON.parse(made) as {
      source: { scannable_code: { image: { download_uri: string } } };
    };
    const { pathname } = new URL(source.scannable_code.image.download_uri);
    const file = await callTool(client, 'call_api', { sandbox, method: 'GET', path: pathname });
    expect(file).toMatch(
      /^answered 200 with image\/svg\+xml.*, which is not JSON; its \d+ characters begin: <svg/,
    );
    expect(file.length).toBeLessThan(400);
  });

  it('waits for the payment of a charge', async () => {
    const sandbox = 'mcp-2';
    await callTool(client, 'sandbox', { action: 'create', name: sandbox });
    const charge = await callTool(client, 'call_api', {
      sandbox,
      method: 'POST',
      path: '/charges',
      parameters: { amount: 2000, currency: 'THB', source: { type: 'promptpay' } },
    });
    const { id } = JSON.parse(charge) as { id: string };
    const early = await askTool(client, 'wait_for', { sandbox, until: 'charge', object: id, seconds: 1 });
    expect(early).toEqual({ isError: true, text: `${id} is pending, and not successful` });
    const waiting = callTool(client, 'wait_for', { sandbox, until: 'charge', object: id, seconds: 50 });
    await callTool(client, 'act_as_customer', { sandbox, charge: id, outcome: 'refuse' });
    await expect(waiting).rejects.toThrow(`${id} is failed (payment_rejected`);
  });

  it('examines a shop that accepts forged webhooks', async () => {
    const sandbox = 'mcp-3';
    await callTool(client, 'sandbox', { action: 'create', name: sandbox });
    const refused = await askTool(client, 'run_exam', { sandbox });
    expect([refused.isError, refused.text]).toEqual([true, expect.stringContaining('receiver')]);
    const exam = await callTool(client, 'run_exam', {
      sandbox,
      receiver: receiver.uri,
      only: 'no-signature',
    });
    expect(exam).toMatch(/^exam_\w+ ended: \d+ passed, \d+ failed/);
    expect(exam).toMatch(/^failed no-signature: ./m);
  });

  it('reads the guides', async () => {
    expect(await callTool(client, 'read_docs', {})).toMatch(/^# Tollgate /);
    expect(await callTool(client, 'read_docs', { page: 'clients/node.md' })).toMatch(/^# Node\n/);
    for (const page of ['..', '../api/sandboxes/default', 'clients/../../package.json'])
      expect(await askTool(client, 'read_docs', { page })).toEqual({ isError: true, text: NO_DOTS });
    for (const path of ['/..', '/../../../default/reset', '/charges/%2e%2E/../account', '/..\\..'])
      expect(await askTool(client, 'call_api', { sandbox: 'default', method: 'GET', path })).toEqual({
        isError: true,
        text: NO_DOTS,
      });
    const missing = await askTool(client, 'read_docs', { page: 'package.json' });
    expect(missing).toEqual({ isError: true, text: expect.stringContaining('not found') as string });
  });

  it('refuses arguments that are not in the schema of a tool', async () => {
    const { isError, text } = await askTool(client, 'wait_for', { sandbox: 'default', until: 'tomorrow' });
    expect([isError, text]).toEqual([true, expect.stringContaining('until')]);
  });

  it('gives the key of a sandbox its own sandbox only', async () => {
    const { body } = await request(gateway.settings.controlUrl)
      .post('/api/sandboxes')
      .auth(TOKEN, { type: 'bearer' });
    const { name, test } = body as SandboxBody;
    const own = await connect(`Basic ${Buffer.from(`${test.secret_key}:`).toString('base64')}`);
    expect(await callTool(own, 'sandbox', { action: 'get', name: 'self' })).toMatch(`Sandbox ${name},`);
    expect((await askTool(own, 'sandbox', { action: 'create' })).text).toBe(
      "a sandbox's key has access to its own sandbox only (forbidden)",
    );
    expect((await askTool(own, 'timeline', { sandbox: 'default' })).isError).toBe(true);
    await own.close();
  });

  it('answers clients of the protocol of 2025', async () => {
    const { body, text } = await post({
      authorization: `Bearer ${TOKEN}`,
      'mcp-protocol-version': '2025-06-18',
    });
    expect(text || JSON.stringify(body)).toContain('act_as_customer');
  });

  it('has no sessions', async () => {
    const { status } = await request(gateway.settings.controlUrl)
      .get('/mcp')
      .auth(TOKEN, { type: 'bearer' })
      .set('accept', 'text/event-stream');
    expect(status).toBe(405);
  });

  it.each<[string, Record<string, string>, number]>([
    ['without a token', {}, 401],
    ['with a wrong token', { authorization: 'Bearer wrong' }, 401],
    ['of a page of another site', { authorization: `Bearer ${TOKEN}`, origin: 'https://evil.example' }, 403],
    ['of a page without an origin', { authorization: `Bearer ${TOKEN}`, origin: 'null' }, 403],
    ['by an unknown name', { host: 'evil.example' }, 421],
  ])('refuses a message %s', async (_, headers, status) => {
    expect((await post(headers)).status).toBe(status);
  });
});
