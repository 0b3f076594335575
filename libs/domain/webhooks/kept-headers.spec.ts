import { keptHeaders } from './kept-headers.js';

describe('headers that are kept', () => {
  it('are masked where they hold a secret, however the name is written', () => {
    expect(keptHeaders({ 'Set-Cookie': ['a=1', 'b=2'], COOKIE: 'a=1', authorization: 'Bearer x', server: 'nginx' })).toEqual({
      'Set-Cookie': ['[masked]', '[masked]'],
      COOKIE: '[masked]',
      authorization: '[masked]',
      server: 'nginx',
    });
  });

  it('hold nothing that PostgreSQL does not store', () => {
    expect(keptHeaders({ 'x-a\0': 'b\0c', 'x-half': 'a\ud800' })).toEqual({ 'x-a': 'bc', 'x-half': 'a\ufffd' });
  });

  it('are as many and as long as they may be, and no more', () => {
    const many = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`x-${index}`, 'x'.repeat(2_000)]));
    const kept = keptHeaders({ 'x-list': Array.from({ length: 20 }, () => 'a'), ...many });
    expect(Object.keys(kept)).toHaveLength(50);
    expect(kept['x-list']).toHaveLength(10);
    expect(kept['x-0']).toHaveLength(1_000);
  });

  it('may have the names of an object’s own properties', () => {
    const hostile = JSON.parse('{"__proto__":"a","constructor":"b"}') as Record<string, string>;
    expect(JSON.stringify(keptHeaders(hostile))).toBe('{"__proto__":"a","constructor":"b"}');
  });
});
