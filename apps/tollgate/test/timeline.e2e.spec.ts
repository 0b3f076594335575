import request from 'supertest';
import { Clock } from '#platform/clock/clock.js';
import { Audit } from '#engine/audit/audit.js';
import { AccountDirectory } from '#engine/accounts/account-directory.js';
import { AccountWatch } from '#engine/accounts/account-watch.js';
import { useGateway } from './harness.js';
import { useReceiver } from './receiver.js';
import { control, createSandbox, type Sandbox } from './sandbox.js';

const gateway = useGateway();
const receiver = useReceiver();

interface TimelineList {
  readonly data: readonly { readonly kind: string; readonly id: string; readonly [field: string]: unknown }[];
  readonly next: string;
  readonly reason: string | null;
}

interface Details {
  readonly method?: string;
  readonly path?: string;
  readonly key?: string;
  readonly status?: string;
}

async function timeline(sandbox: Sandbox, query: object = {}): Promise<TimelineList> {
  const { body, status } = await control(gateway)
    .get(`/api/sandboxes/${sandbox.name}/timeline`)
    .query({ limit: 100, ...query });
  expect({ status, body: body as object }).toMatchObject({ status: 200 });
  return body as TimelineList;
}

const kinds = ({ data }: TimelineList): string[] => data.map(({ kind }) => kind);

/** Records an act as the control host does. */
async function act(sandbox: Sandbox, action: string): Promise<void> {
  const app = gateway.tollgate.control;
  const account = await app.get(AccountDirectory, { strict: false }).get(await sandbox.accountId());
  await new Audit(
    gateway.database,
    app.get(AccountWatch, { strict: false }),
    app.get(Clock, { strict: false }),
  ).record(account, { action });
}

it('the timeline has requests, events, deliveries, clock moves and acts in one order', async () => {
  const sandbox = await createSandbox(gateway, {
    webhook_uri: receiver.uri,
    clock: { now: '2031-01-01T00:00:00Z', frozen: true },
  });
  const { id } = await sandbox.charge();
  await sandbox.post(`/charges/${id}/mark_as_paid`).set('X-Request-Id', 'the-payment');
  await timeline(sandbox, { kinds: 'attempt', wait: '60s', count: 2 });
  await timeline(sandbox, { kinds: 'request', wait: '60s', count: 2 });
  await control(gateway)
    .post(`/api/sandboxes/${sandbox.name}/clock/advance`)
    .set('X-Request-Id', 'the-advance')
    .send({ by: '1h' })
    .expect(200);
  await act(sandbox, 'hold');
  const list = await timeline(sandbox, { wait: '60s', count: 8 });
  expect(kinds(list).filter((kind) => kind !== 'request' && kind !== 'attempt')).toEqual([
    'event',
    'event',
    'clock',
    'act',
  ]);
  expect(kinds(list).sort()).toEqual([
    'act',
    'attempt',
    'attempt',
    'clock',
    'event',
    'event',
    'request',
    'request',
  ]);
  const ofPayment = list.data.filter(({ request_id: requestId }) => requestId === 'the-payment');
  expect(ofPayment.map(({ kind }) => kind).sort()).toEqual(['attempt', 'event', 'request']);
  expect(ofPayment.every((entry) => entry['object_id'] === id && entry['livemode'] === false)).toBe(true);
  const [event, attempt] = ['event', 'attempt'].map((wanted) =>
    ofPayment.find(({ kind }) => kind === wanted),
  );
  expect(attempt?.['details']).toMatchObject({
    key: 'charge.complete',
    event: event?.id,
    number: 1,
    status: 200,
  });
  expect(list.data.find(({ kind }) => kind === 'clock')).toMatchObject({
    at: '2031-01-01T01:00:00.000Z',
    livemode: null,
    request_id: 'the-advance',
    details: { action: 'advance', status: 'done' },
  });
  for (const entry of list.data)
    expect([entry['at'], entry['machine_at']]).toEqual([
      expect.stringMatching(/^2031/),
      expect.not.stringMatching(/^2031/),
    ]);
  expect(kinds(await timeline(sandbox, { kinds: 'clock,act' }))).toEqual(['clock', 'act']);
  expect(kinds(await timeline(sandbox, { kinds: 'event,act', object: id }))).toEqual(['event', 'event']);
  expect(kinds(await timeline(sandbox, { kinds: 'event,clock', livemode: true }))).toEqual(['clock']);
  expect(kinds(await timeline(sandbox, { after: list.next }))).toEqual([]);
});

