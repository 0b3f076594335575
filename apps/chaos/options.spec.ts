import { readOptions } from './options.js';

describe('the command line of chaos', () => {
  it('names faults, seed and the place of the queue', () => {
    expect(readOptions(['--faults=200', '--seed=123', '--queue=redis', '--short'])).toEqual({
      faults: 200,
      seed: 123,
      stores: ['redis'],
      isShort: true,
    });
  });

  it('may leave out everything: the seed is then random, and the queue is in both places', () => {
    expect(readOptions([])).toEqual({
      faults: expect.any(Number),
      seed: expect.any(Number),
      stores: ['postgres', 'redis'],
      isShort: false,
    });
  });

  it('asks for help', () => {
    expect(readOptions(['--help'])).toBeUndefined();
  });

  it.each([['--faults=many'], ['--faults=-1'], ['--seed=1.5'], ['--queue=kafka'], ['--fault=3'], ['now']])(
    'is refused with %s',
    (argument) => {
      expect(() => readOptions([argument])).toThrow();
    },
  );
});
