import { exchangesOf, type Flow } from '../exchange.js';
import { tokenOf } from './card.js';

const charge = exchangesOf('POST /charges');

const THB = { amount: 100_000, currency: 'THB' } as const;

export const CARD_CHARGES: readonly Flow[] = [
  {
    name: 'card-charges',
    resource: 'charges',
    exchanges: [
      tokenOf('Create a token to charge', 'token'),
      charge(
        'Create a charge with a token',
        'C26',
        { ...THB, card: '{token}', description: 'Order 1042', metadata: { order: '1042' } },
        { save: { charge: 'id', transaction: 'transaction' }, rows: { card: 'T3' } },
      ),
      charge('Create a charge with a used token', 'C32', { ...THB, card: '{token}' }),
      { name: 'Retrieve a card charge', request: 'GET /charges/{charge}', row: 'C36' },
      {
        name: 'Capture a captured charge',
        request: 'POST /charges/{charge}/capture',
        error: 'failed_capture',
        row: 'C7',
      },
      {
        name: 'Reverse a captured charge',
        request: 'POST /charges/{charge}/reverse',
        error: 'failed_reverse',
        row: 'C7',
      },
      { name: 'Expire a card charge', request: 'POST /charges/{charge}/expire', row: 'C7' },
      {
        name: 'Retrieve the transaction of a charge',
        resource: 'transactions',
        request: 'GET /transactions/{transaction}',
        row: 'B2',
      },
      {
        name: 'List the newest transaction',
        resource: 'transactions',
        request: 'GET /transactions?limit=1&order=reverse_chronological',
        free: ['total'],
        row: 'B2',
      },
      {
        name: 'Retrieve an unknown transaction',
        resource: 'transactions',
        request: 'GET /transactions/trxn_test_00000000000000000no',
        row: 'E6',
      },
      {
        name: 'List transactions with the public key',
        resource: 'transactions',
        request: 'GET /transactions',
        key: 'public',
        error: 'authentication_failure',
        row: 'K3',
      },
      {
        name: 'List the events of a card charge',
        resource: 'events',
        request: 'GET /charges/{charge}/events',
        awaits: 'data.0',
        row: 'V4',
      },
    ],
  },
  {
    name: 'card-charges-authorized',
    resource: 'charges',
    exchanges: [
      tokenOf('Create a token to authorize', 'token'),
      charge(
        'Authorize a charge',
        'C26',
        { ...THB, card: '{token}', capture: false },
        { save: { charge: 'id' } },
      ),
      { name: 'Expire an authorized charge', request: 'POST /charges/{charge}/expire', row: 'C7' },
      {
        name: 'Capture more than was authorized',
        request: 'POST /charges/{charge}/capture',
        body: { capture_amount: 100_001 },
        error: 'failed_capture',
        row: 'C12',
      },
      { name: 'Capture the charge', request: 'POST /charges/{charge}/capture', row: 'C12' },
      { name: 'Capture the charge again', request: 'POST /charges/{charge}/capture', row: 'C7' },
      tokenOf('Create a token to reverse', 'reversed_token'),
      charge(
        'Authorize a charge to reverse',
        'C26',
        { ...THB, card: '{reversed_token}', capture: false },
        { save: { reversed: 'id' } },
      ),
      { name: 'Reverse the charge', request: 'POST /charges/{reversed}/reverse', row: 'C24' },
      { name: 'Reverse the charge again', request: 'POST /charges/{reversed}/reverse', row: 'C7' },
      { name: 'Capture a reversed charge', request: 'POST /charges/{reversed}/capture', row: 'C7' },
      tokenOf('Create a token to pre-authorize', 'pre_token'),
      charge(
        'Pre-authorize a charge',
        'C31',
        { ...THB, card: '{pre_token}', capture: false, authorization_type: 'pre_auth' },
        { save: { pre: 'id' } },
      ),
      {
        name: 'Capture a part of a pre-authorized charge',
        request: 'POST /charges/{pre}/capture',
        body: { capture_amount: 60_000 },
        row: 'C31',
      },
      {
        name: 'List the events of an authorized and captured charge',
        resource: 'events',
        request: 'GET /charges/{charge}/events',
        awaits: 'data.1',
        row: 'V4',
      },
    ],
  },
  {
    name: 'card-charges-refused',
    resource: 'charges',
    exchanges: [
      tokenOf('Create a token of a card without funds', 'poor', '4111111111140011'),
      charge('Charge a card without funds', 'T7', { ...THB, card: '{poor}' }, { save: { failed: 'id' } }),
      {
        name: 'Refund a failed charge',
        resource: 'refunds',
        request: 'POST /charges/{failed}/refunds',
        body: { amount: 1_000 },
        error: 'failed_refund',
        row: 'R2',
      },
      {
        name: 'Dispute a failed charge',
        resource: 'disputes',
        request: 'POST /charges/{failed}/disputes',
        error: 'invalid_dispute',
        row: 'D3',
      },
      tokenOf('Create a token of a stolen card', 'stolen', '4111111111130012'),
      charge('Charge a stolen card', 'T7', { ...THB, card: '{stolen}' }),
      tokenOf('Create a token of a card outside 3-D Secure', 'notEnrolled', '4111111111150002'),
      charge('Challenge a card outside 3-D Secure', 'C30', {
        ...THB,
        card: '{notEnrolled}',
        authentication: '3DS',
        return_uri: 'https://shop.example/',
      }),
      tokenOf('Create a token of a rejected card', 'rejected', '4111111111110014'),
      charge('Charge a rejected card', 'T7', { ...THB, card: '{rejected}' }),
      tokenOf('Create a token of a card for fraud', 'fraud', '4111111111190016'),
      charge('Charge a card of a fraud check that fails', 'T7', { ...THB, card: '{fraud}' }),
      charge('Charge an unknown token', 'E6', { ...THB, card: 'tokn_test_00000000000000000no' }),
      charge('Charge a card and a source', 'C21', {
        ...THB,
        card: 'tokn_test_00000000000000000no',
        source: { type: 'promptpay' },
      }),
      tokenOf('Create a token to keep', 'kept'),
      charge('Charge a card below the minimum', 'C3', { amount: 1, currency: 'THB', card: '{kept}' }),
      charge('Charge a card in a currency that cards lack', 'C27', {
        amount: 100_000,
        currency: 'VND',
        card: '{kept}',
      }),
      {
        name: 'Charge a card in USD',
        request: 'POST /charges',
        body: { amount: 10_000, currency: 'USD', card: '{kept}' },
        // The rate of the day.
        free: ['funding_amount', 'net', 'fee', 'fee_vat'],
        row: 'C27',
      },
    ],
  },
];
