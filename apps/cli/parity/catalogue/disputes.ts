import { exchangesOf, type Flow } from '../exchange.js';
import { tokenOf } from './card.js';

const close = exchangesOf('PATCH /disputes/{dispute}/close');

const THB = { amount: 100_000, currency: 'THB' } as const;
/** One black pixel. */
const PNG = {
  name: 'receipt.png',
  type: 'image/png',
  base64: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR42mNgAAAAAgAB5Sfe/AAAAABJRU5ErkJggg==',
} as const;

export const DISPUTES: readonly Flow[] = [
  {
    name: 'disputes',
    resource: 'disputes',
    exchanges: [
      tokenOf('Create a token to dispute', 'token'),
      {
        name: 'Create a charge to dispute',
        resource: 'charges',
        request: 'POST /charges',
        body: { ...THB, card: '{token}' },
        save: { charge: 'id' },
        row: 'C26',
      },
      {
        name: 'Dispute a charge',
        request: 'POST /charges/{charge}/disputes',
        save: { dispute: 'id' },
        row: 'D1',
        rows: { transactions: 'D2' },
      },
      { name: 'Dispute a disputed charge', request: 'POST /charges/{charge}/disputes', row: 'D3' },
      { name: 'Retrieve the dispute', request: 'GET /disputes/{dispute}', row: 'D1' },
      {
        name: 'Retrieve a disputed charge',
        resource: 'charges',
        request: 'GET /charges/{charge}',
        row: 'D4',
      },
      {
        name: 'Refund a disputed charge',
        resource: 'refunds',
        request: 'POST /charges/{charge}/refunds',
        body: { amount: 1_000 },
        row: 'R2',
      },
      {
        name: 'List the newest open dispute',
        request: 'GET /disputes/open?limit=1&order=reverse_chronological',
        free: ['total'],
        row: 'D5',
      },
      {
        name: 'Add a document',
        resource: 'documents',
        request: 'POST /disputes/{dispute}/documents',
        file: PNG,
        save: { document: 'id' },
        row: 'D11',
      },
      {
        name: 'Add a document of another type',
        resource: 'documents',
        request: 'POST /disputes/{dispute}/documents',
        file: { name: 'receipt.exe', type: 'application/octet-stream', base64: 'TVo=' },
        row: 'D11',
      },
      {
        name: 'Add no document',
        resource: 'documents',
        request: 'POST /disputes/{dispute}/documents',
        row: 'D11',
      },
      {
        name: 'Retrieve the document',
        resource: 'documents',
        request: 'GET /disputes/{dispute}/documents/{document}',
        row: 'D10',
      },
      {
        name: 'List the documents',
        resource: 'documents',
        request: 'GET /disputes/{dispute}/documents',
        row: 'D10',
      },
      {
        name: 'Delete the document',
        resource: 'documents',
        request: 'DELETE /disputes/{dispute}/documents/{document}',
        row: 'D10',
      },
      {
        name: 'Retrieve an unknown document',
        resource: 'documents',
        request: 'GET /disputes/{dispute}/documents/docu_test_00000000000000000no',
        row: 'E6',
      },
      {
        name: 'Update the message',
        request: 'PATCH /disputes/{dispute}',
        body: { message: 'The goods were delivered.', metadata: { parcel: '77' } },
        row: 'D7',
      },
      {
        name: 'Update the message again',
        request: 'PATCH /disputes/{dispute}',
        body: { message: 'The goods were delivered twice.' },
        row: 'D6',
      },
      {
        name: 'Add a document to a pending dispute',
        resource: 'documents',
        request: 'POST /disputes/{dispute}/documents',
        file: PNG,
        row: 'D11',
      },
      {
        name: 'Accept a pending dispute',
        request: 'PATCH /disputes/{dispute}/accept',
        error: 'invalid_dispute',
        row: 'D6',
      },
      {
        name: 'List the newest pending dispute',
        request: 'GET /disputes/pending?limit=1&order=reverse_chronological',
        free: ['total'],
        row: 'D5',
      },
      close('Close a dispute with an unknown status', 'D9', { status: 'draw' }, { error: 'invalid_dispute' }),
      close('Close the dispute as won', 'D9', { status: 'won' }),
      close('Close a closed dispute', 'D6', { status: 'lost' }),
      {
        name: 'List the newest closed dispute',
        request: 'GET /disputes/closed?limit=1&order=reverse_chronological',
        free: ['total'],
        row: 'D5',
      },
    ],
  },
  {
    name: 'disputes-accepted',
    resource: 'disputes',
    exchanges: [
      tokenOf('Create a token to lose', 'token'),
      {
        name: 'Create a charge to lose',
        resource: 'charges',
        request: 'POST /charges',
        body: { ...THB, card: '{token}' },
        save: { charge: 'id' },
        row: 'C26',
      },
      {
        name: 'Dispute the charge to lose',
        request: 'POST /charges/{charge}/disputes',
        save: { dispute: 'id' },
        row: 'D2',
      },
      { name: 'Accept the dispute', request: 'PATCH /disputes/{dispute}/accept', row: 'D8' },
      { name: 'Accept an accepted dispute', request: 'PATCH /disputes/{dispute}/accept', row: 'D6' },
      {
        name: 'List the newest dispute',
        request: 'GET /disputes?limit=1&order=reverse_chronological',
        free: ['total'],
        row: 'D5',
      },
      {
        name: 'Retrieve a charge that was lost',
        resource: 'charges',
        request: 'GET /charges/{charge}',
        row: 'C23',
      },
    ],
  },
  {
    name: 'disputes-refused',
    resource: 'disputes',
    exchanges: [
      {
        name: 'Retrieve an unknown dispute',
        request: 'GET /disputes/dspt_test_00000000000000000no',
        row: 'E6',
      },
      {
        name: 'Dispute an unknown charge',
        request: 'POST /charges/chrg_test_00000000000000000no/disputes',
        row: 'E6',
      },
      {
        name: 'Accept an unknown dispute',
        request: 'PATCH /disputes/dspt_test_00000000000000000no/accept',
        row: 'E6',
      },
      {
        name: 'List disputes with the public key',
        request: 'GET /disputes',
        key: 'public',
        error: 'authentication_failure',
        row: 'K3',
      },
    ],
  },
];
