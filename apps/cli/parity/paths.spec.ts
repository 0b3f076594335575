import { matches, valueAt } from './paths.js';

it.each([
  ['total', ['total'], true],
  ['total', ['data', 0, 'total'], false],
  ['payment_methods', ['payment_methods', 'card', 'currencies'], true],
  ['data.*.total', ['data', 0, 'total'], true],
  ['data.*.total', ['data', 'total'], false],
  ['**.ip', ['ip'], true],
  ['**.ip', ['data', 1, 'source', 'ip'], true],
  ['**.ip', ['data', 1, 'zip'], false],
] as const)('matches %s with %j: %s', (pattern, path, expected) => {
  expect(matches(pattern, path)).toBe(expected);
});

it('returns the value at a path, or undefined', () => {
  const body = { data: [{ id: 'a' }], source: null };
  expect(['data.0.id', 'data.1.id', 'source.id'].map((path) => valueAt(body, path))).toEqual([
    'a',
    undefined,
    undefined,
  ]);
});
