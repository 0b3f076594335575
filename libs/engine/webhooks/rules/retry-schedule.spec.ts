import { INTERRUPTED, judgeAttempt, parseRetryAfter } from './retry-schedule.js';

const NOW = new Date('2026-01-31T08:15:00Z');
const DAY_MS = 86_400_000;
const DELAYS = [5000, 300_000];

function answered(status: number, retryAfterMs?: number) {
  return { status, error: null, retryAfterMs };
}
const unanswered = { status: null, error: 'timeout' };

describe('judgeAttempt', () => {
  it.each([[200], [204], [299]])('treats %d as delivered, even at the last attempt', (status) => {
    expect(judgeAttempt(answered(status), 1, DELAYS)).toEqual({ status: 'delivered' });
    expect(judgeAttempt(answered(status), 3, DELAYS)).toEqual({ status: 'delivered' });
  });

  it.each([[100], [199], [300], [301], [307], [400], [404], [409], [411], [429], [500], [503]])(
    'retries after %d',
    (status) => {
      expect(judgeAttempt(answered(status), 1, DELAYS)).toEqual({ status: 'pending', delayMs: 5000 });
    },
  );

  it('retries without an answer', () => {
    expect(judgeAttempt(unanswered, 1, DELAYS)).toEqual({ status: 'pending', delayMs: 5000 });
  });

  it('follows the schedule, and gives up at its end', () => {
    const verdicts = [1, 2, 3, 4].map((attempt) => judgeAttempt(unanswered, attempt, DELAYS));
    expect(verdicts).toEqual([
      { status: 'pending', delayMs: 5000 },
      { status: 'pending', delayMs: 300_000 },
      { status: 'exhausted' },
      { status: 'exhausted' },
    ]);
  });

  it('retries an aborted attempt at once, even after the end of the schedule', () => {
    for (const attempt of [1, 2, 3, 4])
      expect(judgeAttempt({ status: null, error: INTERRUPTED }, attempt, DELAYS)).toEqual({
        status: 'pending',
        delayMs: 0,
      });
  });

  it('gives up at once after 410', () => {
    expect(judgeAttempt(answered(410), 1, DELAYS)).toEqual({ status: 'exhausted' });
  });

  it.each([
    ['sooner than the schedule', 1000, 5000],
    ['later than the schedule', 60_000, 60_000],
    ['in a day', DAY_MS, DAY_MS],
    ['in more than a day', DAY_MS + 1, DAY_MS],
  ])('obeys a receiver that asks for a retry %s', (_, askedMs, delayMs) => {
    expect(judgeAttempt(answered(503, askedMs), 1, DELAYS)).toEqual({ status: 'pending', delayMs });
  });

  it('gives up at the end of the schedule despite Retry-After', () => {
    expect(judgeAttempt(answered(503, 1000), 3, DELAYS)).toEqual({ status: 'exhausted' });
  });
});

describe('parseRetryAfter', () => {
  it.each([
    ['0', 0],
    ['120', 120_000],
    [' 120 ', 120_000],
    ['999999999', 999_999_999_000],
    ['9999999999', 9_999_999_999_000],
    ['Sat, 31 Jan 2026 08:17:00 GMT', 120_000],
    ['Sat, 31 Jan 2026 08:15:00 GMT', 0],
    ['Sat, 31 Jan 2026 08:00:00 GMT', 0],
  ])('parses %p as %d milliseconds', (header, milliseconds) => {
    expect(parseRetryAfter(header, NOW)).toBe(milliseconds);
  });

  it.each([[undefined], [''], ['soon'], ['1e3'], ['10 minutes']])('ignores %p', (header) => {
    expect(parseRetryAfter(header, NOW)).toBeUndefined();
  });
});
