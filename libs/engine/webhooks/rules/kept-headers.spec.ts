import { keptHeaders } from './kept-headers.js';

describe('stored headers', () => {
  it('are masked if they contain a secret, in any letter case', () => {
    expect(
      keptHeaders({
        'Set-Cookie': ['a=1', 'b=2'],
        COOKIE: 'a=1',
        authorization: 'Bearer x',
        server: 'nginx',
      }),
    ).toEqual({
      'Set-Cookie': ['[masked]', '[masked]'],
      COOKIE: '[masked]',
      authorization: '[masked]',
      server: 'nginx',
    });
  });

  it('contain no characters that PostgreSQL cannot store', () => {
    expect(keptHeaders({ 'x-a\0': 'b\0c', 'x-half': 'a\ud800' })).toEqual({
      'x-a': 'bc',
      'x-half': 'a\ufffd',
    });
  });

  it('are limited in number and length', () => {
    const many = Object.fromEntries(
      Array.from({ length: 60 }, (_, index) => [`x-${index}`, 'x'.repeat(2_000)]),
    );
    const kept = keptHeaders({ 'x-list': Array.from({ length: 20 }, () => 'a'), ...many });
    expect(Object.keys(kept)).toHaveLength(50);
    expect(kept['x-list']).toHaveLength(10);
    expect(kept['x-0']).toHaveLength(1_000);
  });

  it('can have the names of an object’s own properties', () => {
    const hostile = JSON.parse('{"__proto__":"a","constructor":"b"}') as Record<string, string>;
    expect(JSON.stringify(keptHeaders(hostile))).toBe('{"__proto__":"a","constructor":"b"}');
  });
});
