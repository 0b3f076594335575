import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { freePort } from '#platform/database/postgres-server.js';
import { openGateway, type Gateway, type Merchant } from './harness.js';
import { openReceiver, type ReceivedWebhook, type Receiver } from './receiver.js';
import { until } from './until.js';

const SECRET = Buffer.from('a secret of thirty-two bytes ....').toString('base64');
/** Waits between attempts, real ones: short for the first retries, long for the rest. */
const RETRIES = '50ms,100ms,1h,1h';

let gateway: Gateway;
let receiver: Receiver;
let merchant: Merchant;

beforeAll(async () => {
  gateway = await openGateway({ WEBHOOK_SECRET: SECRET, WEBHOOK_RETRY_DELAYS: RETRIES, WEBHOOK_TIMEOUT_MS: '2000' });
});

beforeEach(async () => {
  receiver = await openReceiver();
  merchant = await gateway.account({ webhookUri: receiver.uri });
});

afterEach(() => receiver.close());

afterAll(() => gateway.close());

const of = (id: string, key: string) => (webhook: ReceivedWebhook) => webhook.event.data.id === id && webhook.event.key === key;

/** The one delivery of the first event of a charge, with its attempts. */
async function deliveryOf(chargeId: string) {
  return gateway.database.webhookDelivery.findFirstOrThrow({
    where: { event: { objectId: chargeId } },
    orderBy: { id: 'asc' },
    include: { attempts: { orderBy: { number: 'asc' } } },
  });
}

describe('a webhook', () => {
  it('carries the event as it is stored, signed over its very bytes', async () => {
    const charge = await merchant.charge();
    const { text, headers, event } = await receiver.next(of(charge.id, 'charge.create'));
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    const timestamp = String(headers['omise-signature-timestamp']);
    expect(Math.abs(Number(timestamp) - Date.now() / 1000)).toBeLessThan(60);
    const expected = createHmac('sha256', Buffer.from(SECRET, 'base64')).update(`${timestamp}.${text}`).digest('hex');
    expect(headers['omise-signature']).toBe(expected);
    expect(event.data).toEqual(charge);

    await until(async () => (await deliveryOf(charge.id)).status === 'delivered');
    const { body } = await merchant.get(`/events/${event.id}`);
    const delivery = { object: 'webhook_delivery', uri: receiver.uri, status: 200, key: 'charge.create', error: null, payload: text };
    expect(body).toEqual({ ...(JSON.parse(text) as object), webhook_deliveries: [expect.objectContaining(delivery)] });
  });

  it('comes for each step of a charge', async () => {
    const { id } = await merchant.charge({ capture: 'false' });
    await merchant.patch(`/charges/${id}`, { description: 'new' });
    await merchant.post(`/charges/${id}/mark_as_paid`);
    await merchant.post(`/charges/${id}/capture`);
    const other = await merchant.charge({ capture: 'false' });
    await merchant.post(`/charges/${other.id}/mark_as_paid`);
    await merchant.post(`/charges/${other.id}/reverse`);
    for (const key of ['charge.create', 'charge.update', 'charge.complete', 'charge.capture']) await receiver.next(of(id, key));
    const { event } = await receiver.next(of(other.id, 'charge.reverse'));
    expect(event.data).toMatchObject({ status: 'reversed', object: 'charge' });
  });

  it('goes to the addresses of the charge as well', async () => {
    const [first, second] = [await openReceiver(), await openReceiver()];
    const { id } = await merchant.charge({ 'webhook_endpoints[]': [first.uri, second.uri] });
    await merchant.post(`/charges/${id}/mark_as_paid`);
    const all = await Promise.all([receiver, first, second].map((target) => target.next(of(id, 'charge.complete'))));
    expect(new Set(all.map(({ event }) => event.id)).size).toBe(1);
    expect(new Set(all.map(({ text }) => text)).size).toBe(1);
    await Promise.all([first.close(), second.close()]);
  });

  it('goes to the address of its own mode only', async () => {
    const live = await openReceiver();
    await merchant.patch('/account', { webhook_uri: live.uri }, 'live');
    const [testCharge, liveCharge] = [await merchant.charge(), await merchant.charge({}, 'live')];
    await receiver.next(of(testCharge.id, 'charge.create'));
    await live.next(of(liveCharge.id, 'charge.create'));
    expect([receiver.received.length, live.received.length]).toEqual([1, 1]);
    await live.close();
  });

  it('is not made where there is no address', async () => {
    const silent = await gateway.account();
    const { id } = await silent.charge();
    const { body } = await silent.get(`/charges/${id}/events`);
    expect(body).toMatchObject({ total: 1, data: [{ key: 'charge.create', webhook_deliveries: [] }] });
  });
});

