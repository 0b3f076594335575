import { LATEST_CLOCK } from '#control/sandboxes/rules/sandbox.rules.js';
import { SCENARIOS } from '#control/scenarios/rules/scenarios.js';
import { failureOf, faultsOf } from './faults.js';
import { useGateway } from './harness.js';
import { useReceiver } from './receiver.js';
import { control, createSandbox, type Sandbox } from './sandbox.js';
import request from 'supertest';

const gateway = useGateway();
const receiver = useReceiver();

interface RunBody {
  readonly order: string;
  readonly steps: readonly { readonly step: string; readonly object_id: string | null }[];
  readonly objects: readonly {
    readonly id: string;
    readonly status: string;
    readonly [field: string]: unknown;
  }[];
  readonly faults: readonly string[];
  readonly timeline: readonly {
    readonly kind: string;
    readonly object_id: string | null;
    readonly details: { readonly key?: string };
  }[];
  readonly next: string | null;
}

let sandbox: Sandbox;

beforeEach(async () => {
  sandbox = await createSandbox(gateway, { webhook_uri: receiver.uri });
});

const ask = (scenario: string, body: object = {}): request.Test =>
  control(gateway).post(`/api/sandboxes/${sandbox.name}/scenarios/${scenario}/run`).send(body);

async function run(scenario: string, body: object = {}): Promise<RunBody> {
  const answer = await ask(scenario, body);
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return answer.body as RunBody;
}

const chargesOf = ({ objects }: RunBody): RunBody['objects'] =>
  objects.filter(({ object }) => object === 'charge');
const statuses = (made: RunBody): string[] => chargesOf(made).map(({ status }) => status);
const keysOf = ({ timeline }: RunBody): (string | undefined)[] =>
  timeline.filter(({ kind }) => kind === 'event').map(({ details }) => details.key);
const receivedKeys = (ids: readonly string[]): string[] =>
  receiver.received.filter(({ event }) => ids.includes(event.data.id)).map(({ event }) => event.key);

it('the scenarios are listed for any key, with descriptions', async () => {
  const { body } = await control(gateway).get('/api/scenarios').auth(sandbox.secretKey, '').expect(200);
  const { data } = body as { data: { name: string; steps: string[]; parameters: string[] }[] };
  expect(data.map(({ name }) => name)).toEqual(SCENARIOS.map(({ name }) => name));
  expect(data[0]).toEqual({
    object: 'scenario',
    name: 'paid',
    description: 'The customer pays a charge.',
    parameters: ['amount', 'currency', 'source_type', 'order'],
    steps: ['create charge (source)', 'pay charge'],
  });
});

it.each<[string, object, string[]]>([
  ['paid', {}, ['successful']],
  ['declined', { failure_code: 'insufficient_fund' }, ['failed']],
  ['expired', {}, ['expired']],
  ['paid-by-card', { currency: 'USD' }, ['successful']],
  ['declined-then-paid', {}, ['failed', 'successful']],
  ['expired-then-paid', {}, ['expired', 'successful']],
  ['paid-twice', {}, ['successful', 'successful']],
  ['authorized-then-captured', {}, ['successful']],
  ['captured-in-part', {}, ['successful']],
  ['authorized-then-reversed', {}, ['reversed']],
  ['saved-card', {}, ['successful']],
  ['paid-then-expired-late', {}, ['expired', 'successful']],
  ['bank-down-for-10-minutes', {}, ['failed', 'successful']],
  ['disputed', {}, ['successful']],
  ['disputed-and-lost', {}, ['successful']],
  ['disputed-and-won', {}, ['successful']],
  ['refunded-in-parts', {}, ['successful']],
  ['authorized-then-lapsed', {}, ['expired']],
])('%s creates what it describes', async (scenario, body, expected) => {
  const made = await run(scenario, body);
  expect(statuses(made)).toEqual(expected);
  expect(chargesOf(made).every(({ metadata }) => (metadata as { order: string }).order === made.order)).toBe(
    true,
  );
  for (const { id, status } of chargesOf(made))
    expect((await sandbox.get(`/charges/${id}`)).body).toMatchObject({ status });
  expect(keysOf(made)).toEqual(expect.arrayContaining(['charge.create']));
  expect((await faultsOf(sandbox)).data.filter(({ status }) => status === 'active')).toEqual([]);
});

