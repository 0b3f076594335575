import { withReport } from './written.js';

const CONTROL = '<!-- Written by npm run bench -- --rows=control --write -->';
const OTHERS = '<!-- Everything below is written by npm run bench -- --write -->';

describe('the page of the benchmark', () => {
  const page = `By hand.\n\n${CONTROL}\n\nold sandboxes\n\n${OTHERS}\n\nold requests\n`;

  it('keeps what was written by hand, and the other part', () => {
    expect(withReport(page, 'others', 'new')).toBe(`By hand.\n\n${CONTROL}\n\nold sandboxes\n\n${OTHERS}\n\nnew\n`);
    expect(withReport(page, 'control', 'new')).toBe(`By hand.\n\n${CONTROL}\n\nnew\n\n${OTHERS}\n\nold requests\n`);
  });

  it('is written the same twice', () => {
    const once = withReport(page, 'control', 'new');
    expect(withReport(once, 'control', 'new')).toBe(once);
  });

  it('is not written where it has no place for it', () => {
    expect(() => withReport('By hand.', 'others', 'new')).toThrow('must have the line');
  });
});
