import { exchangesOf, type Flow } from '../exchange.js';
import { CARD, tokenOf, VAULT } from './card.js';

const createToken = exchangesOf('POST /tokens', VAULT);

export const TOKENS: readonly Flow[] = [
  {
    name: 'tokens',
    resource: 'tokens',
    exchanges: [
      tokenOf('Create a token', 'token'),
      { name: 'Retrieve the token', request: 'GET /tokens/{token}', ...VAULT, row: 'T1' },
      createToken('Create a token with a billing address', 'T3', {
        card: {
          ...CARD,
          number: '5555 5555 5555 4444',
          expiration_year: 40,
          city: 'Bangkok',
          country: 'TH',
          postal_code: '10320',
          state: 'Bangkok',
          street1: '1 Silom Road',
          street2: 'Floor 2',
          phone_number: '0812345678',
        },
      }),
      tokenOf('Create a token of a card by JCB', 'jcb', '3530111333300000'),
      {
        name: 'Create a charge with the token',
        resource: 'charges',
        request: 'POST /charges',
        body: { amount: 100_000, currency: 'THB', card: '{token}' },
        row: 'C26',
      },
      {
        name: 'Retrieve the used token',
        request: 'GET /tokens/{token}',
        ...VAULT,
        row: 'T10',
      },
    ],
  },
  {
    name: 'tokens-refused',
    resource: 'tokens',
    exchanges: [
      {
        name: 'Create a token without a card',
        request: 'POST /tokens',
        ...VAULT,
        row: 'T4',
      },
      {
        name: 'Create a token with the secret key',
        request: 'POST /tokens',
        host: 'vault',
        body: { card: CARD },
        error: 'authentication_failure',
        row: 'T1',
      },
      createToken('Create a token without a number', 'T4', { card: { ...CARD, number: '' } }),
      createToken('Create a token with a wrong number', 'T4', {
        card: { ...CARD, number: '4242424242424241' },
      }),
      createToken('Create a token with a number of no brand', 'T4', {
        card: { ...CARD, number: '9999999999999995' },
      }),
      createToken('Create a token without a name', 'T4', { card: { ...CARD, name: '' } }),
      createToken('Create a token with a month of 13', 'T4', { card: { ...CARD, expiration_month: 13 } }),
      createToken('Create a token of an expired card', 'T4', { card: { ...CARD, expiration_year: 2020 } }),
      createToken('Create a token without number, name and date', 'T4', { card: { security_code: '123' } }),
      {
        name: 'Retrieve an unknown token',
        request: 'GET /tokens/tokn_test_00000000000000000no',
        ...VAULT,
        row: 'E6',
      },
      {
        name: 'Retrieve a token with the secret key',
        request: 'GET /tokens/tokn_test_00000000000000000no',
        host: 'vault',
        error: 'authentication_failure',
        row: 'T1',
      },
    ],
  },
];
