import request from 'supertest';
import { advance, frozenSandbox, type Happened } from './clock.js';
import { useGateway, useOwnGateway } from './harness.js';
import { GOOD_CARD } from './merchant.js';
import type { Sandbox } from './sandbox.js';

/** A Friday, before the day's due time. */
const BEGIN = '2027-01-08T00:00:00Z';
const DUE = '01:30:00.000Z';
/** Net amount of a card charge of 1,000 baht. */
const NET = 96_094;
const SHORT = 'the balance is not sufficient for this transfer';

type Body = Readonly<Record<string, unknown>>;

interface ScheduleBody {
  readonly id: string;
  readonly status: string;
  readonly transfer: Body;
  readonly occurrences: { readonly data: readonly Body[]; readonly total: number };
}

const gateway = useGateway();
const twin = useOwnGateway(() => ({ DATABASE_URL: gateway.databaseUrl }));

/** A sandbox that has earned with so many charges. */
async function earned(charges = 1): Promise<Sandbox> {
  const sandbox = await frozenSandbox(gateway, BEGIN);
  for (let count = 0; count < charges; count += 1) await earn(sandbox);
  return sandbox;
}

async function earn(sandbox: Sandbox): Promise<void> {
  const tokens = request(gateway.settings.vaultUrl).post('/tokens').auth(sandbox.body.test.public_key, '');
  const { id: card } = (await tokens.send({ card: GOOD_CARD })).body as { id: string };
  await sandbox.post('/charges', { amount: 100_000, currency: 'THB', card }).expect(200);
}

async function defaultRecipient(sandbox: Sandbox): Promise<string> {
  const recipients = await listed(sandbox, '/recipients');
  return recipients.find(({ default: isDefault }) => isDefault === true)?.['id'] as string;
}

async function newRecipient(sandbox: Sandbox): Promise<string> {
  const bankAccount = { bank_code: 'bbl', number: '1234567890', name: 'Somchai Prasert' };
  const { body } = await sandbox
    .post('/recipients', { name: 'Somchai', bank_account: bankAccount })
    .expect(200);
  return (body as { id: string }).id;
}

async function listed(sandbox: Sandbox, path: string): Promise<Body[]> {
  return ((await sandbox.get(path).expect(200)).body as { data: Body[] }).data;
}

/** A schedule, by default of a transfer of 100 baht on each of four days from today. */
async function scheduleOf(sandbox: Sandbox, transfer: object = {}, form: object = {}): Promise<ScheduleBody> {
  const recipient = await defaultRecipient(sandbox);
  const daily = { every: 1, period: 'day', end_date: '2027-01-11', transfer: { recipient, ...transfer } };
  return (await sandbox.post('/schedules', { ...daily, ...form }).expect(200)).body as ScheduleBody;
}

const read = async (sandbox: Sandbox, id: string): Promise<ScheduleBody> =>
  (await sandbox.get(`/schedules/${id}`)).body as ScheduleBody;
const days = (happened: readonly Happened[]): [string, string, string][] =>
  happened
    .filter(({ kind }) => kind.startsWith('occurrence'))
    .map(({ at, kind, outcome }) => [at, kind, outcome]);

