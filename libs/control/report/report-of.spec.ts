import { reportOf } from './report-of.js';
import {
  History,
  type AttemptRow,
  type ChargeRow,
  type EventRow,
  type FiringRow,
  type HistoryRows,
  type RequestRow,
} from './rules/history.js';
import { situationsOf } from './rules/situations.js';

const CALL: RequestRow = {
  id: '',
  livemode: false,
  host: 'api',
  method: 'POST',
  path: '/charges',
  status: 200,
  error_code: null,
  error_message: null,
  objects: [],
  fault: null,
  key_kind: 'secret',
  api_version: '2019-05-29',
  is_from_browser: false,
  duration_ms: 1,
  order_of: null,
  is_poll: false,
  at: 0,
  machine_at: 0,
};
const CHARGE: ChargeRow = {
  id: '',
  status: 'expired',
  amount: 2_000,
  currency: 'THB',
  funding_currency: 'THB',
  captured_amount: 0,
  refunded_amount: 0,
  capture: true,
  method: 'promptpay',
  authentication: null,
  failure_code: null,
  return_uri: null,
  payment_id: null,
  customer_id: null,
  schedule_id: null,
  description: null,
  order_of: null,
  created_at: 0,
  authorized_at: null,
  paid_at: null,
  expired_at: 1,
  is_of_exam: false,
};

/**
 * A shop that gets no answer to its charges, creates each again, is then rejected, and asks for test objects
 * with a live key, so many times each.
 */
function unluckyShop(times: number): HistoryRows {
  const [charges, requests, events, firings]: [ChargeRow[], RequestRow[], EventRow[], FiringRow[]] = [
    [],
    [],
    [],
    [],
  ];
  const call = (row: Partial<RequestRow>): string => {
    const id = `req_${requests.length}`;
    requests.push({ ...CALL, ...row, id, at: requests.length, machine_at: requests.length });
    return id;
  };
  const created = (id: string, request: string): void => {
    const order = id.replace('again', '');
    charges.push({ ...CHARGE, id, order_of: order });
    events.push({
      id: `evnt_${id}`,
      key: 'charge.create',
      object_id: id,
      trigger_id: request,
      created_at: 0,
    });
  };
  for (let index = 0; index < times; index += 1) {
    const lost = call({ status: null });
    created(`chrg_${index}`, lost);
    firings.push({ object_id: null, trigger_id: lost, effect: { disconnect: true }, at: requests.length });
  }
  for (let index = 0; index < times; index += 1) created(`chrg_${index}again`, call({}));
  for (let index = 0; index < times; index += 1) call({ status: 429, method: 'GET' });
  for (let index = 0; index < times; index += 1)
    call({ livemode: true, method: 'GET', path: '/charges/chrg_test_1', status: 404 });
  return { charges, refunds: [], disputes: [], events, attempts: [], requests, firings };
}

const ATTEMPT: AttemptRow = {
  id: 'what_1',
  event_id: 'evnt_1',
  key: 'charge.complete',
  object_id: 'chrg_1',
  event_at: 0,
  started_at: 0,
  duration_ms: 5,
  status: null,
  error: null,
  effect: null,
  change: null,
  delivery_status: 'delivered',
};

/** How often the fields of rows are read for the report of these rows. */
function readsFor(rows: HistoryRows): number {
  let reads = 0;
  const get = (row: object, name: string): unknown => {
    reads += 1;
    return (row as Record<string, unknown>)[name];
  };
  const counted = Object.entries(rows as unknown as Record<string, readonly object[]>).map(
    ([table, all]) => [table, all.map((row) => new Proxy(row, { get }))] as const,
  );
  reportOf(new History(Object.fromEntries(counted) as unknown as HistoryRows), situationsOf('TH'));
  return reads;
}

describe('the report of a history', () => {
  it('finds what an unlucky shop did', () => {
    const { situations, advice } = reportOf(new History(unluckyShop(20)), situationsOf('TH'));
    const counts = Object.fromEntries(situations.map(({ name, state, count }) => [name, [state, count]]));
    expect(counts).toMatchObject({
      'answer-lost-after-commit': ['checked', 20],
      'answer-lost-before-commit': ['never', 0],
      'rate-limited': ['unchecked', 20],
      'key-of-other-mode': ['checked', 20],
      'paid-then-expired': ['never', 0],
    });
    expect(advice.find(({ name }) => name === 'charge-repeated-blindly')).toMatchObject({ count: 20 });
  });

  it.each<[string, Partial<AttemptRow>, string[]]>([
    ['a valid webhook that was answered 401', { status: 401 }, ['valid-webhook-rejected']],
    ['one that was answered too late', { error: 'timeout' }, ['slow-acknowledgement']],
    ['one whose connection an exam has closed', { error: 'timeout', change: { hangsUp: true } }, []],
    ['one that a usual mistake has signed', { status: 401, change: { mistake: 'body-alone' } }, []],
    ['one that an empty secret has signed', { status: 401, change: { signature: 'empty' } }, []],
    ['one whose event an exam has changed', { status: 404, change: { body: '{}' } }, []],
    ['one to a shop without its webhook secret', { status: 401, change: { isSecretUnset: true } }, []],
    [
      'one that was accepted all the same',
      { status: 200, change: { signature: 'empty' } },
      ['event-not-retrieved', 'forged-webhook-accepted'],
    ],
  ])('advises for %s', (_, attempt, names) => {
    const rows = { ...unluckyShop(0), attempts: [{ ...ATTEMPT, ...attempt }] };
    expect(reportOf(new History(rows), situationsOf('TH')).advice.map(({ name }) => name)).toEqual(names);
  });

  it('reads twice as much of a history that is twice as long', () => {
    expect(readsFor(unluckyShop(400)) / readsFor(unluckyShop(200))).toBeLessThan(2.5);
  });
});