describe('a delivery is tried again', () => {
  it('until it arrives, with the same bytes and each attempt recorded', async () => {
    receiver.answer((_, response) => {
      response.statusCode = receiver.received.length < 3 ? 500 : 204;
      response.end('no');
    });
    const { id } = await merchant.charge();
    await until(async () => (await deliveryOf(id)).status === 'delivered');
    const { attempts, attemptCount, nextAttemptAt } = await deliveryOf(id);
    expect(attempts.map(({ number, status }) => [number, status])).toEqual([
      [1, 500],
      [2, 500],
      [3, 204],
    ]);
    expect({ attemptCount, nextAttemptAt }).toEqual({ attemptCount: 3, nextAttemptAt: null });
    expect(attempts[0]).toMatchObject({ answerStart: 'no', error: null });
    expect(new Set(receiver.received.map(({ text }) => text)).size).toBe(1);
    const signatures = receiver.received.map(({ headers }) => `${headers['omise-signature'] as string}`);
    expect(signatures.every((signature) => /^[0-9a-f]{64}$/.test(signature))).toBe(true);
  });

  it.each([
    [
      'a redirect, which is not followed',
      (receiver: Receiver) => receiver.answer((_, res) => void res.writeHead(302, { Location: receiver.uri }).end()),
      302,
      null,
    ],
    ['a dropped connection', (receiver: Receiver) => receiver.answer((_, res) => void res.destroy()), null, 'connection closed'],
    ['an answer that never comes', (receiver: Receiver) => receiver.answer(() => undefined), null, 'timeout'],
  ])('after %s', async (_, behave, status, error) => {
    behave(receiver);
    const { id } = await merchant.charge();
    await until(async () => (await deliveryOf(id)).attempts.length >= 2);
    const delivery = await deliveryOf(id);
    expect(delivery.attempts[0]).toMatchObject({ number: 1, status, error });
    receiver.answer((__, res) => void res.end());
    if (delivery.attempts.length >= 3) await merchant.advance(3_600_000 + 5_000);
    await until(async () => (await deliveryOf(id)).status === 'delivered');
  });

  it('after a refused connection, and by the account’s clock', async () => {
    await merchant.patch('/account', { webhook_uri: `http://127.0.0.1:${await freePort()}/` });
    const { id } = await merchant.charge();
    await until(async () => (await deliveryOf(id)).attempts.length === 3);
    const { attempts, nextAttemptAt } = await deliveryOf(id);
    expect(attempts.map(({ error }) => error)).toEqual(Array(3).fill('connection refused'));
    expect((nextAttemptAt?.getTime() ?? 0) - Date.now()).toBeGreaterThan(3_500_000);
    await merchant.advance(3_600_000 + 5_000);
    await until(async () => (await deliveryOf(id)).attempts.length === 4);
  });

  it('never once the receiver says 410', async () => {
    receiver.answer((_, response) => void response.writeHead(410).end());
    const { id } = await merchant.charge();
    await until(async () => (await deliveryOf(id)).status === 'exhausted');
    expect((await deliveryOf(id)).attempts).toHaveLength(1);
  });

  it('later when the receiver asks for it with Retry-After', async () => {
    receiver.answer((_, response) => void response.writeHead(503, { 'Retry-After': '120' }).end());
    const { id } = await merchant.charge();
    await until(async () => (await deliveryOf(id)).attempts.length === 1 && (await deliveryOf(id)).claimedUntil === null);
    const inMs = ((await deliveryOf(id)).nextAttemptAt?.getTime() ?? 0) - Date.now();
    expect(inMs).toBeGreaterThan(110_000);
    expect(inMs).toBeLessThan(121_000);
  });

  it('until the schedule is used up', async () => {
    receiver.answer((_, response) => void response.writeHead(500).end());
    const { id } = await merchant.charge();
    await until(async () => (await deliveryOf(id)).attempts.length === 3);
    for (const attempts of [4, 5]) {
      await merchant.advance(3_600_000 + 5_000);
      await until(async () => (await deliveryOf(id)).attempts.length === attempts);
    }
    await until(async () => (await deliveryOf(id)).status === 'exhausted');
    await merchant.advance(100 * 3_600_000);
    expect((await deliveryOf(id)).attempts).toHaveLength(5);
  });
});

