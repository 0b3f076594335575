import { jsonShapeOf } from './json-shape.js';

it.each<[string, number, number]>([
  ['7', 0, 0],
  ['{}', 1, 1],
  ['{"a":1,"b":[2,3,{"c":null}]}', 3, 6],
  ['[[],[],[[]]]', 3, 7],
  ['{"a":"[{,"}', 1, 1],
  ['{"a\\"[,":"\\\\","b":"\\\\\\"[["}', 1, 2],
  ['{"a":"ไทย, 日本"}', 1, 1],
  [`${'['.repeat(200_000)}${']'.repeat(200_000)}`, 200_000, 200_000],
])('the shape of %.30s has %i levels and %i parts', (text, depth, parts) => {
  expect(jsonShapeOf(Buffer.from(text))).toEqual({ depth, parts });
});
