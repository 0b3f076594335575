import { opensFor, type RouteKey } from './route-keys.js';

const SPECIFIED = { keyRules: 'strict', fidelity: 'specified' } as const;
const LENIENT = { keyRules: 'lenient', fidelity: 'specified' } as const;
const RECORDED = { keyRules: 'strict', fidelity: 'recorded' } as const;
const BOTH_WHEN_RECORDED: RouteKey[] = ['public', { whenRecorded: 'secret' }];

describe('a route', () => {
  it.each([SPECIFIED, LENIENT, RECORDED])('opens for the kinds of key that it names, with %j', (settings) => {
    expect(opensFor(['public'], 'public', settings)).toBe(true);
    expect(opensFor(['public'], 'secret', settings)).toBe(false);
    expect(opensFor([], 'secret', settings)).toBe(false);
    expect(opensFor(BOTH_WHEN_RECORDED, 'public', settings)).toBe(true);
  });

  it('may open for one more kind as it is recorded, or with lenient rules', () => {
    expect(opensFor(BOTH_WHEN_RECORDED, 'secret', SPECIFIED)).toBe(false);
    expect(opensFor(BOTH_WHEN_RECORDED, 'secret', LENIENT)).toBe(true);
    expect(opensFor(BOTH_WHEN_RECORDED, 'secret', RECORDED)).toBe(true);
  });
});
