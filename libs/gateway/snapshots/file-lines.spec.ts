import { createHash } from 'node:crypto';
import { demandWhole, textFile } from './file-lines.js';

const LINES = '{"tollgate":"snapshot"}\n{"amount":2000}\n{"amount":3000}\n';
const TRAILER = { rows: 2, orders: 1, sha256: createHash('sha256').update(LINES).digest('hex') };
const WHOLE = `${LINES}${JSON.stringify(TRAILER)}\n`;

it('a file that is whole has its last line read', async () => {
  expect(await demandWhole(textFile(WHOLE))).toEqual(TRAILER);
});

describe('a file is refused that', () => {
  it.each([
    ['is empty', '', 'the file is empty'],
    ['is cut in a line', WHOLE.slice(0, -20), 'the file is cut: its last line is not there'],
    ['is cut after a line', LINES, 'the file is cut: its last line is not there'],
    ['lacks a line', WHOLE.replace('{"amount":2000}\n', ''), 'the file must have 2 rows, and has 1'],
    ['was changed', WHOLE.replace('2000', '2001'), 'the file was changed: its checksum is another'],
    ['is no JSON', 'hello\nworld\n', 'the file is cut: its last line is not there'],
  ])('%s', async (_, text, message) => {
    await expect(demandWhole(textFile(text))).rejects.toMatchObject({ code: 'bad_request', message });
  });
});
