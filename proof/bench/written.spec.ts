import { withReport } from './written.js';

const [BEGIN, END] = ['<!-- start: written by npm run bench -- --write -->', '<!-- start: end -->'];

describe('a page of the benchmark', () => {
  const page = `Manual text.\n\n${BEGIN}\n\nold tables\n\n${END}\n\nMore text.\n`;

  it('keeps the text around the tables', () => {
    expect(withReport(page, 'start', 'new tables')).toBe(
      `Manual text.\n\n${BEGIN}\n\nnew tables\n\n${END}\n\nMore text.\n`,
    );
  });

  it('is written the same twice', () => {
    const once = withReport(page, 'start', 'new tables');
    expect(withReport(once, 'start', 'new tables')).toBe(once);
  });

  it('rejects a page without a place for the tables', () => {
    expect(() => withReport(page, 'split', 'new tables')).toThrow('must have the lines');
  });
});
