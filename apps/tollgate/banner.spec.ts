import { readSettings } from '#platform/config/settings.js';
import { banner, walk } from './banner.js';

const OWN = {
  TEST_PUBLIC_KEY: 'pkey_test_0123456789abcdefghij',
  TEST_SECRET_KEY: 'skey_test_0123456789abcdefghij',
  LIVE_PUBLIC_KEY: 'pkey_0123456789abcdefghij',
  LIVE_SECRET_KEY: 'skey_0123456789abcdefghij',
  WEBHOOK_SECRET: 'MDEyMzQ1Njc4OWFiY2RlZg==',
};

describe('the banner', () => {
  it('shows the demo secrets', () => {
    const shown = banner(readSettings({}), undefined);
    for (const secret of [
      'skey_test_tollgate',
      'skey_tollgate',
      'dG9sbGdhdGUt',
      'charges -u skey_test_tollgate:',
    ])
      expect(shown).toContain(secret);
  });

  it('shows names beside addresses, and uses the addresses in commands', () => {
    const settings = readSettings({ TLS: 'on', TLS_PORT: '443' });
    expect(banner(settings, undefined)).toMatch(
      /API +http:\/\/127\.0\.0\.1:7400 +https:\/\/api\.omise\.co\n/,
    );
    expect(walk(settings)[0]).toContain('curl -s http://127.0.0.1:7400/charges');
  });

  it('shows the setting instead of a real secret, and commands with its variable', () => {
    const settings = readSettings(OWN);
    const shown = banner(settings, undefined);
    for (const [name, value] of Object.entries(OWN)) {
      expect(shown.includes(value)).toBe(name.includes('PUBLIC'));
      if (!name.includes('PUBLIC')) expect(shown).toContain(`(${name})`);
    }
    for (const command of walk(settings)) expect(command).toContain('-u $TEST_SECRET_KEY:');
  });

  it('hides real secrets beside demo secrets', () => {
    const shown = banner(readSettings({ ...OWN, LIVE_SECRET_KEY: '' }), undefined);
    expect([shown.includes('skey_tollgate'), shown.includes(OWN.TEST_SECRET_KEY)]).toEqual([true, false]);
  });
});
