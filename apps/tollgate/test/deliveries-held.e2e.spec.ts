import type request from 'supertest';
import { HOUR_MS } from '#kernel/time.js';
import { JobRunner } from '#platform/jobs/job-runner.js';
import { until } from '#platform/testing/until.js';
import { advance, frozenSandbox } from './clock.js';
import { useGateway } from './harness.js';
import { inTransaction } from './open-transaction.js';
import { useReceiver } from './receiver.js';
import { control, createSandbox, type Sandbox } from './sandbox.js';

const BEGIN = '2027-01-01T00:00:00.000Z';
const after = (ms: number): string => new Date(Date.parse(BEGIN) + ms).toISOString();
const gateway = useGateway();
const receiver = useReceiver();

beforeEach(() => {
  receiver.answer((_, response) => void response.end('ok'));
});

const post = (sandbox: Sandbox, path: string, body: object = {}): request.Test =>
  control(gateway).post(`/api/sandboxes/${sandbox.name}/${path}`).send(body);

async function done(call: request.Test): Promise<Record<string, unknown>> {
  const { status, body } = await call;
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body as Record<string, unknown>;
}

/** Its deliveries in the order in which they were made. */
async function deliveriesOf(sandbox: Sandbox) {
  return gateway.database.webhookDelivery.findMany({
    where: { accountId: await sandbox.accountId() },
    orderBy: { id: 'asc' },
    include: { event: true },
  });
}

const statusesOf = async (sandbox: Sandbox): Promise<string[]> =>
  (await deliveriesOf(sandbox)).map(({ status }) => status);
const receivedBy = (charges: readonly { readonly id: string }[]): string[] =>
  receiver.received
    .map(({ event }) => event.data.id)
    .filter((id) => charges.some((charge) => charge.id === id));

/** A sandbox that holds the webhooks of some charges. */
async function holding(
  count: number,
  settings: object = {},
): Promise<{ sandbox: Sandbox; charges: { readonly id: string }[] }> {
  const sandbox = await frozenSandbox(gateway, BEGIN, {
    webhook_uri: receiver.uri,
    webhook_retry_delays: '1h,1h',
    ...settings,
  });
  await done(post(sandbox, 'webhooks/hold'));
  const charges = [];
  for (let made = 0; made < count; made += 1) charges.push(await sandbox.charge());
  return { sandbox, charges };
}

describe('a sandbox that holds its webhooks', () => {
  it('sends none, and advances past them, and says how many', async () => {
    const { sandbox, charges } = await holding(2);
    await gateway.tollgate.worker.get(JobRunner).sweep();
    const { happened, held, status } = (await advance(sandbox, { by: '1h' })) as Awaited<
      ReturnType<typeof advance>
    > & { held: number };
    expect([happened, held, status]).toEqual([[], 2, 'done']);
    expect(receivedBy(charges)).toEqual([]);
    expect(await statusesOf(sandbox)).toEqual(['held', 'held']);
    const { body } = await control(gateway).get(`/api/sandboxes/${sandbox.name}/idle`);
    expect(body).toMatchObject({ idle: true, held: 2 });
  });

  it('holds the retries that are planned too', async () => {
    receiver.answer((_, response) => void response.writeHead(500).end());
    const sandbox = await frozenSandbox(gateway, BEGIN, {
      webhook_uri: receiver.uri,
      webhook_retry_delays: '1h,1h',
    });
    await sandbox.charge();
    await until(
      async () =>
        (await deliveriesOf(sandbox)).every(
          ({ claimedUntil, attemptCount }) => attemptCount === 1 && !claimedUntil,
        ),
      'no',
    );
    expect(await done(post(sandbox, 'webhooks/hold'))).toEqual({ object: 'hold', holding: true, held: 1 });
    expect((await advance(sandbox, { by: '1d' })).happened).toEqual([]);
    receiver.answer((_, response) => void response.end('ok'));
    expect(await done(post(sandbox, 'webhooks/release'))).toMatchObject({
      delivered: 1,
      data: [{ number: 2, trigger: 'schedule' }],
    });
  });

  it('holds the retry of an attempt that was under way', async () => {
    const ends: (() => void)[] = [];
    receiver.answer((_, response) => void ends.push(() => response.writeHead(500).end()));
    const sandbox = await frozenSandbox(gateway, BEGIN, {
      webhook_uri: receiver.uri,
      webhook_retry_delays: '1h,1h',
    });
    await sandbox.charge();
    await until(() => ends.length === 1, 'the webhook is not sent');
    await done(post(sandbox, 'webhooks/hold'));
    expect(await statusesOf(sandbox)).toEqual(['pending']);
    ends[0]?.();
    await until(async () => (await statusesOf(sandbox))[0] === 'held', 'its retry is not held');
    expect((await advance(sandbox, { by: '1d' })).happened).toEqual([]);
  });

  it('sends what is redelivered by hand', async () => {
    const { sandbox } = await holding(1);
    const [{ id } = { id: '' }] = await deliveriesOf(sandbox);
    expect(await done(post(sandbox, `deliveries/${id}/redeliver`))).toMatchObject({
      number: 1,
      trigger: 'manual',
      error: null,
    });
    expect(await statusesOf(sandbox)).toEqual(['delivered']);
  });

  it('does not hold another’s', async () => {
    await holding(1);
    const other = await createSandbox(gateway, { webhook_uri: receiver.uri });
    const { id } = await other.charge();
    await receiver.next(({ event }) => event.data.id === id);
  });

  it('holds no more once it is reset', async () => {
    const { sandbox } = await holding(1);
    await sandbox.reset();
    const { id } = await sandbox.charge();
    await receiver.next(({ event }) => event.data.id === id);
  });
});

