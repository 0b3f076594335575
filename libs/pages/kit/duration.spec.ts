import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#kernel/time.js';
import { formatDuration } from './duration.js';

describe('how long something takes, as a person reads it', () => {
  it.each([
    [6 * DAY_MS + 23 * HOUR_MS + 59 * MINUTE_MS, '6 days 23 hours'],
    [DAY_MS, '1 day 0 hours'],
    [DAY_MS - 1, '23 hours 59 minutes'],
    [9 * MINUTE_MS + 58 * SECOND_MS + 999, '9 minutes 58 seconds'],
    [SECOND_MS, '1 second'],
    [0, '0 seconds'],
  ])('has the two largest units: %i ms', (ms, text) => {
    expect(formatDuration(ms, 'en')).toBe(text);
  });

  it.each([
    ['th', '9 นาที 58 วินาที'],
    ['ja', '9 分 58 秒'],
    ['ms', '9 minit 58 saat'],
  ] as const)('is written in %s', (language, text) => {
    expect(formatDuration(9 * MINUTE_MS + 58 * SECOND_MS, language)).toBe(text);
  });
});
