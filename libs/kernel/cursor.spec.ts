import { parseCursorQuery } from './cursor.js';

describe('a page of a list that grows at its end', () => {
  it.each([
    [{}, 0n, 20],
    [{ after: '', limit: '' }, 0n, 20],
    [{ after: '17', limit: '100' }, 17n, 100],
    [{ after: 17, limit: 1 }, 17n, 1],
  ])('is parsed from %p', (params, after, limit) => {
    expect(parseCursorQuery(params)).toEqual({ after, limit });
  });

  it.each([
    [{ after: '-1' }],
    [{ after: 'x' }],
    [{ after: '9'.repeat(19) }],
    [{ after: ['1', '2'] }],
    [{ limit: 0 }],
    [{ limit: 101 }],
    [{ limit: '1.5' }],
    [{ limit: 'x' }],
  ])('rejects %p', (params) => {
    expect(() => parseCursorQuery(params)).toThrow(/must be/);
  });
});
