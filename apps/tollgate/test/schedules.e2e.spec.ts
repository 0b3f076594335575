import request from 'supertest';
import { DAY_MS } from '#kernel/time.js';
import { AccountDirectory } from '#engine/accounts/account-directory.js';
import { ScheduleDueWork } from '#resources/schedules/schedule.work.js';
import { advance, frozenSandbox, type Happened } from './clock.js';
import { useGateway, useOwnGateway } from './harness.js';
import { GOOD_CARD } from './merchant.js';
import { control, type Sandbox } from './sandbox.js';

/** Friday morning in Bangkok, before that day's due time. */
const BEGIN = '2027-01-01T00:00:00.000Z';
const DUE = '01:30:00.000Z';
/** A card whose charges are declined. */
const DECLINED = '4111111111140011';

interface OccurrenceBody {
  readonly id: string;
  readonly result: string | null;
  readonly status: string;
  readonly message: string | null;
  readonly scheduled_on: string;
  readonly retry_on: string | null;
  readonly processed_at: string;
}

interface ScheduleBody {
  readonly id: string;
  readonly status: string;
  readonly active: boolean;
  readonly deleted: boolean;
  readonly ended_at: string | null;
  readonly next_occurrences_on: readonly string[];
  readonly occurrences: { readonly data: readonly OccurrenceBody[]; readonly total: number };
  readonly [field: string]: unknown;
}

const gateway = useGateway();
const twin = useOwnGateway(() => ({ DATABASE_URL: gateway.databaseUrl }));

const frozen = (settings: object = {}): Promise<Sandbox> => frozenSandbox(gateway, BEGIN, settings);

/** A customer with a card, by default one that pays. */
async function customerOf(sandbox: Sandbox, card: object = {}): Promise<string> {
  const tokens = request(gateway.settings.vaultUrl).post('/tokens').auth(sandbox.body.test.public_key, '');
  const { id: token } = (await tokens.send({ card: { ...GOOD_CARD, ...card } })).body as { id: string };
  return ((await sandbox.post('/customers', { card: token }).expect(200)).body as { id: string }).id;
}

/** A schedule, by default of a charge each day of a week. */
async function scheduleOf(sandbox: Sandbox, customer: string, form: object = {}): Promise<ScheduleBody> {
  const daily = { every: 1, period: 'day', end_date: '2027-01-07', charge: { customer, amount: 100_000 } };
  return (await sandbox.post('/schedules', { ...daily, ...form }).expect(200)).body as ScheduleBody;
}

async function read(sandbox: Sandbox, id: string): Promise<ScheduleBody> {
  return (await sandbox.get(`/schedules/${id}`).expect(200)).body as ScheduleBody;
}

/** The events about schedules, oldest first. */
async function scheduleEvents(sandbox: Sandbox): Promise<{ key: string; data: ScheduleBody }[]> {
  const { body } = await sandbox.get('/events?limit=100');
  return (body as { data: { key: string; data: ScheduleBody }[] }).data.filter(({ key }) =>
    key.startsWith('schedule.'),
  );
}

async function chargesOf(
  sandbox: Sandbox,
): Promise<{ id: string; created_at: string; status: string; schedule: string | null }[]> {
  const { body } = await sandbox.get('/charges?limit=100');
  return (body as { data: { id: string; created_at: string; status: string; schedule: string | null }[] })
    .data;
}

const kindsOf = (happened: readonly Happened[]): [string, string, string][] =>
  happened
    .filter(({ kind }) => kind.startsWith('occurrence'))
    .map(({ at, kind, outcome }) => [at, kind, outcome]);

