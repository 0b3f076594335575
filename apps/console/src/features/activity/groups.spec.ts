import type { Entry } from '../timeline/entries';
import { groupsOf, type Group } from './groups';

const CHARGE = 'chrg_test_60aaaaaaaaaaaaaaaa1';

/** An entry, `ms` after the first. */
function entry(
  kind: Entry['kind'],
  ms: number,
  trigger: string | null,
  details: object,
  id = `${kind} ${ms}`,
): Entry {
  const at = new Date(Date.parse('2026-01-31T08:15:00.000Z') + ms).toISOString();
  const both = { at, machine_at: at, details: details as never };
  return {
    object: 'timeline_entry',
    kind,
    id,
    livemode: false,
    object_id: CHARGE,
    request_id: null,
    trigger,
    ...both,
  };
}

const request = (ms: number, id: string, details: object = {}): Entry =>
  entry(
    'request',
    ms,
    null,
    {
      host: 'api',
      method: 'POST',
      path: '/charges',
      state: 'done',
      status: 200,
      duration_ms: 7.5,
      ...details,
    },
    id,
  );
const event = (ms: number, id: string | null, key: string, details: object = {}): Entry =>
  entry('event', ms, id, { key, ...details }, `evnt_${key}`);
const attempt = (ms: number, trigger: string | null, key: string, details: object = {}): Entry =>
  entry('attempt', ms, trigger, {
    key,
    event: `evnt_${key}`,
    delivery: `whdl of ${key}`,
    number: 1,
    status: 200,
    duration_ms: 20,
    ...details,
  });

/** Each group with its children, indented. */
const drawn = (entries: readonly Entry[]): string[] =>
  groupsOf(entries).flatMap(({ head, children }) => [
    head.entry.id,
    ...children.map((child) => `  ${child.entry.id}`),
  ]);

const onlyOf = (entries: readonly Entry[]): Group => {
  const [group, ...others] = groupsOf(entries);
  if (!group || others.length > 0) throw new Error(`There are ${others.length + 1} groups`);
  return group;
};

