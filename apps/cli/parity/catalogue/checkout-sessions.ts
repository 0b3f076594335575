import { exchangesOf, type Exchange, type Flow } from '../exchange.js';

const createSession = exchangesOf('POST /api/sessions');

const SESSION = {
  amount: 100_000,
  currency: 'THB',
  order_id: '1042',
  payment_methods: ['card', 'promptpay'],
  redirect_urls: {
    complete_url: 'https://shop.example/complete',
    cancel_url: 'https://shop.example/cancel',
  },
} as const;
const UNKNOWN = 'sess_test_00000000000000000no';

const EXCHANGES: readonly Exchange[] = [
  createSession('Create a checkout session', 'CS1', SESSION, {
    save: { session: 'id' },
    rows: { redirect_url: 'CS4' },
  }),
  { name: 'Retrieve the checkout session', request: 'GET /api/sessions/{session}', row: 'CS1' },
  {
    name: 'Create a checkout session with every parameter',
    request: 'POST /api/sessions',
    body: {
      ...SESSION,
      description: 'Two books',
      metadata: { order: '1042' },
      style: { theme_color: '#173799', text_color: '#fff' },
      locale: 'th',
      auto_capture: false,
      webhook_endpoints: ['https://shop.example/webhooks'],
    },
    row: 'CS2',
    rows: { auto_capture: 'CS9', locale: 'CS10', style: 'CS10' },
  },
  { name: 'Create a checkout session without parameters', request: 'POST /api/sessions', row: 'CS2' },
  createSession('Create a checkout session without addresses', 'CS2', { ...SESSION, redirect_urls: {} }),
  createSession('Create a checkout session with an unknown method', 'CS5', {
    ...SESSION,
    payment_methods: ['shells'],
  }),
  createSession('Create a checkout session below the minimum of its method', 'CS5', {
    ...SESSION,
    amount: 1,
  }),
  { name: 'Retrieve an unknown checkout session', request: `GET /api/sessions/${UNKNOWN}`, row: 'E6' },
  {
    name: 'Create a checkout session with the public key',
    request: 'POST /api/sessions',
    key: 'public',
    error: 'authentication_failure',
    row: 'K3',
  },
  {
    name: 'Retrieve a checkout session without a key',
    request: `GET /api/sessions/${UNKNOWN}`,
    key: 'none',
    row: 'K3',
  },
];

export const CHECKOUT_SESSIONS: readonly Flow[] = [
  {
    name: 'checkout-sessions',
    resource: 'checkout_sessions',
    exchanges: EXCHANGES.map((exchange) => ({ ...exchange, host: 'pay' })),
  },
];
