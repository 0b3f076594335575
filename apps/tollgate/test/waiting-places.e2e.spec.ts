import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import request from 'supertest';
import { until } from '#platform/testing/until.js';
import { CONTROL_OPERATIONS } from '#pages/openapi/generated/operations.js';
import { failureOf, setFault } from './faults.js';
import { useOwnGateway } from './harness.js';
import { rawClient } from './raw-client.js';
import { control, createSandbox, type Sandbox } from './sandbox.js';

/** Of these requests in progress, one sandbox may have a tenth waiting. */
const MOST = 20;
const PLACES = MOST / 10;
const gateway = useOwnGateway({ MAX_REQUESTS_IN_PROGRESS: String(MOST) });
const CHARGE = {
  amount: 2000,
  currency: 'MYR',
  source: { type: 'boost' },
  return_uri: 'https://shop.example/return',
};
const SLOW = { on: 'api', match: { route: 'POST /charges' }, times: 'always', do: { delay: '60s' } };

interface ErrorBody {
  readonly code: string;
  readonly message: string;
}

/** The request of a client that may hang up. */
interface Held {
  readonly call: request.Test;
  readonly answer: Promise<request.Response | undefined>;
}

/** Begins requests, and resolves when the host works on them. */
async function begin(server: Server, count: number, call: () => request.Test): Promise<Held[]> {
  const held: Held[] = [];
  for (let index = 0; index < count; index += 1) {
    const comes = once(server, 'request') as Promise<[unknown, ServerResponse]>;
    const one = call();
    held.push({ call: one, answer: one.then((answer) => answer).catch(() => undefined) });
    await comes;
  }
  return held;
}

function hangUp(held: readonly Held[]): void {
  for (const { call } of held) call.abort();
}

const api = (): Server => gateway.tollgate.api.getHttpServer();
const host = (): Server => gateway.tollgate.control.getHttpServer();

async function expectFull(call: request.Test, message: RegExp): Promise<void> {
  const { status, body, headers } = await call;
  expect([status, headers['retry-after'], (body as ErrorBody).code]).toEqual([
    503,
    '1',
    'service_unavailable',
  ]);
  expect((body as ErrorBody).message).toMatch(message);
}

/** Sends the beginning of as many bodies as may be, and resolves when the host reads them. */
async function beginSlowly(
  server: Server,
  port: number,
  line: string,
  headers: readonly string[] = [],
): Promise<Socket[]> {
  const requests: IncomingMessage[] = [];
  const see = (req: IncomingMessage): void => void requests.push(req);
  server.on('request', see);
  const head = [`${line} HTTP/1.1`, 'Host: localhost', ...headers, 'Content-Length: 1000'];
  const sockets = Array.from({ length: PLACES }, () => {
    const { socket } = rawClient(port);
    socket.write(`${head.join('\r\n')}\r\n\r\n--x`);
    return socket;
  });
  const areRead = (): boolean => requests.filter(({ readableDidRead }) => readableDidRead).length === PLACES;
  await until(areRead, 'they are not received');
  server.off('request', see);
  return sockets;
}

let [sandbox, other] = [] as unknown as [Sandbox, Sandbox];

beforeEach(async () => {
  [sandbox, other] = [await createSandbox(gateway), await createSandbox(gateway)];
});

