import { bodyOf, commandOf, DEFAULTS, outcomeOf, parametersOf, resultsOf } from './exam-words';

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

describe('the parameters of an exam', () => {
  it('are sent without defaults and empty ones', () => {
    expect(bodyOf({ ...DEFAULTS, receiver: 'http://shop', settle: '2s', only: 'genuine-event' })).toEqual({
      receiver: 'http://shop',
      settle: '2s',
      only: 'genuine-event',
    });
  });

  it('are those of another exam, with other cases', () => {
    expect(bodyOf(parametersOf(exam({ settle: '200ms', expect: ['paid'] }), 'long-unicode'))).toEqual({
      receiver: EXAM.receiver,
      probe: EXAM.probe,
      expect: 'paid',
      settle: '200ms',
      only: 'long-unicode',
    });
  });

  it('are a command for a shell', () => {
    expect(commandOf('shop', parametersOf(exam({ order_key: 'order id' }), 'a,b'))).toBe(
      `npx tollgate exam --sandbox shop --receiver http://127.0.0.1:3000/webhooks --probe 'http://127.0.0.1:3000/orders/{order}' --order-key 'order id' --only a,b`,
    );
  });

  it('hide tokens in URLs', () => {
    const parameters = {
      ...DEFAULTS,
      receiver: 'http://user:pass@shop/hook?token=t-secret',
      probe: 'http://shop/orders?id={order}&key=t-secret#t-secret',
    };
    expect(commandOf('shop', parameters)).toBe(
      "npx tollgate exam --sandbox shop --receiver 'http://shop/hook?token=***' --probe 'http://shop/orders?id={order}&key=***'",
    );
  });

  it('leave out the command of a caller', () => {
    expect(commandOf('shop', { ...DEFAULTS, receiver: 'http://shop', probe: 'caller' })).toBe(
      'npx tollgate exam --sandbox shop --receiver http://shop --probe COMMAND',
    );
  });
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