it('paid-then-expired-late sends a late charge.complete last', async () => {
  const { objects, order } = await run('paid-then-expired-late', { order: '1042' });
  expect(order).toBe('1042');
  const completes = receiver.received.filter(
    ({ event }) => event.key === 'charge.complete' && objects.some(({ id }) => id === event.data.id),
  );
  expect(completes.map(({ event }) => event.data.status)).toEqual(['successful', 'expired']);
});

it('disputes and refunds match the API', async () => {
  const open = await run('disputed');
  const lost = await run('disputed-and-lost');
  const won = await run('disputed-and-won');
  const refunded = await run('refunded-in-parts');
  expect([open.objects, lost.objects, won.objects]).toMatchObject([
    [
      { object: 'charge', dispute: { status: 'open' } },
      { object: 'dispute', status: 'open' },
    ],
    [
      { object: 'charge', dispute: { status: 'lost' } },
      { object: 'dispute', status: 'lost' },
    ],
    [
      { object: 'charge', dispute: { status: 'won' } },
      { object: 'dispute', status: 'won' },
    ],
  ]);
  expect(refunded.objects).toMatchObject([
    { object: 'charge', refunded_amount: 100_000, refunds: { total: 3 } },
    ...[50_000, 30_000, 20_000].map((amount) => ({ object: 'refund', amount })),
  ]);
  for (const { location, ...object } of [...lost.objects, ...refunded.objects])
    expect((await sandbox.get(location as string)).body).toMatchObject({
      id: object.id,
      status: object.status,
    });
});

it('captures and subscriptions match the API', async () => {
  const captured = await run('captured-in-part');
  const paid = await run('subscription-paid');
  const declined = await run('subscription-declined');
  expect(captured.objects).toMatchObject([{ object: 'charge', amount: 100_000, captured_amount: 60_000 }]);
  expect([paid, declined].map(({ objects }) => objects)).toMatchObject([
    [{ object: 'schedule', occurrences: { data: [{ status: 'successful' }] } }],
    [{ object: 'schedule', occurrences: { data: [{ status: 'failed' }] } }],
  ]);
});

it('duplicate-webhooks sends each webhook twice', async () => {
  const { objects, faults } = await run('duplicate-webhooks');
  await control(gateway).get(`/api/sandboxes/${sandbox.name}/idle`).query({ wait: '60s' });
  expect(receivedKeys(objects.map(({ id }) => id)).toSorted()).toEqual([
    'charge.complete',
    'charge.complete',
    'charge.create',
    'charge.create',
  ]);
  expect(faults).toHaveLength(1);
});

it('out-of-order sends charge.complete before charge.create, and returns when both are on the timeline', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { objects, timeline } = await run('out-of-order');
    expect(receivedKeys(objects.map(({ id }) => id))).toEqual(['charge.complete', 'charge.create']);
    expect(timeline.filter(({ kind }) => kind === 'attempt')).toHaveLength(2);
  }
});

it('answer-lost-after-commit loses the response to the order’s next charge', async () => {
  const { faults, next, order } = await run('answer-lost-after-commit', { order: '7' });
  expect([faults.length, order]).toEqual([1, '7']);
  expect(next).toContain('Idempotency-Key');
  const charge = {
    amount: 2000,
    currency: 'MYR',
    source: { type: 'boost' },
    return_uri: 'https://shop.example/return',
    metadata: { order },
  };
  const call = () => sandbox.post('/charges', charge).set('Idempotency-Key', 'k');
  expect(await failureOf(call())).toBe('ECONNRESET');
  expect((await call()).headers['idempotent-replayed']).toBe('true');
  expect(await sandbox.total('/charges')).toBe(1);
});

it('webhook-before-redirect sends the webhook before the customer returns', async () => {
  const { objects } = await run('webhook-before-redirect');
  const page = String(objects[0]?.['authorize_uri']);
  const at: string[] = [];
  receiver.answer(({ event }, response) => {
    at.push(event.key);
    response.end('ok');
  });
  const { status, headers } = await request(page)
    .post('')
    .redirects(0)
    .type('form')
    .send({ outcome: 'successful' });
  expect([status, headers['tollgate-fault'], at]).toEqual([303, expect.any(String), ['charge.complete']]);
});

it('the scenario rate-limited rejects requests above the rate', async () => {
  await run('rate-limited', { limit: 0 });
  expect((await sandbox.get('/account')).status).toBe(429);
});

