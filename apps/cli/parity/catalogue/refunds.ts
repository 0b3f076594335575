import type { Flow } from '../exchange.js';
import { tokenOf } from './card.js';

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
      { name: 'Refund without an amount', request: 'POST /charges/{charge}/refunds', row: 'R2' },
      {
        name: 'Refund a word',
        request: 'POST /charges/{charge}/refunds',
        body: { amount: 'much' },
        row: 'E4',
      },
      {
        name: 'Refund more than the charge',
        request: 'POST /charges/{charge}/refunds',
        body: { amount: 100_001 },
        row: 'R2',
      },
      {
        name: 'Refund a part',
        request: 'POST /charges/{charge}/refunds',
        body: { amount: 30_000, metadata: { reason: 'damaged' } },
        save: { refund: 'id' },
        row: 'R1',
      },
      { name: 'Retrieve the refund', request: 'GET /charges/{charge}/refunds/{refund}', row: 'R7' },
      {
        name: 'Refund the rest',
        request: 'POST /charges/{charge}/refunds',
        body: { amount: 70_000 },
        save: { rest: 'id' },
        row: 'R4',
      },
      {
        name: 'Refund a refunded charge',
        request: 'POST /charges/{charge}/refunds',
        body: { amount: 1 },
        row: 'R4',
      },
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
      { name: 'List refunds with the public key', request: 'GET /refunds', key: 'public', row: 'K3' },
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
      {
        name: 'Refund the whole charge on its day',
        request: 'POST /charges/{charge}/refunds',
        body: { amount: 100_000 },
        row: 'R5',
      },
      { name: 'Retrieve a voided charge', resource: 'charges', request: 'GET /charges/{charge}', row: 'C23' },
    ],
  },
];
