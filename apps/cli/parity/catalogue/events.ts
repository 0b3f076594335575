import type { Flow } from '../exchange.js';

const PROMPTPAY = { amount: 100_000, currency: 'THB', source: { type: 'promptpay' } } as const;

export const EVENTS: readonly Flow[] = [
  {
    name: 'events',
    resource: 'events',
    exchanges: [
      {
        name: 'Create a charge with an event',
        resource: 'charges',
        request: 'POST /charges',
        body: PROMPTPAY,
        save: { charge: 'id' },
        row: 'C4',
      },
      {
        name: 'Find the event',
        request: 'GET /charges/{charge}/events',
        awaits: 'data.0',
        save: { event: 'data.0.id' },
        free: ['data.*.webhook_deliveries'],
        row: 'V3',
      },
      { name: 'Retrieve the event', request: 'GET /events/{event}', free: ['webhook_deliveries'], row: 'V3' },
      {
        name: 'List the newest event',
        request: 'GET /events?limit=1&order=reverse_chronological',
        free: ['total', 'data.*.webhook_deliveries'],
        row: 'V8',
      },
      { name: 'Retrieve an unknown event', request: 'GET /events/evnt_test_00000000000000000no', row: 'E6' },
      {
        name: 'List events with the public key',
        request: 'GET /events',
        key: 'public',
        error: 'authentication_failure',
        row: 'K3',
      },
      {
        name: 'List the events of an unknown charge',
        request: 'GET /charges/chrg_test_00000000000000000no/events',
        row: 'E6',
      },
    ],
  },
  {
    name: 'search',
    resource: 'search',
    exchanges: [
      {
        name: 'Create a charge to find',
        resource: 'charges',
        request: 'POST /charges',
        body: PROMPTPAY,
        save: { charge: 'id' },
        row: 'C4',
      },
      {
        name: 'Find the charge by its ID',
        request: 'GET /search?scope=charge&query={charge}',
        awaits: 'data.0',
        row: 'SE1',
      },
      {
        name: 'Find nothing',
        request: 'GET /search?scope=charge&query=chrg_test_00000000000000000no',
        row: 'SE1',
      },
      {
        name: 'Find with filters',
        request: 'GET /search?scope=charge&filters[amount]=1000&query={charge}',
        row: 'SE3',
      },
      { name: 'Search in an unknown scope', request: 'GET /search?scope=planet', row: 'SE2' },
      { name: 'Search without a scope', request: 'GET /search', row: 'SE2' },
      {
        name: 'Search by an unknown filter',
        request: 'GET /search?scope=charge&filters[colour]=red',
        row: 'SE3',
      },
      { name: 'Search on page 0', request: 'GET /search?scope=charge&page=0', row: 'SE1' },
      { name: 'Search with 0 per page', request: 'GET /search?scope=charge&per_page=0', row: 'SE1' },
      {
        name: 'Search with the public key',
        request: 'GET /search?scope=charge',
        key: 'public',
        error: 'authentication_failure',
        row: 'K3',
      },
    ],
  },
  {
    name: 'versions',
    resource: 'versions',
    exchanges: [
      {
        name: 'Create a charge in version 2017-11-02',
        request: 'POST /charges',
        version: '2017-11-02',
        body: PROMPTPAY,
        save: { charge: 'id' },
        row: 'V12',
      },
      {
        name: 'Retrieve the charge in version 2015-11-17',
        request: 'GET /charges/{charge}',
        version: '2015-11-17',
        row: 'V13',
      },
      {
        name: 'Retrieve the charge in version 2014-07-27',
        request: 'GET /charges/{charge}',
        version: '2014-07-27',
        row: 'V14',
      },
      {
        name: 'Retrieve the capability in version 2017-11-02',
        request: 'GET /capability',
        key: 'public',
        version: '2017-11-02',
        row: 'V18',
        rows: { payment_backends: 'Q8', tokenization_methods: 'Q8' },
      },
      {
        name: 'Create a source in version 2015-11-17',
        request: 'POST /sources',
        key: 'public',
        version: '2015-11-17',
        body: { amount: 100_000, currency: 'THB', type: 'promptpay' },
        row: 'V15',
      },
      {
        name: 'Retrieve the charge in an unknown version',
        request: 'GET /charges/{charge}',
        version: '2001-01-01',
        row: 'V1',
      },
    ],
  },
];
