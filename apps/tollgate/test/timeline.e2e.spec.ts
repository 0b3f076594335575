import { Acts } from '#gateway/acts/acts.js';
import { AccountDirectory } from '#gateway/accounts/account-directory.js';
import { AccountWatch } from '#gateway/accounts/account-watch.js';
import { Clock } from '#platform/clock/clock.js';
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
  await new Acts(gateway.database, app.get(AccountWatch, { strict: false }), app.get(Clock, { strict: false })).record(account, { action });
}

it('the timeline tells in one order what was asked, what changed, what was sent, how time went, and what was done by hand', async () => {
  const sandbox = await createSandbox(gateway, { webhook_uri: receiver.uri, clock: { now: '2031-01-01T00:00:00Z', frozen: true } });
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
  expect(kinds(list).filter((kind) => kind !== 'request' && kind !== 'attempt')).toEqual(['event', 'event', 'clock', 'act']);
  expect(kinds(list).sort()).toEqual(['act', 'attempt', 'attempt', 'clock', 'event', 'event', 'request', 'request']);
  const ofPayment = list.data.filter(({ request_id: requestId }) => requestId === 'the-payment');
  expect(ofPayment.map(({ kind }) => kind).sort()).toEqual(['attempt', 'event', 'request']);
  expect(ofPayment.every((entry) => entry['object_id'] === id && entry['livemode'] === false)).toBe(true);
  expect(list.data.find(({ kind }) => kind === 'clock')).toMatchObject({
    ...{ at: '2031-01-01T01:00:00.000Z', livemode: null, request_id: 'the-advance' },
    details: { action: 'advance', status: 'done' },
  });
  for (const entry of list.data)
    expect([entry['at'], entry['machine_at']]).toEqual([expect.stringMatching(/^2031/), expect.not.stringMatching(/^2031/)]);
  expect(kinds(await timeline(sandbox, { kinds: 'clock,act' }))).toEqual(['clock', 'act']);
  expect(kinds(await timeline(sandbox, { kinds: 'event,act', object: id }))).toEqual(['event', 'event']);
  expect(kinds(await timeline(sandbox, { kinds: 'event,clock', livemode: true }))).toEqual(['clock']);
  expect(kinds(await timeline(sandbox, { after: list.next }))).toEqual([]);
});

it('the timeline of a sandbox has nothing of another, is empty after a reset, and says why nothing came', async () => {
  const [sandbox, stranger] = [await createSandbox(gateway), await createSandbox(gateway)];
  await sandbox.charge();
  await act(sandbox, 'hold');
  await timeline(sandbox, { wait: '60s', count: 3 });
  const { data, reason } = await timeline(stranger, { wait: '1ms' });
  expect([data, reason]).toEqual([[], expect.stringContaining('0 of 1 came after the cursor; nothing is due')]);
  await sandbox.reset();
  expect((await timeline(sandbox)).data).toEqual([]);
});

it('kinds that there are not are refused', async () => {
  const { name } = await createSandbox(gateway);
  const { status, body } = await control(gateway).get(`/api/sandboxes/${name}/timeline`).query({ kinds: 'event,other' });
  const message = 'kinds must be of request, event, attempt, fault, clock, act, with commas between them';
  expect([status, body]).toEqual([400, expect.objectContaining({ message })]);
});
