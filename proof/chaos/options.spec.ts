import { readOptions } from './options.js';

describe('the command line of chaos', () => {
  it('sets faults, seed and the queue’s storage', () => {
    expect(readOptions(['--faults=200', '--seed=123', '--queue=redis', '--short'])).toEqual({
      faults: 200,
      seed: 123,
      stores: ['redis'],
      isShort: true,
    });
  });

  it('has defaults: a random seed, and both storages of the queue', () => {
    expect(readOptions([])).toEqual({
      faults: expect.any(Number),
      seed: expect.any(Number),
      stores: ['postgres', 'redis'],
      isShort: false,
    });
  });

  it('prints help', () => {
    expect(readOptions(['--help'])).toBeUndefined();
  });

  it.each([['--faults=many'], ['--faults=-1'], ['--seed=1.5'], ['--queue=kafka'], ['--fault=3'], ['now']])(
    'is rejected with %s',
    (argument) => {
      expect(() => readOptions([argument])).toThrow();
    },
  );
});
