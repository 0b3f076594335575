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
  it('shows the secrets that everyone knows', () => {
    const shown = banner(readSettings({}), undefined);
    for (const secret of ['skey_test_tollgate', 'skey_tollgate', 'dG9sbGdhdGUt', 'charges -u skey_test_tollgate:'])
      expect(shown).toContain(secret);
  });

  it('shows the names beside the addresses that need none, which its commands have', () => {
    const settings = readSettings({ TLS: 'on', TLS_PORT: '443' });
    expect(banner(settings, undefined)).toMatch(/API +http:\/\/127\.0\.0\.1:7400 +https:\/\/api\.omise\.co\n/);
    expect(walk(settings)[0]).toContain('curl -s http://127.0.0.1:7400/charges');
  });

  it('shows no other, but where each is, and commands that work where it is known', () => {
    const settings = readSettings(OWN);
    const shown = banner(settings, undefined);
    for (const [name, value] of Object.entries(OWN)) {
      expect(shown.includes(value)).toBe(name.includes('PUBLIC'));
      if (!name.includes('PUBLIC')) expect(shown).toContain(`as ${name} says`);
    }
    for (const command of walk(settings)) expect(command).toContain('-u $TEST_SECRET_KEY:');
  });

  it('shows each secret that everyone knows beside those that nobody does', () => {
    const shown = banner(readSettings({ ...OWN, LIVE_SECRET_KEY: '' }), undefined);
    expect([shown.includes('skey_tollgate'), shown.includes(OWN.TEST_SECRET_KEY)]).toEqual([true, false]);
  });
});
