import { Client } from 'pg';
import type request from 'supertest';
import { useGateway, useOwnGateway, type Gateway } from './harness.js';
import { useReceiver } from './receiver.js';
import { control, createSandbox, type Sandbox } from './sandbox.js';

const gateway = useGateway();
const other = useOwnGateway(() => ({ DATABASE_URL: gateway.databaseUrl }));
const receiver = useReceiver();

interface EventList {
  readonly data: readonly {
    readonly id: string;
    readonly key: string;
    readonly object_id: string;
    readonly [field: string]: unknown;
  }[];
  readonly next: string;
  readonly behind: boolean;
  readonly reason: string | null;
}

const events = (sandbox: Sandbox, query: object = {}, at: Gateway = gateway): request.Test =>
  control(at).get(`/api/sandboxes/${sandbox.name}/events`).query(query);

async function list(sandbox: Sandbox, query: object = {}, at?: Gateway): Promise<EventList> {
  const { body, status } = await events(sandbox, query, at);
  expect({ status, body: body as object }).toMatchObject({ status: 200 });
  return body as EventList;
}

const keys = ({ data }: EventList): string[] => data.map(({ key }) => key);

describe('the events of a sandbox', () => {
  it('are listed oldest first, in both modes, with both times and the request that caused them', async () => {
    const sandbox = await createSandbox(gateway, { clock: { now: '2031-01-01T00:00:00Z', frozen: true } });
    const { id } = await sandbox.charge();
    await sandbox.post(`/charges/${id}/mark_as_paid`).set('X-Request-Id', 'the-payment');
    const { data, reason } = await list(sandbox);
    expect(data).toMatchObject([
      {
        object: 'event',
        key: 'charge.create',
        object_id: id,
        livemode: false,
        at: '2031-01-01T00:00:00.000Z',
      },
      {
        object: 'event',
        key: 'charge.complete',
        object_id: id,
        request_id: 'the-payment',
        data: { id, status: 'successful' },
      },
    ]);
    expect(data[0]?.['machine_at']).not.toMatch(/^2031/);
    expect(reason).toBeNull();
  });

  it('are found by key, object and mode, and page by page', async () => {
    const sandbox = await createSandbox(gateway);
    const [first, second] = [await sandbox.charge(), await sandbox.charge()];
    await sandbox.post(`/charges/${first.id}/mark_as_paid`);
    expect(keys(await list(sandbox, { key: 'charge.complete' }))).toEqual(['charge.complete']);
    expect(keys(await list(sandbox, { object: second.id }))).toEqual(['charge.create']);
    expect(keys(await list(sandbox, { livemode: true }))).toEqual([]);
    const page = await list(sandbox, { limit: 2 });
    expect(keys(await list(sandbox, { limit: 2, after: page.next }))).toEqual(['charge.complete']);
  });

  it('are found by words in their key and object, page by page', async () => {
    const sandbox = await createSandbox(gateway);
    const first = await sandbox.charge({ metadata: { order: 'A-1042' } });
    await sandbox.charge({ metadata: { order: 'A-1043' } });
    await sandbox.post(`/charges/${first.id}/mark_as_paid`);
    expect(keys(await list(sandbox, { search: 'a-1042' }))).toEqual(['charge.create', 'charge.complete']);
    expect(keys(await list(sandbox, { search: 'COMPLETE a-1042' }))).toEqual(['charge.complete']);
    expect(keys(await list(sandbox, { search: 'a-1042', limit: 1, before: 'end' }))).toEqual([
      'charge.complete',
    ]);
    expect(keys(await list(sandbox, { search: 'a-1044' }))).toEqual([]);
    // The name of a field of every charge.
    expect(keys(await list(sandbox, { search: 'failure_code' }))).toEqual([]);
    await events(sandbox, { search: 'a '.repeat(11) }).expect(400);
  });

  it('are invisible to other sandboxes, and gone after a reset', async () => {
    const [sandbox, stranger] = [await createSandbox(gateway), await createSandbox(gateway)];
    await sandbox.charge();
    expect(keys(await list(stranger))).toEqual([]);
    await sandbox.reset();
    expect(keys(await list(sandbox))).toEqual([]);
  });

  it.each([
    [{ wait: '61s' }, 'wait must be a duration of at most 60 s, such as 10s or 500ms'],
    [{ wait: 'soon' }, 'wait must be a duration of at most 60 s, such as 10s or 500ms'],
    [{ wait: '1s', count: 0 }, 'count must be a whole number from 1 to 100'],
    [{ count: 2 }, 'count requires wait'],
    [{ livemode: 'yes' }, 'livemode must be true or false'],
    [{ key: { a: 1 } }, 'key must be a string of at most 200 characters'],
    [{ after: 'x' }, 'after must be the next of a previous page'],
    [{ limit: 101 }, 'limit must be a whole number from 1 to 100'],
  ])('are rejected for %j', async (query, message) => {
    const { status, body } = await events(await createSandbox(gateway), query);
    expect([status, (body as { message: string }).message]).toEqual([400, message]);
  });
});