describe('an answer whose body never ends', () => {
  it('is an answer all the same: its status is known', async () => {
    receiver.answer((_, response) => void response.writeHead(200).write('partly'));
    const { id } = await merchant.charge();
    await until(async () => (await deliveryOf(id)).status === 'delivered');
    expect((await deliveryOf(id)).attempts).toMatchObject([{ number: 1, status: 200, error: null, answerStart: 'partly' }]);
  });
});

describe('an answer that is too large', () => {
  const READ = 64 * 1024;

  it('is cut once 64 KiB are read, its status counts, and 1 KiB of it is kept', async () => {
    const cut = new Promise<void>((resolve) =>
      receiver.answer((_, response) => {
        response
          .once('close', resolve)
          .writeHead(200)
          .write('x'.repeat(READ + 1));
      }),
    );
    const { id } = await merchant.charge();
    await cut;
    await until(async () => (await deliveryOf(id)).status === 'delivered');
    const [attempt] = (await deliveryOf(id)).attempts;
    expect(attempt).toMatchObject({ number: 1, status: 200, error: null, answerStart: 'x'.repeat(1_024) });
    // Not by the time-out, which is two seconds.
    expect(attempt?.durationMs).toBeLessThan(1_500);
  });

  it('is none that is just as large: its connection is used again', async () => {
    const connections = new Set<unknown>();
    receiver.answer((_, response) => {
      connections.add(response.socket);
      response.end('x'.repeat(READ));
    });
    for (let count = 0; count < 3; count += 1) {
      const { id } = await merchant.charge();
      await until(async () => (await deliveryOf(id)).status === 'delivered');
    }
    expect(connections.size).toBe(1);
  });

  it('in its headers is none, and the delivery is tried again', async () => {
    receiver.answer((_, response) => {
      const long = receiver.received.length === 1 ? 17 : 15;
      response.writeHead(200, { 'X-Long': 'x'.repeat(long * 1024) }).end();
    });
    const { id } = await merchant.charge();
    await until(async () => (await deliveryOf(id)).status === 'delivered');
    expect((await deliveryOf(id)).attempts).toMatchObject([
      { status: null, error: 'headers too large' },
      { status: 200, error: null },
    ]);
  });
});

describe('an address that must not be called', () => {
  it('is not called, whatever way it was stored', async () => {
    await gateway.database.webhookEndpoint.updateMany({
      where: { accountId: merchant.id },
      data: { uri: 'http://[::ffff:169.254.169.254]/latest' },
    });
    const { id } = await merchant.charge();
    await until(async () => (await deliveryOf(id)).attempts.length === 1);
    expect((await deliveryOf(id)).attempts[0]).toMatchObject({ status: null, error: 'address not allowed' });
  });
});

describe('a dead receiver', () => {
  it('delays neither the API nor other receivers', async () => {
    const blackHole = createServer(() => undefined).listen(0, '127.0.0.1');
    await once(blackHole, 'listening');
    const { port } = blackHole.address() as { port: number };
    const victim = await gateway.account({ webhookUri: `http://127.0.0.1:${port}/` });
    await Promise.all(Array.from({ length: 120 }, () => victim.charge()));

    const started = performance.now();
    const { id } = await merchant.charge();
    await receiver.next(of(id, 'charge.create'));
    // A hundred and twenty time-outs, even sixteen at a time, would be fifteen seconds.
    expect(performance.now() - started).toBeLessThan(10_000);
    blackHole.close();
  });
});

describe('a worker that died in the middle of an attempt', () => {
  it('leaves a claim that runs out, and the attempt is made again', async () => {
    const { id } = await merchant.charge();
    await until(async () => (await deliveryOf(id)).status === 'delivered');
    const delivery = await deliveryOf(id);
    await gateway.database.webhookAttempt.deleteMany({ where: { deliveryId: delivery.id } });
    await gateway.database.webhookDelivery.update({
      where: { id: delivery.id },
      data: { status: 'pending', nextAttemptAt: new Date(0), claimedUntil: new Date(Date.now() - 1_000) },
    });
    await merchant.advance(0);
    await until(async () => (await deliveryOf(id)).status === 'delivered');
    expect((await deliveryOf(id)).attempts.map(({ number, error, status }) => [number, error, status])).toEqual([
      [1, 'interrupted', null],
      [2, null, 200],
    ]);
  });
});
