import { withReport } from './written.js';

const MARK = '<!-- Everything below is written by npm run bench -- --write -->';

describe('a page of the benchmark', () => {
  const page = `Manual text.\n\n${MARK}\n\nold tables\n`;

  it('keeps the text above the tables', () => {
    expect(withReport(page, 'new tables')).toBe(`Manual text.\n\n${MARK}\n\nnew tables\n`);
  });

  it('is written the same twice', () => {
    const once = withReport(page, 'new tables');
    expect(withReport(once, 'new tables')).toBe(once);
  });

  it('is not written where it has no place for tables', () => {
    expect(() => withReport('Manual text.', 'new tables')).toThrow('must have the line');
  });
});