describe('a request that waits for events', () => {
  it('returns existing events at once', async () => {
    const sandbox = await createSandbox(gateway);
    await sandbox.charge();
    expect(keys(await list(sandbox, { key: 'charge.create', wait: '60s' }))).toEqual(['charge.create']);
  });

  it('returns after the commit of another process, even of a slow one', async () => {
    const sandbox = await createSandbox(gateway);
    const { id } = await sandbox.charge();
    const { next } = await list(sandbox);
    const waiting = list(sandbox, { key: 'charge.complete', after: next, wait: '60s' }, other);
    await sandbox.post(`/charges/${id}/mark_as_paid`);
    expect(keys(await waiting)).toEqual(['charge.complete']);
  });

  it('gets events committed during an older transaction once that has ended', async () => {
    const sandbox = await createSandbox(gateway);
    const client = new Client({ connectionString: gateway.databaseUrl });
    await client.connect();
    await client.query('BEGIN');
    await client.query('SELECT pg_current_xact_id()');
    const { id } = await sandbox.charge();
    const early = await list(sandbox);
    const waiting = list(sandbox, { wait: '60s', after: early.next });
    await client.query('COMMIT');
    const late = await waiting;
    expect([keys(early), early.behind]).toEqual([[], true]);
    expect([late.data.map(({ object_id }) => object_id), late.behind]).toEqual([[id], false]);
    await client.end();
  });

  it('returns at once if the older transaction ends soon', async () => {
    const sandbox = await createSandbox(gateway);
    const client = new Client({ connectionString: gateway.databaseUrl });
    await client.connect();
    await sandbox.charge();
    await client.query('BEGIN');
    await client.query('SELECT pg_current_xact_id()');
    await sandbox.charge();
    const listed = list(sandbox);
    await client.query('COMMIT');
    expect(keys(await listed)).toEqual(['charge.create', 'charge.create']);
    await client.end();
  });

  it('can wait for several events', async () => {
    const sandbox = await createSandbox(gateway);
    const waiting = list(sandbox, { key: 'charge.create', count: 3, wait: '60s' });
    for (let made = 0; made < 3; made += 1) await sandbox.charge();
    expect(keys(await waiting)).toEqual(['charge.create', 'charge.create', 'charge.create']);
  });

  it('reports that too few came, and its cursor skips none of them', async () => {
    const sandbox = await createSandbox(gateway);
    const { id } = await sandbox.charge();
    await list(sandbox, { wait: '60s' });
    const { data, reason, next } = await list(sandbox, { count: 2, wait: '1ms' });
    expect([data, reason]).toEqual([[], expect.stringContaining(`only 1 of 2 arrived`)]);
    expect((await list(sandbox, { after: next })).data).toMatchObject([{ object_id: id }]);
  });
});

