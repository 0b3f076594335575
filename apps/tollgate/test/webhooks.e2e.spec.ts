import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { steadyPort } from '../../../proof/rig/ports.js';
import { until, within } from '#platform/testing/until.js';
import { useOwnGateway } from './harness.js';
import type { Merchant } from './merchant.js';
import { openReceiver, useReceiver, type ReceivedWebhook, type Receiver } from './receiver.js';
import { createSandbox } from './sandbox.js';

const SECRET = Buffer.from('a secret of thirty-two bytes ....').toString('base64');
const HOUR_MS = 3_600_000;

/**
 * The waits between attempts are real ones: short for the first retries, long for the rest. No receiver is
 * too slow by chance.
 */
const gateway = useOwnGateway({
  WEBHOOK_SECRET: SECRET,
  WEBHOOK_RETRY_DELAYS: '50ms,100ms,1h,1h',
  WEBHOOK_TIMEOUT_MS: '120000',
});
const receiver = useReceiver();
let merchant: Merchant;

beforeEach(async () => {
  receiver.answer((_, response) => void response.end('ok'));
  merchant = await gateway.account({ webhookUri: receiver.uri });
});

const of = (id: string, key: string) => (webhook: ReceivedWebhook) =>
  webhook.event.data.id === id && webhook.event.key === key;
const receivedOf = (id: string): ReceivedWebhook[] =>
  receiver.received.filter(({ event }) => event.data.id === id);

/** The one delivery of the first event of a charge, with its attempts. */
async function deliveryOf(chargeId: string, { database } = gateway) {
  return database.webhookDelivery.findFirstOrThrow({
    where: { event: { objectId: chargeId } },
    orderBy: { id: 'asc' },
    include: { attempts: { orderBy: { number: 'asc' } } },
  });
}

type Delivery = Awaited<ReturnType<typeof deliveryOf>>;

/** The delivery, as soon as it is as it should be. */
async function deliveryThat(
  chargeId: string,
  what: string,
  isSo: (delivery: Delivery) => boolean,
  at = gateway,
): Promise<Delivery> {
  let delivery = await deliveryOf(chargeId, at);
  const complaint = (): string => `the delivery ${what} never: it is ${JSON.stringify(delivery)}`;
  await until(async () => isSo((delivery = await deliveryOf(chargeId, at))), complaint);
  return delivery;
}

const delivered = (chargeId: string): Promise<Delivery> =>
  deliveryThat(chargeId, 'arrives', ({ status }) => status === 'delivered');
const exhausted = (chargeId: string): Promise<Delivery> =>
  deliveryThat(chargeId, 'is given up', ({ status }) => status === 'exhausted');

/** The delivery after so many attempts, with none in progress. */
function attempted(chargeId: string, times: number, at = gateway): Promise<Delivery> {
  const isSo = ({ attempts, claimedUntil }: Delivery): boolean =>
    attempts.length >= times && claimedUntil === null;
  return deliveryThat(chargeId, `is attempted ${times} times`, isSo, at);
}

