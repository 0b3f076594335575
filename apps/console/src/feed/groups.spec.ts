import type { Entry } from './entries';
import { groupsOf, type Group } from './groups';

const CHARGE = 'chrg_test_60aaaaaaaaaaaaaaaa1';

/** An entry, `ms` after the first. */
function entry(
  kind: Entry['kind'],
  ms: number,
  requestId: string | null,
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
    request_id: requestId,
    ...both,
  };
}

const request = (ms: number, id: string, details: object = {}): Entry =>
  entry('request', ms, id, {
    host: 'api',
    method: 'POST',
    path: '/charges',
    state: 'done',
    status: 200,
    duration_ms: 7.5,
    ...details,
  });
const event = (ms: number, id: string | null, key: string, details: object = {}): Entry =>
  entry('event', ms, id, { key, ...details }, key);
const attempt = (ms: number, id: string | null, key: string, details: object = {}): Entry =>
  entry('attempt', ms, id, {
    key,
    event: key,
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
      attempt(30, 'r1', 'charge.create'),
      event(4, 'r1', 'charge.create'),
      request(0, 'r1'),
      request(60, 'r2', { path: '/charges/1/mark_as_paid' }),
      event(64, 'r2', 'charge.complete'),
    ];
    const expected = ['request 60', '  charge.complete', 'request 0', '  attempt 30'];
    expect(drawn(entries)).toEqual(expected);
    expect(drawn(entries.toReversed())).toEqual(expected);
  });

  it('show the last attempt of each webhook', () => {
    const failed = { status: 500, next_attempt_at: '2026-01-31T08:16:00Z' };
    const own = [
      request(0, 'r1'),
      event(4, 'r1', 'charge.create'),
      attempt(30, 'r1', 'charge.create', failed),
    ];
    expect(onlyOf(own)).toMatchObject({
      tone: 'retrying',
      children: [{ retryAt: '2026-01-31T08:16:00Z', isUndelivered: true }],
    });
    const arrived = onlyOf([...own, attempt(90, 'r1', 'charge.create', { number: 2 })]);
    expect(arrived).toMatchObject({
      tone: 'good',
      children: [{ entry: { id: 'attempt 90' }, isUndelivered: false }],
    });
    expect(arrived.children).toHaveLength(1);
  });

  it('show an attempt that comes a minute later on its own, and not as due at the earlier one', () => {
    const failed = { status: 500, next_attempt_at: '2026-01-31T09:15:00Z' };
    const entries = [
      request(0, 'r1'),
      event(4, 'r1', 'charge.create'),
      attempt(30, 'r1', 'charge.create', failed),
    ];
    const late = attempt(3_600_000, 'r1', 'charge.create', { ...failed, number: 2 });
    expect(drawn([...entries, late])).toEqual(['attempt 3600000', 'request 0', '  attempt 30']);
    const [first, second] = groupsOf([...entries, late]);
    expect([first?.head.retryAt, second?.children[0]?.retryAt]).toEqual(['2026-01-31T09:15:00Z', undefined]);
  });

  it.each([
    [
      'the customer',
      entry('page', 5, 'r1', { action: 'approved' }, 'the click'),
      [request(0, 'r1', { host: 'pay', status: 303 })],
    ],
    ['the user', entry('act', 0, 'r1', { action: 'POST /charges/:id/mark_as_paid' }, 'the click'), []],
  ])('begin with the act of %s', (_, act, others) => {
    expect(drawn([act, ...others, event(8, 'r1', 'charge.complete')])).toEqual([
      'the click',
      '  charge.complete',
    ]);
  });

  it('show on its own what no request caused', () => {
    const entries = [
      entry('clock', 0, 'the advance', { action: 'advance' }),
      event(10, null, 'charge.expire'),
      attempt(20, null, 'charge.expire'),
      entry('fault', 40, null, { fault: 'busy' }),
    ];
    expect(drawn(entries)).toEqual(['fault 40', 'charge.expire', '  attempt 20', 'clock 0']);
  });

  it('show events and attempts on their own where the filter leaves out the request', () => {
    const entries = [event(4, 'r1', 'charge.create'), event(5, 'r1', 'charge.complete')];
    expect(drawn(entries)).toEqual(['charge.complete', 'charge.create']);
    expect(drawn([attempt(30, 'r1', 'charge.create'), attempt(31, 'r1', 'charge.complete')])).toEqual([
      'attempt 31',
      'attempt 30',
    ]);
  });

  it('have the worst outcome', () => {
    const tones = (...entries: readonly Entry[]): string => onlyOf(entries).tone;
    expect(tones(request(0, 'r1'))).toBe('good');
    expect(tones(request(0, 'r1', { status: 404 }))).toBe('retrying');
    const declined = [request(0, 'r1'), event(1, 'r1', 'charge.complete', { status: 'failed' })];
    expect(tones(...declined)).toBe('bad');
    expect(tones(...declined, attempt(2, 'r1', 'charge.complete'))).toBe('bad');
    expect(tones(event(1, null, 'charge.complete', { status: 'expired' }))).toBe('neutral');
    expect(tones(request(0, 'r1', { status: 503 }), entry('fault', 1, 'r1', { fault: 'busy' }))).toBe('bad');
    expect(tones(request(0, 'r1'), attempt(1, 'r1', 'charge.create', { status: 500, given_up: true }))).toBe(
      'bad',
    );
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
      request(0, 'r1'),
      event(4, 'r1', 'charge.create', created),
      event(5, 'r1', 'charge.complete', {
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
