import { readOptions } from './options.js';

describe('the command line of the benchmark', () => {
  it('measures every part on this Node by default', () => {
    const parts = ['start', 'split', 'control', 'search'];
    expect(readOptions([])).toMatchObject({
      parts,
      nodes: [process.execPath],
      rounds: 3,
      requests: 2_000,
      clients: [1, 20, 100],
    });
  });
  it('reads lists', () =>
    expect(readOptions(['--parts=search,start', '--nodes=/a/node,/b/node', '--clients=1,7'])).toMatchObject({
      parts: ['search', 'start'],
      nodes: ['/a/node', '/b/node'],
      clients: [1, 7],
    }));
  it('reads the number of charges', () => expect(readOptions(['--filled=5000'])?.filled).toBe(5_000));
  it('sends few requests in a short run', () =>
    expect(readOptions(['--short'])).toMatchObject({ rounds: 1, requests: 20, isShort: true, clients: [5] }));
  it('returns nothing when help is requested', () => expect(readOptions(['--help'])).toBeUndefined());
  it.each([
    ['--parts=start,nothing', 'must be some of'],
    ['--rounds=0', '--rounds must be a whole number'],
    ['--requests=1.5', '--requests must be a whole number'],
    ['--clients=1,x', '--clients must be a whole number'],
    ['--unknown', 'unknown'],
  ])('rejects %s', (argument, words) => expect(() => readOptions([argument])).toThrow(words));
});
