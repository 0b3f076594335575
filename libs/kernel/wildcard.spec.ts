import { fitsPattern, hasWildcard, likePattern } from './wildcard.js';

describe('a pattern', () => {
  it.each([
    ['/charges', '/charges', true],
    ['/charges/*', '/charges/chrg_1', true],
    ['*/webhooks', 'http://127.0.0.1:8080/webhooks', true],
    ['*:8080*', 'http://127.0.0.1:8080/webhooks', true],
    ['/charges/*', '/charges', false],
    ['a.c', 'abc', false],
    ['a_c', 'abc', false],
    ['a*a', 'a', false],
    ['a*b*c', 'a-b-b-c', true],
    ['a*bc*c', 'abc', false],
    ['*', 'two\nlines', true],
  ])('%p fits %p: %p', (pattern, text, fits) => {
    expect(fitsPattern(text, pattern)).toBe(fits);
  });

  it('escapes the wildcards of SQL', () => {
    expect(likePattern('50%_\\*')).toBe('50\\%\\_\\\\%');
    expect([hasWildcard('/charges'), hasWildcard('/charges/*')]).toEqual([false, true]);
  });
});
