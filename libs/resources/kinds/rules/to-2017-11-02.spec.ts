import { testExamples, type VersionExample } from './test/version-examples.js';

const TIME = '2026-01-31T00:00:00Z';
const DEBITS = [
  { object: 'transaction', id: 'trxn_1', key: 'other.credit' },
  { object: 'transaction', id: 'trxn_2', key: 'dispute.started.debit' },
  { object: 'transaction', id: 'trxn_3', key: 'transfer.sent.debit' },
];
const AMOUNT = { min: 20, max: 90 };

const EXAMPLES: readonly VersionExample[] = [
  {
    newest: { object: 'token', created_at: TIME, id: 'x' },
    older: { object: 'token', created: TIME, id: 'x' },
  },
  // The newest version of a token and of an event has both names.
  {
    newest: { object: 'token', created_at: TIME, created: TIME, id: 'x' },
    older: { object: 'token', created: TIME, id: 'x' },
  },
  {
    newest: {
      object: 'account',
      id: 'account_test_1',
      team: 'acct_1',
      currency: 'THB',
      supported_currencies: ['THB', 'JPY'],
      country: 'TH',
    },
    older: {
      object: 'account',
      id: 'acct_1',
      team: 'acct_1',
      currency: 'thb',
      supported_currencies: ['thb', 'jpy'],
      country: 'TH',
      is_payout_enabled: false,
    },
  },
  {
    newest: { object: 'refund', currency: 'JPY', funding_currency: 'THB' },
    older: { object: 'refund', currency: 'jpy', funding_currency: 'thb' },
  },
  {
    newest: { object: 'card', location: null, deleted: false, name: 'A' },
    older: { object: 'card', name: 'A' },
  },
  { newest: { object: 'card', location: '/x', deleted: false }, older: { object: 'card', location: '/x' } },
  {
    newest: {
      object: 'list',
      data: [{ object: 'card', id: 'card_1', location: '/x', deleted: true, name: 'A' }],
    },
    older: { object: 'list', data: [{ object: 'card', id: 'card_1', deleted: true, name: 'A' }] },
  },
  {
    newest: { object: 'customer', id: 'cust_1', deleted: false },
    older: { object: 'customer', id: 'cust_1' },
  },
  {
    newest: { object: 'recipient', id: 'recp_1', deleted: false },
    older: { object: 'recipient', id: 'recp_1' },
  },
  ...['card', 'customer', 'recipient', 'transfer', 'link', 'document'].map((object) => ({
    newest: { object, id: 'x', livemode: false, location: '/x', deleted: true, name: 'A' },
    older: { object, id: 'x', livemode: false, deleted: true },
  })),
  {
    newest: { object: 'link', deleted: false, used_at: null },
    older: { object: 'link', deleted: false, used_at: null },
  },
  {
    newest: { object: 'source', installment_term: 6, ip: null },
    older: { object: 'source', installment_terms: 6, ip: null },
  },
  {
    newest: { object: 'source', references: { expires_at: '2026-01-31T09:14:45Z', barcode: 'http://a' } },
    older: { object: 'source', references: { expires_at: '2026-01-31 09:14:45 UTC', barcode: 'http://a' } },
  },
  { newest: { object: 'source', references: null }, older: { object: 'source', references: null } },
  {
    newest: { object: 'document', location: '/charges/chrg_1/documents/docu_1' },
    older: { object: 'document', location: '/charges/chrg_1/documents/docu_1', kind: 'qr' },
  },
  {
    newest: {
      object: 'document',
      location: '/disputes/dspt_1/documents/docu_1',
      deleted: false,
      download_uri: 'http://a',
    },
    older: {
      object: 'document',
      location: '/disputes/dspt_1/documents/docu_1',
      deleted: false,
      download_uri: 'http://a',
    },
  },
  {
    newest: {
      object: 'charge',
      refunded_amount: 500,
      net: 1,
      authorize_uri: 'http://127.0.0.1/payments/pay2_test_1/authorize?acs=false',
    },
    older: {
      object: 'charge',
      refunded: 500,
      net: 1,
      authorize_uri: 'http://127.0.0.1/payments/pay2_test_1/authorize?acs=false',
      reference: 'pay2_test_1',
    },
  },
  {
    newest: { object: 'charge', authorize_uri: null },
    older: { object: 'charge', authorize_uri: null, reference: null },
  },
  {
    newest: {
      object: 'transaction',
      livemode: true,
      direction: 'credit',
      key: 'charge.captured.net',
      origin: 'chrg_1',
      transferable_at: TIME,
    },
    older: {
      object: 'transaction',
      livemode: true,
      type: 'credit',
      key: 'charge.captured.net',
      source: 'chrg_1',
      transferable: TIME,
    },
  },
  {
    newest: { object: 'dispute', transactions: DEBITS },
    older: { object: 'dispute', transaction: 'trxn_2' },
  },
  { newest: { object: 'dispute', transactions: [] }, older: { object: 'dispute', transaction: null } },
  {
    newest: { object: 'dispute', reason_message: 'Merchandise/Services Not Received' },
    older: { object: 'dispute', reason_message: 'Services not provided or Merchandise not received' },
  },
  {
    newest: { object: 'dispute', reason_message: 'Fraud' },
    older: { object: 'dispute', reason_message: 'Fraud' },
  },
  {
    newest: { object: 'bank_account', brand: 'Siam Commercial Bank', bank_code: 'scb', type: 'normal' },
    older: { object: 'bank_account', brand: 'scb', bank_code: 'scb', account_type: 'normal' },
  },
  {
    newest: {
      object: 'transfer',
      deleted: false,
      fee: 2804,
      transactions: DEBITS,
      fee_vat: 196,
      total_fee: 3000,
    },
    older: { object: 'transfer', fee: 3000, transaction: 'trxn_3', fee_vat: 196, total_fee: 3000 },
  },
  {
    newest: {
      object: 'receipt',
      total: 107,
      created_at: '2026-01-31T17:00:00Z',
      issued_on: '2026-01-31',
      livemode: true,
    },
    older: {
      object: 'receipt',
      total: 107,
      created: '2026-01-31T17:00:00Z',
      date: '2026-01-31',
      livemode: true,
    },
  },
  {
    newest: {
      object: 'schedule',
      deleted: false,
      status: 'running',
      active: true,
      next_occurrences_on: ['2026-01-02'],
      ended_at: null,
      start_on: '2026-01-01',
      end_on: '2026-01-31',
    },
    older: {
      object: 'schedule',
      deleted: false,
      status: 'active',
      active: true,
      next_occurrence_dates: ['2026-01-02'],
      ended_at: null,
      start_date: '2026-01-01',
      end_date: '2026-01-31',
    },
  },
  {
    newest: { object: 'schedule', id: 'schd_1', deleted: true, status: 'deleted', start_on: '2026-01-01' },
    older: { object: 'schedule', id: 'schd_1', deleted: true, status: 'deleted', start_date: '2026-01-01' },
  },
  {
    newest: { object: 'scheduled_charge', id: 'rchg_1', default_card: true, card: 'card_1' },
    older: { object: 'scheduled_charge', id: 'rchg_1', default_card: true, card: null },
  },
  {
    newest: { object: 'scheduled_charge', default_card: false, card: 'card_1' },
    older: { object: 'scheduled_charge', default_card: false, card: 'card_1' },
  },
  {
    newest: { object: 'occurrence', scheduled_on: '2026-01-01', retry_on: null, transfer_amount: 0 },
    older: { object: 'occurrence', schedule_date: '2026-01-01', retry_date: null, transfer_amount: 0 },
  },
  {
    newest: { object: 'forex', rate: 33, livemode: false, base: 'USD', quote: 'THB' },
    older: { object: 'forex', rate: 33, livemode: false, from: 'usd', to: 'thb' },
  },
  {
    newest: { object: 'balance', total: 3, transferable: 2, reserve: 1, on_hold: 0 },
    older: { object: 'balance', total: 3, available: 2, reserve_amount: 1, on_hold: 0 },
  },
  {
    newest: {
      object: 'capability',
      limits: { charge_amount: { max: 90, min: 20 } },
      payment_methods: [
        {
          object: 'payment_method',
          name: 'card',
          currencies: ['THB'],
          card_brands: ['Visa'],
          installment_terms: null,
        },
        {
          object: 'payment_method',
          name: 'internet_banking_bay',
          currencies: ['THB'],
          card_brands: null,
          installment_terms: null,
        },
        {
          object: 'payment_method',
          name: 'installment_bay',
          currencies: ['THB'],
          card_brands: null,
          installment_terms: [3, 4],
        },
        {
          object: 'payment_method',
          name: 'barcode_alipay',
          currencies: ['THB'],
          card_brands: null,
          installment_terms: null,
        },
        {
          object: 'payment_method',
          name: 'grabpay',
          currencies: ['THB', 'MYR'],
          card_brands: null,
          installment_terms: null,
        },
      ],
      country: 'TH',
    },
    older: {
      object: 'capability',
      limits: { charge_amount: { max: 90, min: 20 } },
      payment_backends: [
        { credit_card: { type: 'card', currencies: ['thb'], brands: ['Visa'] } },
        { internet_banking_bay: { type: 'internet_banking', currencies: ['thb'], amount: AMOUNT } },
        {
          installment_bay: {
            type: 'installment',
            currencies: ['thb'],
            allowed_installment_terms: [3, 4],
            amount: AMOUNT,
          },
        },
        { barcode_alipay: { type: 'offline', currencies: ['thb'], amount: AMOUNT } },
        { grabpay: { type: 'grabpay', currencies: ['thb', 'myr'], amount: AMOUNT } },
      ],
      country: 'TH',
    },
  },
];

describe('2017-11-02', () => {
  testExamples('2017-11-02', EXAMPLES);
});