describe('a webhook', () => {
  it('contains the event, which is stored compact, signed over its bytes', async () => {
    const from = Math.floor(Date.now() / 1_000);
    const charge = await merchant.charge();
    const { text, headers, event } = await receiver.next(of(charge.id, 'charge.create'));
    // Exactly so: omise-woocommerce answers 400 to anything else (docs/fidelity.md W4).
    expect(headers['content-type']).toBe('application/json');
    const timestamp = String(headers['omise-signature-timestamp']);
    expect(Number(timestamp)).toBeGreaterThanOrEqual(from);
    expect(Number(timestamp)).toBeLessThanOrEqual(Date.now() / 1_000);
    const expected = createHmac('sha256', Buffer.from(SECRET, 'base64'))
      .update(`${timestamp}.${text}`)
      .digest('hex');
    expect(headers['omise-signature']).toBe(expected);
    expect(event.data).toEqual(charge);
    expect(text).toBe(JSON.stringify(event, null, 2));
    const stored = await gateway.database.event.findUniqueOrThrow({ where: { id: event.id } });
    expect(stored.body).toBe(JSON.stringify(event));

    await delivered(charge.id);
    const { body, text: answer } = await merchant.get(`/events/${event.id}`);
    expect(answer).toBe(JSON.stringify(body));
    const delivery = {
      object: 'webhook_delivery',
      uri: receiver.uri,
      status: 200,
      key: 'charge.create',
      error: null,
      payload: text,
    };
    const created_at = charge.created_at.replace('T', ' ').replace('Z', ' UTC');
    expect(body).toEqual({
      ...(JSON.parse(text) as object),
      webhook_deliveries: [expect.objectContaining({ ...delivery, created_at })],
    });
  });

  it('is signed in real time, and contains the account’s, if its clock was moved', async () => {
    const shop = await gateway.account({ webhookUri: receiver.uri });
    await shop.advance(3_650 * 24 * 3_600_000);
    const from = Math.floor(Date.now() / 1_000);
    const charge = await shop.charge();
    const { headers } = await receiver.next(of(charge.id, 'charge.create'));
    const signedAt = Number(headers['omise-signature-timestamp']);
    expect([signedAt >= from, signedAt <= Date.now() / 1_000]).toEqual([true, true]);
    expect(Date.parse(String(headers['tollgate-time']))).toBeGreaterThanOrEqual(
      Date.parse(charge.created_at),
    );
  });

  it('is sent for each step of a charge', async () => {
    const { id } = await merchant.charge({ capture: 'false' });
    await merchant.patch(`/charges/${id}`, { description: 'new' });
    await merchant.post(`/charges/${id}/mark_as_paid`);
    await merchant.post(`/charges/${id}/capture`);
    const other = await merchant.charge({ capture: 'false' });
    await merchant.post(`/charges/${other.id}/mark_as_paid`);
    await merchant.post(`/charges/${other.id}/reverse`);
    for (const key of ['charge.create', 'charge.update', 'charge.complete', 'charge.capture'])
      await receiver.next(of(id, key));
    const { event } = await receiver.next(of(other.id, 'charge.reverse'));
    expect(event.data).toMatchObject({ status: 'reversed', object: 'charge' });
  });

  it('is sent to the charge’s addresses as well', async () => {
    const [first, second] = [await openReceiver(), await openReceiver()];
    const { id } = await merchant.charge({ 'webhook_endpoints[]': [first.uri, second.uri] });
    await merchant.post(`/charges/${id}/mark_as_paid`);
    const all = await Promise.all(
      [receiver, first, second].map((target) => target.next(of(id, 'charge.complete'))),
    );
    expect(new Set(all.map(({ event }) => event.id)).size).toBe(1);
    expect(new Set(all.map(({ text }) => text)).size).toBe(1);
    await Promise.all([first.close(), second.close()]);
  });

  it('is sent to its own mode’s address only', async () => {
    const live = await openReceiver();
    await merchant.patch('/account', { webhook_uri: live.uri }, 'live');
    const [testCharge, liveCharge] = [await merchant.charge(), await merchant.charge({}, 'live')];
    await receiver.next(of(testCharge.id, 'charge.create'));
    await live.next(of(liveCharge.id, 'charge.create'));
    const addressesOf = async (objectId: string): Promise<string[]> =>
      (await gateway.database.webhookDelivery.findMany({ where: { event: { objectId } } })).map(
        ({ uri }) => uri,
      );
    expect([await addressesOf(testCharge.id), await addressesOf(liveCharge.id)]).toEqual([
      [receiver.uri],
      [live.uri],
    ]);
    await live.close();
  });

  it('is not created without an address', async () => {
    const silent = await gateway.account();
    const { id } = await silent.charge();
    const { body } = await silent.get(`/charges/${id}/events`);
    expect(body).toMatchObject({ total: 1, data: [{ key: 'charge.create', webhook_deliveries: [] }] });
  });
});

