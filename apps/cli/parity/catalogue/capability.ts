import type { Flow } from '../exchange.js';

export const CAPABILITY: readonly Flow[] = [
  {
    name: 'capability',
    exchanges: [
      {
        name: 'Retrieve the capability',
        resource: 'capability',
        method: 'GET',
        path: '/capability',
        key: 'public',
        row: 'Q1',
        rows: { payment_methods: 'Q8', tokenization_methods: 'Q8', limits: 'Q3', banks: 'Q2' },
      },
      {
        name: 'Retrieve the capability with the secret key',
        resource: 'capability',
        method: 'GET',
        path: '/capability',
        row: 'K9',
      },
      {
        name: 'Retrieve the capability without a key',
        resource: 'capability',
        method: 'GET',
        path: '/capability',
        key: 'none',
        row: 'K3',
      },
    ],
  },
];
