import { opensFor, type RouteKey } from './route-keys.js';

const PUBLIC_AND_SECRET_WHEN_RECORDED: RouteKey[] = ['public', { whenRecorded: 'secret' }];

describe('a route', () => {
  it.each(['specified', 'recorded'] as const)(
    'opens for the kinds of key that it names, as %s',
    (fidelity) => {
      expect(opensFor(['public'], 'public', fidelity)).toBe(true);
      expect(opensFor(['public'], 'secret', fidelity)).toBe(false);
      expect(opensFor([], 'secret', fidelity)).toBe(false);
      expect(opensFor(PUBLIC_AND_SECRET_WHEN_RECORDED, 'public', fidelity)).toBe(true);
    },
  );

  it('may open for one more kind as recorded', () => {
    expect(opensFor(PUBLIC_AND_SECRET_WHEN_RECORDED, 'secret', 'specified')).toBe(false);
    expect(opensFor(PUBLIC_AND_SECRET_WHEN_RECORDED, 'secret', 'recorded')).toBe(true);
  });
});
