import { exchangesOf, type Flow } from '../exchange.js';

const charge = exchangesOf('POST /charges', { resource: 'charges' });

export const LINKED_ACCOUNTS: readonly Flow[] = [
  {
    name: 'linked-accounts',
    resource: 'linked_accounts',
    exchanges: [
      {
        name: 'Create a linked account',
        request: 'POST /linked_accounts',
        body: { type: 'direct_debit_kbank', return_uri: 'https://shop.example/return' },
        save: { linked: 'id' },
        row: 'LA1',
      },
      { name: 'Retrieve the linked account', request: 'GET /linked_accounts/{linked}', row: 'LA7' },
      charge('Charge a pending linked account', 'LA8', {
        amount: 100_000,
        currency: 'THB',
        linked_account: '{linked}',
      }),
      {
        name: 'Mark the linked account as registered',
        request: 'POST /linked_accounts/{linked}/mark_as_registered',
        free: ['last_digits'],
        row: 'LA5',
      },
      {
        name: 'Mark a registered linked account as failed',
        request: 'POST /linked_accounts/{linked}/mark_as_failed',
        error: 'bad_request',
        row: 'LA5',
      },
      charge('Charge a linked account without a customer', 'LA8', {
        amount: 100_000,
        currency: 'THB',
        linked_account: '{linked}',
      }),
      {
        name: 'Create a customer with the linked account',
        resource: 'customers',
        request: 'POST /customers',
        body: { linked_account: '{linked}' },
        save: { customer: 'id' },
        free: ['**.last_digits'],
        row: 'U9',
      },
      charge(
        'Charge the linked account of a customer',
        'LA8',
        { amount: 100_000, currency: 'THB', customer: '{customer}', linked_account: '{linked}' },
        { free: ['**.last_digits'] },
      ),
      {
        name: 'Delete the customer of the linked account',
        resource: 'customers',
        request: 'DELETE /customers/{customer}',
        free: ['**.last_digits'],
        row: 'U8',
      },
      {
        name: 'List the newest linked account',
        request: 'GET /linked_accounts?limit=1&order=reverse_chronological',
        free: ['total', 'data.*.last_digits'],
        row: 'L9',
      },
      {
        name: 'Create a linked account to fail',
        request: 'POST /linked_accounts',
        body: { type: 'direct_debit_kbank', return_uri: 'https://shop.example/return' },
        save: { failed: 'id' },
        row: 'LA1',
      },
      {
        name: 'Mark the linked account as failed',
        request: 'POST /linked_accounts/{failed}/mark_as_failed',
        row: 'LA5',
      },
      {
        name: 'Create a linked account of an unknown type',
        request: 'POST /linked_accounts',
        body: { type: 'direct_debit_none', return_uri: 'https://shop.example/return' },
        row: 'LA2',
      },
      {
        name: 'Create a linked account without a return_uri',
        request: 'POST /linked_accounts',
        body: { type: 'direct_debit_kbank' },
        row: 'LA2',
      },
      {
        name: 'Create a linked account with a short citizen_id',
        request: 'POST /linked_accounts',
        body: { type: 'direct_debit_kbank', return_uri: 'https://shop.example/', citizen_id: '12' },
        row: 'LA4',
      },
      {
        name: 'Retrieve an unknown linked account',
        request: 'GET /linked_accounts/lnac_test_00000000000000000no',
        row: 'E6',
      },
    ],
  },
];
