import request from 'supertest';
import { advance, frozenSandbox } from './clock.js';
import { setFault } from './faults.js';
import { useGateway } from './harness.js';
import { GOOD_CARD } from './merchant.js';
import { useReceiver } from './receiver.js';
import { control, type Sandbox } from './sandbox.js';

const gateway = useGateway();
const receiver = useReceiver();

interface Item {
  readonly kind: string;
  readonly object_id: string;
  readonly occurrence: string | null;
  readonly result: string | null;
  readonly outcome: string;
  readonly [field: string]: unknown;
}

/** Customer Ann with a plan for the first of each month. */
async function planOf(sandbox: Sandbox, form: object = {}): Promise<{ id: string }> {
  const tokens = request(gateway.settings.vaultUrl).post('/tokens').auth(sandbox.body.test.public_key, '');
  const { id: card } = (await tokens.send({ card: GOOD_CARD })).body as { id: string };
  const customer = (await sandbox.post('/customers', { email: 'ann@shop.example', card }).expect(200))
    .body as {
    id: string;
  };
  const charge = {
    customer: customer.id,
    amount: 99_000,
    description: 'Pro plan',
    metadata: { order: '1042' },
  };
  const monthly = { every: 1, period: 'month', on: { days_of_month: [1] }, end_date: '2028-01-01', charge };
  return (await sandbox.post('/schedules', { ...monthly, ...form }).expect(200)).body as { id: string };
}

const monthly = (settings: object = {}): Promise<Sandbox> =>
  frozenSandbox(gateway, '2027-01-20T00:00:00.000Z', settings);

describe('the items of an advance', () => {
  it('have plan, customer, amount and charge of a run, and its retry the same occurrence', async () => {
    const sandbox = await monthly({ webhook_uri: receiver.uri });
    await planOf(sandbox);
    await setFault(sandbox, { on: 'payment', times: 1, do: { fail: 'insufficient_fund' } });
    const { happened } = (await advance(sandbox, { by: '30d' })) as unknown as { happened: readonly Item[] };
    const runs = happened.filter(({ occurrence }) => occurrence !== null);
    const plan = {
      description: 'Pro plan',
      party: 'ann@shop.example',
      amount: 99_000,
      metadata: { order: '1042' },
      delivery: null,
    };
    expect(runs).toEqual([
      expect.objectContaining({
        ...plan,
        kind: 'occurrence',
        outcome: 'failed',
        failure_code: 'insufficient_fund',
      }),
      expect.objectContaining({
        ...plan,
        kind: 'occurrence_retry',
        outcome: 'successful',
        failure_code: null,
        error: null,
      }),
    ]);
    const [failed, paid] = runs;
    expect(failed?.occurrence).toMatch(/^occu_/);
    expect(paid?.occurrence).toBe(failed?.occurrence);
    expect(failed?.result).not.toBe(paid?.result);
    const webhooks = happened.filter(({ kind }) => kind === 'delivery');
    expect(webhooks).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          object_id: failed?.result,
          key: 'charge.create',
          party: 'ann@shop.example',
        }),
        expect.objectContaining({ object_id: paid?.result, key: 'charge.create' }),
      ]),
    );
  });

  it('have the order and amount of a payment that expires, and no occurrence', async () => {
    const sandbox = await monthly();
    const { id } = await sandbox.charge({ metadata: { order: '1043' } });
    const { happened } = (await advance(sandbox, { by: '20d' })) as unknown as { happened: readonly Item[] };
    expect(happened).toEqual([
      expect.objectContaining({
        kind: 'expiry',
        object_id: id,
        outcome: 'expired',
        key: expect.stringMatching(/^charge\./),
        amount: expect.any(Number),
        metadata: { order: '1043' },
        occurrence: null,
        result: null,
        party: null,
      }),
    ]);
  });
});

describe('a schedule', () => {
  it('is listed with plan, customer, interval, next and last run', async () => {
    const sandbox = await monthly();
    const { id } = await planOf(sandbox);
    const listed = async (): Promise<unknown> => {
      const { body } = await control(gateway)
        .get(`/api/sandboxes/${sandbox.name}/objects/schedules`)
        .expect(200);
      return (body as { data: unknown[] }).data[0];
    };
    const plan = { id, description: 'Pro plan', party_name: 'ann@shop.example', amount: 99_000 };
    const often = { every: 1, period: 'month', days: { days_of_month: [1] } };
    expect(await listed()).toMatchObject({ ...plan, ...often, last_run: null });
    await advance(sandbox, { by: '20d' });
    expect(await listed()).toMatchObject({
      next_at: '2027-03-01T01:30:00.000Z',
      last_run: {
        at: '2027-02-01T01:30:00.000Z',
        status: 'successful',
        result: expect.stringMatching(/^chrg_/),
      },
    });
  });

  it('has the charges of its runs, their webhooks and the clock move in its story', async () => {
    const sandbox = await monthly({ webhook_uri: receiver.uri });
    const { id } = await planOf(sandbox);
    await sandbox.charge();
    await advance(sandbox, { by: '20d' });
    const { body } = await control(gateway)
      .get(`/api/sandboxes/${sandbox.name}/timeline`)
      .query({ object: id, related: true, kinds: 'event,attempt,clock' })
      .expect(200);
    const { data } = body as {
      data: readonly { kind: string; object_id: string; details: { key?: string } }[];
    };
    expect(data.map(({ kind, details }) => `${kind} ${details.key ?? ''}`.trim()).toSorted()).toEqual([
      'attempt charge.create',
      'attempt schedule.create',
      'clock',
      'event charge.create',
      'event schedule.create',
    ]);
  });
});
