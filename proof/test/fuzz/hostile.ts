import fc from 'fast-check';
import { oneOf } from './odds.js';
import { anyText } from './texts.js';
import { idOf, json, object, type JsonText } from './values.js';

const lines = (text: string): string[] =>
  text
    .trim()
    .split('\n')
    .map((line) => line.trim());
const deep = (open: string, close: string, depth: number): JsonText =>
  `${open.repeat(depth)}1${close.repeat(depth)}`;

const NUMBERS = '0 -0 -1 1.5 0.1e1 1e3 1e21 1e308 -1e400 5e-324 2147483648 9007199254740993'.split(' ');
const NUMBER_TEXTS =
  '-1 0x10 1e3 NaN Infinity +2000 2,000 1_000 99999999999999999999 -0 00002000 \u0661\u0662 ２０００ 𝟜𝟚'.split(
    ' ',
  );
const TIMES = lines(`
  9999-12-31T23:59:59Z
  1969-12-31
  2024-02-30
  2024-13-01
  +275760-09-13
  -000001-01-01
  2099-01-01T24:00:00Z
  2099-01-01T00:00:00+99:99
  2099-06-30T23:59:60Z
  2020-01-01T00:00:00.123456789Z`);
const ADDRESSES = lines(`
  http://
  https://[::1
  javascript:alert(1)
  http://a:b@c
  https://\u0430.example/
  http://x.example:99999/
  HTTPS://X.example
  //shop.example
  https://shop.example/%
  http://169.254.1.1/
  http://0/
  ::ffff:1.2.3.4
  999.1.1.1
  fe80::1%eth0`);
const INJECTIONS = lines(`
  ' OR '1'='1
  "; DROP TABLE charge; --
  \${7*7}
  {{7*7}}
  %s%n%d
  <script>alert(1)</script>
  ../../etc/passwd
  [object Object]
  undefined
  null
  true
  __proto__
  constructor
  toString
  hasOwnProperty`);
const UNICODE = [
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udfff\ud800',
  '\u202eevil',
  '\ufeff',
  '\uffff',
  '👩‍👩‍👧‍👦',
  'ﷺ'.repeat(400),
  'e\u0301'.repeat(200),
];
const BLANKS_AND_LENGTHS = [
  '',
  ' ',
  '\t\n',
  ' 2000 ',
  '2000\n',
  '\r\nX-Evil: 1',
  'x'.repeat(256),
  'x'.repeat(3_000),
  '한'.repeat(20_000),
  '9'.repeat(400),
];

const STRUCTURES = lines(`
  null
  true
  false
  []
  {}
  [[]]
  [null]
  [{}]
  [1,2,3]
  ["a","b","c"]
  {"":""}
  {"toString":1}
  {"valueOf":1}
  {"toJSON":1}
  {"then":1}
  {"length":-1}
  {"length":1e9}
  {"constructor":1}
  {"constructor":null}
  {"constructor":"Map"}
  {"constructor":{"name":"Array"}}
  {"hasOwnProperty":1}
  {"prototype":{}}
  {"__proto__":{"admin":true}}
  {"__defineGetter__":1}
  {"type":"Buffer","data":[1]}
  {"id":{"in":[]}}
  {"not":null}
  {"$ref":"#"}
  {"a":1,"a":2}
  {"0":"a","1":"b"}
  {"\\u0000":1}
  {"\\ud800":1}
  {"a.b":1,"a[b]":2}`);
const LARGE = [
  deep('[', ']', 9),
  deep('[', ']', 12),
  deep('[', ']', 5_000),
  deep('{"a":', '}', 9),
  deep('{"a":', '}', 2_000),
  json(Array(3_000).fill(0)),
  json(Object.fromEntries(Array.from({ length: 900 }, (_, index) => [`k${index}`, 1]))),
];
/** No JSON at all: the whole body is unreadable. */
const UNREADABLE = [
  '',
  'NaN',
  '01',
  '+1',
  "'x'",
  '[1,]',
  '{a:1}',
  'undefined',
  '"\u0000"',
  '"unended',
  '\\',
  '/**/1',
  '1 2',
  '}',
  ']',
];

const KINDS = ['tokn', 'cust', 'src', 'card', 'chrg', 'foreign'];
const NAMES = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'then',
  'toJSON',
  '',
  ' ',
  '0',
  '-1',
  'a\u0000',
  '\ud800',
  'id',
  'account_id',
  'livemode',
  'version',
  'status',
  'amount',
  'currency',
  'card',
  'customer',
  'source',
  'metadata',
  'x'.repeat(3_000),
];

/** A name that a parameter should not have, or not there. */
export const hostileName: fc.Arbitrary<string> = fc.oneof(fc.constantFrom(...NAMES), anyText(12));

export const hostileValue: fc.Arbitrary<JsonText> = fc.letrec<{ value: JsonText }>((tie) => ({
  value: oneOf<JsonText>(
    [4, fc.constantFrom(...STRUCTURES)],
    [1, fc.constantFrom(...LARGE)],
    [3, fc.constantFrom(...NUMBERS)],
    [2, fc.constantFrom(...NUMBER_TEXTS).map(json)],
    [2, fc.constantFrom(...TIMES, ...ADDRESSES).map(json)],
    [2, fc.constantFrom(...INJECTIONS, ...UNICODE).map(json)],
    [2, fc.constantFrom(...BLANKS_AND_LENGTHS).map(json)],
    [2, fc.constantFrom(...KINDS).chain(idOf)],
    [2, fc.jsonValue({ maxDepth: 3 }).map(json)],
    [2, anyText(40).map(json)],
    [1, fc.constantFrom(...UNREADABLE)],
    [1, fc.tuple(hostileName, tie('value')).map((field) => object(field))],
    [1, fc.tuple(hostileName, tie('value')).map((field) => `[${object(field)}]`)],
  ),
})).value;
