import { createHash } from 'node:crypto';
import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import type request from 'supertest';
import { until } from '#platform/testing/until.js';
import { useOwnGateway } from './harness.js';
import { rawClient } from './raw-client.js';
import { control, createSandbox, type Sandbox } from './sandbox.js';
import { fileOf, linesOf, snapshotsOf, type Line } from './snapshots.js';

const MOST_FILES_OF_ONE = 4;
const MEBIBYTE = 1024 * 1024;
const IMPORT_MAX = 16 * MEBIBYTE;
/** The size of a file. */
const LARGE = MEBIBYTE / 2;
const gateway = useOwnGateway({ IMPORT_MAX: '16MiB' });
const guarded = useOwnGateway(() => ({
  DATABASE_URL: gateway.databaseUrl,
  CONTROL_TOKEN: 'a-token-that-nobody-guesses',
}));
let sandbox: Sandbox;
let header: Line;
let bundle: Line[];

beforeAll(async () => {
  sandbox = await createSandbox(gateway);
  const { id } = await sandbox.charge();
  const { body } = await control(gateway)
    .get(`/api/sandboxes/${sandbox.name}/bundle`)
    .query({ object: id })
    .buffer(true)
    .parse((res, done) => {
      const chunks: Buffer[] = [];
      res.on('data', (chunk: Buffer) => chunks.push(chunk));
      res.on('end', () => done(null, Buffer.concat(chunks).toString()));
    });
  bundle = linesOf(body as string);
  header = bundle[0] ?? {};
});

/** A file with these lines between header and trailer. */
function fileWith(lines: readonly string[], first: Line = header): string {
  const text = [JSON.stringify(first), ...lines].map((line) => `${line}\n`).join('');
  const sha256 = createHash('sha256').update(text).digest('hex');
  return `${text}${JSON.stringify({ rows: lines.length, orders: 1, sha256 })}\n`;
}

const deep = (levels: number): object =>
  Array.from({ length: levels }).reduce<object>((inner) => [inner], []);

describe('an imported file', () => {
  it.each<[string, () => string, string]>([
    [
      'an entry of a million objects',
      () => fileWith([`{"entry":[${'{},'.repeat(1_000_000)}{}]}`]),
      'line 2 of the file cannot be read: it is too long (maximum is 1048576 bytes)',
    ],
    [
      'a row that is as long as a document may be',
      () => fileWith([`{"table":"charge","description":"${'x'.repeat(2 * MEBIBYTE)}"}`]),
      'line 2 of the file cannot be read: it is too long (maximum is 1048576 bytes)',
    ],
    [
      'a row that pretends to be a document',
      () => fileWith([`{"table":"dispute_document","x":"${'x'.repeat(2 * MEBIBYTE)}","table":"charge"}`]),
      'line 2 of the file cannot be read: it must have one table',
    ],
    [
      'a row of too many values',
      () => fileWith([`{"table":"event","body":[${'{},'.repeat(200_000)}{}]}`]),
      'line 2 of the file cannot be read: it has more than 200000 values',
    ],
    [
      'a row that does not begin with its table',
      () => fileWith(['{"id":"chrg_test_60aaaaaaaaaaaaaaaa1","table":"charge"}']),
      'line 2 of the file cannot be read: it must begin with {"table": and a table of snapshots',
    ],
    [
      'an entry, but no bundle',
      () => fileWith(['{"entry":{}}'], { ...header, bundle: undefined }),
      'line 2 of the file cannot be read: it must begin with {"table": and a table of snapshots',
    ],
    [
      'more entries than a bundle',
      () => fileWith(Array.from({ length: 1_001 }, () => '{"entry":{}}')),
      'a bundle has at most 1000 timeline entries and 10000 rows',
    ],
    [
      'more rows than a bundle',
      () => fileWith(Array.from({ length: 10_001 }, () => '{}')),
      'a bundle has at most 1000 timeline entries and 10000 rows',
    ],
    [
      'a line without an end',
      () => `${JSON.stringify(header)}\n${'a'.repeat(4 * MEBIBYTE)}`,
      'line 2 of the file cannot be read: it is too long (maximum is 1048576 bytes)',
    ],
    [
      'a header that is nested deep',
      () => fileWith([], { ...header, bundle: { ...(header['bundle'] as object), x: deep(40) } }),
      'line 1 of the file cannot be read: it is nested more than 32 levels deep',
    ],
    [
      'a list for the ID of its object',
      () => fileWith([], { ...header, bundle: { object: ['chrg_test_60aaaaaaaaaaaaaaaa1'] } }),
      'the file cannot be imported: bundle must have the ID of an object',
    ],
  ])('is rejected with %s', async (_, file, message) => {
    for (const query of [{}, { new_ids: true }]) {
      const { status, body } = await snapshotsOf(sandbox).import(file(), query);
      expect([status, body]).toEqual([400, expect.objectContaining({ code: 'bad_request', message })]);
    }
  });

  it('gets new ids in the header of a bundle for its object alone', async () => {
    const first = { ...header, bundle: { ...(header['bundle'] as object), x: deep(25) } };
    const other = await createSandbox(gateway);
    const { body } = await snapshotsOf(other)
      .import(fileOf([first, ...bundle.slice(1)]))
      .expect(200);
    const { object_id: id } = body as { object_id: string };
    expect((await other.get(`/charges/${id}`)).status).toBe(200);
  });
});

