import { browserHosts } from './browser-hosts.js';

const PORTS = {
  apiPort: 7400,
  vaultPort: 7401,
  payPort: 7402,
  tlsNames: ['api', 'vault', 'pay', 'cdn'].map((first) => `${first}.omise.co`),
};
const LOCAL = ['http://127.0.0.1:7400', 'http://127.0.0.1:7401', 'http://127.0.0.1:7402'];
const OWN = ['https://api.pay.example', 'https://vault.pay.example', 'https://pages.pay.example/at'];
const TLS = ['https://api.omise.co', 'https://vault.omise.co', 'https://pay.omise.co'];
const at = (host: string): string[] => [7400, 7401, 7402].map((port) => `http://${host}:${port}`);

describe('a browser finds API, vault and pages', () => {
  it.each([
    ['where the settings say', '127.0.0.1:7402', LOCAL, LOCAL],
    ['where it found the pages', '192.168.1.5:7402', LOCAL, at('192.168.1.5')],
    ['where it found the pages, by IPv6', '[::1]:7402', LOCAL, at('[::1]')],
    ['at names of their own', 'cdn.pay.example', OWN, [...OWN.slice(0, 2), 'https://cdn.pay.example/at']],
    ["by the processor's names, if it asked by one of them", 'cdn.omise.co', TLS, TLS],
    [
      "beside the pages, and not by the processor's names, if it asked otherwise",
      'localhost:7402',
      TLS,
      at('localhost'),
    ],
    ['where the settings say, if it names no host', undefined, LOCAL, LOCAL],
    ['uses the settings if the host is invalid', 'a b"</script>', LOCAL, LOCAL],
  ])('%s', (_, host, [baseUrl = '', vaultUrl = '', payUrl = ''], [interfaceUrl, vault, cardHost]) => {
    expect(browserHosts(host, { ...PORTS, baseUrl, vaultUrl, payUrl })).toEqual({
      interfaceUrl,
      vaultUrl: vault,
      cardHost,
    });
  });
});
