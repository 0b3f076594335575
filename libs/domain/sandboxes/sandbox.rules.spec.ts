import { sandboxNameProblem } from './sandbox.rules.js';

describe('a sandbox', () => {
  it.each([['ci-1234-shard-2'], ['A'], ['7'], ['pull_request'], ['x'.repeat(64)]])('may be called %s', (name) => {
    expect(sandboxNameProblem(name)).toBeUndefined();
  });

  it.each([
    [''],
    ['.'],
    ['..'],
    ['../default'],
    ['a/b'],
    ['a.b'],
    ['a b'],
    ['-a'],
    ['_a'],
    ['%2e%2e'],
    ['ทดสอบ'],
    ['ａ'],
    ['a\n'],
    ['x'.repeat(65)],
    [7],
    [null],
  ])('may not be called %p', (name) => {
    expect(sandboxNameProblem(name)).toMatch(/^name must be at most 64 letters/);
  });

  it('may not be called what stands for that of a key', () => {
    expect(sandboxNameProblem('self')).toBe('name must not be self');
  });
});
