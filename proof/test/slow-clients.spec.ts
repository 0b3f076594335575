import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { useOwnGateway } from '../../apps/tollgate/test/harness.js';
import type { Merchant } from '../../apps/tollgate/test/merchant.js';
import { rawClient, type RawClient } from '../../apps/tollgate/test/raw-client.js';
import { until } from '../../libs/platform/testing/until.js';

/** Few enough that slow clients would use them up if they were counted. */
const MOST_IN_PROGRESS = 40;
const SLOW_CLIENTS = 50;
/** The server's time-outs: long while others are served, so that no client is disconnected, then short. */
const LONG = {
  headersTimeout: 600_000,
  requestTimeout: 600_000,
  keepAliveTimeout: 600_000,
  timeout: 600_000,
};
const SHORT = { headersTimeout: 200, requestTimeout: 300, keepAliveTimeout: 100, timeout: 600_000 };
/** Interval of checks. */
const LOOK_MS = 50;

const gateway = useOwnGateway({ MAX_REQUESTS_IN_PROGRESS: String(MOST_IN_PROGRESS) });
let merchant: Merchant;
let server: Server;
/** Its real time-outs. */
let own: typeof LONG;
/** The server's ends of connections. */
let accepted: Socket[] = [];
let open: RawClient[] = [];

beforeAll(async () => {
  merchant = await gateway.account();
  server = gateway.tollgate.api.getHttpServer();
  const { headersTimeout, requestTimeout, keepAliveTimeout, timeout } = server;
  own = { headersTimeout, requestTimeout, keepAliveTimeout, timeout };
  server.on('connection', (socket: Socket) => accepted.push(socket));
});

afterEach(() => {
  for (const { socket } of open) socket.destroy();
  [open, accepted] = [[], []];
});

function clients(count: number): RawClient[] {
  const some = Array.from({ length: count }, () => rawClient(gateway.settings.apiPort));
  open.push(...some);
  return some;
}

/** Sends it a letter at a time, for as long as the other side listens. */
function drip({ socket }: RawClient, letter: string): void {
  const timer = setInterval(() => socket.write(letter), 50);
  socket.once('close', () => clearInterval(timer));
}

/** Node reads these limits when it looks; how often it looks, it reads when it begins to listen. */
function limit(limits: typeof LONG): void {
  Object.assign(server, limits, { connectionsCheckingInterval: LOOK_MS });
  server.emit('listening');
}

async function expectService(): Promise<void> {
  for (let count = 0; count < 3; count += 1) {
    const { id } = await merchant.charge();
    expect((await merchant.get(`/charges/${id}`)).status).toBe(200);
  }
}

async function expectEnd(of: readonly RawClient[]): Promise<void> {
  await Promise.all(of.map(({ closed }) => closed()));
  limit(LONG);
  await expectService();
}

const HEAD = 'POST /charges HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n';
const IN_VAIN = '"message":"the request took too long to arrive"';

describe('an API', () => {
  it('has the client time-outs in docs/operations/limits.md', () => {
    expect(own).toEqual({
      headersTimeout: 10_000,
      requestTimeout: 30_000,
      keepAliveTimeout: 65_000,
      timeout: 60_000,
    });
  });
});

describe('slow clients, ended with an error while others are served:', () => {
  beforeEach(() => limit(LONG));

  it.each<[string, (slow: RawClient) => void]>([
    ['headers never end', ({ socket }) => socket.write(HEAD)],
    ['headers come a letter at a time', (slow) => slow.socket.write(`${HEAD}X: `) && drip(slow, 'x')],
    ['a body never ends', ({ socket }) => socket.write(`${HEAD}Content-Length: 100\r\n\r\n{"amount"`)],
    [
      'a body comes a letter at a time',
      (slow) => slow.socket.write(`${HEAD}Content-Length: 1000000\r\n\r\n`) && drip(slow, ' '),
    ],
    [
      'a body of chunks never ends',
      ({ socket }) => socket.write(`${HEAD}Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n`),
    ],
  ])('%s', async (_, begin) => {
    const slow = clients(SLOW_CLIENTS);
    for (const one of slow) begin(one);
    await expectService();
    expect(slow.filter(({ socket }) => socket.closed)).toEqual([]);
    limit(SHORT);
    await expectEnd(slow);
    for (const one of slow) expect(one.text()).toContain(IN_VAIN);
  });
});

describe('idle clients, while others are served:', () => {
  beforeEach(() => limit(LONG));

  it('a thousand connections are idle, and unused ones are closed', async () => {
    const silent = clients(900);
    const finished = clients(100);
    const ask = (): void =>
      finished.forEach(({ socket }) => socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n'));
    ask();
    await until(
      () => finished.every(({ text }) => text().endsWith('{"status":"ok"}')),
      'not everybody is answered who asks',
    );
    await expectService();
    expect([...silent, ...finished].filter(({ socket }) => socket.closed)).toEqual([]);
    limit(SHORT);
    // Its time is set when it becomes idle.
    ask();
    await expectEnd([...silent, ...finished]);
  });

  it('many answers are not read, and their connections are closed', async () => {
    // Together more than the system keeps for a reader that does not read.
    const boost = {
      amount: 2000,
      currency: 'MYR',
      source: { type: 'boost' },
      return_uri: 'https://shop.example/return',
    };
    const long = { ...boost, metadata: { long: '長'.repeat(14_000) } };
    for (let count = 0; count < 35; count += 1)
      expect((await merchant.post('/charges', long).type('json')).status).toBe(200);
    const authorization = `Authorization: Basic ${Buffer.from(`${merchant.key('secret')}:`).toString('base64')}`;
    const lists = `GET /charges?limit=100 HTTP/1.1\r\nHost: x\r\n${authorization}\r\n\r\n`.repeat(4);
    // Answered long before they are sent, and more of them than may be in progress.
    const short = 'GET /account HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(MOST_IN_PROGRESS);
    accepted = [];
    const unread = clients(4);
    for (const { socket } of unread) socket.pause().write(lists + short);
    const areFull = (): boolean =>
      accepted.length === unread.length && accepted.every(({ writableNeedDrain }) => writableNeedDrain);
    await until(areFull, 'the system buffers all responses of clients that do not read');
    const ends = [...accepted];
    await until(
      async () => (await merchant.get('/account')).status === 200,
      'who does not read keeps others out',
    );
    expect(ends.map(({ destroyed }) => destroyed)).toEqual(unread.map(() => false));
    // As if nothing had moved for a minute.
    for (const socket of ends) socket.setTimeout(LOOK_MS);
    await until(
      () => ends.every(({ destroyed }) => destroyed),
      'connections on which nobody reads are not ended',
    );
    await expectService();
  });
});
