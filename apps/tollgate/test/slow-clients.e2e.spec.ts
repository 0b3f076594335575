import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import request from 'supertest';
import { openGateway, type Gateway, type Merchant } from './harness.js';
import { rawClient, type RawClient } from './raw-client.js';
import { until } from './until.js';

/** Few enough that slow clients would use them up if they were counted. */
const MOST_IN_PROGRESS = 40;
const SLOW_CLIENTS = 50;
/** The server's own limits for this spec, and how often it looks. */
const SHORT = { headersTimeout: 800, requestTimeout: 1_200, keepAliveTimeout: 500, connectionsCheckingInterval: 50 };
const SHORT_SILENCE_MS = 3_000;

let gateway: Gateway;
let merchant: Merchant;
let server: Server;
const open: Socket[] = [];

beforeEach(async () => {
  gateway = await openGateway({ MAX_REQUESTS_IN_PROGRESS: String(MOST_IN_PROGRESS) });
  merchant = await gateway.account();
  server = gateway.tollgate.api.getHttpServer();
});

afterEach(async () => {
  for (const socket of open.splice(0)) socket.destroy();
  await gateway.close();
});

function client(): RawClient {
  const one = rawClient(gateway.settings.apiPort);
  open.push(one.socket);
  return one;
}

const clients = (count: number): RawClient[] => Array.from({ length: count }, client);

/** Sends it a letter at a time, for as long as the other side listens. */
function drip({ socket }: RawClient, letter: string): void {
  const timer = setInterval(() => socket.write(letter), 50);
  socket.once('close', () => clearInterval(timer));
}

/** Node reads these limits when it looks; how often it looks, it reads when it begins to listen. */
function shorten(): void {
  Object.assign(server, SHORT);
  server.emit('listening');
}

async function expectService(): Promise<void> {
  for (let count = 0; count < 3; count += 1) {
    const { id } = await merchant.charge();
    expect((await merchant.get(`/charges/${id}`)).status).toBe(200);
  }
}

const HEAD = 'POST /charges HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n';
const IN_VAIN = '"message":"the request took too long to arrive"';

describe('others are served, and who is slow is told so and ended, while', () => {
  it.each<[string, (slow: RawClient) => void]>([
    ['headers never end', ({ socket }) => socket.write(HEAD)],
    ['headers come a letter at a time', (slow) => drip(slow, slow.socket.bytesWritten < HEAD.length ? HEAD + 'X: ' : 'x')],
    ['a body never ends', ({ socket }) => socket.write(`${HEAD}Content-Length: 100\r\n\r\n{"amount"`)],
    ['a body comes a letter at a time', (slow) => slow.socket.write(`${HEAD}Content-Length: 100\r\n\r\n`) && drip(slow, ' ')],
    ['a body of chunks never ends', ({ socket }) => socket.write(`${HEAD}Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n`)],
  ])('%s', async (_, begin) => {
    const slow = clients(SLOW_CLIENTS);
    for (const one of slow) begin(one);
    await expectService();
    expect(slow.filter(({ socket }) => socket.closed)).toEqual([]);
    shorten();
    await Promise.all(slow.map(({ closed }) => closed));
    for (const one of slow) expect(one.text()).toContain(IN_VAIN);
    await expectService();
  });
});

describe('others are served while', () => {
  it('a thousand connections are idle, of which those that never ask and those that ask no more are ended', async () => {
    const silent = clients(900);
    const finished = clients(100);
    for (const { socket } of finished) socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
    await until(() => Promise.resolve(finished.every(({ text }) => text().endsWith('{"status":"ok"}'))));
    await expectService();
    expect([...silent, ...finished].filter(({ socket }) => socket.closed)).toEqual([]);
    shorten();
    // Its time is set when it becomes idle.
    for (const { socket } of finished) socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
    await Promise.all([...silent, ...finished].map(({ closed }) => closed));
    await expectService();
  });

  it('nobody reads the many answers that were asked for, and those connections are ended', async () => {
    server.timeout = SHORT_SILENCE_MS;
    // More than the system keeps for a reader that does not read.
    const create = (): Promise<unknown> => merchant.charge({ 'metadata[long]': 'x'.repeat(14_000) });
    for (let count = 0; count < 10; count += 1) await Promise.all(Array.from({ length: 10 }, create));
    const authorization = `Authorization: Basic ${Buffer.from(`${merchant.key('secret')}:`).toString('base64')}`;
    const long = `GET /charges?limit=100 HTTP/1.1\r\nHost: x\r\n${authorization}\r\n\r\n`.repeat(4);
    // Answered long before they are sent, and more of them than may be in progress.
    const short = 'GET /account HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(MOST_IN_PROGRESS);
    const unread = clients(4);
    const connections = async (): Promise<number> => new Promise((resolve) => server.getConnections((_, count) => resolve(count)));
    for (const { socket } of unread) socket.pause().write(long + short);
    await until(async () => (await merchant.get('/account')).status === 200);
    expect(await connections()).toBeGreaterThanOrEqual(unread.length);
    await until(async () => (await connections()) === 0);
    await expectService();
  });
});

describe('an API', () => {
  it('gives its clients the times that docs/operations.md says', () => {
    const { headersTimeout, requestTimeout, keepAliveTimeout, timeout } = server;
    expect([headersTimeout, requestTimeout, keepAliveTimeout, timeout]).toEqual([10_000, 30_000, 65_000, 60_000]);
  });

  it('is asked by whoever it has just ended, on a new connection', async () => {
    shorten();
    const [slow] = clients(1);
    slow?.socket.write(HEAD);
    await slow?.closed;
    expect((await request(gateway.settings.baseUrl).get('/healthz')).status).toBe(200);
  });
});
