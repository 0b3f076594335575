import { readConnection } from './connection.js';

const queryOf = (params: Record<string, string>): string =>
  `?${new URLSearchParams({ xdm_e: 'https://shop.example', xdm_c: 'default7', xdm_p: '1', ...params }).toString()}`;

describe('a connection of the provider', () => {
  it.each(['https://shop.example', 'http://localhost:3000', 'http://[::1]:3000', 'https://xn--12c.example'])(
    'exists for %s',
    (origin) => {
      expect(readConnection(queryOf({ xdm_e: origin }))).toEqual({ origin, channel: 'default7' });
    },
  );

  it.each([
    ['without an origin', { xdm_e: '' }],
    ['with all of them', { xdm_e: '*' }],
    ['with the null of a sandboxed page', { xdm_e: 'null' }],
    ['with an address below one', { xdm_e: 'https://shop.example/' }],
    ['with a name and password', { xdm_e: 'https://a:b@shop.example' }],
    ['with a port that goes without saying', { xdm_e: 'https://shop.example:443' }],
    ['with a file', { xdm_e: 'file:///shop.html' }],
    ['with a script', { xdm_e: 'javascript:alert(1)' }],
    ['with what was made of a page', { xdm_e: 'blob:https://shop.example/1' }],
    ['without a channel', { xdm_c: '' }],
    ['with a channel of several words', { xdm_c: 'default7 {}' }],
    ['with another way to talk', { xdm_p: '4' }],
  ])('does not exist %s', (_, params) => {
    expect(readConnection(queryOf(params))).toBeUndefined();
    expect(readConnection('')).toBeUndefined();
  });
});
