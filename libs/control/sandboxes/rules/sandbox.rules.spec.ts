import { sandboxNameProblem } from './sandbox.rules.js';

describe('a sandbox', () => {
  it.each([['ci-1234-shard-2'], ['A'], ['7'], ['pull_request'], ['x'.repeat(64)]])(
    'can have the name %s',
    (name) => {
      expect(sandboxNameProblem(name)).toBeUndefined();
    },
  );

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
  ])('cannot have the name %p', (name) => {
    expect(sandboxNameProblem(name)).toMatch(/^name must be at most 64 letters/);
  });

  it('cannot have the name `self`, which means the key’s own sandbox', () => {
    expect(sandboxNameProblem('self')).toBe('name must not be self');
  });
});