describe('concurrent imports', () => {
  let sockets: Socket[] = [];
  let server: Server;
  const requests: IncomingMessage[] = [];
  const see = (req: IncomingMessage): void => void (req.url?.includes('import') && requests.push(req));

  beforeAll(() => {
    server = gateway.tollgate.control.getHttpServer();
    server.on('request', see);
  });
  beforeEach(() => requests.splice(0));
  afterEach(() => {
    for (const socket of sockets) socket.destroy();
  });
  afterAll(() => server.off('request', see));

  /** Sends the beginning of files, and resolves when `size` bytes of each have come. */
  async function begin(count: number, size: number, { name }: Sandbox): Promise<void> {
    sockets = Array.from({ length: count }, () => {
      const { socket } = rawClient(gateway.settings.controlPort);
      socket.write(
        `POST /api/sandboxes/${name}/import HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-ndjson\r\nContent-Length: ${2 * IMPORT_MAX}\r\n\r\n`,
      );
      socket.write(Buffer.alloc(size));
      return socket;
    });
    await until(
      () =>
        requests.filter(({ readableDidRead, socket }) => readableDidRead && socket.bytesRead > size)
          .length === count,
      `not ${count} imports are read`,
    );
  }
  const importInto = async (into: Sandbox): Promise<request.Response> =>
    snapshotsOf(into).import(fileWith([`{"entry":"${'x'.repeat(LARGE)}"}`]));

  it('that are received slowly do not delay others', async () => {
    await begin(3 * MOST_FILES_OF_ONE, 1, sandbox);
    expect((await importInto(sandbox)).status).toBe(400);
  });

  it('of one sandbox take the room of four files; a further one gets 503, and those of others succeed', async () => {
    await begin(MOST_FILES_OF_ONE, IMPORT_MAX - LARGE / 8, sandbox);
    const { status, body, headers } = await importInto(sandbox);
    expect([status, headers['retry-after'], body]).toEqual([
      503,
      '1',
      expect.objectContaining({ message: 'too many concurrent imports; retry' }),
    ]);
    expect((await importInto(await createSandbox(gateway))).status).toBe(400);
    sockets[0]?.destroy();
    await until(
      async () => (await importInto(sandbox)).status === 400,
      'the bytes of an ended import are not free',
    );
  });
});

async function inboxPath(): Promise<string> {
  const path = `/api/sandboxes/${sandbox.name}/inbox/${sandbox.name}`;
  const { body } = await control(gateway).put(path).expect(200);
  return new URL((body as { url: string }).url).pathname;
}

describe('a body that is too large', () => {
  it.each([
    ['an import', () => `/api/sandboxes/${sandbox.name}/import`, 'the file is too large'],
    ['a request to an inbox', inboxPath, 'body_too_large'],
  ])('of %s is answered while it is sent, and cut off some seconds later', async (_, path, message) => {
    const { socket, text } = rawClient(gateway.settings.controlPort);
    socket.write(`POST ${await path()} HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${2 ** 40}\r\n\r\n`);
    const piece = Buffer.alloc(MEBIBYTE, 'x');
    const sending = setInterval(() => (socket.writableNeedDrain ? undefined : socket.write(piece)), 10);
    await until(() => text().includes(message), text);
    const sent = socket.bytesWritten;
    await until(() => socket.bytesWritten > sent + MEBIBYTE, 'the rest is not received');
    await until(() => socket.destroyed, 'the connection is not cut');
    clearInterval(sending);
  });
});

describe('a seed', () => {
  const large = (form: object): request.Test =>
    control(gateway)
      .post('/api/sandboxes')
      .type('json')
      .send(JSON.stringify(form) + ' '.repeat(MEBIBYTE));

  it('is rejected with many other parameters', async () => {
    const { status, body } = await control(gateway)
      .post('/api/sandboxes')
      .type('json')
      .send(`{"name":"wide","seed":[${'{},'.repeat(40_000)}{}]}`);
    expect([status, body]).toEqual([
      400,
      expect.objectContaining({ message: 'the body has too many parameters' }),
    ]);
  });

  it('is rejected with more than 4 MiB', async () => {
    const { status, body } = await large({ seed: 'x'.repeat(3 * MEBIBYTE) });
    expect([status, body]).toEqual([400, expect.objectContaining({ message: 'the body is too large' })]);
  });

  it('of a caller without the token is rejected before its body is received', async () => {
    const { socket, text } = rawClient(guarded.settings.controlPort);
    socket.write(
      `POST /api/sandboxes HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${MEBIBYTE}\r\n\r\n{`,
    );
    await until(() => text().includes('authentication_failure'), text);
    socket.destroy();
  });
});