describe('a charge schedule', () => {
  it('that starts today charges at once, in the response', async () => {
    const sandbox = await frozen();
    const customer = await customerOf(sandbox);
    const schedule = await scheduleOf(sandbox, customer, {
      every: 2,
      charge: { customer, amount: 100_000, description: 'Membership fee' },
    });
    expect(schedule).toMatchObject({
      in_words: 'Every 2 day(s)',
      status: 'running',
      active: true,
      start_on: '2027-01-01',
      end_on: '2027-01-07',
      next_occurrences_on: ['2027-01-03', '2027-01-05', '2027-01-07'],
      charge: {
        object: 'scheduled_charge',
        amount: 100_000,
        currency: 'THB',
        default_card: true,
        customer,
        description: 'Membership fee',
      },
    });
    const [occurrence] = schedule.occurrences.data;
    expect(occurrence).toMatchObject({
      status: 'successful',
      scheduled_on: '2027-01-01',
      retry_on: null,
      message: null,
    });
    const { body: charge } = await sandbox.get(`/charges/${occurrence?.result}`).expect(200);
    expect(charge).toMatchObject({
      status: 'successful',
      schedule: schedule.id,
      customer,
      description: 'Membership fee',
    });
    expect(await read(sandbox, schedule.id)).toEqual(schedule);
    expect((await sandbox.get(`/occurrences/${occurrence?.id}`).expect(200)).body).toEqual(occurrence);
    const { body: list } = await sandbox.get(`/schedules/${schedule.id}/occurrences`).expect(200);
    expect(list).toMatchObject({ data: [occurrence], total: 1 });
  });

  it('has an event with its state before the first day', async () => {
    const sandbox = await frozen();
    await scheduleOf(sandbox, await customerOf(sandbox));
    const [created] = await scheduleEvents(sandbox);
    expect(created).toMatchObject({ key: 'schedule.create', data: { occurrences: { total: 0 } } });
    expect(created?.data.next_occurrences_on[0]).toBe('2027-01-01');
  });

  it('charges on each day at half past eight local time, and expires with the last', async () => {
    const sandbox = await frozen();
    const { id } = await scheduleOf(sandbox, await customerOf(sandbox), {
      start_date: '2027-01-04',
      end_date: '2027-01-06',
    });
    expect((await chargesOf(sandbox)).length).toBe(0);
    const { happened } = await advance(sandbox, { by: '7d' });
    expect(kindsOf(happened)).toEqual(
      ['04', '05', '06'].map((day) => [`2027-01-${day}T${DUE}`, 'occurrence', 'successful']),
    );
    const charges = await chargesOf(sandbox);
    expect(charges.map(({ created_at: at }) => at)).toEqual(
      ['04', '05', '06'].map((day) => `2027-01-${day}T01:30:00Z`),
    );
    expect(charges.every(({ schedule, status }) => schedule === id && status === 'successful')).toBe(true);
    expect(await read(sandbox, id)).toMatchObject({
      status: 'expired',
      active: false,
      next_occurrences_on: [],
      ended_at: '2027-01-06T01:30:00Z',
      occurrences: { total: 3 },
    });
    expect((await scheduleEvents(sandbox)).map(({ key }) => key)).toEqual([
      'schedule.create',
      'schedule.expiring',
      'schedule.expire',
    ]);
  });

  it('uses the days of the account’s country', async () => {
    const sandbox = await frozenSandbox(gateway, '2027-01-01T15:30:00.000Z', {
      country: 'JP',
      currency: 'JPY',
    });
    const customer = await customerOf(sandbox);
    const schedule = await scheduleOf(sandbox, customer, { charge: { customer, amount: 1000 } });
    expect(schedule).toMatchObject({ start_on: '2027-01-02', charge: { currency: 'JPY' } });
    expect(schedule.next_occurrences_on[0]).toBe('2027-01-03');
    const { happened } = await advance(sandbox, { until: 'next' });
    expect(kindsOf(happened)).toEqual([['2027-01-02T23:30:00.000Z', 'occurrence', 'successful']]);
  });

  it('is listed as the clock’s next work, and its charge has events', async () => {
    const sandbox = await frozen();
    const { id } = await scheduleOf(sandbox, await customerOf(sandbox), { start_date: '2027-01-02' });
    const { body } = await control(gateway).get(`/api/sandboxes/${sandbox.name}/clock/upcoming`).expect(200);
    expect(body).toMatchObject({
      data: [{ at: `2027-01-02T${DUE}`, kind: 'occurrence', object_id: id, delivery: null }],
    });
    const { happened } = await advance(sandbox, { until: 'next' });
    const { body: event } = await sandbox.get(`/events/${happened[0]?.event}`).expect(200);
    expect(event).toMatchObject({ key: 'charge.create', data: { schedule: id } });
  });

  // A year of the same schedules is in recurrence.spec.ts and schedule.machine.spec.ts.
  it('over a month charges each day once, repeatably', async () => {
    const walked = [];
    for (let month = 0; month < 2; month += 1) {
      const sandbox = await frozen();
      const customer = await customerOf(sandbox);
      const monthly = { period: 'month', end_date: '2027-01-31', charge: { customer, amount: 2_000 } };
      await scheduleOf(sandbox, customer, { ...monthly, period: 'day' });
      await scheduleOf(sandbox, customer, {
        ...monthly,
        period: 'week',
        on: { weekdays: ['monday', 'friday'] },
      });
      await scheduleOf(sandbox, customer, { ...monthly, on: { days_of_month: [31] } });
      await scheduleOf(sandbox, customer, { ...monthly, on: { weekday_of_month: 'last_friday' } });
      const { happened, status } = await advance(sandbox, { to: '2027-02-01T00:00:00Z', max_real: '5m' });
      expect(status).toBe('done');
      const kinds = kindsOf(happened);
      // The first day is a Friday, so the daily and the weekly occurrence are done at once.
      expect(kinds).toHaveLength(30 + (4 + 5 - 1) + 1 + 1);
      expect(await sandbox.total('/charges')).toBe(31 + (4 + 5) + 1 + 1);
      walked.push(kinds);
    }
    expect(walked[0]).toEqual(walked[1]);
  });

  it('catches up skipped days in order after a clock jump', async () => {
    const shop = await gateway.account();
    const { id: customer } = await shop.customer({ card: (await shop.token()).id });
    const end = new Date(Date.now() + 30 * DAY_MS).toISOString().slice(0, 10);
    const form = {
      every: 1,
      period: 'day',
      end_date: end,
      'charge[customer]': customer,
      'charge[amount]': 2_000,
    };
    const { id } = (await shop.post('/schedules', form).expect(200)).body as ScheduleBody;
    await shop.advance(10 * DAY_MS);
    const schedule = (await shop.get(`/schedules/${id}`)).body as ScheduleBody;
    expect(new Set(schedule.occurrences.data.map(({ scheduled_on: day }) => day)).size).toBe(
      schedule.occurrences.total,
    );
    expect(schedule.occurrences.total).toBeGreaterThanOrEqual(10);
  });

  it('charges a day once, with any number of processes', async () => {
    const shop = await gateway.account();
    const { id: customer } = await shop.customer({ card: (await shop.token()).id });
    const end = new Date(Date.now() + 60 * DAY_MS).toISOString().slice(0, 10);
    const form = {
      every: 1,
      period: 'day',
      end_date: end,
      'charge[customer]': customer,
      'charge[amount]': 2_000,
    };
    const { id } = (await shop.post('/schedules', form).expect(200)).body as ScheduleBody;
    await gateway.database.account.update({
      where: { id: shop.id },
      data: { clockOffsetMs: { increment: 20 * DAY_MS } },
    });
    const parts = [gateway, twin].flatMap(({ tollgate: { api, worker } }) => [api, worker]);
    for (const part of parts) part.get(AccountDirectory, { strict: false }).forget(shop.id);
    const processors = [gateway, twin].map(({ tollgate }) =>
      tollgate.worker.get(ScheduleDueWork, { strict: false }),
    );
    await Promise.all([...processors, ...processors].map((processor) => processor.handle(id)));
    const { total } = (await shop.get(`/schedules/${id}/occurrences`)).body as { total: number };
    expect(total).toBeGreaterThanOrEqual(20);
    expect((await shop.get('/charges')).body).toMatchObject({ total });
  });
});

