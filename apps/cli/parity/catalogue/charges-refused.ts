import { exchangesOf, type Flow } from '../exchange.js';

const charge = exchangesOf('POST /charges');

const PROMPTPAY = { amount: 100_000, currency: 'THB', source: { type: 'promptpay' } } as const;

export const CHARGES_REFUSED: readonly Flow[] = [
  {
    name: 'charges-refused',
    resource: 'charges',
    exchanges: [
      { name: 'Create a charge without parameters', request: 'POST /charges', row: 'C3' },
      charge('Create a charge without an amount', 'E4', { currency: 'THB', source: { type: 'promptpay' } }),
      charge('Create a charge without a currency', 'C3', { amount: 100_000, source: { type: 'promptpay' } }),
      charge('Create a charge below the minimum', 'C3', { ...PROMPTPAY, amount: 1 }),
      charge('Create a charge in an unknown currency', 'C3', { ...PROMPTPAY, currency: 'XXX' }),
      charge('Create a charge of an unknown type of source', 'C3', {
        ...PROMPTPAY,
        source: { type: 'barter' },
      }),
      charge('Create a charge with an unknown source', 'E6', {
        ...PROMPTPAY,
        source: 'src_test_00000000000000000no',
      }),
      charge('Create a charge with neither card nor source', 'C21', { amount: 100_000, currency: 'THB' }),
      charge('Create a charge of an amount alone', 'C21', { amount: 100_000 }),
      charge('Create a charge with a plus sign before its amount', 'E19', {
        ...PROMPTPAY,
        amount: '+100000',
      }),
      charge('Create a charge that expires in the past', 'C5', {
        ...PROMPTPAY,
        expires_at: '2020-01-01T00:00:00Z',
      }),
      {
        name: 'Create a charge of boost with an http return_uri',
        request: 'POST /charges',
        body: {
          amount: 2_000,
          currency: 'MYR',
          source: { type: 'boost' },
          return_uri: 'http://shop.example/',
        },
        row: 'C20',
      },
      charge('Create a charge with metadata that is a text', 'C6', { ...PROMPTPAY, metadata: 'order 1042' }),
      {
        name: 'Create a charge with the public key',
        request: 'POST /charges',
        key: 'public',
        body: PROMPTPAY,
        error: 'authentication_failure',
        row: 'K3',
      },
      {
        name: 'Retrieve an unknown charge',
        request: 'GET /charges/chrg_test_00000000000000000no',
        row: 'E6',
      },
      {
        name: 'Update an unknown charge',
        request: 'PATCH /charges/chrg_test_00000000000000000no',
        body: { description: 'Order 1042' },
        row: 'E6',
      },
      {
        name: 'Capture an unknown charge',
        request: 'POST /charges/chrg_test_00000000000000000no/capture',
        error: 'not_found',
        row: 'E6',
      },
      {
        name: 'Delete a charge',
        request: 'DELETE /charges/chrg_test_00000000000000000no',
        error: 'not_found',
        row: 'E7',
      },
    ],
  },
];