describe('requests delayed by a fault', () => {
  const FULL = /^faults already delay 2 requests of this sandbox; end some of them, or DELETE the fault/;

  /** As many as may be, which is known by the next being refused. */
  async function fill(): Promise<Held[]> {
    const held = await begin(api(), PLACES, () => sandbox.post('/charges', CHARGE));
    const fired = async (): Promise<number> => {
      const { body } = await control(gateway).get(`/api/sandboxes/${sandbox.name}/faults`);
      return (body as { data: { fired: number }[] }).data[0]?.fired ?? 0;
    };
    await until(async () => (await fired()) === PLACES, 'they are not delayed');
    return held;
  }

  it('are limited for each sandbox: beyond the limit, only that sandbox is rejected', async () => {
    await setFault(sandbox, SLOW);
    await setFault(other, { ...SLOW, do: { delay: '1ms' } });
    const held = await fill();
    await expectFull(sandbox.post('/charges', CHARGE), FULL);
    expect((await sandbox.get('/charges')).status).toBe(200);
    expect((await other.post('/charges', CHARGE)).status).toBe(200);
    hangUp(held);
  });

  it('beyond the limit are answered at once if their work is done', async () => {
    await setFault(sandbox, { ...SLOW, when: 'after' });
    const held = await begin(api(), PLACES, () => sandbox.post('/charges', CHARGE));
    await until(async () => (await sandbox.total('/charges')) === PLACES, 'they are not done');
    const { status, body } = await sandbox.post('/charges', CHARGE);
    expect([status, (body as { object: string }).object]).toEqual([200, 'charge']);
    expect(await sandbox.total('/charges')).toBe(PLACES + 1);
    hangUp(held);
  });

  it('continue at once when the fault is deleted', async () => {
    await setFault(sandbox, { ...SLOW, name: 'slow' });
    const held = await fill();
    await control(gateway).delete(`/api/sandboxes/${sandbox.name}/faults/slow`).expect(200);
    for (const { answer } of held) expect((await answer)?.status).toBe(200);
  });

  it('end when the sandbox is reset', async () => {
    await setFault(sandbox, SLOW);
    const held = await fill();
    await sandbox.reset();
    for (const { answer } of held) expect((await answer)?.status).toBe(503);
    expect(await sandbox.total('/charges')).toBe(0);
  });

  it('are delayed only while their connections last', async () => {
    await setFault(sandbox, SLOW);
    hangUp(await fill());
    await until(async () => (await sandbox.total('/charges')) === PLACES, 'what they ask for is not done');
    hangUp(await begin(api(), 1, () => sandbox.post('/charges', CHARGE)));
    await until(async () => (await sandbox.total('/charges')) === PLACES + 1, 'their places are not free');
  });

  it('release their places when their connections are cut', async () => {
    await setFault(sandbox, { on: 'api', times: 'always', do: { disconnect: true } });
    for (let call = 0; call <= MOST; call += 1)
      expect(await failureOf(sandbox.get('/charges'))).toBe('ECONNRESET');
    expect((await other.get('/charges')).status).toBe(200);
  });
});

describe('waiting requests', () => {
  const FULL = /^2 requests of this sandbox are already waiting; end unused waits and streams/;
  const events = (of: Sandbox, query: object): request.Test =>
    control(gateway).get(`/api/sandboxes/${of.name}/events`).query(query);
  const waiting =
    (of: Sandbox): (() => request.Test) =>
    () =>
      events(of, { wait: '60s', key: 'charge.complete' });

  /**
   * As many as may be, which is known by a further one being refused. That one may have the place of one that
   * has just come, so that another follows.
   */
  async function fill(): Promise<Held[]> {
    const held: Held[] = [];
    const isFull = async (): Promise<boolean> => {
      if ((await events(sandbox, { wait: '1ms' })).status === 503) return true;
      held.push(...(await begin(host(), 1, waiting(sandbox))));
      return false;
    };
    await until(isFull, 'they do not wait');
    return held;
  }

  it('are limited for each sandbox; other sandboxes’ requests wait and are answered', async () => {
    const held = await fill();
    await expectFull(events(sandbox, { wait: '1s' }), FULL);
    await expectFull(control(gateway).get(`/api/sandboxes/${sandbox.name}/timeline/stream`), FULL);
    await expectFull(
      control(gateway).get(`/api/sandboxes/${sandbox.name}/events`).send({ wait: '1s' }),
      FULL,
    );
    expect((await events(sandbox, {})).status).toBe(200);
    const [theirs] = await begin(host(), 1, () => events(other, { wait: '60s' }));
    const { id } = await other.charge();
    expect(((await theirs?.answer)?.body as { data: object[] }).data).toMatchObject([{ object_id: id }]);
    hangUp(held);
  });

  it('release their places when they hang up, streams too', async () => {
    hangUp(await begin(host(), PLACES, waiting(sandbox)));
    const stream = (): request.Test => control(gateway).get(`/api/sandboxes/${sandbox.name}/timeline/stream`);
    const free = async (): Promise<boolean> => (await events(sandbox, { wait: '1ms' })).status === 200;
    await until(free, 'the places of waits are not free');
    hangUp(await begin(host(), PLACES, stream));
    await until(free, 'the places of streams are not free');
  });

  it('are limited on every route that waits', async () => {
    const paths = Object.entries(CONTROL_OPERATIONS)
      .filter(([operation, { query }]) => operation.startsWith('GET ') && query.includes('wait'))
      .map(([operation]) => operation.replace('GET ', ''));
    expect(paths.length).toBeGreaterThanOrEqual(6);
    const held = await fill();
    for (const path of paths) {
      const asked = path.replace('{name}', sandbox.name).replaceAll(/\{\w+\}/g, 'any');
      const { status } = await control(gateway).get(asked).query({ wait: '1ms' });
      expect([path, status]).toEqual([path, 503]);
    }
    hangUp(held);
  });
});

