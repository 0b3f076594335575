import type request from 'supertest';
import { HOUR_MS } from '#kernel/time.js';
import { until } from '#platform/testing/until.js';
import { steadyPort } from '../../../proof/rig/ports.js';
import { advance, frozenSandbox } from './clock.js';
import { useGateway } from './harness.js';
import { useReceiver, type ReceivedWebhook } from './receiver.js';
import { control, createSandbox, type Sandbox } from './sandbox.js';

const BEGIN = '2027-01-01T00:00:00.000Z';
const after = (ms: number): string => new Date(Date.parse(BEGIN) + ms).toISOString();
const gateway = useGateway();
const receiver = useReceiver();

beforeEach(() => {
  receiver.answer((_, response) => void response.end('ok'));
});

interface Attempt {
  readonly number: number;
  readonly trigger: string;
  readonly at: string;
  readonly uri: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly address: string | null;
  readonly timings: {
    readonly connect: number | null;
    readonly first_byte: number | null;
    readonly total: number;
  };
  readonly answer: {
    readonly status: number;
    readonly headers: Readonly<Record<string, unknown>>;
    readonly body: string;
  } | null;
  readonly error: string | null;
}

interface Delivery {
  readonly id: string;
  readonly event: string;
  readonly status: string;
  readonly next_attempt_at: string | null;
  readonly attempts: readonly Attempt[];
}

const pathOf = (sandbox: Sandbox, path: string): string => `/api/sandboxes/${sandbox.name}/${path}`;
const get = (sandbox: Sandbox, path: string): request.Test => control(gateway).get(pathOf(sandbox, path));
const post = (sandbox: Sandbox, path: string, body: object = {}): request.Test =>
  control(gateway).post(pathOf(sandbox, path)).send(body);

async function deliveryOf(sandbox: Sandbox, objectId: string): Promise<Delivery> {
  const where = { accountId: await sandbox.accountId(), event: { objectId } };
  const { id } = await gateway.database.webhookDelivery.findFirstOrThrow({ where, orderBy: { id: 'asc' } });
  return (await get(sandbox, `deliveries/${id}`).expect(200)).body as Delivery;
}

/** The delivery of a new charge's first event, once it has been attempted and nobody is at it. */
async function attemptedDelivery(sandbox: Sandbox, times = 1): Promise<Delivery> {
  const { id } = await sandbox.charge();
  return deliveryThat(sandbox, id, ({ attempts }) => attempts.length >= times);
}

async function deliveryThat(
  sandbox: Sandbox,
  objectId: string,
  isSo: (delivery: Delivery) => boolean,
): Promise<Delivery> {
  let delivery = await deliveryOf(sandbox, objectId);
  const isOver = async (): Promise<boolean> => isSo((delivery = await deliveryOf(sandbox, objectId)));
  await until(isOver, () => `the delivery is ${JSON.stringify(delivery)}`);
  return delivery;
}

async function redelivered(sandbox: Sandbox, { id }: Delivery, body: object = {}): Promise<Attempt> {
  return (await post(sandbox, `deliveries/${id}/redeliver`, body).expect(200)).body as Attempt;
}

async function again(sandbox: Sandbox, { id }: Delivery): Promise<Delivery> {
  return (await get(sandbox, `deliveries/${id}`).expect(200)).body as Delivery;
}

const byNumber = ({ attempts }: Delivery): [number, string, number | undefined][] =>
  attempts.map(({ number, trigger, answer }) => [number, trigger, answer?.status]);

/** An account whose receiver refuses, so that a retry is planned an hour ahead. */
async function refused(settings: object = {}): Promise<{ sandbox: Sandbox; delivery: Delivery }> {
  receiver.answer((_, response) => void response.writeHead(500).end());
  const sandbox = await frozenSandbox(gateway, BEGIN, {
    webhook_uri: receiver.uri,
    webhook_retry_delays: '1h,1h',
    ...settings,
  });
  const delivery = await attemptedDelivery(sandbox);
  receiver.answer((_, response) => void response.end('ok'));
  return { sandbox, delivery };
}

