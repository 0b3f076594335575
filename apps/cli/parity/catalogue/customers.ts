import { exchangesOf, type Flow } from '../exchange.js';
import { tokenOf } from './card.js';

const createCustomer = exchangesOf('POST /customers');
const update = exchangesOf('PATCH /customers/{customer}');
const charge = exchangesOf('POST /charges', { resource: 'charges' });

export const CUSTOMERS: readonly Flow[] = [
  {
    name: 'customers',
    resource: 'customers',
    exchanges: [
      tokenOf('Create a token to save', 'token'),
      createCustomer(
        'Create a customer with a card',
        'U1',
        {
          email: 'somchai@shop.example',
          description: 'Somchai Prasert',
          card: '{token}',
          metadata: { vip: 'yes' },
        },
        { save: { customer: 'id', card: 'default_card' }, rows: { cards: 'U10' } },
      ),
      { name: 'Retrieve the customer', request: 'GET /customers/{customer}', row: 'U1' },
      update('Update the customer', 'U5', { description: 'Somchai P.', email: 'p@shop.example' }),
      charge('Create a charge with the customer', 'C33', {
        amount: 100_000,
        currency: 'THB',
        customer: '{customer}',
      }),
      tokenOf('Create a second token to save', 'second_token', '5555555555554444'),
      update(
        'Add a card',
        'U4',
        { card: '{second_token}' },
        { save: { second: 'cards.data.1.id' }, rows: { cards: 'U10' } },
      ),
      update('Add a card with a used token', 'U2', { card: '{second_token}' }),
      { name: 'List the cards', resource: 'cards', request: 'GET /customers/{customer}/cards', row: 'U10' },
      {
        name: 'List the cards, newest first',
        resource: 'cards',
        request: 'GET /customers/{customer}/cards?order=reverse_chronological',
        row: 'U10',
      },
      {
        name: 'Retrieve a card',
        resource: 'cards',
        request: 'GET /customers/{customer}/cards/{second}',
        row: 'T3',
      },
      {
        name: 'Update a card',
        resource: 'cards',
        request: 'PATCH /customers/{customer}/cards/{second}',
        body: { expiration_month: 1, expiration_year: 2041, name: 'S. Prasert', postal_code: '10400' },
        row: 'U6',
      },
      {
        name: 'Update a card with a month of 13',
        resource: 'cards',
        request: 'PATCH /customers/{customer}/cards/{second}',
        body: { expiration_month: 13 },
        row: 'U6',
      },
      update('Change the default card', 'U5', { default_card: '{second}' }),
      update('Change the default card to an unknown one', 'U5', {
        default_card: 'card_test_00000000000000000no',
      }),
      charge('Create a charge with a saved card', 'C33', {
        amount: 100_000,
        currency: 'THB',
        customer: '{customer}',
        card: '{card}',
      }),
      charge('Create a charge with an unknown card of the customer', 'C21', {
        amount: 100_000,
        currency: 'THB',
        customer: '{customer}',
        card: 'card_test_00000000000000000no',
      }),
      {
        name: 'Delete a card',
        resource: 'cards',
        request: 'DELETE /customers/{customer}/cards/{second}',
        row: 'U7',
      },
      {
        name: 'Retrieve a deleted card',
        resource: 'cards',
        request: 'GET /customers/{customer}/cards/{second}',
        row: 'U7',
      },
      {
        name: 'Retrieve an unknown card',
        resource: 'cards',
        request: 'GET /customers/{customer}/cards/card_test_00000000000000000no',
        row: 'E6',
      },
      {
        name: 'Retrieve the customer expanded',
        request: 'GET /customers/{customer}?expand=true',
        row: 'V16',
      },
      {
        name: 'List the schedules of the customer',
        resource: 'schedules',
        request: 'GET /customers/{customer}/schedules',
        row: 'L9',
      },
      {
        name: 'List the linked accounts of the customer',
        resource: 'linked_accounts',
        request: 'GET /customers/{customer}/linked_accounts',
        row: 'L9',
      },
      {
        name: 'List the newest customer',
        request: 'GET /customers?limit=1&order=reverse_chronological',
        free: ['total'],
        row: 'L1',
      },
      { name: 'Delete the customer', request: 'DELETE /customers/{customer}', row: 'U8' },
      { name: 'Retrieve a deleted customer', request: 'GET /customers/{customer}', row: 'U8' },
      update('Update a deleted customer', 'U8', { description: 'Nobody' }),
      charge('Charge a deleted customer', 'C21', {
        amount: 100_000,
        currency: 'THB',
        customer: '{customer}',
      }),
    ],
  },
  {
    name: 'customers-refused',
    resource: 'customers',
    exchanges: [
      {
        name: 'Create a customer without anything',
        request: 'POST /customers',
        save: { customer: 'id' },
        row: 'U1',
      },
      charge('Charge a customer without a card', 'C21', {
        amount: 100_000,
        currency: 'THB',
        customer: '{customer}',
      }),
      { name: 'Delete a customer without cards', request: 'DELETE /customers/{customer}', row: 'U8' },
      createCustomer('Create a customer with an unknown token', 'U2', {
        card: 'tokn_test_00000000000000000no',
      }),
      createCustomer('Create a customer with metadata that is a text', 'U3', { metadata: 'vip' }),
      {
        name: 'Retrieve an unknown customer',
        request: 'GET /customers/cust_test_00000000000000000no',
        row: 'E6',
      },
      {
        name: 'Delete an unknown customer',
        request: 'DELETE /customers/cust_test_00000000000000000no',
        row: 'E6',
      },
      charge('Charge an unknown customer', 'E6', {
        amount: 100_000,
        currency: 'THB',
        customer: 'cust_test_00000000000000000no',
      }),
      {
        name: 'Create a customer with the public key',
        request: 'POST /customers',
        key: 'public',
        error: 'authentication_failure',
        row: 'K3',
      },
    ],
  },
];