it('delayed inbox answers are limited for each sandbox', async () => {
  const urlOf = async ({ name }: Sandbox, delay: string): Promise<string> => {
    const { body } = await control(gateway).put(`/api/sandboxes/${name}/inbox/shop`).send({ delay });
    return new URL((body as { url: string }).url).pathname;
  };
  const [slow, quick] = [await urlOf(sandbox, '2m'), await urlOf(other, '1ms')];
  const send = (path: string): request.Test => control(gateway).post(path).type('text/plain').send('hello');
  const held = await begin(host(), PLACES, () => send(slow));
  const kept = (): Promise<number> => gateway.database.inboxEntry.count();
  await until(async () => (await kept()) === PLACES, 'they are not received');
  await expectFull(send(slow), /^inboxes of this sandbox already delay 2 responses/);
  expect((await send(quick)).status).toBe(200);
  hangUp(held);
});

it('slow bodies for inboxes are limited for each sandbox', async () => {
  const pathOf = async ({ name }: Sandbox): Promise<string> => {
    const { body } = await control(gateway).put(`/api/sandboxes/${name}/inbox/shop`);
    return new URL((body as { url: string }).url).pathname;
  };
  const [path, theirs] = [await pathOf(sandbox), await pathOf(other)];
  const send = (to: string): request.Test => control(gateway).post(to).type('text/plain').send('hello');
  const slow = await beginSlowly(host(), gateway.settings.controlPort, `POST ${path}`);
  await expectFull(send(path), /^inboxes of this sandbox already receive 2 requests/);
  expect((await send(theirs)).status).toBe(200);
  for (const socket of slow) socket.destroy();
  await until(async () => (await send(path)).status === 200, 'their places are not free');
});

it('uploads are limited for each sandbox', async () => {
  const path = '/disputes/dspt_test_60aaaaaaaaaaaaaaaa1/documents';
  const upload = (of: Sandbox): request.Test =>
    request(gateway.settings.baseUrl)
      .post(path)
      .auth(of.secretKey, '')
      .attach('file', Buffer.alloc(1_000), 'a.png');
  const authorization = `Basic ${Buffer.from(`${sandbox.secretKey}:`).toString('base64')}`;
  const slow = await beginSlowly(api(), gateway.settings.apiPort, `POST ${path}`, [
    `Authorization: ${authorization}`,
    'Content-Type: multipart/form-data; boundary=x',
  ]);
  await expectFull(upload(sandbox), /^2 long changes of this sandbox are already in progress/);
  expect((await upload(other)).status).toBe(404);
  for (const socket of slow) socket.destroy();
  await until(async () => (await upload(sandbox)).status === 404, 'their places are not free');
});
