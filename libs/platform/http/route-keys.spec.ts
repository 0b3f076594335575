import { opensFor, type RouteKey } from './route-keys.js';

const BOTH_WHEN_LENIENT: RouteKey[] = ['public', { whenLenient: 'secret' }];

describe('a route', () => {
  it('opens for the kinds of key that it names', () => {
    for (const keyRules of ['strict', 'lenient'] as const) {
      expect(opensFor(['public'], 'public', { keyRules })).toBe(true);
      expect(opensFor(['public'], 'secret', { keyRules })).toBe(false);
      expect(opensFor([], 'secret', { keyRules })).toBe(false);
    }
  });

  it('may open for one more kind with lenient rules', () => {
    expect(opensFor(BOTH_WHEN_LENIENT, 'secret', { keyRules: 'strict' })).toBe(false);
    expect(opensFor(BOTH_WHEN_LENIENT, 'secret', { keyRules: 'lenient' })).toBe(true);
    expect(opensFor(BOTH_WHEN_LENIENT, 'public', { keyRules: 'strict' })).toBe(true);
  });
});