it('the timeline is private, empty after a reset, and explains missing events', async () => {
  const [sandbox, stranger] = [await createSandbox(gateway), await createSandbox(gateway)];
  await sandbox.charge();
  await act(sandbox, 'hold');
  await timeline(sandbox, { wait: '60s', count: 3 });
  const { data, reason } = await timeline(stranger, { wait: '1ms' });
  expect([data, reason]).toEqual([
    [],
    expect.stringContaining('0 of 1 entries were added after the cursor; nothing is due'),
  ]);
  await sandbox.reset();
  expect((await timeline(sandbox)).data).toEqual([]);
});

it('masks secrets in metadata, and shows the rest in full', async () => {
  const sandbox = await createSandbox(gateway, { webhook_uri: receiver.uri });
  const secret = sandbox.body.webhook_secret;
  const rest = { order: 'A-1042', long: 'x'.repeat(2_000), deep: { a: { b: { c: { d: { e: 'f' } } } } } };
  const metadata = {
    ...rest,
    password: 'hunter2',
    note: `card 4242424242424242, key ${sandbox.secretKey}`,
    nested: { of: [secret] },
  };
  const { id } = await sandbox.charge({ metadata });
  const { data } = await timeline(sandbox, { kinds: 'event,attempt', wait: '60s', count: 2 });
  const masked = {
    ...rest,
    password: '[masked]',
    note: expect.stringMatching(/^card .*\[masked\]$/),
    nested: { of: ['[masked]'] },
  };
  const read = async (path: string): Promise<object> =>
    (await control(gateway).get(`/api/sandboxes/${sandbox.name}/${path}`).expect(200)).body as object;
  const deliveries = (await read('deliveries')) as { data: { id: string; metadata: object }[] };
  const objects = (await read('objects/charges')) as { data: { metadata: object }[] };
  const due = (await read(`clock/upcoming?object=${id}`)) as { data: { metadata: object }[] };
  const [delivery] = deliveries.data;
  const detail = (await read(`deliveries/${delivery?.id}`)) as { metadata: object };
  const events = (await read('events')) as { data: { data: { metadata: object } }[] };
  const shown = data.map(({ details }) => (details as { metadata: object }).metadata);
  for (const one of [
    ...shown,
    delivery?.metadata,
    detail.metadata,
    objects.data[0]?.metadata,
    due.data[0]?.metadata,
    events.data[0]?.data.metadata,
  ])
    expect(one).toEqual(masked);
  const { parameters } =
    ((await read('requests?wait=60s')) as { data: { parameters: object }[] }).data[0] ?? {};
  expect(parameters).toMatchObject({
    metadata: { password: '[masked]', nested: masked.nested, long: 'x'.repeat(1_024) },
  });
});

it('events contain their object, and failed attempts their retry', async () => {
  receiver.answer((_, response) => void response.writeHead(500).end());
  const retries = {
    webhook_uri: receiver.uri,
    webhook_retry_delays: '1h',
    clock: { now: '2031-01-01T00:00:00Z', frozen: true },
  };
  const sandbox = await createSandbox(gateway, retries);
  const { id } = await sandbox.charge({ metadata: { order: 'A-1042' } });
  await sandbox.post(`/charges/${id}/mark_as_failed`, { failure_code: 'insufficient_fund' }).expect(200);
  await sandbox.post('/customers', { email: 'ann@shop.example' }).expect(200);
  const events = await timeline(sandbox, { kinds: 'event', wait: '60s', count: 3 });
  const charge = { amount: 2000, currency: 'MYR', method: 'boost', metadata: { order: 'A-1042' } };
  expect(events.data.map(({ details }) => details)).toEqual([
    { key: 'charge.create', ...charge, status: 'pending', failure_code: null },
    { key: 'charge.complete', ...charge, status: 'failed', failure_code: 'insufficient_fund' },
    {
      key: 'customer.create',
      amount: null,
      currency: null,
      method: null,
      status: null,
      failure_code: null,
      metadata: {},
    },
  ]);
  const [attempt] = (await timeline(sandbox, { kinds: 'attempt', wait: '60s' })).data;
  const { next_attempt_at: nextAttemptAt } = attempt?.['details'] as { next_attempt_at: string };
  expect(new Date(nextAttemptAt).toISOString()).toBe('2031-01-01T01:00:00.000Z');
});