describe('a release', () => {
  it('sends in the order in which they were made, and holds no more', async () => {
    const { sandbox, charges } = await holding(4);
    expect(await done(post(sandbox, 'webhooks/release'))).toMatchObject({
      object: 'release',
      delivered: 4,
      failed: 0,
      held: 0,
    });
    expect(receivedBy(charges)).toEqual(charges.map(({ id }) => id));
    const { id } = await sandbox.charge();
    await receiver.next(({ event }) => event.data.id === id);
  });

  it('sends in the order asked for, those that it does not name last', async () => {
    const { sandbox, charges } = await holding(4);
    const ids = (await deliveriesOf(sandbox)).map(({ id }) => id);
    await done(post(sandbox, 'webhooks/release', { order: [ids[2], ids[0]] }));
    expect(receivedBy(charges)).toEqual([2, 0, 1, 3].map((place) => charges[place]?.id));
  });

  it('sends the last first', async () => {
    const { sandbox, charges } = await holding(3);
    await done(post(sandbox, 'webhooks/release', { order: 'reversed' }));
    expect(receivedBy(charges)).toEqual(charges.map(({ id }) => id).reverse());
  });

  it('waits with each for the one before', async () => {
    const { sandbox, charges } = await holding(2);
    const ends: (() => void)[] = [];
    receiver.answer((_, response) => void ends.push(() => response.end('ok')));
    const releasing = done(post(sandbox, 'webhooks/release'));
    await until(() => ends.length === 1, 'the first is not sent');
    await gateway.tollgate.worker.get(JobRunner).sweep();
    expect((await post(sandbox, 'webhooks/release')).status).toBe(503);
    expect(receivedBy(charges)).toHaveLength(1);
    ends[0]?.();
    await until(() => ends.length === 2, 'the second is not sent');
    ends[1]?.();
    expect(await releasing).toMatchObject({ delivered: 2 });
  });

  it('leaves to the schedule what does not arrive', async () => {
    const { sandbox } = await holding(1);
    receiver.answer((_, response) => void response.writeHead(500).end());
    expect(await done(post(sandbox, 'webhooks/release'))).toMatchObject({ delivered: 0, failed: 1, held: 0 });
    const [delivery] = await deliveriesOf(sandbox);
    expect([delivery?.status, delivery?.nextAttemptAt?.toISOString()]).toEqual(['pending', after(HOUR_MS)]);
  });

  it('ends when webhooks are held again, or the sandbox is reset', async () => {
    const { sandbox, charges } = await holding(2);
    receiver.answer(
      (_, response) => void done(post(sandbox, 'webhooks/hold')).then(() => response.end('ok')),
    );
    expect(await done(post(sandbox, 'webhooks/release'))).toMatchObject({ delivered: 1, held: 1 });
    receiver.answer((_, response) => void sandbox.reset().then(() => response.end('ok')));
    expect((await post(sandbox, 'webhooks/release')).status).toBe(503);
    expect(receivedBy(charges)).toHaveLength(2);
  });

  it('that is cut off leaves the rest held, which goes on being held, until the next', async () => {
    const { sandbox, charges } = await holding(3);
    const ends: (() => void)[] = [];
    receiver.answer((_, response) => void ends.push(() => response.end('ok')));
    const cutOff = post(sandbox, 'webhooks/release');
    cutOff.end(() => undefined);
    await until(() => ends.length === 1, 'the first is not sent');
    cutOff.abort();
    charges.push(await sandbox.charge());
    ends[0]?.();
    await until(async () => (await statusesOf(sandbox))[0] === 'delivered', 'the first does not arrive');
    await until(async () => (await post(sandbox, 'webhooks/hold')).status === 200, 'it is not over');
    expect(await statusesOf(sandbox)).toEqual(['delivered', 'held', 'held', 'held']);
    receiver.answer((_, response) => void response.end('ok'));
    expect(await done(post(sandbox, 'webhooks/release'))).toMatchObject({ delivered: 3, held: 0 });
    expect(receivedBy(charges)).toEqual(charges.map(({ id }) => id));
  });

  it('sends the webhook of a killed process again, and lists the interrupted attempt', async () => {
    const { sandbox } = await holding(1);
    const [{ id } = { id: '' }] = await deliveriesOf(sandbox);
    const claimed = {
      status: 'pending',
      attemptCount: 1,
      claimedNumber: 1,
      claimedUntil: new Date(Date.now() - 1),
    };
    await gateway.database.webhookDelivery.update({ where: { id }, data: claimed });
    expect(await done(post(sandbox, 'webhooks/release'))).toMatchObject({
      delivered: 1,
      held: 0,
      data: [{ number: 2 }],
    });
    const { body } = await control(gateway).get(`/api/sandboxes/${sandbox.name}/deliveries/${id}`);
    expect(body).toMatchObject({
      attempts: [
        { number: 1, error: 'Tollgate stopped before the endpoint responded.' },
        { number: 2, error: null },
      ],
    });
  });

  it('sends what came meanwhile afterwards', async () => {
    const { sandbox, charges } = await holding(1);
    receiver.answer(
      ({ event }, response) =>
        void (
          event.data.id === charges[0]?.id
            ? sandbox.charge().then((one) => charges.push(one))
            : Promise.resolve()
        ).then(() => response.end('ok')),
    );
    expect(await done(post(sandbox, 'webhooks/release'))).toMatchObject({ delivered: 1 });
    await until(
      async () => (await statusesOf(sandbox)).every((status) => status === 'delivered'),
      'it is not sent',
    );
    expect(receivedBy(charges)).toEqual(charges.map(({ id }) => id));
  });

  it.each([
    [{ order: 'sideways' }, 400, 'order must be reversed, or a list of at most 1000 delivery ids'],
    [{ order: ['whdl_test_nobody'] }, 404, 'delivery whdl_test_nobody was not found'],
    [{ order: ['a', 'a'] }, 400, 'order must contain each delivery once'],
  ])('with %j is rejected, and held deliveries stay held', async (body, status, message) => {
    const { sandbox } = await holding(1);
    const answer = await post(sandbox, 'webhooks/release', body);
    expect([answer.status, (answer.body as { message: string }).message]).toEqual([status, message]);
    expect(await statusesOf(sandbox)).toEqual(['held']);
  });
});

