import type { IncomingMessage } from 'node:http';
import request from 'supertest';
import { until } from '#platform/testing/until.js';
import { useOwnGateway } from './harness.js';
import { rawClient, type RawClient } from './raw-client.js';
import { control, createSandbox, type Sandbox } from './sandbox.js';

const MEBIBYTE = 1024 * 1024;
const clients: RawClient[] = [];
afterAll(() => {
  for (const { socket } of clients) socket.destroy();
});

const gateway = useOwnGateway({ CONTROL_TOKEN: 'a-token-that-nobody-guesses' });
const open = useOwnGateway(() => ({ DATABASE_URL: gateway.databaseUrl }));

interface Inbox {
  readonly url: string;
  readonly times: number | null;
}

interface List {
  readonly data: readonly {
    readonly id: string;
    readonly body: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly status: number;
  }[];
  readonly next: string;
  readonly previous: string | null;
  readonly gap: boolean;
  readonly reason: string | null;
}

async function put(sandbox: Sandbox, body: object = {}, name = 'shop'): Promise<Inbox> {
  const answer = await control(open).put(`/api/sandboxes/${sandbox.name}/inbox/${name}`).send(body);
  if (answer.status !== 200) throw new Error((answer.body as { message: string }).message);
  return answer.body as Inbox;
}

async function read(sandbox: Sandbox, query: object = {}): Promise<List> {
  const answer = await control(open).get(`/api/sandboxes/${sandbox.name}/inbox/shop`).query(query);
  if (answer.status !== 200) throw new Error((answer.body as { message: string }).message);
  return answer.body as List;
}

/** At the host that demands a token, which an inbox does not. */
const send = (
  url: string,
  body: string | Buffer = 'hello',
  headers: Record<string, string> = {},
): request.Test =>
  request(gateway.settings.controlUrl)
    .post(new URL(url).pathname)
    .set({ 'Content-Type': 'text/plain', ...headers })
    .send(body);

/** Sends `sent` bytes of a body of `size`, on a connection of its own. */
function begin(url: string, size: number, sent = size): RawClient {
  const client = rawClient(gateway.settings.controlPort);
  clients.push(client);
  client.socket.write(
    `POST ${new URL(url).pathname} HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${size}\r\n\r\n`,
  );
  client.socket.write('x'.repeat(sent));
  return client;
}