describe('a transfer schedule', () => {
  it('that starts today transfers at once, and shows the amount', async () => {
    const sandbox = await earned();
    const recipient = await defaultRecipient(sandbox);
    const { transfer: scheduled, ...schedule } = await scheduleOf(sandbox, { amount: 10_000 });
    expect(Object.entries(scheduled)).toEqual([
      ['object', 'scheduled_transfer'],
      ['id', expect.stringMatching(/^rtrf_test_[0-9a-z]{19}$/)],
      ['livemode', false],
      ['created_at', BEGIN],
      ['recipient', recipient],
      ['amount', 10_000],
      ['percentage_of_balance', null],
      ['currency', 'THB'],
    ]);
    expect(schedule).not.toHaveProperty('charge');
    expect(schedule.occurrences.data).toMatchObject([
      { status: 'successful', transfer_amount: 10_000, message: null, retry_on: null },
    ]);
    const path = `/transfers/${schedule.occurrences.data[0]?.['result'] as string}`;
    expect((await sandbox.get(path).expect(200)).body).toMatchObject({
      amount: 10_000,
      recipient,
      schedule: schedule.id,
      sendable: true,
    });
    expect((await sandbox.get(`${path}?expand=true`)).body).toMatchObject({
      schedule: { id: schedule.id, transfer: scheduled },
    });
  });

  it('transfers on each of its days, sent and paid automatically', async () => {
    const sandbox = await earned();
    const { id } = await scheduleOf(sandbox, { amount: 10_000 });
    const { happened } = await advance(sandbox, { by: '7d' });
    expect(days(happened)).toEqual(
      ['09', '10', '11'].map((day) => [`2027-01-${day}T${DUE}`, 'occurrence', 'successful']),
    );
    const transfers = await listed(sandbox, '/transfers');
    expect(transfers.map(({ created_at: at }) => at)).toEqual([
      BEGIN,
      ...['09', '10', '11'].map((day) => `2027-01-${day}T01:30:00Z`),
    ]);
    expect(
      transfers.every(({ schedule, paid, amount }) => schedule === id && paid === true && amount === 10_000),
    ).toBe(true);
    expect(await read(sandbox, id)).toMatchObject({ status: 'expired', occurrences: { total: 4 } });
    expect((await sandbox.get('/balance')).body).toMatchObject({ total: NET - 40_000 });
  });

  it('transfers a percentage of the transferable balance on each day', async () => {
    const sandbox = await earned();
    const { transfer, occurrences } = await scheduleOf(
      sandbox,
      { percentage_of_balance: 33.33 },
      { every: 3 },
    );
    expect(transfer).toMatchObject({ amount: null, percentage_of_balance: 33.33 });
    const first = Math.round((NET * 3333) / 10_000);
    expect(occurrences.data).toMatchObject([{ transfer_amount: first }]);
    await advance(sandbox, { by: '7d' });
    const second = Math.round(((NET - first) * 3333) / 10_000);
    expect((await listed(sandbox, '/transfers')).map(({ amount }) => amount)).toEqual([first, second]);
  });

  it('does not transfer sent transfers’ money again', async () => {
    const sandbox = await earned();
    await scheduleOf(sandbox, { percentage_of_balance: 100 }, { start_date: '2027-01-09' });
    await advance(sandbox, { by: '3d' });
    expect((await listed(sandbox, '/transfers')).map(({ amount, sent }) => [amount, sent])).toEqual([
      [NET, true],
    ]);
  });

  it('transfers pending transfers’ money again, which fails', async () => {
    const sandbox = await earned();
    await sandbox.post('/transfers', { amount: NET }).expect(200);
    await scheduleOf(sandbox, { percentage_of_balance: 100 }, { end_date: '2027-01-08' });
    await advance(sandbox, { by: '3d' });
    const codes = (await listed(sandbox, '/transfers')).map(({ failure_code: code }) => code);
    expect(codes.toSorted()).toEqual(['insufficient_balance', null]);
  });

  it('retries on each business day while the balance is too low', async () => {
    const sandbox = await frozenSandbox(gateway, BEGIN);
    const { id, occurrences } = await scheduleOf(sandbox, { amount: 10_000 }, { end_date: '2027-01-09' });
    const failed = {
      status: 'failed',
      result: null,
      message: SHORT,
      transfer_amount: 0,
      scheduled_on: '2027-01-08',
    };
    expect(occurrences.data).toMatchObject([{ ...failed, retry_on: '2027-01-11' }]);
    const { happened: failing } = await advance(sandbox, { to: '2027-01-15T00:00:00Z' });
    await earn(sandbox);
    const { happened } = await advance(sandbox, { by: '7d' });
    expect(days([...failing, ...happened])).toEqual([
      [`2027-01-09T${DUE}`, 'occurrence', 'skipped'],
      ...['11', '12', '13', '14'].map((day) => [`2027-01-${day}T${DUE}`, 'occurrence_retry', 'failed']),
      [`2027-01-15T${DUE}`, 'occurrence_retry', 'successful'],
    ]);
    expect(await read(sandbox, id)).toMatchObject({
      status: 'expired',
      occurrences: { data: [{ status: 'successful' }, { status: 'skipped' }] },
    });
    expect(await listed(sandbox, '/transfers')).toHaveLength(1);
  });

  it('lets an advance to idle end with a permanently low balance', async () => {
    const sandbox = await frozenSandbox(gateway, BEGIN);
    await scheduleOf(sandbox, { amount: 10_000 }, { end_date: '2027-01-09' });
    const { to, status } = await advance(sandbox, { until: 'idle', max_real: '60s' });
    expect({ to, status }).toEqual({ to: `2027-01-18T${DUE}`, status: 'done' });
  });

  it('continues on its next day if the recipient is not active, without retries', async () => {
    const sandbox = await earned();
    const recipient = await newRecipient(sandbox);
    const { id, occurrences } = await scheduleOf(sandbox, { amount: 10_000, recipient });
    const message = 'the recipient is not verified, not active or deleted';
    expect(occurrences.data).toMatchObject([{ status: 'failed', result: null, message, retry_on: null }]);
    await sandbox.patch(`/recipients/${recipient}/verify`).expect(200);
    const { happened } = await advance(sandbox, { by: '1d' });
    // It is not there before the day's own instant.
    expect(days(happened)).toEqual([]);
    expect(days((await advance(sandbox, { until: 'next' })).happened)).toEqual([
      [`2027-01-09T${DUE}`, 'occurrence', 'successful'],
    ]);
    expect(await read(sandbox, id)).toMatchObject({ status: 'running' });
  });

  it('transfers once a day, with any number of processes', async () => {
    const sandbox = await earned();
    const { id } = await scheduleOf(sandbox, { amount: 3_000 });
    await Promise.all(
      [gateway, twin].map((at) =>
        advance(sandbox, { to: '2027-01-20T00:00:00Z' }, at).catch(() => undefined),
      ),
    );
    await advance(sandbox, { to: '2027-01-20T00:00:00Z' });
    expect(await read(sandbox, id)).toMatchObject({ occurrences: { total: 4 } });
    expect(await listed(sandbox, '/transfers')).toHaveLength(4);
  });

  it('has its event before its transfer’s, and that before its expiry', async () => {
    const sandbox = await earned();
    await scheduleOf(sandbox, { amount: 10_000 }, { end_date: '2027-01-09' });
    await advance(sandbox, { by: '36h' });
    const keys = (await listed(sandbox, '/events?limit=100')).map(({ key }) => key as string);
    expect(keys.filter((key) => key === 'transfer.create' || key.startsWith('schedule.'))).toEqual([
      'schedule.create',
      'transfer.create',
      'schedule.expiring',
      'transfer.create',
      'schedule.expire',
    ]);
  });
});

