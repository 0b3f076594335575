import type { Entry } from '../timeline/entries';
import { sentenceOfStep, stepsOf, upcomingSteps } from './steps';

const CHARGE = 'chrg_test_60aaaaaaaaaaaaaaaa1';
const REFUND = 'rfnd_test_60aaaaaaaaaaaaaaaa2';

/** An entry, `ms` after the first. */
function entry(
  kind: Entry['kind'],
  ms: number,
  trigger: string | null,
  details: object,
  object: string | null = CHARGE,
  id = `${kind} ${ms}`,
): Entry {
  const at = new Date(Date.parse('2026-01-31T08:15:00.000Z') + ms).toISOString();
  return {
    object: 'timeline_entry',
    kind,
    id,
    livemode: false,
    object_id: object,
    request_id: null,
    trigger,
    details: details as never,
    at,
    machine_at: at,
  };
}

const request = (ms: number, id: string, details: object): Entry =>
  entry(
    'request',
    ms,
    null,
    { host: 'api', state: 'done', status: 200, duration_ms: 7.5, ...details },
    CHARGE,
    id,
  );
const event = (ms: number, trigger: string | null, details: object, id = 'evnt_1'): Entry =>
  entry('event', ms, trigger, details, CHARGE, id);
const attempt = (ms: number, details: object): Entry =>
  entry('attempt', ms, null, {
    key: 'charge.create',
    event: 'evnt_1',
    delivery: 'whdl_1',
    number: 1,
    uri: 'http://127.0.0.1:3000/hooks',
    status: 200,
    duration_ms: 20,
    ...details,
  });

const sentences = (entries: readonly Entry[]): string[] =>
  stepsOf(entries.toReversed(), CHARGE).map(sentenceOfStep);

