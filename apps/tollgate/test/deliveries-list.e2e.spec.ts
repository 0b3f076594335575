import { HOUR_MS } from '#kernel/time.js';
import { until } from '#platform/testing/until.js';
import { frozenSandbox } from './clock.js';
import { useGateway } from './harness.js';
import { useReceiver } from './receiver.js';
import { control, createSandbox, type Sandbox } from './sandbox.js';

const BEGIN = '2027-01-01T00:00:00.000Z';
const gateway = useGateway();
const receiver = useReceiver();

beforeEach(() => {
  receiver.answer((_, response) => void response.end('ok'));
});

interface Listed {
  readonly id: string;
  readonly key: string;
  readonly object_id: string;
  readonly status: string;
  readonly updated_at: string;
  readonly last_duration_ms: number;
}

interface List {
  readonly object: string;
  readonly data: readonly Listed[];
  readonly next: string;
  readonly reason: string | null;
}

async function list(sandbox: Sandbox, query: object = {}): Promise<List> {
  const { status, body } = await control(gateway)
    .get(`/api/sandboxes/${sandbox.name}/deliveries`)
    .query(query);
  if (status !== 200) throw new Error((body as { message: string }).message);
  return body as List;
}

/** The deliveries that failed and are tried again, once there are so many. */
async function untilRetried(sandbox: Sandbox, count: number): Promise<List['data']> {
  let data: List['data'] = [];
  const areThere = async (): Promise<boolean> => {
    ({ data } = await list(sandbox, { status: 'retrying' }));
    return data.length === count;
  };
  await until(areThere, 'the webhooks are not retried');
  return data;
}

