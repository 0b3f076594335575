import { differencesOf } from './compare.js';
import type { Answer, Exchange } from './exchange.js';

const EXCHANGE: Exchange = { name: 'Retrieve it', request: 'GET /it', row: 'C36' };

function answer(body: unknown, status = 200, type = 'application/json'): Answer {
  return { status, type, body };
}

/** Path, kind and row of each difference, with both values. */
function found(there: unknown, here: unknown, exchange = EXCHANGE): unknown[][] {
  return differencesOf(exchange, answer(there), answer(here)).map((each) => [
    each.path,
    each.kind,
    each.there,
    each.here,
    each.row,
  ]);
}

it('finds no difference in equal answers', () => {
  expect(found({ a: [1, { b: null }] }, { a: [1, { b: null }] })).toEqual([]);
});

it('finds other values, other types and missing fields', () => {
  expect(found({ amount: 1, ip: null, old: 'x' }, { amount: '1', ip: 'y', neu: true })).toEqual([
    ['amount', 'value', 1, '1', 'C36'],
    ['ip', 'value', null, 'y', 'C36'],
    ['old', 'value', 'x', undefined, 'C36'],
    ['neu', 'value', undefined, true, 'C36'],
  ]);
});

it('finds fields that every object inherits', () => {
  expect(found(JSON.parse('{"constructor":1,"__proto__":{"a":1}}'), {})).toEqual([
    ['constructor', 'value', 1, undefined, 'C36'],
    ['__proto__', 'value', { a: 1 }, undefined, 'C36'],
  ]);
});

it('distinguishes a field that is null from one that is missing', () => {
  expect(found({ a: null }, {})).toEqual([['a', 'value', null, undefined, 'C36']]);
});

it('compares only statuses and codes if the statuses differ', () => {
  const error = { object: 'error', code: 'not_found', message: 'no' };
  expect(differencesOf(EXCHANGE, answer({ id: 1 }), answer(error, 404))).toEqual([
    { path: 'HTTP status', kind: 'value', there: '200', here: '404 not_found', row: 'C36' },
  ]);
});

it('compares content types', () => {
  const [difference] = differencesOf(EXCHANGE, answer({}), answer({}, 200, 'text/html'));
  expect(difference).toMatchObject({ path: 'content type', there: 'application/json', here: 'text/html' });
});

it('matches items of lists by ID, name, only field or value', () => {
  const methods = [{ name: 'card', currencies: ['THB', 'MYR'] }, { name: 'alipay' }];
  expect(found({ data: methods }, { data: [{ name: 'card', currencies: ['THB'] }] })).toEqual([
    ['data', 'members', ['alipay'], [], 'C36'],
    ['data.card.currencies', 'members', ['MYR'], [], 'C36'],
  ]);
  expect(found([{ card: { max: 1 } }], [{ card: { max: 2 } }])).toEqual([
    ['card.card.max', 'value', 1, 2, 'C36'],
  ]);
});

it('finds another order', () => {
  const [a, b] = [
    { id: '<a>', amount: 1 },
    { id: '<b>', amount: 2 },
  ];
  expect(found({ data: [a, b] }, { data: [b, a] })).toEqual([
    ['data', 'order', ['<a>', '<b>'], ['<b>', '<a>'], 'C36'],
  ]);
});

it('matches items without a key of their own by position', () => {
  expect(
    found(
      [{ a: 1, b: 2 }],
      [
        { a: 1, b: 3 },
        { a: 4, b: 5 },
      ],
    ),
  ).toEqual([
    ['0.b', 'value', 2, 3, 'C36'],
    ['1', 'value', undefined, { a: 4, b: 5 }, 'C36'],
  ]);
  expect(found([1, 1], [1, 1, 1])).toEqual([['2', 'value', undefined, 1, 'C36']]);
});

it('names the row of a part, then of the field of an object, then of the exchange', () => {
  const exchange = { ...EXCHANGE, rows: { source: 'S1' } };
  const charge = {
    object: 'charge',
    status: 'expired',
    failure_code: null,
    fee: 1,
    amount: 1,
    source: { ip: 1 },
  };
  const other = { ...charge, failure_code: 'payment_expired', fee: 2, amount: 2, source: { ip: 2 } };
  expect(found(charge, other, exchange).map(([path, , , , row]) => [path, row])).toEqual([
    ['failure_code', 'C40'],
    ['fee', 'C14'],
    ['amount', 'C36'],
    ['source.ip', 'S1'],
  ]);
  const failed = { ...charge, status: 'failed' };
  expect(found(failed, { ...failed, failure_code: 'x' })).toEqual([
    ['failure_code', 'value', null, 'x', 'C36'],
  ]);
});
