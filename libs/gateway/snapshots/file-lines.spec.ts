import { createHash } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import { awaited, assertWhole, firstLineOf, textFile } from './file-lines.js';

const LINES = '{"tollgate":"snapshot"}\n{"amount":2000}\n{"amount":3000}\n';
const TRAILER = { rows: 2, orders: 1, sha256: createHash('sha256').update(LINES).digest('hex') };
const WHOLE = `${LINES}${JSON.stringify(TRAILER)}\n`;

it('a file that is whole has its last line read', async () => {
  expect(await assertWhole(textFile(WHOLE))).toEqual(TRAILER);
});

describe('a file is refused that', () => {
  it.each([
    ['is empty', '', 'the file is empty'],
    ['is cut in a line', WHOLE.slice(0, -20), 'the file is truncated: its last line is missing'],
    ['is cut after a line', LINES, 'the file is truncated: its last line is missing'],
    ['lacks a line', WHOLE.replace('{"amount":2000}\n', ''), 'the file must have 2 rows, but has 1'],
    ['was changed', WHOLE.replace('2000', '2001'), 'the file was modified: its checksum does not match'],
    ['has an empty line', WHOLE.replace('\n', '\n\n'), 'line 2 of the file cannot be read: it is empty'],
    ['ends with an empty line', `${WHOLE}\n`, 'line 5 of the file cannot be read: it is empty'],
    ['is no JSON', 'hello\nworld\n', 'the file is truncated: its last line is missing'],
  ])('%s', async (_, text, message) => {
    await expect(assertWhole(textFile(text))).rejects.toMatchObject({ code: 'bad_request', message });
  });
});

/**
 * So large that it comes in many pieces, and so that some end with a line, before one, and in the midst of
 * one.
 */
const LARGE_LINES = `{"tollgate":"snapshot"}\n${'{"amount":2000}\n'.repeat(250_000)}`;
const LARGE = `${LARGE_LINES}${JSON.stringify({ rows: 250_000, orders: 1, sha256: createHash('sha256').update(LARGE_LINES).digest('hex') })}`;

it.each(['', '\n'])(
  'checks a file of many pieces that ends with %j, and lets others work meanwhile',
  async (end) => {
    let [turns, isOver] = [0, false];
    const others = (async () => {
      for (; !isOver; turns += 1) await turn();
    })();
    expect(await assertWhole(textFile(LARGE + end))).toMatchObject({ rows: 250_000 });
    isOver = true;
    await others;
    expect(turns).toBeGreaterThan(LARGE.length / (128 * 1024));
  },
);

it('checks pieces of any length', async () => {
  for (const length of [1, 2, 3, 7, 24, 25]) {
    const pieces = WHOLE.match(new RegExp(`[^]{1,${length}}`, 'g')) ?? [];
    const file = {
      bytes: async function* () {
        for (const piece of pieces) yield await Promise.resolve(Buffer.from(piece));
      },
    };
    expect(await assertWhole(file)).toEqual(TRAILER);
  }
});

it('reads a file no further once its caller has gone', async () => {
  const gone = new AbortController();
  let read = 0;
  const file = {
    bytes: async function* () {
      for await (const piece of textFile(LARGE).bytes()) {
        read += 1;
        if (read === 2) gone.abort();
        yield piece;
      }
    },
  };
  await expect(assertWhole(awaited(file, gone.signal))).rejects.toMatchObject({
    code: 'service_unavailable',
  });
  expect(read).toBe(2);
});

describe('a first line is refused that', () => {
  it.each([
    ['is empty', '\n'.repeat(1_000_000), 'line 1 of the file cannot be read: it is empty'],
    ['is no JSON', 'hello\nworld\n', 'line 1 of the file cannot be read: it is not JSON'],
    [
      'is longer than any',
      `{"a":"${'x'.repeat(1024 * 1024)}"}\n`,
      'line 1 of the file cannot be read: it is too long',
    ],
    ['is not there', '', 'the file is empty'],
  ])('%s', async (_, text, message) => {
    let read = 0;
    const file = {
      bytes: async function* () {
        for await (const piece of textFile(text).bytes()) {
          read += piece.length;
          yield piece;
        }
      },
    };
    await expect(firstLineOf(file)).rejects.toMatchObject({ code: 'bad_request', message });
    expect(read).toBeLessThanOrEqual(1024 * 1024 + 64 * 1024);
  });
});
