import { Agent, type IncomingMessage, type Server } from 'node:http';
import type { Socket } from 'node:net';
import request from 'supertest';
import { until } from '#platform/testing/until.js';
import { useOwnGateway } from './harness.js';
import type { Merchant } from './merchant.js';
import { rawClient } from './raw-client.js';

const MEBIBYTE = 1024 * 1024;
const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
const MAX_FILES_OF_ONE = 8;
const MAX_FILE_BYTES = 5 * MEBIBYTE;

const gateway = useOwnGateway();
let merchant: Merchant;
let server: Server;
/** One connection, that is kept. */
let agent: Agent;
let connections: number;
/** Of uploads that have not ended. */
let sockets: Socket[] = [];

const countConnection = (): void => void (connections += 1);

beforeAll(() => {
  server = gateway.tollgate.api.getHttpServer();
  server.on('connection', countConnection);
});

beforeEach(async () => {
  merchant = await gateway.account();
  agent = new Agent({ keepAlive: true, maxSockets: 1 });
  connections = 0;
});

afterEach(() => {
  agent.destroy();
  for (const socket of sockets) socket.destroy();
  sockets = [];
});

/** A dispute of the shop's, which takes documents. */
async function disputeOf(shop: Merchant): Promise<string> {
  const { id } = await shop.cardCharge();
  return ((await shop.post(`/charges/${id}/disputes`)).body as { location: string }).location;
}

/** Sends the beginning of files, and resolves when `size` bytes of each have come. */
async function beginUploads(shop: Merchant, count: number, size: number): Promise<void> {
  const path = `${await disputeOf(shop)}/documents`;
  const uploads: IncomingMessage[] = [];
  const see = (upload: IncomingMessage): void => void uploads.push(upload);
  server.on('request', see);
  sockets = Array.from({ length: count }, () => beginUpload(path, shop, size));
  const haveCome = (): boolean =>
    uploads.filter(({ readableFlowing, socket }) => readableFlowing && socket.bytesRead > size).length ===
    count;
  await until(haveCome, () => `only ${uploads.length} uploads are read`);
  server.off('request', see);
}

function beginUpload(path: string, shop: Merchant, size: number): Socket {
  const authorization = `Authorization: Basic ${Buffer.from(`${shop.key('secret')}:`).toString('base64')}`;
  const head = `POST ${path} HTTP/1.1\r\nHost: x\r\n${authorization}\r\nContent-Type: multipart/form-data; boundary=x\r\n`;
  const part =
    '--x\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n';
  const { socket } = rawClient(gateway.settings.apiPort);
  socket.write(`${head}Content-Length: ${size + MEBIBYTE}\r\n\r\n${part}`);
  socket.write(Buffer.alloc(size));
  return socket;
}

type Shape = (call: request.Test) => request.Test;

function post(path: string, shape: Shape): request.Test {
  return shape(request(gateway.settings.baseUrl).post(path).agent(agent).auth(merchant.key('secret'), ''));
}

async function expectServed(): Promise<void> {
  const { status } = await request(gateway.settings.baseUrl)
    .get('/charges')
    .agent(agent)
    .auth(merchant.key('secret'), '');
  expect(status).toBe(200);
}

async function expectRefused(call: request.Test, message: string): Promise<void> {
  const { status, body } = await call;
  expect({ status, ...(body as object) }).toMatchObject({
    status: 400,
    object: 'error',
    code: 'bad_request',
    message,
  });
}

const deep = (levels: number): object => (levels === 0 ? {} : { a: deep(levels - 1) });
const fields = (count: number): string =>
  Array.from({ length: count }, (_, index) => `metadata[${index}]=1`).join('&');

describe('a request', () => {
  it.each<[string, Shape, string]>([
    [
      'a form of 100 KiB and more',
      (call) => call.type('form').send(`a=${'x'.repeat(100 * 1024)}`),
      'the body is too large',
    ],
    [
      'JSON of megabytes',
      (call) => call.type('json').send({ a: 'x'.repeat(5 * MEBIBYTE) }),
      'the body is too large',
    ],
    ['1,001 fields', (call) => call.type('form').send(fields(1_001)), 'the body has too many parameters'],
    [
      'a form that is nested too deep',
      (call) => call.type('form').send(`a${'[b]'.repeat(12)}=1`),
      'the parameters are nested too deep',
    ],
    [
      'JSON that is nested too deep',
      (call) => call.send(deep(12)),
      'parameters must not be nested more than 10 deep',
    ],
  ])('with %s is rejected, and the connection serves the next one', async (_, shape, message) => {
    await expectRefused(post('/charges', shape), message);
    await expectServed();
    expect(connections).toBe(1);
  });

  it('for a page of more than a hundred is rejected, and the connection serves the next one', async () => {
    const page = request(gateway.settings.baseUrl)
      .get('/charges?limit=101')
      .agent(agent)
      .auth(merchant.key('secret'), '');
    await expectRefused(page, 'limit must be a whole number from 1 to 100');
    await expectServed();
    expect(connections).toBe(1);
  });
});

