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
    expect(text.split('\n')).toEqual([
      '| request |   /s |',
      '| ------- | ---: |',
      '| create  | 1200 |',
      '| list    |    7 |',
    ]);
  });
});

describe('a median that is shown', () => {
  it('has its spread behind it', () => expect(shown([433.2, 390, 411.6])).toBe('412 (390–433)'));
  it('has digits where they matter', () => expect(shown([0.5, 0.456, 1], 2)).toBe('0.50 (0.46–1.00)'));
});
