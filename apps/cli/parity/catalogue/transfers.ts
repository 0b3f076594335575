import { exchangesOf, type Flow } from '../exchange.js';

const createRecipient = exchangesOf('POST /recipients');
const transfer = exchangesOf('POST /transfers');

const BANK_ACCOUNT = { brand: 'bbl', number: '1234567890', name: 'Somchai Prasert' } as const;

/** Enough for a transfer. */
const BALANCE = 100_000;

export const TRANSFERS: readonly Flow[] = [
  {
    name: 'recipients',
    resource: 'recipients',
    exchanges: [
      createRecipient(
        'Create a recipient',
        'RC2',
        {
          name: 'Somchai Prasert',
          type: 'individual',
          email: 'somchai@shop.example',
          description: 'The cook',
          tax_id: '1234567890',
          bank_account: BANK_ACCOUNT,
          metadata: { shop: '7' },
        },
        { save: { recipient: 'id' } },
      ),
      { name: 'Retrieve the recipient', request: 'GET /recipients/{recipient}', row: 'RC1' },
      {
        name: 'Retrieve the recipient in version 2017-11-02',
        request: 'GET /recipients/{recipient}',
        version: '2017-11-02',
        row: 'V12',
      },
      {
        name: 'Update the recipient',
        request: 'PATCH /recipients/{recipient}',
        body: { description: 'The chef' },
        row: 'RC5',
      },
      { name: 'Verify the recipient', request: 'PATCH /recipients/{recipient}/verify', row: 'RC4' },
      {
        name: 'Update the bank account',
        request: 'PATCH /recipients/{recipient}',
        body: { bank_account: { ...BANK_ACCOUNT, number: '1234567891' } },
        row: 'RC5',
      },
      {
        name: 'List the newest recipient',
        request: 'GET /recipients?limit=1&order=reverse_chronological',
        free: ['total'],
        row: 'RC1',
      },
      {
        name: 'List the schedules of the recipient',
        resource: 'schedules',
        request: 'GET /recipients/{recipient}/schedules',
        row: 'L9',
      },
      { name: 'Delete the recipient', request: 'DELETE /recipients/{recipient}', row: 'RC1' },
      { name: 'Retrieve a deleted recipient', request: 'GET /recipients/{recipient}', row: 'RC1' },
      { name: 'Create a recipient without parameters', request: 'POST /recipients', row: 'RC2' },
      createRecipient('Create a recipient of an unknown type', 'RC2', {
        name: 'Somchai',
        type: 'robot',
        bank_account: BANK_ACCOUNT,
      }),
      createRecipient('Create a recipient at an unknown bank', 'RC2', {
        name: 'Somchai',
        type: 'individual',
        bank_account: { ...BANK_ACCOUNT, brand: 'none' },
      }),
      createRecipient('Create a recipient without a bank account', 'RC2', {
        name: 'Somchai',
        type: 'individual',
      }),
      {
        name: 'Retrieve an unknown recipient',
        request: 'GET /recipients/recp_test_00000000000000000no',
        row: 'E6',
      },
      {
        name: 'List recipients with the public key',
        request: 'GET /recipients',
        key: 'public',
        error: 'authentication_failure',
        row: 'K3',
      },
    ],
  },
  {
    name: 'transfers',
    resource: 'transfers',
    exchanges: [
      transfer(
        'Create a transfer',
        'TR2',
        { amount: 100_000, metadata: { order: '1042' } },
        { needsBalance: BALANCE, save: { transfer: 'id' }, free: ['bank_account.*'] },
      ),
      {
        name: 'Retrieve the transfer',
        request: 'GET /transfers/{transfer}',
        free: ['bank_account.*'],
        row: 'TR1',
      },
      {
        name: 'Update the transfer',
        request: 'PATCH /transfers/{transfer}',
        body: { amount: 90_000 },
        free: ['bank_account.*'],
        row: 'TR1',
      },
      {
        name: 'Mark the transfer as sent',
        request: 'POST /transfers/{transfer}/mark_as_sent',
        free: ['bank_account.*'],
        row: 'TR1',
      },
      {
        name: 'Update a sent transfer',
        request: 'PATCH /transfers/{transfer}',
        body: { amount: 80_000 },
        row: 'TR1',
      },
      {
        name: 'Delete a sent transfer',
        request: 'DELETE /transfers/{transfer}',
        error: 'failed_deletion',
        row: 'TR1',
      },
      {
        name: 'Mark the transfer as paid',
        request: 'POST /transfers/{transfer}/mark_as_paid',
        free: ['bank_account.*'],
        row: 'TR1',
      },
      transfer(
        'Create a transfer to fail',
        'TR2',
        { amount: 100_000 },
        { needsBalance: BALANCE, save: { failed: 'id' }, free: ['bank_account.*'] },
      ),
      {
        name: 'Mark the transfer as failed',
        request: 'POST /transfers/{failed}/mark_as_failed',
        free: ['bank_account.*'],
        row: 'TR5',
      },
      transfer(
        'Create a transfer to delete',
        'TR2',
        { amount: 100_000 },
        { needsBalance: BALANCE, save: { deleted: 'id' }, free: ['bank_account.*'] },
      ),
      {
        name: 'List the newest transfer',
        request: 'GET /transfers?limit=1&order=reverse_chronological',
        free: ['total', 'data'],
        row: 'TR1',
      },
      {
        name: 'Delete the transfer',
        request: 'DELETE /transfers/{deleted}',
        free: ['bank_account.*'],
        row: 'TR1',
      },
      transfer('Create a transfer of more than any balance', 'TR4', { amount: 900_000_000_000 }),
      transfer('Create a transfer of a word', 'E4', { amount: 'much' }),
      transfer('Create a transfer to an unknown recipient', 'E6', {
        amount: 100_000,
        recipient: 'recp_test_00000000000000000no',
      }),
      {
        name: 'List transfers of another century',
        request: 'GET /transfers?to=1999-12-31T00:00:00Z',
        row: 'TR1',
      },
      {
        name: 'Retrieve an unknown transfer',
        request: 'GET /transfers/trsf_test_00000000000000000no',
        row: 'E6',
      },
      {
        name: 'Mark an unknown transfer as sent',
        request: 'POST /transfers/trsf_test_00000000000000000no/mark_as_sent',
        row: 'E6',
      },
      {
        name: 'Delete an unknown transfer',
        request: 'DELETE /transfers/trsf_test_00000000000000000no',
        row: 'E6',
      },
      {
        name: 'List transfers with the public key',
        request: 'GET /transfers',
        key: 'public',
        error: 'authentication_failure',
        row: 'K3',
      },
    ],
  },
];
