import type { Flow } from '../exchange.js';

export const CHARGES: readonly Flow[] = [
  {
    name: 'charges-promptpay',
    exchanges: [
      {
        name: 'Create a charge with a new source',
        resource: 'charges',
        method: 'POST',
        path: '/charges',
        body: {
          amount: 100_000,
          currency: 'THB',
          source: { type: 'promptpay' },
          metadata: { order: '1042' },
        },
        save: { charge: 'id', source: 'source.id' },
        row: 'C1',
      },
      {
        name: 'Retrieve the charge',
        resource: 'charges',
        method: 'GET',
        path: '/charges/{charge}',
        row: 'C36',
      },
      {
        name: 'Mark the charge as paid',
        resource: 'charges',
        method: 'POST',
        path: '/charges/{charge}/mark_as_paid',
        row: 'C8',
      },
      {
        name: 'Expire a paid charge',
        resource: 'charges',
        method: 'POST',
        path: '/charges/{charge}/expire',
        row: 'C7',
      },
    ],
  },
  {
    name: 'charges-expired',
    exchanges: [
      {
        name: 'Create a charge to expire',
        resource: 'charges',
        method: 'POST',
        path: '/charges',
        body: { amount: 100_000, currency: 'THB', source: { type: 'promptpay' } },
        save: { charge: 'id' },
        row: 'C1',
      },
      {
        name: 'Expire a charge',
        resource: 'charges',
        method: 'POST',
        path: '/charges/{charge}/expire',
        row: 'C17',
      },
      {
        name: 'List the events of an expired charge',
        resource: 'events',
        method: 'GET',
        path: '/charges/{charge}/events',
        row: 'V8',
      },
    ],
  },
];