describe('a failed occurrence', () => {
  it('is retried on the next two days, and then suspends its schedule', async () => {
    const sandbox = await frozen();
    const { id, occurrences } = await scheduleOf(sandbox, await customerOf(sandbox, { number: DECLINED }), {
      every: 30,
      end_date: '2027-06-01',
    });
    expect(occurrences.data[0]).toMatchObject({ status: 'failed', retry_on: '2027-01-02' });
    const { happened } = await advance(sandbox, { by: '30d' });
    expect(kindsOf(happened)).toEqual([
      [`2027-01-02T${DUE}`, 'occurrence_retry', 'failed'],
      [`2027-01-03T${DUE}`, 'occurrence_retry', 'failed'],
    ]);
    const schedule = await read(sandbox, id);
    expect(schedule).toMatchObject({
      status: 'suspended',
      active: false,
      next_occurrences_on: [],
      ended_at: '2027-01-03T01:30:00Z',
    });
    expect(schedule.occurrences).toMatchObject({
      total: 1,
      data: [{ status: 'failed', retry_on: null, scheduled_on: '2027-01-01' }],
    });
    const charges = await chargesOf(sandbox);
    expect(charges.map(({ status }) => status)).toEqual(['failed', 'failed', 'failed']);
    expect(schedule.occurrences.data[0]?.result).toBe(charges[2]?.id);
    expect((await scheduleEvents(sandbox)).map(({ key }) => key)).toEqual([
      'schedule.create',
      'schedule.suspend',
    ]);
  });

  it('skips the days until its last retry', async () => {
    const sandbox = await frozen();
    const { id } = await scheduleOf(sandbox, await customerOf(sandbox, { number: DECLINED }));
    const { happened } = await advance(sandbox, { by: '7d' });
    expect(kindsOf(happened)).toEqual([
      [`2027-01-02T${DUE}`, 'occurrence_retry', 'failed'],
      [`2027-01-02T${DUE}`, 'occurrence', 'skipped'],
      [`2027-01-03T${DUE}`, 'occurrence_retry', 'failed'],
    ]);
    const { status, occurrences } = await read(sandbox, id);
    expect(status).toBe('suspended');
    expect(occurrences.data.map(({ status, result }) => [status, result !== null])).toEqual([
      ['failed', true],
      ['skipped', false],
    ]);
    expect(occurrences.data[1]?.message).toBe('the occurrence of 2027-01-01 is still being retried');
  });

  it('succeeds once the customer has a valid card', async () => {
    const sandbox = await frozen();
    const customer = await customerOf(sandbox, { number: DECLINED });
    const { id } = await scheduleOf(sandbox, customer, { end_date: '2027-01-02' });
    const tokens = request(gateway.settings.vaultUrl).post('/tokens').auth(sandbox.body.test.public_key, '');
    const { id: card } = (await tokens.send({ card: GOOD_CARD })).body as { id: string };
    const { body } = await sandbox.patch(`/customers/${customer}`, { card }).expect(200);
    const [, added] = (body as { cards: { data: { id: string }[] } }).cards.data;
    await sandbox.patch(`/customers/${customer}`, { default_card: added?.id }).expect(200);
    const { happened } = await advance(sandbox, { by: '7d' });
    expect(kindsOf(happened)).toEqual([
      [`2027-01-02T${DUE}`, 'occurrence_retry', 'successful'],
      [`2027-01-02T${DUE}`, 'occurrence', 'successful'],
    ]);
    expect(await read(sandbox, id)).toMatchObject({ status: 'expired' });
  });

  it('suspends for a deleted customer too, with the reason', async () => {
    const sandbox = await frozen();
    const customer = await customerOf(sandbox);
    const { id } = await scheduleOf(sandbox, customer);
    await request(gateway.settings.baseUrl)
      .delete(`/customers/${customer}`)
      .auth(sandbox.secretKey, '')
      .expect(200);
    await advance(sandbox, { by: '7d' });
    const { status, occurrences } = await read(sandbox, id);
    expect(status).toBe('suspended');
    expect(occurrences.data[1]).toMatchObject({
      status: 'failed',
      result: null,
      message: `customer ${customer} was not found`,
    });
    expect(await sandbox.total('/charges')).toBe(1);
  });
});

