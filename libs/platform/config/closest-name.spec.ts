import { closestName } from './closest-name.js';
import { SETTING_NAMES } from './setting-schema.js';

describe('closestName', () => {
  it.each([
    ['WEBHOK_TIMEOUT_MS', 'WEBHOOK_TIMEOUT_MS'],
    ['WEBHOOK_TIMOUT_M', 'WEBHOOK_TIMEOUT_MS'],
    ['API_PROT', 'API_PORT'],
    ['APIPORT', 'API_PORT'],
    ['api_port', 'API_PORT'],
    ['DATABASE_URI', 'DATABASE_URL'],
    ['REDIS_URLS', 'REDIS_URL'],
    ['LOG_LEVL', 'LOG_LEVEL'],
  ])('finds the setting that %s misspells: %s', (name, meant) => {
    expect(closestName(name, SETTING_NAMES)).toBe(meant);
  });

  it.each(['PORT', 'NODE_ENV', 'API_URL', 'APP_URL', 'API_KEY', 'TZ', 'DB_HOST', 'STRIPE_SECRET_KEY', ''])(
    'finds no setting for %p',
    (name) => {
      expect(closestName(name, SETTING_NAMES)).toBeUndefined();
    },
  );

  it('prefers the nearest', () => {
    expect(closestName('LIVE_SECRET_KEYS', ['LIVE_SECRET_KEY', 'LIVE_SECRET_KEYRING'])).toBe(
      'LIVE_SECRET_KEY',
    );
    expect(closestName('VAULT_PORT_S', ['VAULT_PORTS', 'VAULT_PORT'])).toBe('VAULT_PORTS');
  });
});
