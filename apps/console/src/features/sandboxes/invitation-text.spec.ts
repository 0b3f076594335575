import { invitationText, isLoopback } from './invitation-text';

describe('an invitation to a sandbox', () => {
  it('has the addresses and the test keys, and no live key', () => {
    const keys = (mode: string) => ({
      public_key: `pkey_${mode}_1`,
      secret_key: `skey_${mode}_1`,
      webhook_uri: null,
    });
    const urls = { api: 'https://api.example', vault: 'https://vault.example', pay: 'https://pay.example' };
    const sandbox = {
      name: 'shop',
      test: keys('test'),
      live: keys('live'),
      urls,
      console_url: 'https://console.example/#/sandboxes/shop/test',
    };
    const text = invitationText(sandbox);
    for (const part of [...Object.values(urls), sandbox.console_url, 'pkey_test_1', 'skey_test_1'])
      expect(text).toContain(part);
    expect(text).not.toContain('live');
    expect(text).not.toContain('BASE_URL');
    const local = { ...sandbox, console_url: 'http://localhost:7403/#/sandboxes/shop/test' };
    expect(invitationText(local)).toContain('Set BASE_URL');
  });

  it.each([
    ['http://127.0.0.1:7400', true],
    ['http://localhost:7400', true],
    ['http://api.localhost', true],
    ['http://[::1]:7400', true],
    ['http://10.0.0.5:7400', false],
    ['https://api.localhost.example', false],
  ])('of which %s is loopback: %s', (url, is) => {
    expect(isLoopback(url)).toBe(is);
  });
});