describe('a deleted schedule', () => {
  it('is returned whole without next days, and stops', async () => {
    const sandbox = await frozen();
    const schedule = await scheduleOf(sandbox, await customerOf(sandbox, { number: DECLINED }));
    const destroy = () =>
      request(gateway.settings.baseUrl).delete(`/schedules/${schedule.id}`).auth(sandbox.secretKey, '');
    const { body } = await destroy().expect(200);
    const [failed] = schedule.occurrences.data;
    expect(body).toEqual({
      ...schedule,
      deleted: true,
      status: 'deleted',
      active: false,
      next_occurrences_on: [],
      ended_at: '2027-01-01T00:00:00Z',
      occurrences: { ...schedule.occurrences, data: [{ ...failed, retry_on: null }] },
    });
    expect(await read(sandbox, schedule.id)).toEqual(body);
    await destroy().expect(404);
    expect(kindsOf((await advance(sandbox, { by: '30d' })).happened)).toEqual([]);
    expect((await scheduleEvents(sandbox)).map(({ key }) => key)).toEqual([
      'schedule.create',
      'schedule.destroy',
    ]);
    expect((await sandbox.get('/schedules')).body).toMatchObject({
      total: 1,
      data: [{ id: schedule.id, status: 'deleted' }],
    });
  });
});

