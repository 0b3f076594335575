import { gapsIn } from './name-settings.js';
import { readSettings } from './settings.js';

describe('names of one’s own', () => {
  it('have what does not work with them told', () => {
    const { tlsNames } = readSettings({});
    expect(gapsIn(tlsNames)).toEqual([]);
    expect(gapsIn(tlsNames.filter((name) => name !== 'cdn2.omise.co'))).toEqual([
      'TLS_NAMES lacks cdn2.omise.co: clients with these built-in names cannot use Tollgate.',
    ]);
    expect(gapsIn(['api.pay.example', 'pages.pay.example'])).toEqual([
      'TLS_NAMES has no name that begins with "vault.": links to the vault use host and port.',
      'TLS_NAMES has no name that begins with "pay.": links to the pages use host and port.',
      `TLS_NAMES lacks ${tlsNames.join(', ')}: clients with these built-in names cannot use Tollgate.`,
    ]);
  });
});
