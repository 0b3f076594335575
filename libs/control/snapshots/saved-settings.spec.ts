import { readSettings } from './saved-settings.js';

const SETTINGS = {
  country: 'TH',
  currency: 'THB',
  api_version: '2019-05-29',
  three_d_secure: true,
  three_d_secure_challenge: 'buttons',
  page_theme: 'plain',
  zero_interest_installments: false,
  auto_approve: false,
  fidelity: null,
  exchange_rates: null,
};

describe('the settings of a file', () => {
  it('are read as they were exported', () => {
    expect(readSettings(SETTINGS)).toEqual(SETTINGS);
  });

  it('may lack what the first releases did not have', () => {
    const { exchange_rates: _, auto_approve: __, page_theme: ___, ...first } = SETTINGS;
    expect(readSettings(first)).toEqual(SETTINGS);
  });

  it.each<[object, RegExp]>([
    [{ currency: 'XXX' }, /^settings of the file: currency must be one of/],
    [{ country: null }, /^settings of the file: country is missing$/],
    [{ webhook_secret: 'x' }, /^settings of the file must be country, currency/],
  ])('are rejected with %j', (change, message) => {
    expect(() => readSettings({ ...SETTINGS, ...change })).toThrow(message);
  });
});
