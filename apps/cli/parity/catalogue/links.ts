import type { Flow } from '../exchange.js';

const LINK = { amount: 100_000, currency: 'THB', title: 'Two books', description: 'Order 1042' } as const;

export const LINKS: readonly Flow[] = [
  {
    name: 'links',
    resource: 'links',
    exchanges: [
      {
        name: 'Create a link',
        request: 'POST /links',
        body: LINK,
        save: { link: 'id' },
        row: 'LK1',
        rows: { payment_uri: 'LK3' },
      },
      { name: 'Retrieve the link', request: 'GET /links/{link}', row: 'LK1' },
      {
        name: 'Create a link for several payments',
        request: 'POST /links',
        body: { ...LINK, multiple: true },
        save: { multiple: 'id' },
        row: 'LK2',
      },
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
      {
        name: 'Create a link in an unknown currency',
        request: 'POST /links',
        body: { ...LINK, currency: 'XXX' },
        row: 'LK2',
      },
      {
        name: 'Create a link below the minimum',
        request: 'POST /links',
        body: { ...LINK, amount: 1 },
        row: 'LK2',
      },
      { name: 'Retrieve an unknown link', request: 'GET /links/link_test_00000000000000000no', row: 'E6' },
      { name: 'List links with the public key', request: 'GET /links', key: 'public', row: 'K3' },
    ],
  },
];
