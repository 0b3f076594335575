import { gapsIn } from './name-settings.js';
import { readSettings } from './settings.js';

describe('names of one’s own', () => {
  it('have what does not work with them told', () => {
    const { tlsNames } = readSettings({});
    expect(gapsIn(tlsNames)).toEqual([]);
    expect(gapsIn(tlsNames.filter((name) => name !== 'cdn2.omise.co'))).toEqual([
      'Clients with built-in names do not come here for cdn2.omise.co: TLS_NAMES leaves them out.',
    ]);
    expect(gapsIn(['api.pay.example', 'pages.pay.example'])).toEqual([
      'TLS_NAMES has no name that begins with "vault.": links to the vault keep their plain address.',
      'TLS_NAMES has no name that begins with "pay.": links to the pages keep their plain address.',
      `Clients with built-in names do not come here for ${tlsNames.join(', ')}: TLS_NAMES leaves them out.`,
    ]);
  });
});