describe('the explanation for a missing event', () => {
  const reasonOf = async (sandbox: Sandbox, query: object): Promise<string> =>
    String((await list(sandbox, { wait: '1ms', ...query })).reason);

  it('names the closest event and the differing field', async () => {
    const sandbox = await createSandbox(gateway);
    const { id } = await sandbox.charge();
    await list(sandbox, { wait: '60s' });
    expect(await reasonOf(sandbox, { key: 'charge.complete', object: id })).toContain(
      `(charge.create of ${id}): its key is charge.create, not charge.complete`,
    );
    expect(await reasonOf(sandbox, { key: 'charge.create', livemode: true })).toContain(
      'its livemode is false, not true',
    );
  });

  it('says that it came before the cursor', async () => {
    const sandbox = await createSandbox(gateway);
    await sandbox.charge();
    const { next } = await list(sandbox, { wait: '60s' });
    const reason = await reasonOf(sandbox, { key: 'charge.create', after: next });
    expect(reason).toMatch(/no event was added after the cursor; evnt_.* matches, but is before the cursor/);
  });

  it('says that the clock is frozen, and what is due next', async () => {
    const sandbox = await createSandbox(gateway, { clock: { now: '2031-01-01T00:00:00Z', frozen: true } });
    const { id } = await sandbox.charge();
    expect(await reasonOf(sandbox, { key: 'charge.expire' })).toMatch(
      new RegExp(
        `the clock is frozen at 2031-01-01T00:00:00.000Z, and the next item is due at 2031-.*: expiry of ${id}`,
      ),
    );
  });

  it('says that there is no webhook_uri', async () => {
    expect(await reasonOf(await createSandbox(gateway), {})).toContain('no webhook_uri');
    expect(await reasonOf(await createSandbox(gateway, { webhook_uri: receiver.uri }), {})).not.toContain(
      'no webhook_uri',
    );
  });

  it('says that the object is of another sandbox, deleted by a reset, or unknown', async () => {
    const [sandbox, stranger] = [await createSandbox(gateway), await createSandbox(gateway)];
    const { id } = await stranger.charge();
    expect(await reasonOf(sandbox, { object: id })).toContain(
      `${id} was created with the key of another sandbox`,
    );
    await stranger.reset();
    expect(await reasonOf(stranger, { object: id })).toContain(
      `${id} was created before the sandbox was reset`,
    );
    expect(await reasonOf(sandbox, { object: 'chrg_test_none' })).toContain(
      'there is no event about chrg_test_none',
    );
  });
});

describe('an idle sandbox', () => {
  const idle = async (sandbox: Sandbox, query: object = {}): Promise<Record<string, unknown>> =>
    (await control(gateway).get(`/api/sandboxes/${sandbox.name}/idle`).query(query)).body as Record<
      string,
      unknown
    >;

  it('is new, or has only later work', async () => {
    const sandbox = await createSandbox(gateway);
    expect(await idle(sandbox)).toEqual({
      object: 'idle',
      idle: true,
      due: 0,
      under_way: 0,
      held: 0,
      next: null,
      reason: null,
    });
    const { id } = await sandbox.charge();
    expect(await idle(sandbox)).toMatchObject({ idle: true, next: { kind: 'expiry', object_id: id } });
  });

  it('has no unanswered webhooks', async () => {
    const sandbox = await createSandbox(gateway, { webhook_uri: receiver.uri });
    const held = new Promise<() => void>((resolve) =>
      receiver.answer((_, response) => resolve(() => void response.end('ok'))),
    );
    await sandbox.charge();
    const answer = await held;
    expect(await idle(sandbox, { wait: '1ms' })).toMatchObject({ idle: false, under_way: 1 });
    const waiting = idle(sandbox, { wait: '60s' });
    answer();
    expect(await waiting).toMatchObject({ idle: true, under_way: 0, reason: null });
  });
});
