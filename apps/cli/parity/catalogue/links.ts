import { exchangesOf, type Flow } from '../exchange.js';

const createLink = exchangesOf('POST /links');

const LINK = { amount: 100_000, currency: 'THB', title: 'Two books', description: 'Order 1042' } as const;

export const LINKS: readonly Flow[] = [
  {
    name: 'links',
    resource: 'links',
    exchanges: [
      createLink('Create a link', 'LK1', LINK, { save: { link: 'id' }, rows: { payment_uri: 'LK3' } }),
      { name: 'Retrieve the link', request: 'GET /links/{link}', row: 'LK1' },
      createLink(
        'Create a link for several payments',
        'LK2',
        { ...LINK, multiple: true },
        { save: { multiple: 'id' } },
      ),
      {
        name: 'List the newest links',
        request: 'GET /links?limit=2&order=reverse_chronological',
        free: ['total'],
        row: 'L9',
      },
      { name: 'List the charges of a link', request: 'GET /links/{link}/charges', row: 'LK4' },
      { name: 'Delete the link', request: 'DELETE /links/{link}', row: 'LK5' },
      { name: 'Retrieve a deleted link', request: 'GET /links/{link}', row: 'LK5' },
      { name: 'Delete the other link', request: 'DELETE /links/{multiple}', row: 'LK5' },
      { name: 'Create a link without parameters', request: 'POST /links', row: 'LK2' },
      createLink('Create a link in an unknown currency', 'LK2', { ...LINK, currency: 'XXX' }),
      createLink('Create a link below the minimum', 'LK2', { ...LINK, amount: 1 }),
      { name: 'Retrieve an unknown link', request: 'GET /links/link_test_00000000000000000no', row: 'E6' },
      {
        name: 'List links with the public key',
        request: 'GET /links',
        key: 'public',
        error: 'authentication_failure',
        row: 'K3',
      },
    ],
  },
];