it('events of a charge that waits for its capture have the status of its list', async () => {
  const sandbox = await createSandbox(gateway);
  const { id } = await sandbox.cardCharge({ capture: false });
  await sandbox.post(`/charges/${id}/capture`).expect(200);
  const { data } = await timeline(sandbox, { kinds: 'event', object: id, wait: '60s', count: 2 });
  expect(data.map(({ details }) => [(details as Details).key, (details as Details).status])).toEqual([
    ['charge.create', 'authorized'],
    ['charge.capture', 'successful'],
  ]);
});

it('a timeline of unknown kinds is rejected', async () => {
  const { name } = await createSandbox(gateway);
  const { status, body } = await control(gateway)
    .get(`/api/sandboxes/${name}/timeline`)
    .query({ kinds: 'event,other' });
  const message = 'kinds must be a comma-separated list of request, event, attempt, fault, clock, act, page';
  expect([status, body]).toEqual([400, expect.objectContaining({ message })]);
});

it('a charge’s timeline includes its refunds and disputes on request', async () => {
  const sandbox = await createSandbox(gateway);
  const [{ id }, other] = [await sandbox.cardCharge(), await sandbox.cardCharge()];
  for (const charge of [id, other.id])
    await sandbox.post(`/charges/${charge}/refunds`, { amount: 1000 }).expect(200);
  const dispute = (await sandbox.post(`/charges/${id}/disputes`).expect(200)).body as { id: string };
  await timeline(sandbox, { object: dispute.id, kinds: 'event', wait: '60s' });
  const keys = async (query: object): Promise<string[]> => {
    const { data } = await timeline(sandbox, { object: id, kinds: 'event', ...query });
    return data.map(({ details }) => (details as { key: string }).key);
  };
  const own = await keys({});
  expect(own).not.toContain('refund.create');
  expect(await keys({ related: 'true' })).toEqual([...own, 'refund.create', 'dispute.create']);
  expect(await keys({ related: 'true', object: dispute.id })).toEqual(['dispute.create']);
  const wrong = await control(gateway).get(`/api/sandboxes/${sandbox.name}/timeline?related=yes`);
  expect(wrong.body).toMatchObject({ code: 'bad_request', message: 'related must be true or false' });
});

it('a charge’s timeline includes requests and webhooks of its objects', async () => {
  const sandbox = await createSandbox(gateway, { webhook_uri: receiver.uri });
  const token = await sandbox.token();
  const { id } = (
    await sandbox.post('/charges', { amount: 100_000, currency: 'THB', card: token }).expect(200)
  ).body as { id: string };
  const refund = (await sandbox.post(`/charges/${id}/refunds`, { amount: 1000 }).expect(200)).body as {
    transaction: string;
  };
  await sandbox.get(`/transactions/${refund.transaction}`).expect(200);
  const pending = await sandbox.charge();
  await request(pending.authorize_uri).get('').expect(200);
  const told = async (object: string, query: object): Promise<string[]> => {
    const { data } = await timeline(sandbox, { object, kinds: 'request', ...query });
    return data.map(
      ({ details }) => `${String((details as Details).method)} ${String((details as Details).path)}`,
    );
  };
  await timeline(sandbox, { kinds: 'request', wait: '60s', count: 6 });
  expect((await told(id, { related: true })).sort()).toEqual(
    [
      `GET /transactions/${refund.transaction}`,
      'POST /charges',
      `POST /charges/${id}/refunds`,
      'POST /tokens',
    ].sort(),
  );
  expect((await told(id, {})).sort()).toEqual(['POST /charges', `POST /charges/${id}/refunds`]);
  expect((await told(pending.id, { related: true })).sort()).toEqual([
    `GET ${new URL(pending.authorize_uri).pathname}`,
    'POST /charges',
  ]);
  const attempts = await timeline(sandbox, {
    object: id,
    related: true,
    kinds: 'attempt',
    wait: '60s',
    count: 2,
  });
  expect(attempts.data.map(({ details }) => (details as Details).key).sort()).toEqual([
    'charge.create',
    'refund.create',
  ]);
});