describe('an inbox', () => {
  it('receives the webhooks of its sandbox', async () => {
    const sandbox = await createSandbox(open);
    const { url } = await put(sandbox);
    expect(url).toMatch(new RegExp(`^${open.settings.controlUrl}/inbox/${sandbox.name}/[0-9a-f]{32}$`));
    await control(open).patch(`/api/sandboxes/${sandbox.name}`).send({ webhook_uri: url }).expect(200);
    const waiting = read(sandbox, { wait: '60s' });
    const { id } = await sandbox.charge();
    const [entry] = (await waiting).data;
    expect(JSON.parse(entry?.body ?? '')).toMatchObject({ object: 'event', data: { id } });
    expect(entry?.headers['omise-signature']).toMatch(/^[0-9a-f]{64}$/);
  });

  it('keeps what comes, from wherever, masked where it is a secret, without what cannot be stored', async () => {
    const sandbox = await createSandbox(open);
    const { url } = await put(sandbox);
    const headers = {
      Host: 'evil.example',
      Origin: 'https://evil.example',
      Authorization: 'Bearer no',
      Cookie: 'a=b',
      'Content-Type': 'image/png',
    };
    await send(url, Buffer.from([0, 255, 104, 105]), headers).expect(200);
    const { data } = await read(sandbox, { wait: '60s' });
    expect(data).toMatchObject([
      { body: '\ufffdhi', status: 200, headers: { authorization: '[masked]', cookie: '[masked]' } },
    ]);
  });

  it('answers as it was told, so often, and then 200', async () => {
    const sandbox = await createSandbox(open);
    const { url } = await put(sandbox, { status: 503, times: 2 });
    for (const status of [503, 503, 200, 200]) expect((await send(url)).status).toBe(status);
    // Committed entries are listed once older transactions of the server have ended.
    await until(async () => (await read(sandbox)).data.length === 4, 'not all is in the list');
    expect((await read(sandbox)).data.map(({ status }) => status)).toEqual([503, 503, 200, 200]);
    expect(await put(sandbox, { status: 410 })).toMatchObject({ url, status: 410, times: null });
    for (const status of [410, 410, 410]) expect((await send(url)).status).toBe(status);
  });

  it('takes as long as it was told', async () => {
    const sandbox = await createSandbox(open);
    const { url } = await put(sandbox, { delay: '2m' });
    let hasAnswered = false;
    const sent = send(url);
    sent.end(() => (hasAnswered = true));
    await until(async () => (await read(sandbox)).data.length === 1, 'nothing comes');
    expect(hasAnswered).toBe(false);
    sent.abort();
  });

  it('takes 1 MiB, and no more', async () => {
    const sandbox = await createSandbox(open);
    const { url } = await put(sandbox);
    await send(url, 'x'.repeat(1024 * 1024)).expect(200);
    const { status, body } = await send(url, 'x'.repeat(1024 * 1024 + 1));
    expect([status, (body as { code: string }).code]).toEqual([413, 'body_too_large']);
    expect((await read(sandbox, { wait: '60s' })).data).toHaveLength(1);
  });

  it('at an unknown address rejects a request before its body is received', async () => {
    const { url } = await put(await createSandbox(open));
    const { text } = begin(url.replace(/\w{32}$/, '0'.repeat(32)), 10, 1);
    await until(() => text().includes('404 Not Found'), text);
  });

  it('takes a body whose sender has closed its side of the connection', async () => {
    const sandbox = await createSandbox(open);
    const { url } = await put(sandbox);
    begin(url, MEBIBYTE).socket.end();
    expect((await read(sandbox, { wait: '60s' })).data.map(({ body }) => body.length)).toEqual([MEBIBYTE]);
  });

  it('receives 16 MiB at once; further bodies get 503, and those of others succeed', async () => {
    const [sandbox, other] = [await createSandbox(open), await createSandbox(open)];
    const [{ url }, { url: elsewhere }] = [await put(sandbox), await put(other)];
    const arrived: IncomingMessage[] = [];
    const server = gateway.tollgate.control.getHttpServer();
    const see = (req: IncomingMessage): void => void arrived.push(req);
    server.on('request', see);
    const senders = Array.from({ length: 16 }, () => begin(url, MEBIBYTE, MEBIBYTE - 1_000));
    const areReceived = (): boolean =>
      arrived.filter(({ socket }) => socket.bytesRead > MEBIBYTE - 1_000).length === senders.length;
    await until(areReceived, 'they are not received');
    server.off('request', see);
    const { status, body } = await send(url, 'x'.repeat(MEBIBYTE));
    expect([status, body]).toEqual([
      503,
      expect.objectContaining({ message: 'inboxes already receive too many large bodies; retry' }),
    ]);
    expect((await send(elsewhere, 'x'.repeat(MEBIBYTE))).status).toBe(200);
    for (const { socket } of senders) socket.destroy();
    await until(
      async () => (await send(url, 'x'.repeat(MEBIBYTE))).status === 200,
      'the memory of ended requests is not free',
    );
  });

  it('masks card numbers and secrets, and tells so', async () => {
    const sandbox = await createSandbox(open);
    const { url } = await put(sandbox);
    const signature = '4242424242424242'.repeat(4);
    const sent = `{"card":"4242 4242 4242 4242","key":"${sandbox.secretKey}"}`;
    await send(url, sent, { 'X-Card': '4242424242424242', 'Omise-Signature': signature }).expect(200);
    await send(url, '{"amount":2000}').expect(200);
    expect((await read(sandbox, { count: 2, wait: '60s' })).data).toMatchObject([
      {
        body: '{"card":"[card number]","key":"skey_[masked]"}',
        masked: true,
        headers: { 'x-card': '[card number]', 'omise-signature': signature },
      },
      { body: '{"amount":2000}', masked: false },
    ]);
  });

  it('keeps a thousand: the oldest goes, and a cursor says that something is missing', async () => {
    const sandbox = await createSandbox(open);
    const { url } = await put(sandbox);
    await send(url, 'first').expect(200);
    const { next } = await read(sandbox, { limit: 1, wait: '60s' });
    await gateway.database.$executeRaw`
      INSERT INTO inbox_entry (id, inbox_id, account_id, headers, body, status, at, machine_at)
      SELECT id || '-' || place, inbox_id, account_id, headers, body, status, at, machine_at FROM inbox_entry, generate_series(1, 1000) AS place
      WHERE account_id = ${await sandbox.accountId()}`;
    expect((await read(sandbox, { after: next })).gap).toBe(false);
    await send(url, 'last').expect(200);
    expect(await gateway.database.inboxEntry.count({ where: { accountId: await sandbox.accountId() } })).toBe(
      1_000,
    );
    expect((await read(sandbox, { after: '1' })).gap).toBe(true);
  });

  it('is read in pages of at most 8 MiB, whose cursors lead on, and a larger entry alone', async () => {
    const sandbox = await createSandbox(open);
    const { url } = await put(sandbox);
    await send(url, '').expect(200);
    const sizes = [3, 3, 3, 9, 1, 1];
    await gateway.database.$executeRaw`
      INSERT INTO inbox_entry (id, inbox_id, account_id, headers, body, status, at, machine_at)
      SELECT id || '-' || place, inbox_id, account_id, headers, repeat(chr(64 + place::int), size * 1024 * 1024), status, at, machine_at
      FROM inbox_entry, unnest(${sizes}::int[]) WITH ORDINALITY AS made (size, place) WHERE account_id = ${await sandbox.accountId()}`;
    const lettersOf = ({ data }: List): string => data.map(({ body }) => body[0] ?? '0').join('');
    await until(
      async () => lettersOf(await read(sandbox, { before: 'end', limit: 1 })) === 'F',
      'not all is in the list',
    );
    const pages: string[] = [];
    for (let after = ''; pages.at(-1) !== '';) {
      // A caller who waits for more entries than the inbox stores gets the stored ones.
      const page = await read(sandbox, {
        limit: 100,
        ...(pages.length === 0 && { count: 7, wait: '60s' }),
        ...(after !== '' && { after }),
      });
      pages.push(lettersOf(page));
      after = page.next;
    }
    expect(pages).toEqual(['0AB', 'C', 'D', 'EF', '']);
    const backwards: string[] = [];
    for (let before: string | null = 'end'; before !== null;) {
      const page: List = await read(sandbox, { limit: 100, before });
      backwards.push(lettersOf(page));
      before = page.previous;
    }
    expect(backwards).toEqual(['EF', 'D', 'BC', '0A']);
  });

  it('is emptied by a reset, and keeps its address; it goes with its sandbox', async () => {
    const sandbox = await createSandbox(open);
    const { url } = await put(sandbox);
    await send(url, 'before').expect(200);
    await sandbox.reset();
    expect((await read(sandbox)).data).toEqual([]);
    await send(url, 'after').expect(200);
    expect((await read(sandbox, { wait: '60s' })).data.map(({ body }) => body)).toEqual(['after']);
    await sandbox.delete();
    expect((await send(url)).status).toBe(404);
  });

  it('is listed by name with what it holds and when the latest came, in both times', async () => {
    const [sandbox, other] = [await createSandbox(open), await createSandbox(open)];
    const list = async (): Promise<unknown> =>
      (await control(open).get(`/api/sandboxes/${sandbox.name}/inbox`).expect(200)).body;
    expect(await list()).toEqual({ object: 'list', data: [], next: null });
    await put(other);
    const shop = await put(sandbox, { status: 503, delay: '0s', times: 3 });
    const idle = await put(sandbox, {}, 'idle');
    await control(open).post(`/api/sandboxes/${sandbox.name}/clock/advance`).send({ by: '1d' }).expect(200);
    for (const body of ['one', 'two']) await send(shop.url, body).expect(503);
    const { data } = await read(sandbox, { count: 2, wait: '60s' });
    const last = data.at(-1) as { at?: string; machine_at?: string } | undefined;
    expect(last?.at).not.toBe(last?.machine_at);
    expect(await list()).toEqual({
      object: 'list',
      data: [
        { ...idle, received: 0, last_at: null, last_machine_at: null },
        { ...shop, times: 1, received: 2, last_at: last?.at, last_machine_at: last?.machine_at },
      ],
      next: null,
    });
    await sandbox.reset();
    expect(await list()).toMatchObject({
      data: [{ name: 'idle' }, { name: 'shop', received: 0, last_at: null }],
    });
  });

  it('of another sandbox, or of none, is not found', async () => {
    const [owner, stranger] = [await createSandbox(open), await createSandbox(open)];
    const { url } = await put(owner);
    await expect(read(stranger)).rejects.toThrow('inbox shop was not found');
    expect((await send(url.replace(owner.name, stranger.name))).status).toBe(404);
    expect((await send(url.replace(/\w{32}$/, '0'.repeat(32)))).status).toBe(404);
    expect((await read(owner)).data).toEqual([]);
  });

  it('says when nothing came', async () => {
    const sandbox = await createSandbox(open);
    await put(sandbox);
    expect(await read(sandbox, { wait: '50ms' })).toMatchObject({
      data: [],
      reason: '0 of 1 requests arrived at the inbox shop after the cursor',
    });
  });

  it.each([
    [{ status: 99 }, 'status must be a whole number from 200 to 599'],
    [{ status: '0xC8' }, 'status must be a whole number from 200 to 599'],
    [{ times: 0 }, 'times must be a whole number from 1 to 1000000'],
    [{ delay: '1h' }, 'delay must be from 0s to 2m'],
    [{ answer: 1 }, 'answer is not a parameter of this request; it accepts status, delay, times'],
  ])('is rejected with %j', async (body, message) => {
    await expect(put(await createSandbox(open), body)).rejects.toThrow(message);
  });

  it.each([['..%2fshop'], ['-shop'], ['a%20b'], ['x'.repeat(65)]])('is not called %s', async (name) => {
    const message =
      'inbox must be at most 64 letters a to z, digits, - and _, and begin with a letter or a digit';
    await expect(put(await createSandbox(open), {}, name)).rejects.toThrow(message);
  });
});
