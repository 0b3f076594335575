import { withReport } from './written.js';

const MARK = '<!-- Everything below is written by npm run bench -- --write -->';

describe('the page of benchmarks', () => {
  it('keeps what was written by hand, and gets new tables', () => {
    expect(withReport(`By hand\n\n${MARK}\n\nold\n`, 'new')).toBe(`By hand\n\n${MARK}\n\nnew\n`);
  });
  it('must say where the tables go', () => expect(() => withReport('By hand', 'new')).toThrow('must have the line'));
});
