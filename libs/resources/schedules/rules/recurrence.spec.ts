import { placeInWeek } from '#kernel/calendar.js';
import { inWords } from './in-words.js';
import { nextDay, nextDays, type On, type Period, type Recurrence } from './recurrence.js';

function recurrence(
  every: number,
  period: Period,
  on: On,
  startOn: string,
  endOn = '2099-12-31',
): Recurrence {
  return { every, period, on, startOn, endOn };
}

describe('the days of a schedule', () => {
  it.each<[string, Recurrence, string[]]>([
    ['every day', recurrence(1, 'day', {}, '2026-02-27'), ['2026-02-27', '2026-02-28', '2026-03-01']],
    [
      'every day of a leap year',
      recurrence(1, 'day', {}, '2028-02-27'),
      ['2028-02-27', '2028-02-28', '2028-02-29', '2028-03-01'],
    ],
    [
      'every other day, over a new year',
      recurrence(2, 'day', {}, '2026-12-30'),
      ['2026-12-30', '2027-01-01', '2027-01-03'],
    ],
    ['every 365th day', recurrence(365, 'day', {}, '2027-03-01'), ['2027-03-01', '2028-02-29', '2029-02-28']],
    [
      'every week on Monday and Friday, from a Wednesday',
      recurrence(1, 'week', { weekdays: ['friday', 'monday'] }, '2026-07-01'),
      ['2026-07-03', '2026-07-06', '2026-07-10', '2026-07-13'],
    ],
    [
      'every other week on Monday and Sunday: the week begins on Monday',
      recurrence(2, 'week', { weekdays: ['monday', 'sunday'] }, '2026-07-01'),
      ['2026-07-05', '2026-07-13', '2026-07-19', '2026-07-27'],
    ],
    [
      'every other week on a day that has passed in the first one',
      recurrence(2, 'week', { weekdays: ['tuesday'] }, '2026-07-01'),
      ['2026-07-14', '2026-07-28'],
    ],
    [
      'every month on the 1st and 15th',
      recurrence(1, 'month', { days_of_month: [15, 1] }, '2026-01-02'),
      ['2026-01-15', '2026-02-01', '2026-02-15', '2026-03-01'],
    ],
    [
      'every month on the 31st: the last day of a shorter one',
      recurrence(1, 'month', { days_of_month: [31] }, '2026-01-31'),
      ['2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30', '2026-05-31'],
    ],
    [
      'the 30th and the 31st in February: once',
      recurrence(1, 'month', { days_of_month: [30, 31] }, '2026-02-01'),
      ['2026-02-28', '2026-03-30'],
    ],
    [
      'the 29th of February in a leap year',
      recurrence(12, 'month', { days_of_month: [29] }, '2028-02-01'),
      ['2028-02-29', '2029-02-28'],
    ],
    [
      'every third month, when the first day has passed in the first one',
      recurrence(3, 'month', { days_of_month: [1] }, '2026-01-02'),
      ['2026-04-01', '2026-07-01', '2026-10-01', '2027-01-01'],
    ],
    [
      'the last Friday',
      recurrence(1, 'month', { weekday_of_month: 'last_friday' }, '2026-01-01'),
      ['2026-01-30', '2026-02-27', '2026-03-27', '2026-04-24', '2026-05-29'],
    ],
    [
      'the 1st Sunday, which may be the 1st',
      recurrence(1, 'month', { weekday_of_month: '1st_sunday' }, '2026-01-01'),
      ['2026-01-04', '2026-02-01', '2026-03-01', '2026-04-05'],
    ],
    [
      'the 4th Saturday',
      recurrence(1, 'month', { weekday_of_month: '4th_saturday' }, '2026-01-01'),
      ['2026-01-24', '2026-02-28'],
    ],
    [
      'the 2nd Monday, as it is recorded',
      recurrence(1, 'month', { weekday_of_month: '2nd_monday' }, '2017-06-02'),
      ['2017-06-12', '2017-07-10'],
    ],
  ])('are right for %s', (_, schedule, days) => {
    expect(nextDays(schedule, null, days.length)).toEqual(days);
  });

  it('end with the schedule, including its last day', () => {
    expect(nextDays(recurrence(2, 'day', {}, '2025-03-20', '2025-03-24'), null, 30)).toEqual([
      '2025-03-20',
      '2025-03-22',
      '2025-03-24',
    ]);
    expect(nextDay(recurrence(2, 'day', {}, '2025-03-20', '2025-03-24'), '2025-03-24')).toBeNull();
    expect(
      nextDay(recurrence(1, 'month', { days_of_month: [1] }, '2025-03-20', '2025-03-24'), null),
    ).toBeNull();
  });

  it('are those after a given day, which need not be one of them', () => {
    const weekly = recurrence(1, 'week', { weekdays: ['monday'] }, '2026-07-01');
    expect(nextDay(weekly, '2026-07-06')).toBe('2026-07-13');
    expect(nextDay(weekly, '2026-07-07')).toBe('2026-07-13');
    expect(nextDay(weekly, '2026-01-01')).toBe('2026-07-06');
  });

  it.each<[On, Period]>([
    [{}, 'day'],
    [{ weekdays: ['monday', 'thursday'] }, 'week'],
    [{ days_of_month: [1, 15, 31] }, 'month'],
    [{ weekday_of_month: 'last_friday' }, 'month'],
  ])('increase, even if requested one by one: %j', (on, period) => {
    const schedule = recurrence(1, period, on, '2027-11-05', '2029-03-01');
    const days = nextDays(schedule, null, 1_000);
    expect(days).toEqual([...new Set(days)].toSorted());
    days.slice(1).forEach((day, index) => expect(nextDay(schedule, days[index] ?? null)).toBe(day));
    if (on.weekday_of_month) expect(new Set(days.map(placeInWeek))).toEqual(new Set([4]));
  });

  it.each<[string, Period, On, number]>([
    ['every day', 'day', {}, 365],
    ['Mondays and Fridays', 'week', { weekdays: ['monday', 'friday'] }, 52 + 53],
    ['the 31st', 'month', { days_of_month: [31] }, 12],
    ['the last Friday', 'month', { weekday_of_month: 'last_friday' }, 12],
  ])('are all days of a year, each once: %s', (_, period, on, count) => {
    const days = nextDays(recurrence(1, period, on, '2027-01-01', '2027-12-31'), null, 1_000);
    expect(new Set(days).size).toBe(count);
    expect(days).toHaveLength(count);
    expect(days.every((day) => day.startsWith('2027-'))).toBe(true);
  });
});

describe('a schedule in words', () => {
  it.each<[number, Period, On, string]>([
    [2, 'day', {}, 'Every 2 day(s)'],
    [1, 'week', { weekdays: ['friday', 'monday'] }, 'Every 1 week(s) on Monday and Friday'],
    [1, 'month', { days_of_month: [17] }, 'Every 1 month(s) on the 17th'],
    [
      3,
      'month',
      { days_of_month: [31, 1, 2, 3, 11] },
      'Every 3 month(s) on the 1st, 2nd, 3rd, 11th, and 31st',
    ],
    [1, 'month', { weekday_of_month: '2nd_monday' }, 'Every 1 month(s) on the 2nd Monday'],
    [1, 'month', { weekday_of_month: 'last_friday' }, 'Every 1 month(s) on the last Friday'],
  ])('is right for every %i %s %j', (every, period, on, words) => {
    expect(inWords({ every, period, on })).toBe(words);
  });
});
