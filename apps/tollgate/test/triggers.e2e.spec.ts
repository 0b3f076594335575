import request from 'supertest';
import { storyOf, type StoryNode } from '#kernel/story.js';
import { setFault } from './faults.js';
import { useGateway, useOwnGateway } from './harness.js';
import { useReceiver } from './receiver.js';
import { control, createSandbox, type Sandbox } from './sandbox.js';

const gateway = useGateway();
const unlogged = useOwnGateway(() => ({ DATABASE_URL: gateway.databaseUrl, REQUEST_LOG: 'off' }));
const receiver = useReceiver();

afterEach(() => receiver.answer((_, response) => void response.writeHead(200).end()));

interface Entry {
  readonly kind: string;
  readonly id: string;
  readonly trigger: string | null;
  readonly object_id: string | null;
  readonly at: string;
  readonly machine_at: string;
  readonly details: Readonly<Record<string, unknown>>;
}

const inSandbox = ({ name }: Sandbox, path: string): string => `/api/sandboxes/${name}${path}`;

/** The timeline, once it has entries of these kinds, as often as they are named. */
async function entriesOf(sandbox: Sandbox, kinds: readonly string[], query: object = {}): Promise<Entry[]> {
  for (const kind of new Set(kinds)) {
    const count = kinds.filter((other) => other === kind).length;
    const wait = { kinds: kind, wait: '60s', count, ...query };
    await control(gateway).get(inSandbox(sandbox, '/timeline')).query(wait).expect(200);
  }
  const { body } = await control(gateway)
    .get(inSandbox(sandbox, '/timeline'))
    .query({ limit: 100, ...query })
    .expect(200);
  return (body as { data: Entry[] }).data;
}

const post = (sandbox: Sandbox, path: string, body: object = {}): request.Test =>
  control(gateway).post(inSandbox(sandbox, path)).send(body).expect(200);

/** What an entry says in the drawing of a story. */
function named({ kind, details }: Entry): string {
  const { method, path, key, number, action, fault } = details;
  const words: Readonly<Record<string, unknown>> = {
    request: `${String(method)} ${String(path).split('/')[1]}`,
    event: key,
    attempt: `${String(key)} #${String(number)}`,
    fault,
  };
  return `${kind} ${String(words[kind] ?? action)}`;
}

const drawn = (roots: readonly StoryNode<Entry>[], indent = ''): string[] =>
  roots.flatMap(({ entry, kind, children }) => [
    `${indent}${entry ? named(entry) : `(${kind})`}`,
    ...drawn(children, `${indent}  `),
  ]);
const story = async (...args: Parameters<typeof entriesOf>): Promise<string[]> =>
  drawn(storyOf(await entriesOf(...args)));

