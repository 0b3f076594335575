import { dayIn, dueOn } from '#kernel/local-time.js';
import { readRecurrence, type ScheduleRequest } from './schedule.rules.js';

const TODAY = '2026-07-01';
const DAILY: ScheduleRequest = { every: 1, period: 'day', end_date: '2026-12-31' };

function problemsOf(request: ScheduleRequest): unknown {
  const read = readRecurrence(request, TODAY);
  return 'problems' in read ? read.problems : [];
}

describe('the requested days', () => {
  it('begin today by default', () => {
    expect(readRecurrence(DAILY, TODAY)).toEqual({
      every: 1,
      period: 'day',
      on: {},
      startOn: TODAY,
      endOn: '2026-12-31',
    });
    expect(readRecurrence({ ...DAILY, start_date: '2026-07-02' }, TODAY)).toMatchObject({
      startOn: '2026-07-02',
    });
  });

  it('are parsed from a form with numbers as texts, each once', () => {
    const monthly = {
      every: '2',
      period: 'month',
      on: { days_of_month: ['1', '15', '1'] },
      end_date: '2026-12-31',
    };
    expect(readRecurrence(monthly, TODAY)).toMatchObject({ every: 2, on: { days_of_month: [1, 15] } });
  });

  it('can be weekdays in any letter case', () => {
    const weekly = {
      every: 1,
      period: 'week',
      on: { weekdays: ['Friday', 'MONDAY'] },
      end_date: '2026-12-31',
    };
    expect(readRecurrence(weekly, TODAY)).toMatchObject({ on: { weekdays: ['friday', 'monday'] } });
  });

  it.each([
    ['2nd_monday', '2nd_monday'],
    ['2nd monday', '2nd_monday'],
    ['second_monday', '2nd_monday'],
    ['Second Monday', '2nd_monday'],
    ['first friday', '1st_friday'],
    ['fourth_sunday', '4th_sunday'],
    ['last tuesday', 'last_tuesday'],
  ])('can be the %s of a month', (sent, read) => {
    const monthly = { every: 1, period: 'month', on: { weekday_of_month: sent }, end_date: '2026-12-31' };
    expect(readRecurrence(monthly, TODAY)).toMatchObject({ on: { weekday_of_month: read } });
  });

  it.each([
    ['2026-08-01T00:00:00Z', '2026-08-01'],
    ['2026-08-01T23:30:00+07:00', '2026-08-01'],
    ['2099-12-31', '2099-12-31'],
    ['9999-12-31', '9999-12-31'],
  ])('can end on %s', (sent, endOn) => {
    expect(readRecurrence({ ...DAILY, end_date: sent }, TODAY)).toMatchObject({ endOn });
    expect(
      readRecurrence(
        { ...DAILY, period: 'month', every: 365, on: { days_of_month: [31] }, end_date: sent },
        TODAY,
      ),
    ).toMatchObject({
      endOn,
    });
  });

  it.each<[Partial<ScheduleRequest>, string]>([
    [{ every: 0 }, 'every must be a whole number from 1 to 365'],
    [{ every: undefined }, 'every must be a whole number from 1 to 365'],
    [{ period: 'year' }, 'period must be day, week or month'],
    [{ on: 'monday' }, 'on must be an object'],
    [{ on: { weekdays: ['monday'] } }, 'on must be empty if period is day'],
    [
      { period: 'week', on: { weekdays: ['monday', 'mardi', 5] } },
      'on must have weekdays if period is week: monday, tuesday, wednesday, thursday, friday, saturday, sunday',
    ],
    [
      { period: 'week', on: { weekdays: ['monday'], days_of_month: [1] } },
      'on cannot have days_of_month if period is week',
    ],
    [
      { period: 'month', on: { days_of_month: [1], weekdays: ['monday'] } },
      'on cannot have weekdays if period is month',
    ],
    [
      { period: 'week' },
      'on must have weekdays if period is week: monday, tuesday, wednesday, thursday, friday, saturday, sunday',
    ],
    [{ period: 'month' }, 'on must have days_of_month or weekday_of_month if period is month'],
    [
      { period: 'month', on: { days_of_month: [1], weekday_of_month: 'last_friday' } },
      'on must have days_of_month or weekday_of_month if period is month',
    ],
    [{ period: 'month', on: { days_of_month: [0] } }, 'days_of_month must be whole numbers from 1 to 31'],
    [{ period: 'month', on: { days_of_month: 1 } }, 'days_of_month must be whole numbers from 1 to 31'],
    [
      { period: 'month', on: { weekday_of_month: '5th_friday' } },
      'weekday_of_month must be a day such as 1st_monday or last_friday',
    ],
    [{ start_date: '2026-06-30' }, 'start_date must not be before today, 2026-07-01'],
    [
      { period: 'month', on: { weekday_of_month: '2nd_monday_friday' } },
      'weekday_of_month must be a day such as 1st_monday or last_friday',
    ],
    [
      { period: 'month', on: { weekday_of_month: 'constructor_monday' } },
      'weekday_of_month must be a day such as 1st_monday or last_friday',
    ],
    [{ start_date: 'tomorrow' }, 'start_date must be a date such as 2026-01-31'],
    [{ end_date: undefined }, 'end_date must be a date such as 2026-01-31'],
    [{ end_date: '10000-01-01' }, 'end_date must be a date such as 2026-01-31'],
    [{ end_date: '2026-02-30' }, 'end_date must be a date such as 2026-01-31'],
    [{ end_date: '2026-06-30' }, 'end_date must not be before the first occurrence'],
    [
      { period: 'month', on: { days_of_month: [2] }, end_date: TODAY },
      'end_date must not be before the first occurrence',
    ],
  ])('are rejected with %j', (change, problem) => {
    expect(problemsOf({ ...DAILY, ...change })).toEqual([problem]);
  });

  it('are rejected with all problems at once', () => {
    expect(problemsOf({})).toHaveLength(3);
  });
});

describe('the current day in a country', () => {
  it.each([
    ['TH', '2026-07-01T16:59:59Z', '2026-07-01', '2026-07-01T01:30:00Z'],
    ['TH', '2026-07-01T17:00:00Z', '2026-07-02', '2026-07-02T01:30:00Z'],
    ['JP', '2026-12-31T15:00:00Z', '2027-01-01', '2026-12-31T23:30:00Z'],
    ['SG', '2026-07-01T15:59:59Z', '2026-07-01', '2026-07-01T00:30:00Z'],
    ['MY', '2026-07-01T16:00:00Z', '2026-07-02', '2026-07-02T00:30:00Z'],
    ['SE', '2026-07-01T23:59:59Z', '2026-07-01', '2026-07-01T08:30:00Z'],
  ])('follows its local time: %s at %s', (country, time, day, due) => {
    expect(dayIn(country, new Date(time))).toBe(day);
    expect(dueOn(country, day)).toEqual(new Date(due));
  });
});
