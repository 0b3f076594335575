import { nextDays } from './recurrence.js';
import * as machine from './schedule.machine.js';
import type { Occurrence, Schedule } from './schedule.js';

const NOW = new Date('2026-07-01T01:30:00Z');

/** A daily schedule of three days; the first is next. */
const schedule: Schedule = {
  id: 'schd_test_0',
  accountId: 'account_0',
  livemode: false,
  version: 0,
  status: 'running',
  kind: 'charge',
  scheduledId: 'rchg_test_0',
  every: 1,
  period: 'day',
  on: {},
  startOn: '2026-07-01',
  endOn: '2026-07-03',
  terms: {},
  partyId: 'cust_test_0',
  nextOn: '2026-07-01',
  nextAt: NOW,
  createdAt: NOW,
  endedAt: null,
};

const done: Occurrence = {
  id: 'occu_test_0',
  accountId: 'account_0',
  livemode: false,
  version: 0,
  scheduleId: 'schd_test_0',
  scheduledOn: '2026-07-01',
  status: 'successful',
  resultId: 'chrg_test_0',
  message: null,
  transferAmount: 0,
  attemptCount: 1,
  retryOn: null,
  retryAt: null,
  processedAt: NOW,
  createdAt: NOW,
};
const waiting: Occurrence = {
  ...done,
  status: 'failed',
  retryOn: '2026-07-02',
  retryAt: new Date('2026-07-02T01:30:00Z'),
};
const givenUp: Occurrence = { ...done, status: 'failed', attemptCount: 3 };
const failure = { status: 'failed', resultId: 'chrg_test_0', message: 'no', transferAmount: 0 } as const;

describe('a schedule', () => {
  it.each([
    ['2026-07-01', 'expiring'],
    ['2026-07-02', 'running'],
  ])('that ends on %s begins as %s', (endOn, status) => {
    expect(machine.begin({ ...schedule, endOn }, 'TH')).toEqual({
      status,
      nextOn: '2026-07-01',
      nextAt: NOW,
      endedAt: null,
    });
  });

  it.each<[string, Partial<Schedule>, Occurrence, boolean, object]>([
    [
      'goes on',
      {},
      done,
      false,
      { status: 'running', nextOn: '2026-07-02', nextAt: new Date('2026-07-02T01:30:00Z'), endedAt: null },
    ],
    [
      'goes on after what is to be tried again',
      {},
      waiting,
      false,
      { status: 'running', nextOn: '2026-07-02', endedAt: null },
    ],
    [
      'is about to end',
      { nextOn: '2026-07-02' },
      done,
      false,
      { status: 'expiring', nextOn: '2026-07-03', endedAt: null },
    ],
    [
      'ends with its last day',
      { nextOn: '2026-07-03' },
      done,
      false,
      { status: 'expired', nextOn: null, nextAt: null, endedAt: NOW },
    ],
    [
      'waits for the last day to be tried again',
      { nextOn: '2026-07-03' },
      waiting,
      false,
      { status: 'expiring', nextOn: null, endedAt: null },
    ],
    [
      'waits for an earlier day',
      { nextOn: '2026-07-03' },
      { ...done, status: 'skipped' },
      true,
      { status: 'expiring', nextOn: null },
    ],
    ['is suspended', {}, givenUp, false, { status: 'suspended', nextOn: null, nextAt: null, endedAt: NOW }],
    [
      'goes on where it makes transfers',
      { kind: 'transfer' },
      givenUp,
      false,
      { status: 'running', nextOn: '2026-07-02', endedAt: null },
    ],
  ])('%s', (_, change, made, isRetrying, after) => {
    expect(machine.moveOn({ ...schedule, ...change }, made, isRetrying, NOW, 'TH')).toMatchObject(after);
  });

  it.each<[string, Partial<Schedule>]>([
    ['every day', {}],
    ['Mondays and Fridays', { period: 'week', on: { weekdays: ['monday', 'friday'] } }],
    ['the 31st', { period: 'month', on: { days_of_month: [31] } }],
    ['the last Friday', { period: 'month', on: { weekday_of_month: 'last_friday' } }],
  ])('runs through a whole year day by day, and expires with the last: %s', (_, change) => {
    const yearly: Schedule = { ...schedule, ...change, startOn: '2027-01-01', endOn: '2027-12-31' };
    const days: (string | null)[] = [];
    const statuses: string[] = [];
    let patch = machine.begin(yearly, 'TH');
    while (patch.nextOn !== null && days.length < 1_000) {
      days.push(patch.nextOn);
      statuses.push(patch.status);
      expect(patch.nextAt).toEqual(new Date(`${patch.nextOn}T01:30:00Z`));
      const scheduledOn = patch.nextOn;
      patch = machine.moveOn(
        { ...yearly, ...patch },
        { ...done, scheduledOn },
        false,
        patch.nextAt ?? NOW,
        'TH',
      );
    }
    expect(days).toEqual(nextDays(yearly, null, 1_000));
    expect(statuses).toEqual([...days.slice(1).map(() => 'running'), 'expiring']);
    expect(patch).toEqual({
      status: 'expired',
      nextOn: null,
      nextAt: null,
      endedAt: new Date(`${days.at(-1)}T01:30:00Z`),
    });
  });

  it.each<[string, Partial<Schedule>, Occurrence, object]>([
    ['goes on as it was', {}, done, { status: 'running', nextOn: '2026-07-01', endedAt: null }],
    [
      'goes on waiting',
      { nextOn: null, nextAt: null, status: 'expiring' },
      waiting,
      { status: 'expiring', endedAt: null },
    ],
    ['ends', { nextOn: null, nextAt: null, status: 'expiring' }, done, { status: 'expired', endedAt: NOW }],
    [
      'is suspended, whatever days are to come',
      {},
      givenUp,
      { status: 'suspended', nextOn: null, nextAt: null, endedAt: NOW },
    ],
  ])('%s, after a retry', (_, change, retried, after) => {
    expect(machine.afterRetry({ ...schedule, ...change }, retried, NOW)).toMatchObject(after);
  });

  it('keeps its end time when it is deleted', () => {
    const earlier = new Date('2026-06-01T00:00:00Z');
    expect(machine.remove(schedule, NOW)).toEqual({
      status: 'deleted',
      nextOn: null,
      nextAt: null,
      endedAt: NOW,
    });
    expect(machine.remove({ ...schedule, endedAt: earlier }, NOW)).toMatchObject({ endedAt: earlier });
  });

  it('has an event for each new status except running', () => {
    expect(machine.eventOf('running', 'expiring')).toBe('schedule.expiring');
    expect(machine.eventOf('expiring', 'expired')).toBe('schedule.expire');
    expect(machine.eventOf('running', 'suspended')).toBe('schedule.suspend');
    expect(machine.eventOf('running', 'running')).toBeUndefined();
  });
});