describe('the groups of the feed', () => {
  it('put the webhooks of a request below it, and the latest request first, whatever the order of commits', () => {
    const entries = [
      attempt(30, null, 'charge.create'),
      event(4, 'req_1', 'charge.create'),
      request(0, 'req_1'),
      request(60, 'req_2', { path: '/charges/1/mark_as_paid' }),
      event(64, 'req_2', 'charge.complete'),
    ];
    const expected = ['req_2', '  evnt_charge.complete', 'req_1', '  attempt 30'];
    expect(drawn(entries)).toEqual(expected);
    expect(drawn(entries.toReversed())).toEqual(expected);
  });

  it('show the last attempt of each webhook', () => {
    const failed = { status: 500, next_attempt_at: '2026-01-31T08:16:00Z' };
    const own = [
      request(0, 'req_1'),
      event(4, 'req_1', 'charge.create'),
      attempt(30, null, 'charge.create', failed),
    ];
    expect(onlyOf(own)).toMatchObject({
      tone: 'retrying',
      children: [{ retryAt: '2026-01-31T08:16:00Z', isUndelivered: true }],
    });
    const arrived = onlyOf([...own, attempt(90, null, 'charge.create', { number: 2 })]);
    expect(arrived).toMatchObject({
      tone: 'good',
      children: [{ entry: { id: 'attempt 90' }, isUndelivered: false }],
    });
    expect(arrived.children).toHaveLength(1);
  });

  it('show an attempt that comes a minute later on its own, and not as due at the earlier one', () => {
    const failed = { status: 500, next_attempt_at: '2026-01-31T09:15:00Z' };
    const entries = [
      request(0, 'req_1'),
      event(4, 'req_1', 'charge.create'),
      attempt(30, null, 'charge.create', failed),
    ];
    const late = attempt(3_600_000, null, 'charge.create', { ...failed, number: 2 });
    expect(drawn([...entries, late])).toEqual(['attempt 3600000', 'req_1', '  attempt 30']);
    const [first, second] = groupsOf([...entries, late]);
    expect([first?.head.retryAt, second?.children[0]?.retryAt]).toEqual(['2026-01-31T09:15:00Z', undefined]);
  });

  it.each([
    [
      'the customer',
      entry('page', 5, 'req_1', { action: 'approved' }, 'act_1'),
      [request(0, 'req_1', { host: 'pay', status: 303 })],
    ],
    ['the user', entry('act', 0, null, { action: 'POST /charges/:id/mark_as_paid' }, 'act_1'), []],
  ])('begin with the act of %s', (_, act, others) => {
    expect(drawn([act, ...others, event(8, 'act_1', 'charge.complete')])).toEqual([
      'act_1',
      '  evnt_charge.complete',
    ]);
  });

  it('show on its own what time set off, and what a clock move reached', () => {
    const entries = [
      entry('clock', 0, null, { action: 'advance' }, 'clkm_1'),
      event(10, 'clkm_1', 'charge.expire'),
      attempt(20, 'clkm_1', 'charge.expire'),
      event(30, null, 'charge.complete'),
      entry('fault', 40, null, { fault: 'busy' }),
    ];
    expect(drawn(entries)).toEqual([
      'fault 40',
      'evnt_charge.complete',
      'evnt_charge.expire',
      '  attempt 20',
      'clkm_1',
    ]);
  });

  it('put the attempts of an act below it, and the latest of its webhooks', () => {
    const entries = [
      event(0, 'req_1', 'charge.create'),
      attempt(1, null, 'charge.create', { status: 500 }),
      entry('act', 500_000, null, { action: 'redeliver' }, 'act_1'),
      attempt(500_001, 'act_1', 'charge.create', { number: 2 }),
    ];
    expect(drawn(entries)).toEqual(['act_1', '  attempt 500001', 'evnt_charge.create', '  attempt 1']);
    expect(groupsOf(entries).map(({ tone }) => tone)).toEqual(['good', 'good']);
  });

  it('fold the loads of a page into one, with what is paid, until the customer has left', () => {
    const paid = { amount: 45_000, currency: 'THB', metadata: { order: 1301 } };
    const load = (ms: number): Entry =>
      request(ms, `req_${ms}`, { host: 'pay', method: 'GET', path: '/payments/paym_1/authorize', ...paid });
    const opened = entry('page', 1, 'req_0', { action: 'opened', ...paid }, 'act_1');
    const entries = [load(0), opened, load(9_000), load(500_000), load(5_000_000)].toReversed();
    expect(groupsOf(entries).map(({ head, loads, facts }) => [head.entry.id, loads, facts.order])).toEqual([
      ['req_5000000', 1, '1301'],
      ['act_1', 3, '1301'],
    ]);
    expect(groupsOf(entries)[1]?.facts).toEqual({ amount: 45_000, currency: 'THB', order: '1301' });
  });

  it('show events and attempts where the filter leaves out the request, and together where it is not logged', () => {
    const entries = [
      request(0, 'req_1'),
      event(4, 'req_1', 'charge.create'),
      attempt(9, null, 'charge.create'),
    ];
    const ofKind = (kind: string): (string | undefined)[] =>
      groupsOf(entries, (one) => one.kind === kind).map(({ head }) => head.entry.id);
    expect(['event', 'attempt'].map(ofKind)).toEqual([['evnt_charge.create'], ['attempt 9']]);
    expect(drawn([attempt(30, null, 'charge.create'), attempt(31, null, 'charge.complete')])).toEqual([
      'attempt 31',
      'attempt 30',
    ]);
    expect(drawn([event(4, 'req_9', 'charge.create'), event(5, 'req_9', 'charge.complete')])).toEqual([
      'evnt_charge.create',
      '  evnt_charge.complete',
    ]);
  });

  it('have the worst outcome', () => {
    const tones = (...entries: readonly Entry[]): string => onlyOf(entries).tone;
    expect(tones(request(0, 'req_1'))).toBe('good');
    expect(tones(request(0, 'req_1', { status: 404 }))).toBe('retrying');
    const declined = [request(0, 'req_1'), event(1, 'req_1', 'charge.complete', { status: 'failed' })];
    expect(tones(...declined)).toBe('bad');
    expect(tones(...declined, attempt(2, null, 'charge.complete'))).toBe('bad');
    expect(tones(event(1, null, 'charge.complete', { status: 'expired' }))).toBe('neutral');
    expect(tones(request(0, 'req_1', { status: 503 }), entry('fault', 1, 'req_1', { fault: 'busy' }))).toBe(
      'bad',
    );
    expect(
      tones(
        request(0, 'req_1'),
        event(1, 'req_1', 'charge.create'),
        attempt(2, null, 'charge.create', { status: 500, given_up: true }),
      ),
    ).toBe('bad');
  });

  it('have the object of an attempt whose event is not there', () => {
    const facts = { amount: 45_000, currency: 'THB', metadata: { order: 1301 }, status: 500 };
    expect(onlyOf([attempt(0, null, 'charge.create', facts)]).facts).toEqual({
      amount: 45_000,
      currency: 'THB',
      order: '1301',
    });
  });

  it('have the object as the last event left it', () => {
    const created = {
      amount: 45_000,
      currency: 'THB',
      status: 'pending',
      method: 'promptpay',
      failure_code: null,
      metadata: { order: 1301 },
    };
    const group = onlyOf([
      request(0, 'req_1'),
      event(4, 'req_1', 'charge.create', created),
      event(5, 'req_1', 'charge.complete', {
        ...created,
        status: 'failed',
        failure_code: 'insufficient_fund',
        metadata: {},
      }),
    ]);
    expect(group.facts).toEqual({
      amount: 45_000,
      currency: 'THB',
      status: 'failed',
      method: 'promptpay',
      order: '1301',
      failureCode: 'insufficient_fund',
    });
  });
});