describe('a search of the timeline', () => {
  it('matches requests, events and webhooks with all words', async () => {
    const sandbox = await createSandbox(gateway, { webhook_uri: receiver.uri });
    const { id } = await sandbox.charge({ metadata: { order: 'A-1042', note: '50%_off' } });
    const { id: other } = await sandbox.charge({ metadata: { order: 'A-1043' } });
    await timeline(sandbox, { kinds: 'attempt', wait: '60s', count: 2 });
    await timeline(sandbox, { kinds: 'request', wait: '60s', count: 2 });
    const found = async (search: string): Promise<string[]> => {
      const { data } = await timeline(sandbox, { search });
      return data
        .map(
          ({ kind, object_id: object }) =>
            `${kind} of ${object === id ? 'one' : object === other ? 'other' : String(object)}`,
        )
        .sort();
    };
    expect(await found('a-1042')).toEqual(['attempt of one', 'event of one', 'request of one']);
    expect(await found('a-104 charge.create')).toEqual([
      'attempt of one',
      'attempt of other',
      'event of one',
      'event of other',
    ]);
    expect(await found(`attempt ${id} 200`)).toEqual(['attempt of one']);
    expect(await found('50%_')).toEqual(['attempt of one', 'event of one', 'request of one']);
    expect(await found('5_%')).toEqual([]);
    expect(await found('note')).toEqual([]);
    const tooMany = await control(gateway).get(
      `/api/sandboxes/${sandbox.name}/timeline?search=${'a+'.repeat(11)}`,
    );
    expect(tooMany.body).toMatchObject({ code: 'bad_request', message: 'search must be at most 10 words' });
  });

  it('reads a bounded number of entries at a time, continues by cursors, and can wait', async () => {
    const sandbox = await createSandbox(gateway);
    await act(sandbox, 'the first needle');
    const account = await sandbox.accountId();
    await gateway.database.$executeRaw`
      INSERT INTO act SELECT (jsonb_populate_record(act, jsonb_build_object('id', 'act_60' || lpad(n::text, 17, '0'), 'action', 'hay',
        'xid', pg_current_xact_id()::text::bigint))).* FROM act, generate_series(1, 2500) n WHERE account_id = ${account}`;
    await act(sandbox, 'the last needle');
    const actions = ({ data }: TimelineList): string[] =>
      data.map(({ details }) => (details as { action: string }).action);
    const last = (await timeline(sandbox, { search: 'needle', before: 'end' })) as TimelineList & {
      previous: string;
    };
    const first = (await timeline(sandbox, { search: 'needle', before: last.previous })) as TimelineList & {
      previous: null;
    };
    expect([actions(last), actions(first), first.previous]).toEqual([
      ['the last needle'],
      ['the first needle'],
      null,
    ]);
    const begin = await timeline(sandbox, { search: 'needle', wait: '60s', count: 2 });
    const rest = await timeline(sandbox, { search: 'needle', after: begin.next, wait: '60s' });
    expect([actions(begin), actions(rest)]).toEqual([['the first needle'], ['the last needle']]);
    const waited = timeline(sandbox, { search: 'new', after: rest.next, wait: '60s' });
    await act(sandbox, 'a new one');
    expect(actions(await waited)).toEqual(['a new one']);
  });
});

it('includes the act that created a charge, its client, and acts on its webhooks', async () => {
  const sandbox = await createSandbox(gateway, { webhook_uri: receiver.uri });
  const emulated = `/api/sandboxes/${sandbox.name}/api/test/charges`;
  const asked = { amount: 100_000, currency: 'THB', source: { type: 'promptpay' } };
  const post = (path: string, client: string): request.Test =>
    control(gateway).post(path).set('Tollgate-Client', client);
  const { id } = (await post(emulated, 'console').send(asked).expect(200)).body as { id: string };
  await post(emulated, 'console').send(asked).expect(200);
  await post(`${emulated}/${id}/mark_as_paid`, 'cli').expect(200);
  const [attempt] = (await timeline(sandbox, { object: id, kinds: 'attempt', wait: '60s' })).data;
  const { delivery } = attempt?.['details'] as { delivery: string };
  await post(`/api/sandboxes/${sandbox.name}/deliveries/${delivery}/redeliver`, 'another')
    .send({})
    .expect(200);
  const acts = async (query: object): Promise<unknown[]> =>
    (await timeline(sandbox, { object: id, kinds: 'act', ...query })).data.map(({ details }) => details);
  const paid = { action: 'POST /charges/:id/mark_as_paid', client: 'cli' };
  expect(await acts({})).toEqual([paid]);
  expect(await acts({ related: true })).toEqual([
    { action: 'POST /charges', client: 'console' },
    paid,
    { action: 'redeliver', client: null },
  ]);
});

it('includes the scenario run that created a charge', async () => {
  const sandbox = await createSandbox(gateway);
  const { body } = await control(gateway)
    .post(`/api/sandboxes/${sandbox.name}/scenarios/paid/run`)
    .send({})
    .expect(200);
  const [{ id }] = (body as { objects: [{ id: string }] }).objects;
  const { data } = await timeline(sandbox, { object: id, kinds: 'act', related: true });
  expect(data.map(({ details }) => details)).toEqual([{ action: 'run_scenario', client: null }]);
});
