import { holdToExamples, type DowngradeExample } from '../test/downgrade-examples.js';
import { TO_2015_11_17 } from './to-2015-11-17.js';

/** One for each change, in its order. */
const EXAMPLES: readonly DowngradeExample[] = [
  {
    before: {
      ...{ object: 'list', data: [], limit: 20, offset: 0, total: 0, location: '/charges', order: 'chronological' },
      ...{ from: '1970-01-01T00:00:00Z', to: '2026-01-31T00:00:00Z' },
    },
    after: {
      ...{ object: 'list', from: '1970-01-01T00:00:00Z', to: '2026-01-31T00:00:00Z', offset: 0, limit: 20, total: 0 },
      ...{ order: 'chronological', location: '/charges', data: [] },
    },
  },
  {
    before: { object: 'receipt_list', data: [], limit: 20, offset: 0, total: 0, location: '/receipts', order: 'chronological' },
    after: { object: 'receipt_list', offset: 0, limit: 20, total: 0, order: 'chronological', location: '/receipts', data: [] },
  },
  {
    before: { object: 'list', order: 'chronological', data: [] },
    after: { object: 'list', order: null, data: [] },
    isEmbedded: true,
  },
  {
    before: { object: 'list', location: '/customers/cust_1/cards', data: [] },
    after: { object: 'list', data: [] },
    untouched: { object: 'list', location: '/customers', data: [] },
  },
  {
    before: { object: 'card', id: 'card_1', brand: 'Visa', city: 'Bangkok', first_digits: '424242', last_digits: '4242', street1: null },
    after: { object: 'card', id: 'card_1', city: 'Bangkok', last_digits: '4242', brand: 'Visa' },
  },
  {
    before: { object: 'token', id: 'tokn_1', used: true, card: null, location: '/tokens/tokn_1', charge_status: 'pending', created: 'now' },
    after: { object: 'token', id: 'tokn_1', location: '/tokens/tokn_1', used: true, card: null, created: 'now' },
  },
  {
    before: { object: 'customer', livemode: false, id: 'cust_1', metadata: {}, cards: 'a list', default_card: null, created: 'now' },
    after: { object: 'customer', id: 'cust_1', livemode: false, default_card: null, metadata: {}, created: 'now', cards: 'a list' },
  },
  {
    before: { object: 'charge', id: 'chrg_1', card: null, source: { object: 'source', type: 'alipay', flow: 'redirect' } },
    after: expect.objectContaining({ source_of_fund: 'offsite', offsite: 'alipay', offline: null }) as object,
  },
  {
    before: {
      object: 'charge',
      id: 'chrg_1',
      amount: 1,
      funding_amount: 1,
      source: null,
      paid: true,
      expires_at: 'later',
      livemode: false,
    },
    after: { object: 'charge', id: 'chrg_1', livemode: false, amount: 1, paid: true },
  },
  {
    before: { object: 'transaction', currency: 'thb', amount: 1, id: 'trxn_1', source: 'chrg_1', type: 'credit', created: 'now' },
    after: { object: 'transaction', id: 'trxn_1', type: 'credit', amount: 1, currency: 'thb', source: 'chrg_1', created: 'now' },
  },
  {
    before: { object: 'balance', livemode: false, currency: 'thb', reserve_amount: 1, available: 2, total: 3, location: '/balance' },
    after: { object: 'balance', livemode: false, location: '/balance', available: 2, total: 3, currency: 'thb', reserve_amount: 1 },
  },
  {
    before: {
      ...{ object: 'account', id: 'acct_1', country: 'TH', currency: 'thb', email: 'a@shop.example', created: 'now' },
      ...{ api_version: '2015-11-17', zero_interest_installments: true },
    },
    after: {
      ...{ object: 'account', id: 'acct_1', email: 'a@shop.example', currency: 'thb', zero_interest_installments: true, created: 'now' },
    },
  },
  {
    before: { object: 'event', livemode: false, data: {}, id: 'evnt_1', key: 'charge.create', created: 'now' },
    after: { object: 'event', id: 'evnt_1', livemode: false, key: 'charge.create', created: 'now', data: {} },
  },
];

describe('before 2017-11-02', () => {
  holdToExamples(TO_2015_11_17, EXAMPLES);
});
