import type { Entry } from '../feed/entries';
import { sentenceOfStep, stepsOf, upcomingSteps } from './steps';

const CHARGE = 'chrg_test_60aaaaaaaaaaaaaaaa1';
const REFUND = 'rfnd_test_60aaaaaaaaaaaaaaaa2';

/** An entry, `ms` after the first. */
function entry(kind: Entry['kind'], ms: number, requestId: string | null, details: object, object: string | null = CHARGE): Entry {
  const at = new Date(Date.parse('2026-01-31T08:15:00.000Z') + ms).toISOString();
  const id = `${kind} ${ms}`;
  return {
    object: 'timeline_entry',
    kind,
    id,
    livemode: false,
    object_id: object,
    request_id: requestId,
    details: details as never,
    at,
    machine_at: at,
  };
}

const request = (ms: number, id: string, details: object): Entry =>
  entry('request', ms, id, { host: 'api', state: 'done', status: 200, duration_ms: 7.5, ...details });
const attempt = (ms: number, id: string, details: object): Entry =>
  entry('attempt', ms, id, {
    key: 'charge.create',
    delivery: 'whdl_1',
    number: 1,
    uri: 'http://127.0.0.1:3000/hooks',
    status: 200,
    duration_ms: 20,
    ...details,
  });

const sentences = (entries: readonly Entry[]): string[] => stepsOf(entries.toReversed(), CHARGE).map(sentenceOfStep);

describe('the steps of a story', () => {
  it('put a request before the events that it caused, and attempts behind them', () => {
    const entries = [
      entry('event', 4, 'r1', { key: 'charge.create' }),
      request(0, 'r1', { method: 'POST', path: '/charges' }),
      attempt(30, 'r1', { status: 500, error: 'Endpoint returned 500.' }),
    ];
    expect(sentences(entries)).toEqual([
      'Your server to Tollgate: POST /charges, answered 200 in 7.5 ms',
      'Tollgate: charge.create',
      'Tollgate to your endpoint: charge.create #1, answered 500 · Endpoint returned 500. · 127.0.0.1:3000 in 20 ms',
    ]);
  });

  it('put causes before effects while the clock is frozen', () => {
    const entries = [
      entry('event', 0, 'r1', { key: 'charge.create' }),
      request(0, 'r1', { method: 'POST', path: '/charges' }),
      entry('event', 0, 'r2', { key: 'charge.complete' }),
      entry('act', 0, 'r2', { action: 'POST /charges/:id/mark_as_paid' }),
    ];
    expect(stepsOf(entries.toReversed(), CHARGE).map(({ kind, label }) => `${kind} ${label}`)).toEqual([
      'request POST /charges',
      'event charge.create',
      'act Marked as paid · by you',
      'event charge.complete',
    ]);
  });

  it('show what the customer did in place of the request for the page', () => {
    const entries = [
      request(0, 'r3', { host: 'pay', method: 'POST', path: '/payments/paym_1' }),
      entry('page', 2, 'r3', { action: 'declined', failure_code: 'insufficient_fund' }),
      entry('event', 2, 'r3', { key: 'charge.complete' }),
    ];
    expect(sentences(entries)).toEqual(['Customer to Tollgate: Declined the payment · insufficient_fund', 'Tollgate: charge.complete']);
  });

  it('name the objects of other events, and begin a move of the clock where it began', () => {
    const entries = [
      entry('event', 60_000, null, { key: 'refund.create' }, REFUND),
      entry('clock', 86_400_000, null, { action: 'advance', from: '2026-01-31T08:15:30.000Z', to: '2026-02-01T08:15:00.000Z' }, null),
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
      [upcoming('expiry', CHARGE, null), upcoming('retry', REFUND, 'whdl_1'), upcoming('expiry', REFUND, null)],
      CHARGE,
      new Set(['whdl_1']),
    );
    expect(steps.map(({ label, to, opens }) => [label, to, opens])).toEqual([
      ['Charge expires', 1, undefined],
      ['Webhook retry', 3, 'whdl_1'],
    ]);
  });
});
