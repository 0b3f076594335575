import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { createServer as createListener, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { jest } from '@jest/globals';
import type { Clock } from '#platform/clock/clock.js';
import type { Settings } from '#platform/config/settings.js';
import { closeAll, holdTimeOuts, listenOnLoopback, turns } from '#platform/http/test/loopback.js';
import { within } from '#platform/testing/until.js';
import { attemptProblem } from './rules/attempt-problem.js';
import { ERROR_NAMES, WebhookSender, type SentAttempt } from './webhook-sender.js';

const OWN = {
  'Omise-Signature': 'a',
  'Omise-Signature-Timestamp': '1',
  'Tollgate-Time': '2026-01-31T08:15:00.000Z',
  'Tollgate-Epoch': '1',
  'Tollgate-Attempt': '1',
  'Tollgate-Trigger': 'schedule',
};
const TIMEOUT_MS = 15_000;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const newSender = (): WebhookSender =>
  new WebhookSender({} as Settings, { machineNow: () => new Date() } as Clock);

/** Collects garbage, and lets its finalizers run. */
async function collectAll(): Promise<void> {
  for (let time = 0; time < 3; time += 1) {
    collectGarbage();
    await turns(2);
  }
}

// Time-outs fire only when a spec moves the time.
beforeEach(holdTimeOuts);

afterEach(() => {
  jest.useRealTimers();
});

describe('an attempt at a silent receiver', () => {
  let silent: Server;
  let uri: string;

  beforeEach(async () => {
    silent = createServer(() => undefined);
    uri = `http://127.0.0.1:${await listenOnLoopback(silent)}`;
  });

  afterEach(() => closeAll(silent));

  /** An attempt that has reached the receiver. */
  async function send(
    sender: WebhookSender,
  ): Promise<{ attempt: Promise<SentAttempt>; hasEnded: () => boolean }> {
    const arrival = once(silent, 'request');
    let hasEnded = false;
    const attempt = sender.send(uri, '{}', OWN, TIMEOUT_MS).finally(() => (hasEnded = true));
    await within(arrival, 'the attempt does not arrive');
    return { attempt: within(attempt, 'the attempt does not end'), hasEnded: () => hasEnded };
  }

  it('ends at its time-out, despite garbage collection', async () => {
    const { attempt, hasEnded } = await send(newSender());
    jest.advanceTimersByTime(TIMEOUT_MS - 1);
    await collectAll();
    expect(hasEnded()).toBe(false);
    jest.advanceTimersByTime(1);
    expect(await attempt).toMatchObject({ status: null, error: 'timeout' });
  });

  it('ends when the sender aborts, as later attempts do at once', async () => {
    const sender = newSender();
    const { attempt } = await send(sender);
    await collectAll();
    sender.abort();
    expect(await attempt).toMatchObject({ error: 'interrupted' });
    expect(
      await within(sender.send(uri, '{}', OWN, TIMEOUT_MS), 'the later attempt does not end'),
    ).toMatchObject({ error: 'interrupted' });
  });
});

it('an attempt that hangs up sends the whole body, and ends before the response', async () => {
  const body = JSON.stringify({ description: 'ท'.repeat(35_000) });
  const arrived: Promise<string>[] = [];
  const closed: Promise<unknown>[] = [];
  // Responds before it has read the body, which must not count.
  const receiver = createServer((req, res) => {
    res.writeHead(200).write('o');
    closed.push(once(req.socket, 'close'));
    arrived.push(text(req));
  });
  const sender = newSender();
  const uri = `http://127.0.0.1:${await listenOnLoopback(receiver)}`;
  const arrival = once(receiver, 'request');
  const attempt = sender.send(uri, body, OWN, TIMEOUT_MS, { hangsUp: true });
  expect(await within(attempt, 'the attempt does not end')).toMatchObject({ status: null, error: 'timeout' });
  await within(arrival, 'the attempt does not arrive');
  expect(await within(Promise.all(arrived), 'the body does not arrive')).toEqual([body]);
  await within(Promise.all(closed), 'the connection is not closed');
  closeAll(receiver);
});

describe('a webhook secret that the receiver shows', () => {
  const SECRET = Buffer.from('a webhook secret of a shop').toString('base64');
  const KEPT = 64 * 1024;

  it.each([
    ['early', 10],
    ['across the end of what is kept', KEPT - 10],
    ['where the response is no longer read', KEPT + 1_000],
  ])('is masked %s, also after masked texts', async (_, before) => {
    for (const shown of ['', '4242424242424242 '.repeat(500)]) {
      const receiver = createServer((req, res) => {
        const body = `${shown.padEnd(before, 'x')}${SECRET}`;
        req.resume().on('end', () => res.writeHead(500, { 'X-Why': SECRET }).end(body.padEnd(100_000, 'y')));
      });
      const sender = newSender();
      const uri = `http://127.0.0.1:${await listenOnLoopback(receiver)}`;
      const sent = sender.send(uri, '{}', OWN, TIMEOUT_MS, { secret: SECRET, keptBytes: KEPT });
      const { answerStart, answerHeaders } = await within(sent, 'the attempt does not end');
      expect(answerStart).not.toContain(SECRET.slice(0, 6));
      expect(answerStart?.length).toBeGreaterThan(40_000);
      expect(answerHeaders).toMatchObject({ 'x-why': '[masked]' });
      await sender.onApplicationShutdown();
      closeAll(receiver);
    }
  });
});

it.each(Object.values(ERROR_NAMES))('the error %s has a message', (error) => {
  expect(attemptProblem({ status: null, error })).not.toContain(error);
});

describe('an attempt at a receiver that does not speak HTTP', () => {
  it.each([
    ['a line of text', 'HELLO\r\n\r\n'],
    ['another protocol', 'SSH-2.0-OpenSSH_9.6\r\n'],
    ['a status that is no number', 'HTTP/1.1 ok\r\n\r\n'],
    ['a length that is no number', 'HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\n'],
    ['a header with a line break', 'HTTP/1.1 200 OK\r\nA: b\rc\r\n\r\n'],
  ])('records a named error: %s', async (_, bytes) => {
    const broken = createListener((socket) => void socket.on('error', () => undefined).end(bytes));
    const sender = newSender();
    const attempt = sender.send(`http://127.0.0.1:${await listenOnLoopback(broken)}`, '{}', OWN, TIMEOUT_MS);
    expect(await within(attempt, 'the attempt does not end')).toMatchObject({
      status: null,
      error: 'answer is not valid HTTP',
    });
    await sender.onApplicationShutdown();
    broken.close();
  });
});

describe('an attempt whose TLS handshake never ends', () => {
  // Accepts connections and sends no data.
  const accepted: Socket[] = [];
  const mute = createListener((socket) => accepted.push(socket));

  afterAll(() => {
    for (const socket of accepted) socket.destroy();
    mute.close();
  });

  it('ends when the sender aborts, and does not delay the shutdown', async () => {
    const sender = newSender();
    const arrival = once(mute, 'connection');
    const attempt = sender.send(`https://127.0.0.1:${await listenOnLoopback(mute)}`, '{}', OWN, TIMEOUT_MS);
    await within(arrival, 'the sender does not connect');
    sender.abort();
    expect(await within(attempt, 'the attempt does not end')).toMatchObject({ error: 'interrupted' });
    await within(sender.onApplicationShutdown(), 'the shutdown does not end');
  });
});