describe('the deliveries of a sandbox', () => {
  it('are found by status, key and object', async () => {
    const sandbox = await createSandbox(gateway, { webhook_uri: receiver.uri });
    const [{ id }, other] = [await sandbox.charge(), await sandbox.charge()];
    await sandbox.post(`/charges/${id}/mark_as_paid`);
    const found = await list(sandbox, {
      status: 'delivered',
      key: 'charge.complete',
      object: id,
      wait: '60s',
    });
    expect(found.data).toMatchObject([
      { object: 'delivery', status: 'delivered', key: 'charge.complete', object_id: id },
    ]);
    const { data } = await list(sandbox, {
      key: 'charge.create',
      status: 'delivered',
      wait: '60s',
      count: 2,
    });
    expect(data.map(({ object_id: object }) => object).sort()).toEqual([id, other.id].sort());
  });

  it('are found by the address of their receiver', async () => {
    const sandbox = await createSandbox(gateway, { webhook_uri: receiver.uri });
    await control(gateway).post(`/api/sandboxes/${sandbox.name}/webhooks/hold`).expect(200);
    const { id } = await sandbox.charge();
    const { id: elsewhere } = await sandbox.charge({ webhook_endpoints: ['https://127.0.0.1:9/hooks'] });
    await list(sandbox, { wait: '60s', count: 3 });
    const found = async (uri: string): Promise<string[]> =>
      (await list(sandbox, { uri })).data.map(({ object_id: object }) => object);
    expect(await found(receiver.uri)).toEqual([id, elsewhere]);
    expect(await found('https://127.0.0.1:9/*')).toEqual([elsewhere]);
    expect(await found('https://127.0.0.1:9/')).toEqual([]);
    const { reason } = await list(sandbox, { uri: 'https://127.0.0.1:_/*', wait: '100ms' });
    expect(reason).toMatch(/its uri is .*, not https:\/\/127.0.0.1:_\/\*/);
  });

  it('are found by words of what is sent', async () => {
    const sandbox = await createSandbox(gateway, { webhook_uri: receiver.uri });
    await control(gateway).post(`/api/sandboxes/${sandbox.name}/webhooks/hold`).expect(200);
    const { id } = await sandbox.charge({ metadata: { order: 'A-1042' } });
    await sandbox.charge({ metadata: { order: 'A-1043' } });
    const found = async (search: string): Promise<string[]> =>
      (await list(sandbox, { search, wait: '60s' })).data.map(({ object_id: object }) => object);
    expect(await found('a-1042 CREATE')).toEqual([id]);
    expect(await found(`held ${id}`)).toEqual([id]);
    expect((await list(sandbox, { search: 'A-1044' })).data).toEqual([]);
    expect((await list(sandbox, { search: 'fail' })).data).toEqual([]);
    await expect(list(sandbox, { search: 'a '.repeat(11) })).rejects.toThrow(
      'search must be at most 10 words',
    );
  });

  it('are waited for, and one that arrives later is after the cursor', async () => {
    const ends: (() => void)[] = [];
    receiver.answer((_, response) => void ends.push(() => response.end('ok')));
    const sandbox = await createSandbox(gateway, { webhook_uri: receiver.uri });
    const { id } = await sandbox.charge();
    const { data, next } = await list(sandbox, { wait: '60s' });
    expect(data).toMatchObject([{ object_id: id, status: 'pending' }]);
    const waiting = list(sandbox, { after: next, status: 'delivered', wait: '60s' });
    await until(() => ends.length > 0, 'the webhook is not sent');
    ends[0]?.();
    expect((await waiting).data).toMatchObject([{ id: data[0]?.id, status: 'delivered' }]);
  });

  it('that do not come are explained', async () => {
    receiver.answer((_, response) => void response.writeHead(500).end());
    const sandbox = await frozenSandbox(gateway, BEGIN, {
      webhook_uri: receiver.uri,
      webhook_retry_delays: '1h',
    });
    const { id } = await sandbox.charge();
    const attempts = { where: { delivery: { event: { objectId: id } } } };
    await until(
      async () => (await gateway.database.webhookAttempt.count(attempts)) === 1,
      'the attempt is not recorded',
    );
    const { data, reason } = await list(sandbox, { status: 'delivered', object: id, wait: '1s' });
    expect(data).toEqual([]);
    expect(reason).toContain('its status is pending, not delivered');
    expect(reason).toContain(`the clock is frozen at ${BEGIN}`);
    expect(reason).toContain(`due at ${new Date(Date.parse(BEGIN) + HOUR_MS).toISOString()}: retry of ${id}`);
  });

  it('show their last attempt, and what their object is about', async () => {
    receiver.answer((_, response) => void response.writeHead(500).end());
    const sandbox = await frozenSandbox(gateway, BEGIN, {
      webhook_uri: receiver.uri,
      webhook_retry_delays: '1h',
    });
    const { id } = await sandbox.cardCharge({ metadata: { order: 'A-1042' } });
    await sandbox.post(`/charges/${id}/refunds`, { amount: 1_000 }).expect(200);
    const retried = await untilRetried(sandbox, 2);
    const money = { currency: 'THB', metadata: { order: 'A-1042' } };
    const failure = { last_status: 500, last_error: 'Endpoint returned 500. Only 2xx counts as delivered.' };
    expect(retried).toMatchObject([
      { key: 'charge.create', amount: 100_000, ...money, ...failure },
      { key: 'refund.create', amount: 1_000, ...money, ...failure },
    ]);
    for (const one of retried)
      expect(Date.parse(one.updated_at)).toBe(Date.parse(BEGIN) + one.last_duration_ms);
    const one = await control(gateway)
      .get(`/api/sandboxes/${sandbox.name}/deliveries/${retried[0]?.id}`)
      .expect(200);
    expect(one.body).toMatchObject({ ...retried[0], attempts: [{ answer: { status: 500 } }] });
    receiver.answer((_, response) => void response.end('ok'));
    await control(gateway)
      .post(`/api/sandboxes/${sandbox.name}/deliveries/redeliver`)
      .send({ status: 'retrying' })
      .expect(200);
    const delivered = { status: 'delivered', last_status: 200, last_error: null };
    // They are sent at the same time, so they end in any order.
    expect((await list(sandbox)).data.toSorted((a, b) => a.id.localeCompare(b.id))).toMatchObject(
      ['charge.create', 'refund.create'].map((key) => ({ key, ...delivered })),
    );
    expect((await list(sandbox, { status: 'retrying' })).data).toEqual([]);
  });

  it('have no attempt at first', async () => {
    const sandbox = await frozenSandbox(gateway, BEGIN, { webhook_uri: receiver.uri });
    await control(gateway).post(`/api/sandboxes/${sandbox.name}/webhooks/hold`).expect(200);
    const { id } = await sandbox.charge();
    await sandbox.post('/customers', { email: 'ann@shop.example' }).expect(200);
    const none = { last_status: null, last_error: null, last_duration_ms: null, updated_at: BEGIN };
    const [ofCharge, ofCustomer] = (await list(sandbox, { count: 2, wait: '60s' })).data;
    const money = { amount: 2000, currency: 'MYR', metadata: {} };
    expect(ofCharge).toMatchObject({ object_id: id, ...money, about: null, ...none });
    const noMoney = { amount: null, currency: null, metadata: {} };
    expect(ofCustomer).toMatchObject({ ...noMoney, about: 'ann@shop.example', ...none });
  });

  it('are counted by state and mode', async () => {
    receiver.answer((_, response) => void response.writeHead(500).end());
    const sandbox = await frozenSandbox(gateway, BEGIN, {
      webhook_uri: receiver.uri,
      webhook_retry_delays: '1h',
    });
    await sandbox.charge();
    await untilRetried(sandbox, 1);
    receiver.answer((_, response) => void response.end('ok'));
    await sandbox.charge();
    await list(sandbox, { status: 'delivered', wait: '60s' });
    await control(gateway).post(`/api/sandboxes/${sandbox.name}/webhooks/hold`).expect(200);
    await sandbox.charge();
    const counts = async (query: object): Promise<object> =>
      (
        await control(gateway)
          .get(`/api/sandboxes/${sandbox.name}/deliveries/counts`)
          .query(query)
          .expect(200)
      ).body as object;
    // A hold takes retries too.
    const all = { object: 'delivery_counts', pending: 0, retrying: 0, held: 2, delivered: 1, exhausted: 0 };
    expect([await counts({}), await counts({ livemode: false })]).toEqual([all, all]);
    expect(await counts({ livemode: true })).toEqual({ ...all, held: 0, delivered: 0 });
  });

  it('are nobody else’s', async () => {
    const owner = await createSandbox(gateway, { webhook_uri: receiver.uri });
    const { id } = await owner.charge();
    const { data, reason } = await list(await createSandbox(gateway), { object: id, wait: '100ms' });
    expect(data).toEqual([]);
    expect(reason).toContain('with the key of another sandbox');
  });

  it.each([
    [{ status: 'lost' }, 'status must be one of pending, retrying, held, delivered, exhausted'],
    [{ wait: 'long' }, 'wait must be a duration of at most 60 s, such as 10s or 500ms'],
    [{ after: 'x' }, 'after must be the next of a previous page'],
  ])('with %j are rejected', async (query, message) => {
    await expect(list(await createSandbox(gateway), query)).rejects.toThrow(message);
  });
});
