import { browserHosts } from './browser-hosts.js';

const LOCAL = { baseUrl: 'http://127.0.0.1:7400', vaultUrl: 'http://127.0.0.1:7401', payUrl: 'http://127.0.0.1:7402' };
const NAMED = { baseUrl: 'https://api.pay.example', vaultUrl: 'https://vault.pay.example', payUrl: 'https://pages.pay.example/at' };

describe('a browser finds API, vault and pages', () => {
  it.each([
    ['where the settings say', '127.0.0.1:7402', LOCAL, ['http://127.0.0.1:7400', 'http://127.0.0.1:7401', 'http://127.0.0.1:7402']],
    [
      'where it found the pages',
      '192.168.1.5:7402',
      LOCAL,
      ['http://192.168.1.5:7400', 'http://192.168.1.5:7401', 'http://192.168.1.5:7402'],
    ],
    ['by a name of six parts', '[::1]:7402', LOCAL, ['http://[::1]:7400', 'http://[::1]:7401', 'http://[::1]:7402']],
    [
      'at names of their own',
      'cdn.pay.example',
      NAMED,
      ['https://api.pay.example', 'https://vault.pay.example', 'https://cdn.pay.example/at'],
    ],
    ['where the settings say, if it names no host', undefined, LOCAL, Object.values(LOCAL)],
    ['where the settings say, if its host is none', 'a b"</script>', LOCAL, Object.values(LOCAL)],
  ])('%s', (_, host, addresses, [interfaceUrl, vaultUrl, cardHost]) => {
    expect(browserHosts(host, addresses)).toEqual({ interfaceUrl, vaultUrl, cardHost });
  });
});