describe('a delivery', () => {
  it('shows what was sent, where, how long it took and what came back', async () => {
    receiver.answer(
      (_, response) =>
        void response.writeHead(200, { 'X-Shop': 'caf\u00e9', 'Set-Cookie': 'session=secret' }).end('thanks'),
    );
    const sandbox = await frozenSandbox(gateway, BEGIN, { webhook_uri: receiver.uri });
    const delivery = await attemptedDelivery(sandbox);
    const { headers, text } = await receiver.next(({ event }) => event.id === delivery.event);
    expect(delivery).toMatchObject({
      object: 'delivery',
      key: 'charge.create',
      uri: receiver.uri,
      status: 'delivered',
      next_attempt_at: null,
    });
    const [attempt] = delivery.attempts;
    expect(attempt).toMatchObject({
      number: 1,
      trigger: 'schedule',
      at: BEGIN,
      uri: receiver.uri,
      address: '127.0.0.1',
      error: null,
    });
    const lowered = Object.fromEntries(
      Object.entries(attempt?.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]),
    );
    expect(lowered).toEqual(headers);
    expect(headers).toMatchObject({
      'tollgate-attempt': '1',
      'tollgate-trigger': 'schedule',
      'content-length': String(Buffer.byteLength(text)),
    });
    expect(attempt?.answer).toMatchObject({ status: 200, body: 'thanks' });
    expect(attempt?.answer?.headers).toMatchObject({ 'x-shop': 'caf\u00e9', 'set-cookie': '[masked]' });
    const {
      connect,
      first_byte: firstByte,
      total,
    } = attempt?.timings ?? { connect: null, first_byte: null, total: 0 };
    expect([connect, firstByte, total].every((ms) => Number.isInteger(ms))).toBe(true);
    expect([connect, firstByte, total]).toEqual(
      [connect, firstByte, total].toSorted((a, b) => Number(a) - Number(b)),
    );
  });

  it('keeps the first KiB of an answer without its NULs, and of its headers no more than fits', async () => {
    receiver.answer(
      (_, response) =>
        void response.writeHead(200, { 'X-Long': 'x'.repeat(5_000) }).end(`a\0${'b'.repeat(5_000)}`),
    );
    const [attempt] = (await attemptedDelivery(await createSandbox(gateway, { webhook_uri: receiver.uri })))
      .attempts;
    expect(attempt?.answer?.body).toBe(`a${'b'.repeat(1_023)}`);
    expect(attempt?.answer?.headers['x-long']).toHaveLength(1_000);
  });

  it('says in words why nothing came back', async () => {
    const sandbox = await createSandbox(gateway, { webhook_uri: `http://127.0.0.1:${await steadyPort()}/` });
    const [attempt] = (await attemptedDelivery(sandbox)).attempts;
    expect(attempt).toMatchObject({
      answer: null,
      address: '127.0.0.1',
      error: 'Connection refused. Nothing listens at this address and port.',
    });
    expect(attempt?.timings).toMatchObject({ connect: null, first_byte: null });
    expect(attempt?.headers['Omise-Signature']).toMatch(/^[0-9a-f]{64}$/);
  });

  it('of another sandbox, or of none, is not found', async () => {
    const [owner, stranger] = [
      await createSandbox(gateway, { webhook_uri: receiver.uri }),
      await createSandbox(gateway),
    ];
    const { id, event } = await attemptedDelivery(owner);
    const answers = [
      await get(stranger, `deliveries/${id}`),
      await get(stranger, 'deliveries/whdl_test_nobody'),
      await post(stranger, `deliveries/${id}/redeliver`),
      await post(stranger, `events/${event}/deliver`, { to: receiver.uri }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    expect((await again(owner, { id } as Delivery)).attempts).toHaveLength(1);
  });
});

describe('a redelivery', () => {
  it('of what was delivered has the same event and bytes, and a signature of its own', async () => {
    const sandbox = await createSandbox(gateway, { webhook_uri: receiver.uri });
    const delivery = await attemptedDelivery(sandbox);
    const attempt = await redelivered(sandbox, delivery);
    expect(attempt).toMatchObject({
      object: 'attempt',
      delivery: delivery.id,
      number: 2,
      trigger: 'manual',
      answer: { status: 200 },
      error: null,
    });
    const sent = receiver.received.filter(({ event }) => event.id === delivery.event);
    expect(sent).toHaveLength(2);
    expect(sent[1]?.text).toBe(sent[0]?.text);
    expect(sent[1]?.headers['tollgate-trigger']).toBe('manual');
    expect(sent[1]?.headers['omise-signature']).toMatch(/^[0-9a-f]{64}$/);
    expect(await again(sandbox, delivery)).toMatchObject({
      status: 'delivered',
      attempts: [{ number: 1 }, { number: 2 }],
    });
  });

  it('that arrives ends the schedule', async () => {
    const { sandbox, delivery } = await refused();
    expect(delivery).toMatchObject({ status: 'pending', next_attempt_at: after(HOUR_MS) });
    await redelivered(sandbox, delivery);
    expect(await again(sandbox, delivery)).toMatchObject({ status: 'delivered', next_attempt_at: null });
    expect((await advance(sandbox, { by: '1d' })).happened.filter(({ kind }) => kind === 'retry')).toEqual(
      [],
    );
  });

  it('that does not arrive leaves the schedule as it was, and none of its attempts is lost', async () => {
    const { sandbox, delivery } = await refused();
    receiver.answer((_, response) => void response.writeHead(503).end());
    expect(await redelivered(sandbox, delivery)).toMatchObject({
      number: 2,
      at: BEGIN,
      error: 'Endpoint returned 503. Only 2xx counts as delivered.',
    });
    expect(await again(sandbox, delivery)).toMatchObject({
      status: 'pending',
      next_attempt_at: after(HOUR_MS),
    });
    const { happened } = await advance(sandbox, { by: '1d' });
    const own = happened.filter(({ delivery: id }) => id === delivery.id);
    expect(own.map(({ at, outcome }) => [at, outcome])).toEqual([
      [after(HOUR_MS), 'pending'],
      [after(2 * HOUR_MS), 'exhausted'],
    ]);
    expect(byNumber(await again(sandbox, delivery))).toEqual([
      [1, 'schedule', 500],
      [2, 'manual', 503],
      [3, 'schedule', 503],
      [4, 'schedule', 503],
    ]);
  });

  it('of what was given up is one attempt, and no new schedule', async () => {
    const { sandbox, delivery } = await refused();
    receiver.answer((_, response) => void response.writeHead(500).end());
    await advance(sandbox, { by: '1d' });
    expect(await again(sandbox, delivery)).toMatchObject({ status: 'exhausted', next_attempt_at: null });
    await redelivered(sandbox, delivery);
    expect(await again(sandbox, delivery)).toMatchObject({ status: 'exhausted', next_attempt_at: null });
    receiver.answer((_, response) => void response.end('ok'));
    await redelivered(sandbox, delivery);
    const ended = await again(sandbox, delivery);
    expect(ended).toMatchObject({ status: 'delivered' });
    expect(ended.attempts.map(({ number, trigger }) => [number, trigger]).slice(3)).toEqual([
      [4, 'manual'],
      [5, 'manual'],
    ]);
  });

  it('to another address does not deliver', async () => {
    const { sandbox, delivery } = await refused();
    const to = receiver.uri.replace('/hook', '/other');
    expect(await redelivered(sandbox, delivery, { to })).toMatchObject({
      uri: to,
      answer: { status: 200 },
      error: null,
    });
    expect(receiver.received.at(-1)?.path).toBe('/other');
    expect(await again(sandbox, delivery)).toMatchObject({
      status: 'pending',
      next_attempt_at: after(HOUR_MS),
      uri: receiver.uri,
    });
  });

  it('beside another has a number of its own', async () => {
    const { sandbox, delivery } = await refused();
    const held: (() => void)[] = [];
    receiver.answer((_, response) => void held.push(() => response.end('ok')));
    const both = [redelivered(sandbox, delivery), redelivered(sandbox, delivery)];
    await until(() => held.length === 2, 'they do not come');
    held.forEach((end) => end());
    expect((await Promise.all(both)).map(({ number }) => number).sort()).toEqual([2, 3]);
    expect(byNumber(await again(sandbox, delivery)).map(([number]) => number)).toEqual([1, 2, 3]);
  });

  it.each([
    ['first', 'delivered', [500, 200, 500]],
    ['last', 'delivered', [500, 200, 500]],
  ] as const)(
    'that arrives %s beside the schedule’s own attempt, which does not, delivers',
    async (order, status, statuses) => {
      const { sandbox, delivery } = await refused();
      const ends: Record<string, () => void> = {};
      receiver.answer(({ headers }, response) => {
        const trigger = String(headers['tollgate-trigger']);
        ends[trigger] = () => void response.writeHead(trigger === 'manual' ? 200 : 500).end();
      });
      const manual = redelivered(sandbox, delivery);
      await until(() => ends['manual'] !== undefined, 'the redelivery does not come');
      const walking = advance(sandbox, { by: '1h' });
      await until(() => ends['schedule'] !== undefined, 'the retry does not come');
      const [one, other] = order === 'first' ? ['manual', 'schedule'] : ['schedule', 'manual'];
      ends[one ?? '']?.();
      await until(
        async () =>
          (await again(sandbox, delivery)).attempts.some(({ number, answer }) => number > 1 && answer),
        'none ends',
      );
      ends[other ?? '']?.();
      await Promise.all([manual, walking]);
      const ended = await deliveryThatEnded(sandbox, delivery);
      expect(ended.status).toBe(status);
      expect(ended.attempts.map(({ answer }) => answer?.status)).toEqual(statuses);
      expect(
        (await advance(sandbox, { by: '1d' })).happened.filter(({ delivery: id }) => id === delivery.id),
      ).toEqual([]);
    },
  );

  it('is the last epoch’s when the sandbox is reset meanwhile', async () => {
    const { sandbox, delivery } = await refused();
    const held: (() => void)[] = [];
    receiver.answer((_, response) => void held.push(() => response.end('ok')));
    const answer = post(sandbox, `deliveries/${delivery.id}/redeliver`).then(({ status }) => status);
    await until(() => held.length === 1, 'it does not come');
    await sandbox.reset();
    held.forEach((end) => end());
    expect(await answer).toBe(503);
    expect((await get(sandbox, `deliveries/${delivery.id}`)).status).toBe(404);
  });

  it.each([
    ['http://169.254.169.254/latest', 'to must not be a link-local or metadata address'],
    ['ftp://shop.example', 'to must be an absolute http or https URL'],
    ['http://user:secret@shop.example', 'to must not contain a user name or password'],
  ])('to %s is rejected, and nothing is sent', async (to, message) => {
    const sandbox = await createSandbox(gateway, { webhook_uri: receiver.uri });
    const delivery = await attemptedDelivery(sandbox);
    for (const path of [`deliveries/${delivery.id}/redeliver`, `events/${delivery.event}/deliver`])
      expect(await post(sandbox, path, { to })).toMatchObject({ status: 400, body: { message } });
    expect((await again(sandbox, delivery)).attempts).toHaveLength(1);
  });
});

/** The delivery once no attempt at it is under way. */
async function deliveryThatEnded(sandbox: Sandbox, delivery: Delivery): Promise<Delivery> {
  let now = delivery;
  const isOver = async (): Promise<boolean> =>
    (now = await again(sandbox, delivery)).attempts.every(({ answer }) => answer !== null);
  await until(isOver, () => `an attempt is under way: ${JSON.stringify(now)}`);
  return now;
}

describe('an event that went nowhere', () => {
  it('is sent by hand, once', async () => {
    const sandbox = await createSandbox(gateway);
    const { id } = await sandbox.charge();
    const { id: event } = await gateway.database.event.findFirstOrThrow({ where: { objectId: id } });
    receiver.answer((_, response) => void response.writeHead(500).end());
    const failed = (await post(sandbox, `events/${event}/deliver`, { to: receiver.uri }).expect(200))
      .body as Attempt & {
      delivery: string;
    };
    expect(failed).toMatchObject({
      number: 1,
      trigger: 'manual',
      uri: receiver.uri,
      answer: { status: 500 },
    });
    expect(await again(sandbox, { id: failed.delivery } as Delivery)).toMatchObject({
      status: 'exhausted',
      event,
    });
    receiver.answer((_, response) => void response.end('ok'));
    const arrived = (await post(sandbox, `events/${event}/deliver`, { to: receiver.uri }).expect(200))
      .body as { delivery: string };
    expect(await again(sandbox, { id: arrived.delivery } as Delivery)).toMatchObject({ status: 'delivered' });
    const got = receiver.received.filter((webhook: ReceivedWebhook) => webhook.event.id === event);
    expect(new Set(got.map(({ text }) => text)).size).toBe(1);
  });

  it('needs an address', async () => {
    const sandbox = await createSandbox(gateway);
    const { id } = await sandbox.charge();
    const { id: event } = await gateway.database.event.findFirstOrThrow({ where: { objectId: id } });
    const { status, body } = await post(sandbox, `events/${event}/deliver`);
    expect([status, (body as { message: string }).message]).toEqual([
      400,
      'to must be an absolute http or https URL',
    ]);
  });
});

describe('many redeliveries', () => {
  it('are made of those that fit, the oldest first, and counted', async () => {
    receiver.answer((_, response) => void response.writeHead(500).end());
    const sandbox = await createSandbox(gateway, { webhook_uri: receiver.uri, webhook_retry_delays: '1h' });
    const charges: string[] = [];
    for (let count = 0; count < 3; count += 1) charges.push((await sandbox.charge()).id);
    for (const id of charges)
      await deliveryThat(sandbox, id, ({ attempts }) => attempts[0]?.answer?.status === 500);
    await sandbox.post(`/charges/${charges[0]}/mark_as_paid`);
    receiver.answer((_, response) => void response.end('ok'));
    const meant = { status: 'pending', key: 'charge.create' };
    const dry = (await post(sandbox, 'deliveries/redeliver', { ...meant, dry_run: true }).expect(200))
      .body as Redelivery;
    expect(dry).toMatchObject({
      object: 'redelivery',
      dry_run: true,
      count: 3,
      delivered: 0,
      failed: 0,
      left: 0,
    });
    expect(dry.data.map(({ delivery, attempt }) => [delivery.object_id, attempt])).toEqual(
      charges.map((id) => [id, null]),
    );
    const done = (await post(sandbox, 'deliveries/redeliver', meant).expect(200)).body as Redelivery;
    expect(done).toMatchObject({ dry_run: false, count: 3, delivered: 3, failed: 0, left: 0 });
    expect(done.data.map(({ delivery, attempt }) => [delivery.object_id, attempt?.trigger])).toEqual(
      charges.map((id) => [id, 'manual']),
    );
    expect(await post(sandbox, 'deliveries/redeliver', meant)).toMatchObject({ body: { count: 0 } });
  });

  it('are made of chosen ones, or of one mode', async () => {
    receiver.answer((_, response) => void response.end('ok'));
    const sandbox = await createSandbox(gateway, { webhook_uri: receiver.uri });
    const charges = [await sandbox.charge(), await sandbox.charge(), await sandbox.charge()];
    const [first, , last] = await Promise.all(
      charges.map(({ id }) => deliveryThat(sandbox, id, ({ status }) => status === 'delivered')),
    );
    const ids = [last?.id, first?.id, 'whdl_test_none'];
    const done = (await post(sandbox, 'deliveries/redeliver', { ids, livemode: false }).expect(200))
      .body as Redelivery;
    expect(done).toMatchObject({ count: 2, delivered: 2, failed: 0, left: 0 });
    expect(done.data.map(({ delivery }) => delivery.object_id)).toEqual([charges[0]?.id, charges[2]?.id]);
    for (const body of [{ ids: [] }, { ids, livemode: true }])
      expect(await post(sandbox, 'deliveries/redeliver', { ...body, dry_run: true })).toMatchObject({
        body: { count: 0 },
      });
  });

  it('may begin at a time', async () => {
    const sandbox = await frozenSandbox(gateway, BEGIN, { webhook_uri: receiver.uri });
    await sandbox.charge();
    await advance(sandbox, { by: '1h' });
    const { id } = await sandbox.charge();
    const { body } = await post(sandbox, 'deliveries/redeliver', { since: after(HOUR_MS), dry_run: true });
    expect((body as Redelivery).data.map(({ delivery }) => delivery.object_id)).toEqual([id]);
  });

  it.each([
    [{ status: 'lost' }, 'status must be one of pending, retrying, held, delivered, exhausted'],
    [{ since: 'yesterday' }, 'since must be an ISO 8601 datetime such as 2027-01-31T08:15:00Z'],
    [{ ids: 'whdl_test_1' }, 'ids must be a list of at most 1000 delivery ids'],
    [{ dry_run: 'maybe' }, 'dry_run must be true or false'],
    [
      { all: true },
      'all is not a parameter of this request; it accepts ids, status, key, since, livemode, dry_run',
    ],
  ])('with %j are rejected', async (body, message) => {
    const answer = await post(await createSandbox(gateway), 'deliveries/redeliver', body);
    expect([answer.status, (answer.body as { message: string }).message]).toEqual([400, message]);
  });
});

interface Redelivery {
  readonly data: readonly {
    readonly delivery: { readonly object_id: string };
    readonly attempt: Attempt | null;
  }[];
}
