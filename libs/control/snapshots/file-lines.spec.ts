import { createHash } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import { assertWhole, firstLineOf, isEntry, linesOf, parseLine, tableOf } from './file-lines.js';
import { awaited, fileIn, type ReceivedFile } from './received-file.js';

const MEBIBYTE = 1024 * 1024;
const textFile = (text: string): ReceivedFile => fileIn(Buffer.from(text));
/** The file, and the number of bytes that were read of it. */
function counted(text: string): { file: ReceivedFile; read: () => number } {
  let read = 0;
  const origin = textFile(text);
  const bytes: ReceivedFile['bytes'] = async function* (start, end) {
    for await (const piece of origin.bytes(start, end)) {
      read += piece.length;
      yield piece;
    }
  };
  return { file: { size: origin.size, bytes }, read: () => read };
}

const LINES = '{"tollgate":"snapshot"}\n{"amount":2000}\n{"amount":3000}\n';
const TRAILER = { rows: 2, orders: 1, sha256: createHash('sha256').update(LINES).digest('hex') };
const WHOLE = `${LINES}${JSON.stringify(TRAILER)}\n`;

it('a file that is whole has its last line read', async () => {
  expect(await assertWhole(textFile(WHOLE))).toEqual(TRAILER);
});

describe('a file', () => {
  it.each([
    ['is empty', '', 'the file is empty'],
    ['is cut in a line', WHOLE.slice(0, -20), 'the file is truncated: its last line is missing'],
    ['is cut after a line', LINES, 'the file is truncated: its last line is missing'],
    ['lacks a line', WHOLE.replace('{"amount":2000}\n', ''), 'the file must have 2 rows, but has 1'],
    ['was changed', WHOLE.replace('2000', '2001'), 'the file was modified: its checksum does not match'],
    ['has an empty line', WHOLE.replace('\n', '\n\n'), 'line 2 of the file cannot be read: it is empty'],
    ['ends with an empty line', `${WHOLE}\n`, 'line 5 of the file cannot be read: it is empty'],
    ['is no JSON', 'hello\nworld\n', 'the file is truncated: its last line is missing'],
  ])('that %s is rejected', async (_, text, message) => {
    await expect(assertWhole(textFile(text))).rejects.toMatchObject({ code: 'bad_request', message });
  });
});