describe('lists of schedules of transfers', () => {
  it('contain all, or those of a recipient', async () => {
    const sandbox = await earned();
    const recipient = await newRecipient(sandbox);
    const first = await scheduleOf(sandbox, { amount: 10_000 });
    const second = await scheduleOf(sandbox, { amount: 10_000, recipient });
    const ids = async (path: string): Promise<unknown[]> => (await listed(sandbox, path)).map(({ id }) => id);
    expect(await ids('/schedules')).toEqual([first.id, second.id]);
    expect(await ids('/transfers/schedules')).toEqual([first.id, second.id]);
    expect(await ids('/charges/schedules')).toEqual([]);
    expect(await ids(`/recipients/${recipient}/schedules`)).toEqual([second.id]);
    await sandbox.get('/recipients/recp_test_0/schedules').expect(404);
  });
});

describe('a request for a schedule of transfers', () => {
  it.each<[string, object, string]>([
    ['a recipient', { recipient: undefined, amount: 10_000 }, 'recipient must be the id of a recipient'],
    ['how much', {}, 'transfer must have either amount or percentage_of_balance'],
    [
      'one of both',
      { amount: 10_000, percentage_of_balance: 50 },
      'transfer must have either amount or percentage_of_balance',
    ],
    ['more than the fee', { amount: 2_999 }, 'amount must be at least 3000'],
    [
      'a part',
      { percentage_of_balance: 100.5 },
      'percentage_of_balance must be above 0 and at most 100, with at most two decimals',
    ],
  ])('requires %s', async (_, transfer, message) => {
    const sandbox = await frozenSandbox(gateway, BEGIN);
    const recipient = await defaultRecipient(sandbox);
    const daily = { every: 1, period: 'day', end_date: '2027-01-11', transfer: { recipient, ...transfer } };
    const { body } = await sandbox.post('/schedules', daily).expect(400);
    expect(body).toMatchObject({ code: 'bad_request', message });
    await sandbox
      .post('/schedules', { ...daily, transfer: { recipient: 'recp_test_0', amount: 10_000 } })
      .expect(404);
    expect(await sandbox.total('/schedules')).toBe(0);
  });
});