describe('a timeline entry names what set it off', () => {
  it('the request of a client, although another request has the same X-Request-Id', async () => {
    const sandbox = await createSandbox(gateway, { webhook_uri: receiver.uri });
    const made = { amount: 100_000, currency: 'THB', source: { type: 'promptpay' } };
    const create = (): request.Test => sandbox.post('/charges', made).set('X-Request-Id', 'always-the-same');
    await Promise.all([create().expect(200), create().expect(200)]);
    const all = ['request', 'request', 'event', 'event', 'attempt', 'attempt'];
    const tree = ['request POST charges', '  event charge.create', '    attempt charge.create #1'];
    expect(await story(sandbox, all)).toEqual([...tree, ...tree]);
  });

  it('the action of a customer on a page, and its request', async () => {
    const sandbox = await createSandbox(gateway, { webhook_uri: receiver.uri });
    const { id, authorize_uri: page } = await sandbox.charge();
    await request(page).get('').expect(200);
    await request(page).post('').type('form').send({ outcome: 'successful' }).expect(303);
    const kinds = ['request', 'request', 'request', 'page', 'page', 'attempt', 'attempt'];
    const entries = await entriesOf(sandbox, kinds);
    expect(drawn(storyOf(entries))).toEqual([
      'request POST charges',
      '  event charge.create',
      '    attempt charge.create #1',
      'page opened',
      'page approved',
      '  event charge.complete',
      '    attempt charge.complete #1',
    ]);
    const requests = entries.filter(({ kind, details }) => kind === 'request' && details['host'] === 'pay');
    expect(requests.map((entry) => entry.id).toSorted()).toEqual(
      entries.flatMap(({ kind, trigger }) => (kind === 'page' ? [trigger] : [])).toSorted(),
    );
    for (const entry of requests) expect(entry.object_id).toBe(id);
  });

  it('an action on the control host, and its further actions', async () => {
    const sandbox = await createSandbox(gateway, { webhook_uri: receiver.uri });
    const { id } = await sandbox.charge();
    await entriesOf(sandbox, ['request', 'attempt']);
    const [first] = (await control(gateway).get(inSandbox(sandbox, '/deliveries')).expect(200)).body.data as {
      id: string;
    }[];
    await post(sandbox, `/deliveries/${first?.id}/redeliver`);
    await post(sandbox, `/api/test/charges/${id}/mark_as_paid`);
    await post(sandbox, '/scenarios/out-of-order/run');
    const lines = await story(sandbox, ['attempt', 'attempt', 'attempt']);
    const of = (root: string): string[] => {
      const start = lines.indexOf(root);
      const length = lines.slice(start + 1).findIndex((line) => !line.startsWith(' '));
      return lines.slice(start, length === -1 ? undefined : start + 1 + length);
    };
    expect(of('act redeliver')).toEqual(['act redeliver', '  attempt charge.create #2']);
    expect(of('act POST /charges/:id/mark_as_paid')).toEqual([
      'act POST /charges/:id/mark_as_paid',
      '  event charge.complete',
      '    attempt charge.complete #1',
    ]);
    expect(of('act run_scenario')).toEqual(
      expect.arrayContaining(['  act set_fault', '  event charge.create', '  event charge.complete']),
    );
  });

  it('a clock move, with the retry that it reached and the end of the charge', async () => {
    receiver.answer((_, response) => void response.writeHead(500).end());
    const sandbox = await createSandbox(gateway, {
      webhook_uri: receiver.uri,
      webhook_retry_delays: '1h',
      clock: { now: '2031-01-01T00:00:00Z', frozen: true },
    });
    const { id } = await sandbox.charge();
    await entriesOf(sandbox, ['request', 'attempt']);
    await post(sandbox, '/clock/advance', { by: '2h' });
    await post(sandbox, '/clock/advance', { by: '30d' });
    const expected = [
      'request POST charges',
      '  event charge.create',
      '    attempt charge.create #1',
      'clock advance',
      '  attempt charge.create #2',
      'clock advance',
      '  event charge.complete',
      '    attempt charge.complete #1',
      '    attempt charge.complete #2',
    ];
    expect(await story(sandbox, ['clock', 'clock'])).toEqual(expected);
    expect(await story(sandbox, [], { object: id, related: true })).toEqual(expected);
  });

  it('a clock move, whose faults on other payments are no part of the story', async () => {
    const sandbox = await createSandbox(gateway, {
      webhook_uri: receiver.uri,
      clock: { now: '2031-01-01T00:00:00Z', frozen: true },
    });
    const [one, other] = [await sandbox.charge(), await sandbox.charge()];
    await setFault(sandbox, { on: 'webhook', match: { object: other.id }, do: { duplicate: 2 } });
    await post(sandbox, '/clock/advance', { by: '30d' });
    const kinds = async ({ id }: { readonly id: string }): Promise<string[]> =>
      (await entriesOf(sandbox, ['fault'], { object: id, related: true, kinds: 'fault,clock' })).map(
        ({ kind }) => kind,
      );
    expect((await kinds(other)).toSorted()).toEqual(['clock', 'fault']);
    expect(
      (await entriesOf(sandbox, [], { object: one.id, related: true })).map(({ kind }) => kind),
    ).not.toContain('fault');
  });

  it('nothing, where the retry schedule did it', async () => {
    let answered = 0;
    receiver.answer((_, response) => void response.writeHead((answered += 1) === 1 ? 500 : 200).end());
    const sandbox = await createSandbox(gateway, { webhook_uri: receiver.uri, webhook_retry_delays: '10ms' });
    await sandbox.charge();
    const entries = await entriesOf(sandbox, ['request', 'attempt', 'attempt']);
    expect(entries.filter(({ kind }) => kind === 'attempt').map(({ trigger }) => trigger)).toEqual([
      null,
      null,
    ]);
    expect(drawn(storyOf(entries))).toEqual([
      'request POST charges',
      '  event charge.create',
      '    attempt charge.create #1',
      '    attempt charge.create #2',
    ]);
  });

  it('the firing of a fault, with the copies that it sends, and the request that it hit', async () => {
    const sandbox = await createSandbox(gateway, { webhook_uri: receiver.uri });
    await setFault(sandbox, { name: 'twice', on: 'webhook', do: { duplicate: 2 } });
    await setFault(sandbox, { name: 'late', on: 'api', when: 'after', do: { status: 503 } });
    await sandbox
      .post('/charges', { amount: 100_000, currency: 'THB', source: { type: 'promptpay' } })
      .expect(503);
    expect(await story(sandbox, ['request', 'fault', 'fault', 'attempt', 'attempt'])).toEqual([
      'act set_fault',
      'act set_fault',
      'request POST charges',
      '  event charge.create',
      '    attempt charge.create #1',
      '  fault late',
      'fault twice',
      '  attempt charge.create #2',
    ]);
  });

  it('the release of a webhook that was restored, and not the request that made it', async () => {
    const sandbox = await createSandbox(gateway, { webhook_uri: receiver.uri });
    await post(sandbox, '/webhooks/hold');
    await sandbox.charge();
    await entriesOf(sandbox, ['request', 'event']);
    await post(sandbox, '/snapshots', { name: 'one' });
    await post(sandbox, '/snapshots/one/restore');
    await post(sandbox, '/webhooks/release');
    const lines = await story(sandbox, ['attempt']);
    expect(lines.join('\n')).toContain('act release\n  attempt charge.create #1');
    expect(lines).toEqual(
      expect.arrayContaining(['act restore', 'request POST charges', '  event charge.create']),
    );
  });
});

