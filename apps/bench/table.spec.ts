import { markdownTable, shown } from './table.js';

describe('a table', () => {
  it('is Markdown with numbers to the right', () => {
    const text = markdownTable(
      ['request', '/s'],
      [
        ['create', '1200'],
        ['list', '7'],
      ],
    );
    expect(text.split('\n')).toEqual(['| request |   /s |', '| ------- | ---: |', '| create  | 1200 |', '| list    |    7 |']);
  });

  it('has as many cells in each row as in the head', () => {
    expect(() => markdownTable(['a', 'b'], [['1']])).toThrow('1 cells does not fit 2 columns');
  });
});

describe('a median that is shown', () => {
  it('has its spread behind it', () => expect(shown({ median: 411.6, least: 390, most: 433.2 })).toBe('412 (390–433)'));
  it('has digits where they matter', () => expect(shown({ median: 0.5, least: 0.456, most: 1 }, 2)).toBe('0.50 (0.46–1.00)'));
});
