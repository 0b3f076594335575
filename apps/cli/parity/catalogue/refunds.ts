import { exchangesOf, type Flow } from '../exchange.js';
import { tokenOf } from './card.js';

const refund = exchangesOf('POST /charges/{charge}/refunds');

export const REFUNDS: readonly Flow[] = [
  {
    name: 'refunds',
    resource: 'refunds',
    exchanges: [
      tokenOf('Create a token to refund', 'token'),
      {
        name: 'Create a charge to refund',
        resource: 'charges',
        request: 'POST /charges',
        body: { amount: 100_000, currency: 'THB', card: '{token}' },
        save: { charge: 'id' },
        row: 'C26',
      },
      {
        name: 'Refund without an amount',
        request: 'POST /charges/{charge}/refunds',
        error: 'failed_refund',
        row: 'R2',
      },
      refund('Refund a word', 'E4', { amount: 'much' }, { error: 'failed_refund' }),
      refund('Refund more than the charge', 'R2', { amount: 100_001 }, { error: 'failed_refund' }),
      refund(
        'Refund a part',
        'R1',
        { amount: 30_000, metadata: { reason: 'damaged' } },
        { save: { refund: 'id' } },
      ),
      { name: 'Retrieve the refund', request: 'GET /charges/{charge}/refunds/{refund}', row: 'R7' },
      refund('Refund the rest', 'R4', { amount: 70_000 }, { save: { rest: 'id' } }),
      refund('Refund a refunded charge', 'R4', { amount: 1 }),
      { name: 'List the refunds of the charge', request: 'GET /charges/{charge}/refunds', row: 'R7' },
      {
        name: 'List the newest refunds',
        request: 'GET /refunds?limit=2&order=reverse_chronological',
        free: ['total'],
        row: 'L9',
      },
      {
        name: 'Retrieve a refunded charge',
        resource: 'charges',
        request: 'GET /charges/{charge}',
        row: 'C23',
      },
      {
        name: 'Retrieve an unknown refund',
        request: 'GET /charges/{charge}/refunds/rfnd_test_00000000000000000no',
        row: 'E6',
      },
      {
        name: 'Refund an unknown charge',
        request: 'POST /charges/chrg_test_00000000000000000no/refunds',
        body: { amount: 1_000 },
        row: 'E6',
      },
      {
        name: 'List refunds with the public key',
        request: 'GET /refunds',
        key: 'public',
        error: 'authentication_failure',
        row: 'K3',
      },
    ],
  },
  {
    name: 'refunds-voided',
    resource: 'refunds',
    exchanges: [
      tokenOf('Create a token to void', 'token'),
      {
        name: 'Create a charge to void',
        resource: 'charges',
        request: 'POST /charges',
        body: { amount: 100_000, currency: 'THB', card: '{token}' },
        save: { charge: 'id' },
        row: 'C26',
      },
      refund('Refund the whole charge on its day', 'R5', { amount: 100_000 }),
      { name: 'Retrieve a voided charge', resource: 'charges', request: 'GET /charges/{charge}', row: 'C23' },
    ],
  },
];