describe('a webhook that is written while somebody begins or ends to hold', () => {
  /**
   * Writes one more delivery of the only event, with this status, by a transaction that is not over before
   * `meanwhile` is asked for.
   */
  async function writtenLate<T>(sandbox: Sandbox, status: string, meanwhile: () => Promise<T>): Promise<T> {
    const [first] = await deliveriesOf(sandbox);
    if (!first) throw new Error('There is no delivery');
    const { event, id } = first;
    let asking: Promise<T> | undefined;
    await inTransaction(gateway, async (client) => {
      const own =
        "jsonb_build_object('id', $1 || 'x', 'status', $2::text, 'next_attempt_at', created_at, 'xid', pg_current_xact_id()::text)";
      await client.query(
        `INSERT INTO webhook_delivery SELECT (jsonb_populate_record(one, ${own})).* FROM webhook_delivery one WHERE id = $1`,
        [id, status],
      );
      asking = meanwhile();
      const heldAt = async (): Promise<Date | null> =>
        (await gateway.database.account.findUniqueOrThrow({ where: { id: event.accountId } })).webhooksHeldAt;
      const wasHeld = status === 'held';
      await until(async () => ((await heldAt()) === null) === wasHeld, 'it does not begin');
    });
    return asking as Promise<T>;
  }

  it('is held, and counted', async () => {
    const sandbox = await frozenSandbox(gateway, BEGIN, { webhook_uri: receiver.uri });
    await sandbox.charge();
    await until(async () => (await statusesOf(sandbox))[0] === 'delivered', 'it is not sent');
    expect(await writtenLate(sandbox, 'pending', () => done(post(sandbox, 'webhooks/hold')))).toMatchObject({
      held: 1,
    });
    expect(await statusesOf(sandbox)).toEqual(['delivered', 'held']);
  });

  it('is sent', async () => {
    const { sandbox } = await holding(1);
    expect(await writtenLate(sandbox, 'held', () => done(post(sandbox, 'webhooks/release')))).toMatchObject({
      delivered: 1,
      held: 0,
    });
    await until(
      async () => (await statusesOf(sandbox)).every((status) => status === 'delivered'),
      'it is not sent',
    );
  });
});