describe('the steps of a story', () => {
  it('put a request before the events that it caused, and attempts behind them', () => {
    const entries = [
      event(4, 'req_1', { key: 'charge.create' }),
      request(0, 'req_1', { method: 'POST', path: '/charges' }),
      attempt(30, { status: 500, error: 'Endpoint returned 500.' }),
    ];
    expect(sentences(entries)).toEqual([
      'Your server to Tollgate: Create charge, answered 200 in 7.5 ms',
      'Tollgate: charge.create',
      'Tollgate to your endpoint: charge.create #1, answered 500 · Endpoint returned 500. · 127.0.0.1:3000 in 20 ms',
    ]);
  });

  it('show a webhook that is being resent as in progress', () => {
    const entries = [
      event(0, null, { key: 'charge.create' }),
      attempt(1, { number: 2, status: null, error: null, duration_ms: 0 }),
    ];
    expect(sentences(entries).slice(2)).toEqual([
      'Tollgate to your endpoint: charge.create #2, answered in progress · 127.0.0.1:3000',
    ]);
    expect(stepsOf(entries, CHARGE).at(-1)).toMatchObject({ tone: 'info' });
  });

  it('put causes before effects while the clock is frozen', () => {
    const entries = [
      event(0, 'req_1', { key: 'charge.create' }),
      request(0, 'req_1', { method: 'POST', path: '/charges' }),
      event(0, 'act_1', { key: 'charge.complete' }, 'evnt_2'),
      entry('act', 0, null, { action: 'POST /charges/:id/mark_as_paid', client: 'console' }, CHARGE, 'act_1'),
    ];
    expect(stepsOf(entries.toReversed(), CHARGE).map(({ kind, label }) => `${kind} ${label}`)).toEqual([
      'request Create charge',
      'event charge.create',
      'act You marked it as paid in the console',
      'event charge.complete',
    ]);
  });

  it('show what the customer did in place of the request for the page', () => {
    const entries = [
      request(0, 'req_3', { host: 'pay', method: 'POST', path: '/payments/paym_1' }),
      entry('page', 2, 'req_3', { action: 'declined', failure_code: 'insufficient_fund' }, CHARGE, 'act_1'),
      event(2, 'act_1', { key: 'charge.complete' }),
    ];
    expect(sentences(entries)).toEqual(['Customer declined the payment', 'Tollgate: charge.complete']);
  });

  it('have no step for a reload of the payment page, and one for a page that failed', () => {
    const page = { host: 'pay', method: 'GET', path: '/payments/paym_1/authorize' };
    const entries = [
      request(0, 'req_1', page),
      entry('page', 1, 'req_1', { action: 'opened' }),
      request(9, 'req_2', page),
      request(12, 'req_3', { ...page, status: 503 }),
      request(15, 'req_4', { host: 'pay', method: 'POST', path: '/api/sessions' }),
    ];
    expect(sentences(entries)).toEqual([
      'Customer opened the payment page',
      'Customer to Tollgate: Send the payment page, answered 503 in 7.5 ms',
      'Your server to Tollgate: Create checkout session, answered 200 in 7.5 ms',
    ]);
  });

  it('show a fault on what it changed, and on its own where it changed nothing that is shown', () => {
    const entries = [
      entry('fault', 0, 'req_1', { fault: 'slow', do: { delay: '300ms' } }, null),
      request(0, 'req_1', { method: 'POST', path: '/charges', fault: 'slow' }),
      event(4, 'req_1', { key: 'charge.create' }),
      entry('fault', 5, null, { fault: 'twice', do: { duplicate: 2 } }, 'whdl_1'),
      attempt(6, { fault: 'twice' }),
      request(8, 'req_2', { host: 'pay', method: 'POST', path: '/payments/paym_1/authorize', fault: 'poor' }),
      entry('fault', 8, 'req_2', { fault: 'poor', do: { fail: 'insufficient_fund' } }),
      entry('page', 9, 'req_2', { action: 'approved' }, CHARGE, 'act_1'),
      entry('fault', 20, null, { fault: 'stuck', do: { never: true } }),
    ];
    expect(sentences(entries)).toEqual([
      'Your server to Tollgate: Create charge, answered 200 in 7.5 ms. ⚡ Fault "slow": The request is delayed 300\u00a0ms.',
      'Tollgate: charge.create',
      'Tollgate to your endpoint: charge.create #1, answered 200 · 127.0.0.1:3000 in 20 ms. ⚡ Fault "twice": The webhook is delivered 2 times.',
      'Customer approved the payment. ⚡ Fault "poor": The payment is declined: insufficient_fund.',
      'Tollgate: Fault "stuck": The payment stays pending.',
    ]);
  });

  it('give the cause of what the clock brings', () => {
    const expected = ['The time to pay ran out', 'Tollgate: charge.expire'];
    expect(sentences([event(0, null, { key: 'charge.expire' })])).toEqual(expected);
    const move = { action: 'advance', from: '2026-01-31T08:15:00.000Z', to: '2026-02-01T08:15:00.000Z' };
    const advanced = [
      event(5, 'clkm_1', { key: 'charge.expire' }),
      entry('clock', 86_400_000, null, move, null, 'clkm_1'),
    ];
    expect(sentences(advanced).slice(1)).toEqual(expected);
    expect(new Set(stepsOf(advanced, CHARGE).map(({ root }) => root))).toEqual(new Set(['clkm_1']));
  });

  it('begin with a request that the log does not have', () => {
    const entries = [
      event(4, 'req_9', { key: 'charge.create' }),
      event(5, 'req_9', { key: 'charge.complete' }, 'evnt_2'),
    ];
    expect(sentences(entries)).toEqual([
      'Your server to Tollgate: Request (not in the log)',
      'Tollgate: charge.create',
      'Tollgate: charge.complete',
    ]);
  });

  it('name the objects of other events, and begin a move of the clock where it began', () => {
    const entries = [
      entry('event', 60_000, null, { key: 'refund.create' }, REFUND),
      entry(
        'clock',
        86_400_000,
        null,
        { action: 'advance', from: '2026-01-31T08:15:30.000Z', to: '2026-02-01T08:15:00.000Z' },
        null,
      ),
    ];
    const steps = stepsOf(entries.toReversed(), CHARGE);
    expect(steps.map(({ kind, objectId }) => [kind, objectId])).toEqual([
      ['clock', null],
      ['event', REFUND],
    ]);
  });

  it('end with what the clock brings for the object and its webhooks', () => {
    const upcoming = (kind: string, object: string, delivery: string | null) =>
      ({
        livemode: false,
        at: '2026-01-31T09:15:00.000Z',
        kind,
        object_id: object,
        delivery,
        why: '',
        amount: null,
        currency: null,
        metadata: {},
      }) as never;
    const steps = upcomingSteps(
      [
        upcoming('expiry', CHARGE, null),
        upcoming('retry', REFUND, 'whdl_1'),
        upcoming('delivery', REFUND, 'whdl_2'),
      ],
      CHARGE,
      new Map([['whdl_1', 'refund.create']]),
    );
    expect(steps.map(({ label, to, opens }) => [label, to, opens])).toEqual([
      ['Charge expires', 1, undefined],
      ['Retry of refund.create', 3, 'whdl_1'],
      ['Webhook delivery', 3, 'whdl_2'],
    ]);
  });
});