describe('a text of the maximum length, accepted unless one character longer:', () => {
  const boost = {
    amount: 2000,
    currency: 'MYR',
    'source[type]': 'boost',
    return_uri: 'https://shop.example',
  };
  const addressOf = (length: number): string => 'https://shop.example/'.padEnd(length, 'x');

  it.each<[string, number, (length: number) => Promise<request.Response>]>([
    [
      'the description of a charge',
      1_000,
      (length) => merchant.post('/charges', { ...boost, description: 'x'.repeat(length) }),
    ],
    [
      'that of a charge which is changed',
      1_000,
      async (length) =>
        merchant.patch(`/charges/${(await merchant.charge()).id}`, { description: 'x'.repeat(length) }),
    ],
    [
      'that of a customer',
      1_000,
      (length) => merchant.post('/customers', { description: 'x'.repeat(length) }),
    ],
    [
      'where the customer goes back to',
      2_048,
      (length) => merchant.post('/charges', { ...boost, return_uri: addressOf(length) }),
    ],
    [
      'an address for the events of a charge',
      2_048,
      (length) => merchant.post('/charges', { ...boost, 'webhook_endpoints[]': addressOf(length) }),
    ],
    [
      'an address for all events',
      2_048,
      (length) => merchant.patch('/account', { webhook_uri: addressOf(length) }),
    ],
  ])('%s', async (_, most, send) => {
    expect((await send(most)).status).toBe(200);
    const { status, body } = await send(most + 1);
    expect({ status, ...(body as object) }).toMatchObject({ status: 400, object: 'error' });
  });
});

describe('headers that are too large', () => {
  it('are rejected, the connection is closed, and others continue', async () => {
    await expectServed();
    const kept = connections;
    const { socket, text, closed } = rawClient(gateway.settings.apiPort);
    socket.write(`GET /charges HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(17 * 1024)}\r\n\r\n`);
    await closed();
    expect(text()).toContain('"message":"the headers are too large"');
    await expectServed();
    expect(connections).toBe(kept + 1);
  });
});

describe('concurrent uploads', () => {
  const upload = async (shop: Merchant, size: number): Promise<request.Response> =>
    shop.upload(`${await disputeOf(shop)}/documents`, Buffer.concat([PNG, Buffer.alloc(size)]));

  it('that are slow do not delay others', async () => {
    await beginUploads(merchant, 3 * MAX_FILES_OF_ONE, 1_000);
    expect((await upload(merchant, MEBIBYTE)).status).toBe(200);
  });

  it('of one account take the memory of eight files; a further one gets 503, and those of others succeed', async () => {
    await beginUploads(merchant, MAX_FILES_OF_ONE, MAX_FILE_BYTES - 1_000);
    const { status, headers, body } = await upload(merchant, MEBIBYTE);
    expect([status, headers['retry-after'], body]).toEqual([
      503,
      '1',
      expect.objectContaining({ message: 'too many files are being uploaded; retry' }),
    ]);
    expect((await upload(await gateway.account(), MEBIBYTE)).status).toBe(200);
    sockets[0]?.destroy();
    await until(
      async () => (await upload(merchant, MEBIBYTE)).status === 200,
      'the memory of an ended upload is not free',
    );
  });
});

describe('an upload', () => {
  it.each<[string, Shape]>([
    [
      'a file of more than 5 MiB',
      (call) => call.attach('file', Buffer.concat([PNG, Buffer.alloc(5 * MEBIBYTE)]), 'a.png'),
    ],
    [
      'another part of more than 10 KiB',
      (call) => call.field('note', 'x'.repeat(11 * 1024)).attach('file', PNG, 'a.png'),
    ],
    [
      'more than twenty other parts',
      (call) =>
        Array.from({ length: 21 }, (_, index) => `note${index}`)
          .reduce((sum, name) => sum.field(name, 'x'), call)
          .attach('file', PNG),
    ],
  ])('with %s is rejected, and the next one is accepted', async (_, shape) => {
    const dispute = await disputeOf(merchant);
    const refused = await post(`${dispute}/documents`, shape);
    expect([refused.status, (refused.body as { code: string }).code]).toEqual([400, 'bad_request']);
    const taken = await post(`${dispute}/documents`, (call) => call.attach('file', PNG, 'a.png'));
    expect(taken.status).toBe(200);
  });
});
