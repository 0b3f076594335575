import { withRequestHost } from './request-host.js';

const NAMES = ['api.omise.co', 'pay.omise.co', 'checkout-page.omise.co'];

it.each([
  ['https://pay.omise.co', 'checkout-page.omise.co', 'https://checkout-page.omise.co'],
  ['https://pay.omise.co:7443', 'Checkout-Page.omise.co:7443', 'https://checkout-page.omise.co:7443'],
  ['https://pay.omise.co/at', 'checkout-page.omise.co', 'https://checkout-page.omise.co/at'],
  ['https://pay.omise.co', 'evil.example', 'https://pay.omise.co'],
  ['https://pay.omise.co', '127.0.0.1:7402', 'https://pay.omise.co'],
  ['https://pay.omise.co', 'a b"', 'https://pay.omise.co'],
  ['https://pay.omise.co', undefined, 'https://pay.omise.co'],
  ['http://127.0.0.1:7402', 'checkout-page.omise.co', 'http://127.0.0.1:7402'],
])('%s is, for a client that asked for %s, %s', (address, host, expected) => {
  expect(withRequestHost(address, host, NAMES)).toBe(expected);
});