it('a dry run lists the steps and changes nothing', async () => {
  for (const { name, steps } of SCENARIOS) {
    const { steps: said, objects } = await run(name, { dry_run: true });
    expect([said.length, objects]).toEqual([steps.length, []]);
    expect(said.filter(({ step }) => step.includes('$'))).toEqual([]);
  }
  expect(await sandbox.total('/charges')).toBe(0);
  expect((await faultsOf(sandbox)).data).toEqual([]);
});

const CHARGE_STEP = 'create charge (source)';
it.each<[string, object, string, RegExp]>([
  ['duplicate-webhooks', { amount: 1 }, CHARGE_STEP, /amount must be at least 2000/],
  ['refunded-in-parts', { amount: 'much' }, 'create charge (card)', /amount is not a number/],
  ['refunded-in-parts', { currency: 'XXX' }, 'create charge (card)', /currency is currently not supported/],
  ['expired', { source_type: 'cash' }, CHARGE_STEP, /type is currently not supported/],
  ['expired', { currency: 'JPY' }, CHARGE_STEP, /currency must be THB/],
  [
    'declined',
    { failure_code: 'stolen_or_lost_card' },
    'decline charge',
    /failure_code must be one of payment_rejected/,
  ],
  ['rate-limited', { limit: -1 }, 'add the fault limit', /rate_limit/],
])(
  'the scenario %s with %j is rejected before any step, even in a dry run',
  async (scenario, form, step, problem) => {
    for (const dry_run of [true, false]) {
      const { status, body } = await ask(scenario, { ...form, dry_run });
      const { code, message } = body as { code: string; message: string };
      expect([status, code, message]).toEqual([400, 'bad_request', expect.stringMatching(problem)]);
      expect(message).toContain(`the scenario ${scenario} failed at "${step}`);
      expect(message).not.toContain('it has made');
    }
    const { body: list } = await sandbox.get('/events');
    expect(list).toMatchObject({ total: 0 });
    expect((await faultsOf(sandbox)).data).toEqual([]);
  },
);

it.each(['webhook-before-redirect', 'duplicate-webhooks', 'out-of-order'])(
  '%s requires a webhook address',
  async (scenario) => {
    sandbox = await createSandbox(gateway);
    for (const dry_run of [true, false]) {
      const { status, body } = await ask(scenario, { dry_run });
      expect([status, (body as { message: string }).message]).toEqual([
        400,
        expect.stringContaining('the sandbox has no webhook_uri'),
      ]);
    }
    expect(await sandbox.total('/charges')).toBe(0);
    expect((await faultsOf(sandbox)).data).toEqual([]);
  },
);

it('a failed step is reported with the earlier results, and leaves no fault behind', async () => {
  sandbox = await createSandbox(gateway, { clock: { now: LATEST_CLOCK.toISOString(), frozen: true } });
  const { status, body } = await ask('bank-down-for-10-minutes');
  expect([status, (body as { message: string }).message]).toEqual([
    400,
    expect.stringMatching(
      /^the scenario bank-down-for-10-minutes failed at "advance the clock by 10m": .*; it created chrg_test_\w+ before$/,
    ),
  ]);
  expect((await faultsOf(sandbox)).data).toEqual([]);
});

it('an order is passed on unchanged', async () => {
  for (const order of ['$&', 'a$$b', '"quoted"']) {
    const { objects } = await run('duplicate-webhooks', { order });
    expect(objects[0]).toMatchObject({ metadata: { order } });
    expect((await faultsOf(sandbox)).data.at(-1)).toMatchObject({ match: { metadata: { order } }, fired: 2 });
  }
});

it('card charges with 3-D Secure are paid too', async () => {
  await control(gateway).patch(`/api/sandboxes/${sandbox.name}`).send({ three_d_secure: true }).expect(200);
  expect((await run('refunded-in-parts', { amount: 2001 })).objects[0]).toMatchObject({
    status: 'successful',
    refunded_amount: 2001,
  });
});

it.each([
  ['nothing', {}, 404, 'scenario nothing was not found'],
  ['paid', { amuont: 1 }, 400, 'amuont is not a parameter of this request'],
  ['declined', { failure_code: 'sad' }, 400, 'failure_code must be one of'],
])('the scenario %s with %j is rejected', async (scenario, form, expected, message) => {
  const { status, body } = await ask(scenario, form);
  expect(status).toBe(expected);
  expect((body as { message: string }).message).toContain(message);
});
