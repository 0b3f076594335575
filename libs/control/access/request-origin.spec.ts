import { isForeign, isNamedIn, namesOf } from './request-origin.js';

const NAMES = namesOf({
  controlUrl: 'https://Control.example:8443/at',
  controlHosts: ['control', 'FE80::1'],
});

describe('the names of the control host', () => {
  it.each([
    ['localhost'],
    ['LOCALHOST:7403'],
    ['127.0.0.1:7403'],
    ['[::1]'],
    ['[::1]:7403'],
    ['control.example'],
    ['control:7403'],
    ['[fe80::1]:1'],
  ])('include %s', (host) => {
    expect(isNamedIn({ method: 'GET', headers: { host } }, NAMES)).toBe(true);
  });

  it.each([
    ['evil.example'],
    ['localhost.evil.example'],
    ['localhost.'],
    ['127.0.0.1.evil.example:7403'],
    ['127.0.0.2'],
    ['::1'],
    ['localhost:7403:7403'],
    ['localhost:x'],
    ['localhost@evil.example'],
    [''],
    [undefined],
  ])('do not include %p', (host) => {
    expect(isNamedIn({ method: 'GET', headers: { host } }, NAMES)).toBe(false);
  });
});

describe('a request', () => {
  const host = 'localhost:7403';
  const navigation = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };

  it.each<[string, string, Record<string, string>]>([
    ['of a program', 'POST', {}],
    ['of an own page', 'POST', { origin: 'http://localhost:7403', 'sec-fetch-site': 'same-origin' }],
    ['of an own page behind a proxy that speaks https', 'POST', { origin: 'https://LOCALHOST:7403' }],
    ['that the user typed', 'GET', { ...navigation, 'sec-fetch-site': 'none' }],
    ['that follows a link', 'GET', { ...navigation, 'sec-fetch-site': 'cross-site' }],
  ])('%s is nobody else’s', (_, method, headers) => {
    expect(isForeign({ method, headers: { host, ...headers } })).toBe(false);
  });

  it.each<[string, string, Record<string, string>]>([
    ['of another site', 'POST', { origin: 'https://evil.example' }],
    ['of another port', 'POST', { origin: 'http://localhost:3000' }],
    ['of a name that only begins alike', 'GET', { origin: 'http://localhost:7403.evil.example' }],
    ['of a page without an origin', 'POST', { origin: 'null' }],
    [
      'that a page of another site fetches',
      'GET',
      { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' },
    ],
    ['of a sibling', 'GET', { 'sec-fetch-site': 'same-site' }],
    [
      'in a frame',
      'GET',
      { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' },
    ],
    ['of a form of another site', 'POST', { ...navigation, 'sec-fetch-site': 'cross-site' }],
  ])('%s is foreign', (_, method, headers) => {
    expect(isForeign({ method, headers: { host, ...headers } })).toBe(true);
  });
});
