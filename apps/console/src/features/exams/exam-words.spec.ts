import { outcomeOf, resultsOf } from './exam-words';

const EXAM = {
  object: 'exam',
  id: 'exam_1',
  status: 'ended',
  receiver: 'http://127.0.0.1:3000/webhooks',
  probe: 'http://127.0.0.1:3000/orders/{order}',
  checkout: null,
  order_key: 'order',
  expect: ['status', 'count'],
  settle: '1s',
  start: '1m',
  counts: { passed: 2, failed: 0, warning: 0, not_judged: 0 },
  problem: null,
  machine_at: '2026-01-31T08:15:00.000Z',
  ended_at: '2026-01-31T08:16:00.000Z',
} as const;
const exam = (changes: object = {}): Parameters<typeof outcomeOf>[0] => ({
  ...EXAM,
  expect: [...EXAM.expect],
  ...changes,
});

describe('the outcome of an exam', () => {
  it.each([
    ['running', { status: 'running', counts: { ...EXAM.counts, failed: 1 } }],
    ['incomplete', { problem: 'The exam was stopped.' }],
    ['failed', { counts: { passed: 1, failed: 1, warning: 1, not_judged: 1 } }],
    ['warning', { counts: { passed: 1, failed: 0, warning: 1, not_judged: 1 } }],
    ['passed', { counts: { passed: 1, failed: 0, warning: 0, not_judged: 1 } }],
    ['not_judged', { counts: { passed: 0, failed: 0, warning: 0, not_judged: 2 } }],
  ])('is %s for %j', (outcome, changes) => {
    expect(outcomeOf(exam(changes))).toBe(outcome);
  });

  it('has the counts in words', () => {
    expect(resultsOf(exam({ counts: { passed: 15, failed: 0, warning: 2, not_judged: 1 } }))).toBe(
      '15 passed · 2 warnings · 1 not judged',
    );
  });
});
