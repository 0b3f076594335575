import fc from 'fast-check';
import { gzipSync } from 'node:zlib';
import { API_VERSIONS, NEWEST_VERSION } from '../../../libs/kernel/api-versions/versions.js';
import { mostly, oneOf } from './odds.js';
import { anyText } from './texts.js';
import { PICKS } from './world.js';

/** Mutations outside the parameters: method, path, headers, and the bytes of the body. */

export type Header = readonly [name: string, value: string];

const NOISE = anyText(20);
/** A small body that is large when unpacked. */
const PACKED = gzipSync(Buffer.alloc(5_000_000, ' '));

export const strangeMethod = fc.constantFrom(
  ...[
    'GET',
    'POST',
    'PATCH',
    'DELETE',
    'PUT',
    'HEAD',
    'OPTIONS',
    'TRACE',
    'PROPFIND',
    'QUERY',
    'get',
    'FROBNICATE',
    'CONNECT',
  ],
);

/** Stands for the id of such an object of another account's. */
export const FOREIGN = 'foreign';

/** Replacements for an id in a path; `{{any:7}}` is an id of any kind. */
export const strangeId: fc.Arbitrary<string> = fc.oneof(
  fc.constant(FOREIGN),
  fc.nat(PICKS - 1).map((pick) => `{{any:${pick}}}`),
  fc.constantFrom(
    ...[
      '',
      '%00',
      'a%00b',
      '%ff',
      '%',
      '%2e%2e',
      '..',
      '.',
      '%2f',
      '%20',
      '%F0%9F%92%A9',
      '%ED%A0%80',
      "'",
      '*',
      ':id',
      '(',
    ],
    ...['__proto__', 'constructor', 'null', '4242424242424242', 'CHRG_TEST_1', 'x'.repeat(9_000)],
  ),
  NOISE.map((text) => encodeURIComponent(text.toWellFormed())),
);

export const pathChange: fc.Arbitrary<(path: string) => string> = fc.constantFrom<
  ((path: string) => string)[]
>(
  (path) => `${path}/`,
  (path) => `/${path}`,
  (path) => path.toUpperCase(),
  (path) => path.replace('/', '/./'),
  (path) => `${path}/../..${path}`,
  (path) => `${path};a=b`,
  (path) => `${path}#top`,
  (path) => `${path}%00`,
  (path) => `${path}/nothing`,
  (path) => path.slice(1),
  (path) => `${path} x`,
  (path) => `${path}\u00ff`,
  (path) => `http://other.example${path}`,
  () => '*',
  () => '/',
  () => '',
);

/** An implausible value of a header; never one that ends the header. */
const strangeHeaderValue: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    ...[
      '',
      ' ',
      '0',
      '-1',
      'null',
      '*',
      '\u00e9\u00ff',
      'a,b',
      '"',
      '\u0000',
      'a\tb',
      '%00',
      '{}',
      '() { :; }',
    ],
    ...['x'.repeat(256), 'x'.repeat(20_000)],
  ),
  NOISE.map((text) => text.replaceAll(/[\r\n]/g, '')),
);

export const apiVersion: fc.Arbitrary<string> = oneOf(
  [12, fc.constantFrom(...API_VERSIONS, NEWEST_VERSION, NEWEST_VERSION)],
  [1, fc.constantFrom('2019-09-29', '2019-05-29, 2019-05-29')],
  [1, strangeHeaderValue],
);

/** Few of them, so that they meet, and some of their own. */
export const idempotencyKey: fc.Arbitrary<string> = oneOf(
  [3, fc.constantFrom('a', 'b', 'c', 'd', 'e')],
  [3, fc.uuid()],
  [1, strangeHeaderValue],
);

const HEADERS: Readonly<Record<string, readonly string[]>> = {
  Accept: ['text/html', 'application/xml;q=1', '*/*;q=0'],
  'Access-Control-Request-Method': ['POST'],
  Authorization: ['Basic', 'Basic !!!!', 'Basic Og==', 'Bearer skey', 'Basic ADoA'],
  Connection: ['Upgrade', 'keep-alive', 'close, TE'],
  'Content-Encoding': ['gzip', 'br', 'deflate', 'identity', 'zstd', 'gzip, gzip'],
  'Content-Length': ['0', '1', '5', '99999999999', '+5', '1, 1'],
  'Content-Type': [
    'application/json; charset=utf-16',
    'application/x-www-form-urlencoded; charset=iso-8859-1',
    'application/vnd.api+json',
    'text/plain',
    'multipart/form-data',
    'application/json, text/html',
    'APPLICATION/JSON',
  ],
  Cookie: ['a=b; __proto__=c'],
  Expect: ['100-continue', '200-ok'],
  Host: ['', 'other.example', 'a b', '[::1', 'x:y'],
  'If-None-Match': ['*', 'W/"x"'],
  Origin: ['null', 'https://shop.example'],
  Range: ['bytes=0-1', 'bytes=9-', 'bytes=-1,2-3'],
  'Transfer-Encoding': ['chunked', 'gzip, chunked', 'identity'],
  Upgrade: ['websocket', 'h2c'],
  'X-Forwarded-For': ['1.2.3.4, , x'],
  'X-HTTP-Method-Override': ['DELETE', 'TRACE'],
  'X-Request-Id': ['order-1042', '4242424242424242', 'skey_test_x', 'a'],
};

export const strangeHeader: fc.Arbitrary<Header> = fc.oneof(
  ...Object.entries(HEADERS).map(([name, values]) =>
    mostly(fc.constantFrom(...values), strangeHeaderValue, 7).map((value): Header => [name, value]),
  ),
);

/** Headers about the end of a body, or what follows it. */
const FRAMING = ['Connection', 'Content-Length', 'Expect', 'Transfer-Encoding', 'Upgrade'];

export function isMisframing([name]: Header): boolean {
  return FRAMING.includes(name);
}

/** Mutations of a body's bytes: truncated, changed, extended, compressed, enlarged. */
export const spoiling: fc.Arbitrary<(bytes: Buffer) => Buffer> = fc.oneof(
  fc.nat(PICKS - 1).map((at) => (bytes: Buffer) => bytes.subarray(0, at % (bytes.length + 1))),
  fc.tuple(fc.nat(100_000), fc.nat(255)).map(
    ([at, byte]) =>
      (bytes: Buffer) =>
        withByte(bytes, at, byte),
  ),
  fc.uint8Array({ maxLength: 60 }).map((noise) => (bytes: Buffer) => Buffer.concat([bytes, noise])),
  fc.uint8Array({ maxLength: 200 }).map((noise) => () => Buffer.from(noise)),
  fc.constant((bytes: Buffer) => gzipSync(bytes)),
  fc.constant((bytes: Buffer) => Buffer.concat([bytes, Buffer.alloc(120 * 1024, ' ')])),
  fc.constant(() => PACKED),
);

function withByte(bytes: Buffer, at: number, byte: number): Buffer {
  const changed = Buffer.from(bytes);
  if (bytes.length > 0) changed[at % bytes.length] = byte;
  return changed;
}