describe('lists of schedules', () => {
  it('contain all, or those of charges, or those of a customer', async () => {
    const sandbox = await frozen();
    const [one, other] = [await customerOf(sandbox), await customerOf(sandbox)];
    const first = await scheduleOf(sandbox, one);
    const second = await scheduleOf(sandbox, other);
    const idsIn = async (path: string): Promise<string[]> =>
      ((await sandbox.get(path).expect(200)).body as { data: ScheduleBody[] }).data.map(({ id }) => id);
    expect(await idsIn('/schedules')).toEqual([first.id, second.id]);
    expect(await idsIn('/charges/schedules')).toEqual([first.id, second.id]);
    expect(await idsIn(`/customers/${other}/schedules`)).toEqual([second.id]);
    expect((await sandbox.get('/charges/schedules')).body).toMatchObject({ location: '/charges/schedules' });
    await sandbox.get('/customers/cust_test_0/schedules').expect(404);
  });

  it('are expanded in a charge on request', async () => {
    const sandbox = await frozen();
    const schedule = await scheduleOf(sandbox, await customerOf(sandbox));
    const { body } = await sandbox.get(`/charges/${schedule.occurrences.data[0]?.result}?expand=true`);
    expect(body).toMatchObject({ schedule });
  });
});

describe('a request for a schedule', () => {
  it('is rejected with all problems', async () => {
    const sandbox = await frozen();
    const customer = await customerOf(sandbox);
    const asked = {
      every: 0,
      period: 'day',
      end_date: '2027-02-01',
      charge: { customer, amount: 1, currency: 'THB' },
    };
    const { body } = await sandbox.post('/schedules', asked).expect(400);
    expect(body).toMatchObject({
      code: 'bad_request',
      message:
        'every must be a whole number from 1 to 365 and amount must be greater than or equal to 2000 (thb subunits)',
    });
    expect(await sandbox.total('/schedules')).toBe(0);
  });

  it('requires a charge or a transfer, and a customer', async () => {
    const sandbox = await frozen();
    const customer = await customerOf(sandbox);
    const daily = { every: 1, period: 'day', end_date: '2027-02-01' };
    const messageOf = async (form: object, status: number): Promise<unknown> =>
      ((await sandbox.post('/schedules', { ...daily, ...form }).expect(status)).body as { message: string })
        .message;
    expect(await messageOf({}, 400)).toBe('send either charge or transfer');
    expect(await messageOf({ charge: 'x' }, 400)).toBe('charge must be an object');
    expect(await messageOf({ charge: { amount: 2_000 } }, 400)).toBe('customer must be the id of a customer');
    expect(await messageOf({ charge: { amount: 2_000, customer: 'cust_test_0' } }, 404)).toBe(
      'customer cust_test_0 was not found',
    );
    expect(await messageOf({ charge: { amount: 2_000, customer, card: 'card_test_0' } }, 404)).toBe(
      'card card_test_0 was not found',
    );
  });

  it('can be a form with or without list indexes', async () => {
    const sandbox = await frozen();
    const customer = await customerOf(sandbox);
    const post = (form: string) =>
      request(gateway.settings.baseUrl)
        .post('/schedules')
        .auth(sandbox.secretKey, '')
        .type('form')
        .send(form)
        .expect(200);
    const rest = `&every=1&end_date=2027-12-31&charge[customer]=${customer}&charge[amount]=2000&charge[metadata][order]=7`;
    const { body: weekly } = await post(`period=week&on[weekdays][]=monday&on[weekdays][]=friday${rest}`);
    expect(weekly).toMatchObject({
      on: { weekdays: ['monday', 'friday'] },
      charge: { metadata: { order: '7' } },
    });
    const { body: monthly } = await post(
      `period=month&on[days_of_month][0]=1&on[days_of_month][1]=15${rest}`,
    );
    expect(monthly).toMatchObject({
      on: { days_of_month: [1, 15] },
      in_words: 'Every 1 month(s) on the 1st and 15th',
    });
  });
});

describe('a schedule in 2017-11-02', () => {
  it('has other names for its days, and is active while running', async () => {
    const sandbox = await frozen();
    const customer = await customerOf(sandbox);
    const { id } = await scheduleOf(sandbox, customer);
    const { body } = await sandbox.get(`/schedules/${id}`).set('Omise-Version', '2017-11-02').expect(200);
    expect(body).toMatchObject({
      status: 'active',
      start_date: '2027-01-01',
      end_date: '2027-01-07',
      charge: {
        object: 'scheduled_charge',
        livemode: false,
        amount: 100_000,
        currency: 'thb',
        customer,
        card: null,
        description: null,
      },
      occurrences: { data: [{ schedule_date: '2027-01-01', retry_date: null, status: 'successful' }] },
    });
    expect((body as { next_occurrence_dates: string[] }).next_occurrence_dates[0]).toBe('2027-01-02');
    expect(Object.keys(body as object)).not.toEqual(expect.arrayContaining(['start_on']));
  });
});
