import type { JsonValue } from '#kernel/metadata.js';
import { mergePatch } from './merge-patch.js';

// The test cases of RFC 7396, appendix A.
it.each<[JsonValue, JsonValue, JsonValue]>([
  [{ a: 'b' }, { a: 'c' }, { a: 'c' }],
  [{ a: 'b' }, { b: 'c' }, { a: 'b', b: 'c' }],
  [{ a: 'b' }, { a: null }, {}],
  [{ a: 'b', b: 'c' }, { a: null }, { b: 'c' }],
  [{ a: ['b'] }, { a: 'c' }, { a: 'c' }],
  [{ a: 'c' }, { a: ['b'] }, { a: ['b'] }],
  [{ a: { b: 'c' } }, { a: { b: 'd', c: null } }, { a: { b: 'd' } }],
  [{ a: [{ b: 'c' }] }, { a: [1] }, { a: [1] }],
  [
    ['a', 'b'],
    ['c', 'd'],
    ['c', 'd'],
  ],
  [{ a: 'b' }, ['c'], ['c']],
  [{ a: 'foo' }, null, null],
  [{ a: 'foo' }, 'bar', 'bar'],
  [{ e: null }, { a: 1 }, { e: null, a: 1 }],
  [[1, 2], { a: 'b', c: null }, { a: 'b' }],
  [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
])('%j with the patch %j is %j', (target, patch, result) => {
  expect(mergePatch(target, patch)).toEqual(result);
});

it('keeps the order of fields, and leaves both arguments unchanged', () => {
  const target = { id: 'evnt', key: 'charge.create', data: { amount: 2_000, status: 'pending' } };
  const patch = { data: { status: 'successful', amount: 1.5 }, key: 'charge.unknown' };
  const before = JSON.stringify([target, patch]);
  expect(JSON.stringify(mergePatch(target, patch))).toBe(
    '{"id":"evnt","key":"charge.unknown","data":{"amount":1.5,"status":"successful"}}',
  );
  expect(JSON.stringify([target, patch])).toBe(before);
});

it('merges a field called __proto__ like any other', () => {
  const patch = JSON.parse('{"__proto__":{"isAdmin":true}}') as JsonValue;
  expect(JSON.stringify(mergePatch({ a: 1 }, patch))).toBe('{"a":1,"__proto__":{"isAdmin":true}}');
});