describe('a bundle', () => {
  const ENTRY = '{"entry":{}}\n';
  const ROW = '{"table":"charge"}\n';
  /** In pieces that begin and end anywhere. */
  const bundleOf = (entries: number, rows: number): ReceivedFile => {
    const lines = `{"entry":{},"tollgate":"snapshot"}\n${ENTRY.repeat(entries)}${ROW.repeat(rows)}`;
    const sha256 = createHash('sha256').update(lines).digest('hex');
    const content = Buffer.from(lines + JSON.stringify({ rows: entries + rows, orders: 1, sha256 }));
    return {
      size: content.length,
      bytes: async function* (start = 0, end = content.length) {
        for (let at = start; at < end; at += 997)
          yield await Promise.resolve(content.subarray(at, Math.min(end, at + 997)));
      },
    };
  };

  it.each([
    ['entries', 1_001, 0],
    ['rows', 1_000, 10_001],
  ])('is rejected if it has too many %s', async (_, entries, rows) => {
    await expect(assertWhole(bundleOf(entries, rows), true)).rejects.toMatchObject({
      code: 'bad_request',
      message: 'a bundle has at most 1000 timeline entries and 10000 rows',
    });
  });

  it('may have 1,000 entries and 10,000 rows', async () => {
    expect(await assertWhole(bundleOf(1_000, 10_000), true)).toMatchObject({ rows: 11_000 });
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
    const bytes: ReceivedFile['bytes'] = async function* (start = 0, end = WHOLE.length) {
      for (const piece of WHOLE.slice(start, end).match(new RegExp(`[^]{1,${length}}`, 'g')) ?? [])
        yield await Promise.resolve(Buffer.from(piece));
    };
    const file = { size: WHOLE.length, bytes };
    expect(await assertWhole(file)).toEqual(TRAILER);
    const lines: string[] = [];
    for await (const line of linesOf(file)) lines.push(`${line.number} ${line.bytes.toString()}`);
    expect(lines).toEqual(
      WHOLE.trimEnd()
        .split('\n')
        .map((line, index) => `${index + 1} ${line}`),
    );
  }
});

it('reads a file no further once its caller has gone', async () => {
  const gone = new AbortController();
  let read = 0;
  const bytes: ReceivedFile['bytes'] = async function* (start, end) {
    for await (const piece of textFile(LARGE).bytes(start, end)) {
      read += 1;
      if (read === 2) gone.abort();
      yield piece;
    }
  };
  const file = { size: LARGE.length, bytes };
  await expect(assertWhole(awaited(file, gone.signal))).rejects.toMatchObject({
    code: 'service_unavailable',
  });
  expect(read).toBe(2);
});

describe('a first line', () => {
  it.each([
    ['is empty', '\n'.repeat(1_000_000), 'line 1 of the file cannot be read: it is empty'],
    ['is no JSON', 'hello\nworld\n', 'line 1 of the file cannot be read: it is not JSON'],
    [
      'is longer than any',
      `{"a":"${'x'.repeat(MEBIBYTE)}"}\n`,
      'line 1 of the file cannot be read: it is too long (maximum is 65536 bytes)',
    ],
    ['is not there', '', 'the file is empty'],
  ])('that %s is rejected', async (_, text, message) => {
    const { file, read } = counted(text);
    await expect(firstLineOf(file)).rejects.toMatchObject({ code: 'bad_request', message });
    expect(read()).toBeLessThanOrEqual(128 * 1024);
  });
});

describe('a long line', () => {
  const rest = '{"rows":1,"orders":0,"sha256":""}\n';
  const after = (line: string): string =>
    `{"tollgate":"snapshot"}\n${line}\n${'{}\n'.repeat(2 * MEBIBYTE)}${rest}`;

  it.each([
    ['a row', `{"table":"charge","a":"${'x'.repeat(MEBIBYTE)}"}`, 1_048_576],
    ['an entry', `{"entry":[${'{},'.repeat(MEBIBYTE)}{}]}`, 1_048_576],
    ['no JSON', 'a'.repeat(2 * MEBIBYTE), 1_048_576],
    ['a document', `{"table":"dispute_document","content":"${'A'.repeat(9 * MEBIBYTE)}"}`, 8_039_084],
  ])('with %s is rejected before more of it is read', async (_, line, most) => {
    const { file, read } = counted(after(line));
    await expect(assertWhole(file)).rejects.toMatchObject({
      code: 'bad_request',
      message: `line 2 of the file cannot be read: it is too long (maximum is ${most} bytes)`,
    });
    expect(read()).toBeLessThanOrEqual(most + 192 * 1024);
  });

  it('is read if it is a document of the largest size', async () => {
    const line = `{"table":"dispute_document","content":"${'A'.repeat(6_990_508)}"}\n`;
    const text = `{"tollgate":"snapshot"}\n${line}`;
    const trailer = { rows: 1, orders: 0, sha256: createHash('sha256').update(text).digest('hex') };
    expect(await assertWhole(textFile(text + JSON.stringify(trailer)))).toEqual(trailer);
  });

  it('is no trailer, even if its end could be one', async () => {
    const text = `{"tollgate":"snapshot"}\n${'x'.repeat(MEBIBYTE / 2)}`;
    const trailer = { rows: 0, orders: 0, sha256: createHash('sha256').update(text).digest('hex') };
    const padded = JSON.stringify(trailer).padStart(64 * 1024);
    await expect(assertWhole(textFile(text + padded))).rejects.toMatchObject({
      message: 'the file is truncated: its last line is missing',
    });
  });
});

describe('a line', () => {
  const parsed = (text: string): unknown => parseLine({ number: 7, bytes: Buffer.from(text) });

  it.each([
    [`{"a":${'['.repeat(32)}${']'.repeat(32)}}`, 'it is nested more than 32 levels deep'],
    [`{"a":${'['.repeat(200_000)}`, 'it is nested more than 32 levels deep'],
    [`{"a":[${'{},'.repeat(100_000)}{}]}`, 'it has more than 200000 values'],
    ['{"a":', 'it is not JSON'],
    ['[]', 'it is not an object'],
  ])('%.20s is not parsed', (text, problem) => {
    const message = `line 7 of the file cannot be read: ${problem}`;
    expect(() => parsed(text)).toThrow(expect.objectContaining({ code: 'bad_request', message }) as Error);
  });

  it('is parsed with as much as a row may have', () => {
    expect(parsed(`{"a":${'['.repeat(31)}${']'.repeat(31)}}`)).toHaveProperty('a');
    expect(parsed(`{"a":[${'{},'.repeat(99_000)}{}]}`)).toHaveProperty('a');
  });

  it.each([
    ['{"table":"charge","id":1}', 'charge', false],
    ['{"entry":{"table":"charge"}}', undefined, true],
    ['{"id":1,"table":"charge"}', undefined, false],
    ['{"table":1}', undefined, false],
    [' {"table":"charge"}', undefined, false],
    ['', undefined, false],
  ])('%s is classified by its first bytes', (text, table, isOfTimeline) => {
    const line = { number: 2, bytes: Buffer.from(text) };
    expect([tableOf(line), isEntry(line)]).toEqual([table, isOfTimeline]);
  });
});
