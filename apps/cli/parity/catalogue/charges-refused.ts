import type { Flow } from '../exchange.js';

const PROMPTPAY = { amount: 100_000, currency: 'THB', source: { type: 'promptpay' } } as const;

export const CHARGES_REFUSED: readonly Flow[] = [
  {
    name: 'charges-refused',
    resource: 'charges',
    exchanges: [
      { name: 'Create a charge without parameters', request: 'POST /charges', row: 'C3' },
      {
        name: 'Create a charge without an amount',
        request: 'POST /charges',
        body: { currency: 'THB', source: { type: 'promptpay' } },
        row: 'E4',
      },
      {
        name: 'Create a charge without a currency',
        request: 'POST /charges',
        body: { amount: 100_000, source: { type: 'promptpay' } },
        row: 'C3',
      },
      {
        name: 'Create a charge below the minimum',
        request: 'POST /charges',
        body: { ...PROMPTPAY, amount: 1 },
        row: 'C3',
      },
      {
        name: 'Create a charge in an unknown currency',
        request: 'POST /charges',
        body: { ...PROMPTPAY, currency: 'XXX' },
        row: 'C3',
      },
      {
        name: 'Create a charge of an unknown type of source',
        request: 'POST /charges',
        body: { ...PROMPTPAY, source: { type: 'barter' } },
        row: 'C3',
      },
      {
        name: 'Create a charge with an unknown source',
        request: 'POST /charges',
        body: { ...PROMPTPAY, source: 'src_test_00000000000000000no' },
        row: 'E6',
      },
      {
        name: 'Create a charge with neither card nor source',
        request: 'POST /charges',
        body: { amount: 100_000, currency: 'THB' },
        row: 'C21',
      },
      {
        name: 'Create a charge that expires in the past',
        request: 'POST /charges',
        body: { ...PROMPTPAY, expires_at: '2020-01-01T00:00:00Z' },
        row: 'C5',
      },
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
      {
        name: 'Create a charge with metadata that is a text',
        request: 'POST /charges',
        body: { ...PROMPTPAY, metadata: 'order 1042' },
        row: 'C6',
      },
      {
        name: 'Create a charge with the public key',
        request: 'POST /charges',
        key: 'public',
        body: PROMPTPAY,
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
        row: 'E6',
      },
      { name: 'Delete a charge', request: 'DELETE /charges/chrg_test_00000000000000000no', row: 'E7' },
    ],
  },
];
