import { readOptions } from './options.js';

describe('the command line of the benchmark', () => {
  it('measures everything with few charges by default', () => {
    expect(readOptions([])).toMatchObject({
      rounds: 5,
      round: { seconds: 3 },
      connections: [1, 20, 100],
      processes: [1, 2],
      large: undefined,
    });
    expect(readOptions([])?.rows).toContain('settle');
  });
  it('takes a million charges', () => expect(readOptions(['--million'])?.large).toBe(1_000_000));
  it('takes as many charges as it is told', () => expect(readOptions(['--filled=5000'])?.large).toBe(5_000));
  it('takes only some rows', () => expect(readOptions(['--rows=list,create'])?.rows).toEqual(['list', 'create']));
  it('is short when it is told, by what it does and not by the clock', () =>
    expect(readOptions(['--short'])).toMatchObject({ rounds: 1, round: { times: 20 }, isShort: true, connections: [5] }));
  it('lets a short run be changed', () => expect(readOptions(['--short', '--seconds=2'])?.round).toEqual({ seconds: 2 }));
  it('answers nothing when it is asked for help', () => expect(readOptions(['--help'])).toBeUndefined());
  it.each([
    ['--rows=create,nothing', 'must be some of'],
    ['--rounds=0', '--rounds must be a whole number'],
    ['--seconds=1.5', '--seconds must be a whole number'],
    ['--connections=1,x', '--connections must be a whole number'],
    ['--unknown', 'unknown'],
  ])('refuses %s', (argument, words) => expect(() => readOptions([argument])).toThrow(words));
});