describe('an attempt', () => {
  it('is retried on the next day, twice', () => {
    const again = { status: 'failed', retryOn: '2026-07-02', retryAt: new Date('2026-07-02T01:30:00Z') };
    expect(machine.attempted('charge', { attemptCount: 0 }, failure, NOW, 'TH')).toMatchObject({
      ...again,
      attemptCount: 1,
    });
    expect(machine.attempted('charge', { attemptCount: 1 }, failure, NOW, 'TH')).toMatchObject({
      ...again,
      attemptCount: 2,
    });
    expect(machine.attempted('charge', { attemptCount: 2 }, failure, NOW, 'TH')).toMatchObject({
      attemptCount: 3,
      retryOn: null,
      retryAt: null,
    });
  });

  it('in the evening is retried the next morning in the account’s country', () => {
    const evening = new Date('2026-07-01T16:59:59Z');
    expect(machine.attempted('charge', { attemptCount: 0 }, failure, evening, 'TH')).toMatchObject({
      retryOn: '2026-07-02',
    });
    expect(machine.attempted('charge', { attemptCount: 0 }, failure, evening, 'JP')).toMatchObject({
      retryOn: '2026-07-03',
    });
  });

  it('for a transfer is retried on business days without limit, unless the failure is final', () => {
    const friday = new Date('2026-07-03T01:30:00Z');
    const again = { attemptCount: 100, retryOn: '2026-07-06', retryAt: new Date('2026-07-06T01:30:00Z') };
    expect(machine.attempted('transfer', { attemptCount: 99 }, failure, friday, 'TH')).toMatchObject(again);
    const final = machine.attempted(
      'transfer',
      { attemptCount: 0 },
      { ...failure, isFinal: true },
      friday,
      'TH',
    );
    expect(final).toMatchObject({ status: 'failed', attemptCount: 1, retryOn: null, retryAt: null });
  });

  it('is not retried after success', () => {
    const outcome = {
      status: 'successful',
      resultId: 'chrg_test_0',
      message: null,
      transferAmount: 0,
    } as const;
    expect(machine.attempted('charge', { attemptCount: 1 }, outcome, NOW, 'TH')).toMatchObject({
      ...outcome,
      retryOn: null,
      attemptCount: 2,
    });
  });
});
