import { everyText } from './schedule-words';

it.each([
  [1, 'day', {}, 'Every day'],
  [3, 'day', {}, 'Every 3 days'],
  [1, 'week', { weekdays: ['monday'] }, 'Every Monday'],
  [2, 'week', { weekdays: ['friday', 'monday'] }, 'Every 2 weeks on Monday and Friday'],
  [1, 'month', { days_of_month: [1] }, 'Every month on the 1st'],
  [1, 'month', { days_of_month: [22, 3, 11] }, 'Every month on the 3rd, 11th, and 22nd'],
  [6, 'month', { weekday_of_month: 'last_friday' }, 'Every 6 months on the last Friday'],
])('a schedule every %d %s on %j is "%s"', (every, period, days, words) => {
  expect(everyText({ every, period, days })).toBe(words);
});