describe('a retried delivery', () => {
  it('repeats until success, with the same bytes, and records each attempt', async () => {
    receiver.answer(({ event }, response) => {
      response.statusCode = receivedOf(event.data.id).length < 3 ? 500 : 204;
      response.end('no');
    });
    const { id } = await merchant.charge();
    const { attempts, attemptCount, nextAttemptAt } = await delivered(id);
    expect(attempts.map(({ number, status }) => [number, status])).toEqual([
      [1, 500],
      [2, 500],
      [3, 204],
    ]);
    expect({ attemptCount, nextAttemptAt }).toEqual({ attemptCount: 3, nextAttemptAt: null });
    expect(attempts[0]).toMatchObject({ answerStart: 'no', error: null });
    expect(new Set(receivedOf(id).map(({ text }) => text)).size).toBe(1);
    const signatures = receivedOf(id).map(({ headers }) => `${headers['omise-signature'] as string}`);
    expect(signatures.every((signature) => /^[0-9a-f]{64}$/.test(signature))).toBe(true);
  });

  it.each([
    [
      'a redirect, which is not followed',
      (target: Receiver) =>
        target.answer((_, res) => void res.writeHead(302, { Location: target.uri }).end()),
      302,
      null,
    ],
    [
      'a dropped connection',
      (target: Receiver) => target.answer((_, res) => void res.destroy()),
      null,
      'connection closed',
    ],
  ])('follows %s', async (_, behave, status, error) => {
    behave(receiver);
    const { id } = await merchant.charge();
    const { attempts } = await attempted(id, 3);
    expect(attempts.map((attempt) => [attempt.status, attempt.error])).toEqual(
      Array(3).fill([status, error]),
    );

    receiver.answer((__, res) => void res.end());
    await merchant.advance(HOUR_MS + 5_000);
    expect((await delivered(id)).attempts).toHaveLength(4);
  });

  it('follows a refused connection, by the account’s clock', async () => {
    await merchant.patch('/account', { webhook_uri: `http://127.0.0.1:${await steadyPort()}/` });
    const { id } = await merchant.charge();
    const { attempts, nextAttemptAt } = await attempted(id, 3);
    expect(attempts.map(({ error }) => error)).toEqual(Array(3).fill('connection refused'));
    expect(Number(nextAttemptAt) - Number(attempts[2]?.startedAt)).toBeGreaterThanOrEqual(HOUR_MS);
    await merchant.advance(HOUR_MS + 5_000);
    expect((await attempted(id, 4)).attempts).toHaveLength(4);
  });

  it('never follows 410', async () => {
    receiver.answer((_, response) => void response.writeHead(410).end());
    const { id } = await merchant.charge();
    expect((await exhausted(id)).attempts).toHaveLength(1);
  });

  it('waits longer with Retry-After', async () => {
    receiver.answer((_, response) => void response.writeHead(503, { 'Retry-After': '120' }).end());
    const { id } = await merchant.charge();
    const { nextAttemptAt, attempts } = await attempted(id, 1);
    expect(Number(nextAttemptAt)).toBeGreaterThanOrEqual(Number(attempts[0]?.startedAt) + 120_000);
    expect(Number(nextAttemptAt)).toBeLessThanOrEqual(Date.now() + 120_000);
  });

  it('ends with the schedule', async () => {
    receiver.answer((_, response) => void response.writeHead(500).end());
    const { id } = await merchant.charge();
    await attempted(id, 3);
    for (const attempts of [4, 5]) {
      await merchant.advance(HOUR_MS + 5_000);
      await attempted(id, attempts);
    }
    await exhausted(id);
    await merchant.advance(100 * HOUR_MS);
    expect((await deliveryOf(id)).attempts).toHaveLength(5);
  });
});

describe('a response that does not come in time', () => {
  const impatient = useOwnGateway({ WEBHOOK_TIMEOUT_MS: '200', WEBHOOK_RETRY_DELAYS: '50ms,100ms,1h' });

  it('fails the attempt', async () => {
    receiver.answer(() => undefined);
    const { id } = await (await impatient.account({ webhookUri: receiver.uri })).charge();
    const { attempts } = await attempted(id, 3, impatient);
    expect(attempts.map(({ status, error }) => [status, error])).toEqual(Array(3).fill([null, 'timeout']));
  });
});

describe('a response with an endless body', () => {
  it('counts by its status', async () => {
    // On a slow machine the first attempts may be over before anything is answered.
    const settings = {
      webhook_uri: receiver.uri,
      webhook_timeout: '1s',
      webhook_retry_delays: Array<string>(10).fill('10ms'),
    };
    const sandbox = await createSandbox(gateway, settings);
    receiver.answer((_, response) => void response.writeHead(200).write('partly'));
    const { attempts } = await delivered((await sandbox.charge()).id);
    expect(attempts.at(-1)).toMatchObject({ status: 200, error: null, answerStart: 'partly' });
  });
});

it.each([200, 500])('a response %i is stored without the webhook secret', async (status) => {
  const hex = Buffer.from(SECRET, 'base64').toString('hex');
  receiver.answer(
    (_, response) => void response.writeHead(status, { 'X-Why': SECRET }).end(`<${SECRET} ${hex}>`),
  );
  const { id } = await merchant.charge();
  await receiver.next(of(id, 'charge.create'));
  const { attempts } = await deliveryThat(id, 'has an attempt', ({ attempts: made }) => made.length > 0);
  expect(attempts[0]).toMatchObject({
    status,
    answerStart: '<[masked] [masked]>',
    answerHeaders: { 'x-why': '[masked]' },
  });
});

