import { PassThrough } from 'node:stream';
import { once } from 'node:events';
import { ProgressLine } from './progress-line.js';

const CLEARED = '⌫';

/** What the rows of a terminal show after this output, with the few control sequences that are written. */
function rowsAfter(output: string): string[] {
  const rows = [''];
  let [row, column] = [0, 0];
  for (const part of output.replaceAll('\u001b[K', CLEARED)) {
    const text = rows[row] ?? '';
    if (part === CLEARED) rows[row] = text.slice(0, column);
    else if (part === '\r') column = 0;
    else if (part === '\n') [row, column] = [row + 1, 0];
    else {
      rows[row] = text.slice(0, column) + part + text.slice(column + 1);
      column += 1;
    }
  }
  return rows;
}

function opened(terminal: { isTTY?: boolean; columns?: number } = { isTTY: true }) {
  let written = '';
  const line = new ProgressLine({ ...terminal, write: (text) => (written += text) });
  return { line, rows: () => rowsAfter(written), written: () => written };
}

describe('the progress in a terminal', () => {
  it('stays below the lines that are printed meanwhile', () => {
    const { line, rows } = opened();
    line.show('12 of 200 orders played');
    line.print('The shop is open.\n');
    line.print('GET\nPOST\n');
    line.show('13 of 200');
    expect(rows()).toEqual(['The shop is open.', 'GET', 'POST', '13 of 200']);
  });

  it('leaves nothing when it is removed', () => {
    const { line, rows } = opened();
    line.show('12 of 200 orders played');
    line.show('');
    line.print('Passed\n');
    expect(rows()).toEqual(['Passed']);
  });

  it('fits in one row', () => {
    const { line, rows } = opened({ isTTY: true, columns: 10 });
    line.show('12 of 200 orders played');
    line.print('ok\n');
    expect(rows()).toEqual(['ok', '12 of 200']);
  });

  it('waits for the end of a line that a program writes in parts', async () => {
    const { line, rows } = opened();
    const program = new PassThrough();
    line.printFrom(program);
    line.show('12 of 200');
    for (const part of ['one\ntw', 'o', '\nthree ', '€']) program.write(part);
    line.show('13 of 200');
    program.end();
    await once(program, 'end');
    expect(rows()).toEqual(['one', 'two', 'three €', '13 of 200']);
  });
});

it('is not shown where stderr is no terminal', () => {
  const { line, written } = opened({});
  line.show('12 of 200');
  line.print('Passed\n');
  expect(written()).toBe('Passed\n');
});