describe('a story without the request log', () => {
  it('keeps what one request set off together', async () => {
    const sandbox = await createSandbox(unlogged, { webhook_uri: receiver.uri });
    const { id } = await sandbox.charge();
    await sandbox.post(`/charges/${id}/mark_as_paid`).expect(200);
    expect(await story(sandbox, ['attempt', 'attempt'], { object: id, related: true })).toEqual([
      '(request)',
      '  event charge.create',
      '    attempt charge.create #1',
      '(request)',
      '  event charge.complete',
      '    attempt charge.complete #1',
    ]);
  });
});

describe('requests for payment pages', () => {
  it('say what is paid, and for which order', async () => {
    const sandbox = await createSandbox(gateway);
    const { id, authorize_uri: page } = await sandbox.charge({ amount: 4_200, metadata: { order: '1042' } });
    await request(page).get('').expect(200);
    const entries = await entriesOf(sandbox, ['request', 'request', 'page']);
    const ofPage = entries.filter(({ kind, details }) => kind === 'page' || details['host'] === 'pay');
    expect(ofPage).toHaveLength(2);
    for (const entry of ofPage)
      expect(entry).toMatchObject({
        object_id: id,
        details: { amount: 4_200, metadata: { order: '1042' } },
      });
  });

  it('do not count as API requests', async () => {
    const sandbox = await createSandbox(gateway);
    const { authorize_uri: page } = await sandbox.charge();
    await request(page).get('').expect(200);
    await entriesOf(sandbox, ['request', 'request']);
    const { body } = await control(gateway).get(inSandbox(sandbox, '/figures')).expect(200);
    const { data } = body as { data: readonly { requests: number }[] };
    expect(data.reduce((all, { requests }) => all + requests, 0)).toBe(1);
  });
});