describe('an oversized response', () => {
  const READ = 64 * 1024;

  it('is stored for 8 KiB if the attempt failed', async () => {
    receiver.answer((_, response) => void response.writeHead(500).end('x'.repeat(READ)));
    const { id } = await merchant.charge();
    await receiver.next(({ event }) => event.data.id === id);
    const where = { delivery: { event: { objectId: id } } };
    await until(
      async () => (await gateway.database.webhookAttempt.count({ where })) > 0,
      'no attempt is stored',
    );
    const attempt = await gateway.database.webhookAttempt.findFirstOrThrow({ where });
    expect(attempt).toMatchObject({ status: 500, answerStart: 'x'.repeat(8 * 1024) });
  });

  it('is cut after 64 KiB, its status counts, and 1 KiB of it is stored', async () => {
    const cut = new Promise<void>((resolve) =>
      receiver.answer((_, response) => {
        response
          .once('close', resolve)
          .writeHead(200)
          .write('x'.repeat(READ + 1));
      }),
    );
    const { id } = await merchant.charge();
    // By the time-out, which is two minutes, it would be later.
    await within(cut, 'the connection is not cut');
    expect((await delivered(id)).attempts).toMatchObject([
      { number: 1, status: 200, error: null, answerStart: 'x'.repeat(1_024) },
    ]);
  });

  it('does not include one of exactly 64 KiB: its connection is reused', async () => {
    const connections = new Set<unknown>();
    // However long it is from one webhook to the next, the connection is not given up.
    const server = createHttpServer({ keepAliveTimeout: 300_000 }, (req, res) => {
      connections.add(req.socket);
      req.resume().on('end', () => res.end('x'.repeat(READ)));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const shop = await gateway.account({
      webhookUri: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    });
    for (let count = 0; count < 3; count += 1) await delivered((await shop.charge()).id);
    expect(connections.size).toBe(1);
    server.closeAllConnections();
    server.close();
  });

  it('with oversized headers fails the attempt, which is retried', async () => {
    receiver.answer(({ event }, response) => {
      const long = receivedOf(event.data.id).length === 1 ? 17 : 15;
      response.writeHead(200, { 'X-Long': 'x'.repeat(long * 1024) }).end();
    });
    const { id } = await merchant.charge();
    expect((await delivered(id)).attempts).toMatchObject([
      { status: null, error: 'headers too large' },
      { status: 200, error: null },
    ]);
  });
});

describe('a forbidden address', () => {
  it('is not called, however it was stored', async () => {
    await gateway.database.webhookEndpoint.updateMany({
      where: { accountId: merchant.id },
      data: { uri: 'http://[::ffff:169.254.169.254]/latest' },
    });
    const { id } = await merchant.charge();
    expect((await attempted(id, 1)).attempts[0]).toMatchObject({
      status: null,
      error: 'address not allowed',
    });
  });
});

describe('a worker that died during an attempt', () => {
  it('leaves a lease that expires, and the attempt is repeated', async () => {
    const { id } = await merchant.charge();
    const delivery = await delivered(id);
    await gateway.database.webhookAttempt.deleteMany({ where: { deliveryId: delivery.id } });
    await gateway.database.webhookDelivery.update({
      where: { id: delivery.id },
      data: { status: 'pending', nextAttemptAt: new Date(0), claimedUntil: new Date(Date.now() - 1_000) },
    });
    await merchant.advance(0);
    expect(
      (await delivered(id)).attempts.map(({ number, error, status }) => [number, error, status]),
    ).toEqual([
      [1, 'interrupted', null],
      [2, null, 200],
    ]);
  });
});

describe('a dead receiver', () => {
  /** More than are sent to one receiver at once, or wait until that is written down. */
  const COUNT = 60;

  it('delays neither the API nor other receivers', async () => {
    const sockets: Socket[] = [];
    const blackHole = createServer((socket) => void sockets.push(socket.on('error', () => undefined))).listen(
      0,
      '127.0.0.1',
    );
    await once(blackHole, 'listening');
    const victim = await gateway.account({
      webhookUri: `http://127.0.0.1:${(blackHole.address() as AddressInfo).port}/`,
    });
    await Promise.all(Array.from({ length: COUNT }, () => victim.charge()));
    await until(() => sockets.length > 0, 'nothing is sent to the dead receiver');

    const { id } = await merchant.charge();
    await receiver.next(of(id, 'charge.create'));
    const where = { accountId: victim.id };
    // Not one of the attempts is over: each has two minutes.
    expect(await gateway.database.webhookAttempt.count({ where: { delivery: where } })).toBe(0);
    expect(await gateway.database.webhookDelivery.count({ where: { ...where, status: 'pending' } })).toBe(
      COUNT,
    );

    await gateway.database.webhookDelivery.updateMany({
      where,
      data: { status: 'exhausted', nextAttemptAt: null },
    });
    for (const socket of sockets) socket.destroy();
    blackHole.close();
  });
});
