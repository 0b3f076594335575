import type { Flow } from '../exchange.js';

export const ACCOUNT: readonly Flow[] = [
  {
    name: 'account',
    resource: 'account',
    exchanges: [
      {
        name: 'Retrieve the account',
        request: 'GET /account',
        exact: ['object', 'livemode', 'location', 'country', 'currency', 'supported_currencies'],
        row: 'A1',
      },
      {
        name: 'Retrieve the account with the public key',
        request: 'GET /account',
        key: 'public',
        error: 'authentication_failure',
        row: 'K3',
      },
      { name: 'Retrieve the account without a key', request: 'GET /account', key: 'none', row: 'K3' },
      {
        name: 'Retrieve the account with an unknown key',
        request: 'GET /account',
        key: 'unknown',
        row: 'K3',
      },
      {
        name: 'Update the account without parameters',
        request: 'PATCH /account',
        exact: ['object', 'livemode', 'location', 'country', 'currency', 'supported_currencies'],
        row: 'A4',
      },
      {
        name: 'Update the account with the public key',
        request: 'PATCH /account',
        key: 'public',
        error: 'authentication_failure',
        row: 'K3',
      },
      {
        name: 'Retrieve the API version of the account',
        request: 'GET /account/api_versions',
        exact: ['object', 'livemode', 'location', 'country', 'currency', 'supported_currencies'],
        row: 'A11',
      },
      { name: 'Retrieve something unknown', request: 'GET /nothing_here', error: 'not_found', row: 'E7' },
    ],
  },
  {
    name: 'capability',
    resource: 'capability',
    exchanges: [
      {
        name: 'Retrieve the capability',
        request: 'GET /capability',
        key: 'public',
        row: 'Q1',
        rows: { payment_methods: 'Q8', tokenization_methods: 'Q8', limits: 'Q3', banks: 'Q2' },
      },
      {
        name: 'Retrieve the capability with the secret key',
        request: 'GET /capability',
        error: 'authentication_failure',
        row: 'K9',
      },
      { name: 'Retrieve the capability without a key', request: 'GET /capability', key: 'none', row: 'K3' },
    ],
  },
  {
    name: 'forex',
    resource: 'forex',
    exchanges: [
      { name: 'Retrieve the rate of USD', request: 'GET /forex/USD', free: ['rate'], row: 'M7' },
      {
        name: 'Retrieve the rate of a currency in lower case',
        request: 'GET /forex/jpy',
        free: ['rate'],
        row: 'M7',
      },
      { name: 'Retrieve the rate of an unknown currency', request: 'GET /forex/XXX', row: 'M7' },
      {
        name: 'Retrieve a rate with the public key',
        request: 'GET /forex/USD',
        key: 'public',
        error: 'authentication_failure',
        row: 'K3',
      },
    ],
  },
  {
    name: 'balance',
    resource: 'balance',
    exchanges: [
      {
        name: 'Retrieve the balance',
        request: 'GET /balance',
        free: ['total', 'transferable', 'reserve', 'on_hold'],
        row: 'B1',
      },
      {
        name: 'Retrieve the balance with the public key',
        request: 'GET /balance',
        key: 'public',
        error: 'authentication_failure',
        row: 'K3',
      },
    ],
  },
  {
    name: 'chains',
    resource: 'chains',
    exchanges: [
      { name: 'List the chains', request: 'GET /chains?limit=1', free: ['total', 'data'], row: 'A10' },
      {
        name: 'Retrieve an unknown integration',
        request: 'GET /integrations/app_test_00000000000000000no',
        error: 'not_found',
        row: 'A10',
      },
      {
        name: 'Retrieve an unknown chain',
        request: 'GET /chains/acch_test_00000000000000000no',
        error: 'not_found',
        row: 'E6',
      },
      {
        name: 'Revoke an unknown chain',
        request: 'POST /chains/acch_test_00000000000000000no/revoke',
        error: 'not_found',
        row: 'E6',
      },
    ],
  },
  {
    name: 'receipts',
    resource: 'receipts',
    exchanges: [
      {
        name: 'List the receipts',
        request: 'GET /receipts?limit=1',
        save: { receipt: 'data.0.id' },
        free: ['total', 'data'],
        row: 'L10',
      },
      {
        name: 'Retrieve a receipt',
        request: 'GET /receipts/{receipt}',
        exact: ['object', 'livemode', 'location', 'currency'],
        row: 'RE1',
      },
      { name: 'Retrieve an unknown receipt', request: 'GET /receipts/rcpt_00000000000000000no', row: 'E6' },
      {
        name: 'List receipts with the public key',
        request: 'GET /receipts',
        key: 'public',
        error: 'authentication_failure',
        row: 'K3',
      },
    ],
  },
];
