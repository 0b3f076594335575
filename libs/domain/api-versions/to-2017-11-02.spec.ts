import { holdToExamples, type DowngradeExample } from '../test/downgrade-examples.js';
import { TO_2017_11_02 } from './to-2017-11-02.js';

/** One for each change, in its order. */
const EXAMPLES: readonly DowngradeExample[] = [
  {
    before: { object: 'token', created_at: '2026-01-31T00:00:00Z', created: '2026-01-31T00:00:00Z', id: 'x' },
    after: { object: 'token', created: '2026-01-31T00:00:00Z', id: 'x' },
    untouched: { object: 'list', to: '2026-01-31T00:00:00Z' },
  },
  {
    before: { object: 'account', currency: 'THB', supported_currencies: ['THB', 'JPY'], country: 'TH' },
    after: { object: 'account', currency: 'thb', supported_currencies: ['thb', 'jpy'], country: 'TH' },
  },
  {
    before: { object: 'card', id: 'card_1', location: null },
    after: { object: 'card', id: 'card_1' },
    untouched: { object: 'card', id: 'card_1', location: '/customers/cust_1/cards/card_1' },
  },
  {
    before: { object: 'card', id: 'card_1', street1: null, city: 'Bangkok', brand: 'Visa', first_digits: '424242', last_digits: '4242' },
    after: { object: 'card', id: 'card_1', brand: 'Visa', city: 'Bangkok', first_digits: '424242', last_digits: '4242', street1: null },
  },
  {
    before: { object: 'token', id: 'tokn_1', location: '/tokens/tokn_1', used: true, charge_status: 'pending', card: null, created: 'now' },
    after: { object: 'token', id: 'tokn_1', used: true, card: null, location: '/tokens/tokn_1', charge_status: 'pending', created: 'now' },
  },
  {
    before: {
      object: 'customer',
      id: 'cust_1',
      livemode: false,
      metadata: {},
      cards: 'a list',
      linked_accounts: 'a list',
      email: null,
      created: 'now',
    },
    after: { object: 'customer', livemode: false, id: 'cust_1', metadata: {}, cards: 'a list', email: null, created: 'now' },
  },
  {
    before: { object: 'source', id: 'src_1', installment_term: 6 },
    after: { object: 'source', id: 'src_1', installment_terms: 6 },
  },
  {
    before: {
      object: 'source',
      references: { expires_at: '2026-01-31T09:14:45Z', device_id: null, customer_amount: null, barcode: 'http://a' },
    },
    after: {
      object: 'source',
      references: { expires_at: '2026-01-31 09:14:45 UTC', customer_amount: null, device_id: null, barcode: 'http://a' },
    },
    untouched: { object: 'source', references: null },
  },
  {
    before: {
      ...{ object: 'source', id: 'src_1', amount: 2000, barcode: null, bank: null, created: 'now', flow: 'redirect', ip: '192.0.2.1' },
      ...{ qr_settings: null, references: null, provider_references: null, type: 'boost', charge_status: 'unknown', promotion_code: null },
    },
    after: {
      ...{ object: 'source', id: 'src_1', amount: 2000, bank: null, barcode: null, created: 'now', flow: 'redirect' },
      ...{ references: null, type: 'boost', charge_status: 'unknown' },
    },
  },
  {
    before: { object: 'barcode', type: 'qr', image: { object: 'document', id: 'docu_1' } },
    after: { object: 'barcode', type: 'qr', image: { object: 'document', id: 'docu_1', kind: 'qr' } },
  },
  {
    before: { object: 'charge', refunded_amount: 500, id: 'chrg_1' },
    after: { object: 'charge', refunded: 500, id: 'chrg_1' },
  },
  {
    before: { object: 'charge', authorize_uri: 'http://127.0.0.1/payments/pay2_test_1/authorize?acs=false' },
    after: { object: 'charge', authorize_uri: 'http://127.0.0.1/payments/pay2_test_1/authorize?acs=false', reference: 'pay2_test_1' },
  },
  {
    before: {
      ...{ object: 'charge', id: 'chrg_1', net: 1, fee: 0, funding_amount: 1, refunded: 0, merchant_advice: null, source: null },
      ...{ created: 'now', expires_at: 'later', capturable: false, livemode: false, partially_refundable: true, paid: true },
    },
    after: {
      ...{ object: 'charge', id: 'chrg_1', funding_amount: 1, refunded: 0, source: null, created: 'now', expires_at: 'later' },
      ...{ capturable: false, livemode: false, paid: true },
    },
  },
  {
    before: {
      object: 'refund',
      livemode: false,
      voided: true,
      amount: 1,
      metadata: {},
      charge: 'chrg_1',
      status: 'closed',
      funding_amount: 1,
    },
    after: { object: 'refund', amount: 1, voided: true, charge: 'chrg_1' },
  },
  {
    before: { object: 'transaction', direction: 'credit', origin: 'chrg_1', transferable_at: 'now' },
    after: { object: 'transaction', type: 'credit', source: 'chrg_1', transferable: 'now' },
  },
  {
    before: { object: 'transaction', livemode: true, amount: 1, type: 'credit', key: 'charge.captured.net', source: 'chrg_1' },
    after: { object: 'transaction', amount: 1, source: 'chrg_1', type: 'credit' },
  },
  {
    before: {
      object: 'dispute',
      transactions: [
        { object: 'transaction', id: 'trxn_2', key: 'dispute.won.credit' },
        { object: 'transaction', id: 'trxn_1', key: 'dispute.started.debit' },
      ],
    },
    after: expect.objectContaining({ transaction: 'trxn_1' }) as object,
  },
  {
    before: { object: 'dispute', reason_message: 'Merchandise/Services Not Received' },
    after: { object: 'dispute', reason_message: 'Services not provided or Merchandise not received' },
    untouched: { object: 'dispute', reason_message: 'Fraud' },
  },
  {
    before: {
      object: 'dispute',
      funding_amount: 1,
      metadata: {},
      transactions: [],
      transaction: 'trxn_1',
      status: 'open',
      closed_at: null,
    },
    after: { object: 'dispute', status: 'open', transaction: 'trxn_1', closed_at: null },
  },
  {
    before: { object: 'bank_account', brand: 'Siam Commercial Bank', bank_code: 'scb' },
    after: { object: 'bank_account', brand: 'scb', bank_code: 'scb' },
  },
  {
    before: {
      object: 'bank_account',
      livemode: false,
      last_digits: '7890',
      account_number: '1234567890',
      name: 'Somchai',
      created: 'now',
      brand: 'scb',
    },
    after: { object: 'bank_account', brand: 'scb', last_digits: '7890', name: 'Somchai', created: 'now' },
  },
  {
    before: { object: 'recipient', id: 'recp_1', default: false, verified: true, name: 'Somchai', metadata: {}, verified_at: 'now' },
    after: { object: 'recipient', id: 'recp_1', verified: true, name: 'Somchai' },
  },
  {
    before: {
      object: 'transfer',
      fee: 2804,
      total_fee: 3000,
      transactions: [{ object: 'transaction', id: 'trxn_1', key: 'transfer.sent.debit' }],
    },
    after: {
      ...{ object: 'transfer', fee: 3000, total_fee: 3000 },
      transactions: [{ object: 'transaction', id: 'trxn_1', key: 'transfer.sent.debit' }],
      transaction: 'trxn_1',
    },
  },
  {
    before: { object: 'transfer', id: 'trsf_1', sendable: true, net: 97_000, amount: 100_000, metadata: {}, transaction: null },
    after: { object: 'transfer', id: 'trsf_1', amount: 100_000, transaction: null },
  },
  {
    before: { object: 'receipt', id: 'rcpt_1', livemode: true, total: 107, created: '2026-01-31T17:00:00Z', issued_on: '2026-01-31' },
    after: { object: 'receipt', id: 'rcpt_1', date: '2026-01-31T16:59:59Z', total: 107 },
  },
  {
    before: { object: 'document', id: 'docu_1', location: '/disputes/dspt_1/documents/docu_1', created: 'now', download_uri: 'http://a' },
    after: { object: 'document', id: 'docu_1', location: '/disputes/dspt_1/documents/docu_1', created: 'now' },
    untouched: { object: 'document', id: 'docu_2', location: '/charges/chrg_1/documents/docu_2', kind: 'qr', download_uri: 'http://b' },
  },
  {
    before: { object: 'schedule', status: 'running' },
    after: { object: 'schedule', status: 'active' },
    untouched: { object: 'schedule', status: 'expiring' },
  },
  {
    before: {
      ...{ object: 'schedule', id: 'schd_1', deleted: false, every: 1, occurrences: {}, on: {}, in_words: 'Every 1 day(s)', period: 'day' },
      ...{ status: 'active', active: true, charge: {}, next_occurrences_on: ['2026-01-02'], ended_at: null, start_on: '2026-01-01' },
      ...{ end_on: '2026-01-31', created: 'now', deleted_by: null },
    },
    after: {
      ...{
        object: 'schedule',
        id: 'schd_1',
        status: 'active',
        deleted: false,
        every: 1,
        period: 'day',
        on: {},
        in_words: 'Every 1 day(s)',
      },
      ...{ start_date: '2026-01-01', end_date: '2026-01-31', charge: {}, occurrences: {}, next_occurrence_dates: ['2026-01-02'] },
      created: 'now',
    },
  },
  {
    before: {
      object: 'scheduled_charge',
      id: 'rchg_1',
      currency: 'thb',
      amount: 1,
      default_card: true,
      card: 'card_1',
      customer: 'cust_1',
    },
    after: { amount: 1, currency: 'thb', customer: 'cust_1', card: null },
  },
  {
    before: {
      ...{ object: 'scheduled_transfer', id: 'rtrf_1', livemode: false, created: 'now', recipient: 'recp_1', amount: 1 },
      ...{ percentage_of_balance: null, currency: 'thb' },
    },
    after: { recipient: 'recp_1', amount: 1, percentage_of_balance: null, currency: 'thb' },
  },
  {
    before: {
      object: 'occurrence',
      id: 'occu_1',
      result: null,
      schedule: 'schd_1',
      scheduled_on: '2026-01-01',
      retry_on: null,
      transfer_amount: 0,
    },
    after: { object: 'occurrence', id: 'occu_1', schedule: 'schd_1', schedule_date: '2026-01-01', retry_date: null, result: null },
  },
  {
    before: {
      ...{ object: 'link', id: 'link_1', livemode: false, location: '/links/link_1', deleted: false, multiple: true, used: false },
      ...{ currency: 'thb', amount: 1, charges: {}, description: 'd', title: 't', payment_uri: 'u', created: 'now', used_at: null },
      deleted_at: null,
    },
    after: {
      ...{
        object: 'link',
        id: 'link_1',
        livemode: false,
        location: '/links/link_1',
        amount: 1,
        currency: 'thb',
        used: false,
        multiple: true,
      },
      ...{ title: 't', description: 'd', charges: {}, payment_uri: 'u', created: 'now', deleted: false },
    },
  },
  {
    before: { object: 'forex', rate: 33, location: '/forex/usd', livemode: false, base: 'USD', quote: 'THB' },
    after: { object: 'forex', from: 'usd', to: 'thb', rate: 33, location: '/forex/usd' },
  },
  {
    before: { object: 'balance', total: 3, transferable: 2, reserve: 1 },
    after: { object: 'balance', total: 3, available: 2, reserve_amount: 1 },
  },
  {
    before: { object: 'balance', currency: 'thb', total: 3, available: 2, reserve_amount: 1, on_hold: 0, created: 'now' },
    after: { object: 'balance', currency: 'thb', reserve_amount: 1, available: 2, total: 3 },
  },
  {
    before: { object: 'account', id: 'account_test_1', team: 'acct_1' },
    after: { object: 'account', id: 'acct_1', team: 'acct_1' },
  },
  {
    before: {
      ...{ object: 'account', id: 'acct_1', team: 'acct_1', country: 'TH', currency: 'thb', email: 'a@shop.example', created: 'now' },
      ...{ chain_return_uri: null, chaining_allowed: false, transfer_config: null, three_d_secure: true },
    },
    after: {
      ...{ object: 'account', id: 'acct_1', country: 'TH', currency: 'thb', email: 'a@shop.example', created: 'now' },
      ...{ chaining_allowed: false, chain_return_uri: null, is_payout_enabled: false, transfer_config: null },
    },
  },
  {
    before: {
      object: 'capability',
      banks: ['bbl'],
      limits: { charge_amount: { max: 90, min: 20 } },
      payment_methods: [
        { object: 'payment_method', name: 'card', currencies: ['THB'], card_brands: ['Visa'], installment_terms: null },
        { object: 'payment_method', name: 'internet_banking_bay', currencies: ['THB'], card_brands: null, installment_terms: null },
        { object: 'payment_method', name: 'installment_bay', currencies: ['THB'], card_brands: null, installment_terms: [3, 4] },
        { object: 'payment_method', name: 'barcode_alipay', currencies: ['THB'], card_brands: null, installment_terms: null },
        { object: 'payment_method', name: 'grabpay', currencies: ['THB', 'MYR'], card_brands: null, installment_terms: null },
      ],
      country: 'TH',
      tokenization_methods: [],
    },
    after: {
      object: 'capability',
      banks: ['bbl'],
      limits: { charge_amount: { max: 90, min: 20 } },
      payment_backends: [
        { credit_card: { type: 'card', currencies: ['thb'], brands: ['Visa'] } },
        { internet_banking_bay: { type: 'internet_banking', currencies: ['thb'], amount: { min: 20, max: 90 } } },
        {
          installment_bay: {
            ...{ type: 'installment', currencies: ['thb'], allowed_installment_terms: [3, 4], amount: { min: 20, max: 90 } },
          },
        },
        { barcode_alipay: { type: 'offline', currencies: ['thb'], amount: { min: 20, max: 90 } } },
        { grabpay: { type: 'grabpay', currencies: ['thb', 'myr'], amount: { min: 20, max: 90 } } },
      ],
      tokenization_methods: [],
    },
  },
  {
    before: { object: 'event', id: 'evnt_1', webhook_deliveries: [], data: {}, key: 'charge.create', created: 'now', team_uid: null },
    after: { object: 'event', data: {}, id: 'evnt_1', key: 'charge.create', created: 'now' },
  },
  {
    before: { object: 'card', id: 'card_1', livemode: false, deleted: true, name: 'Somchai' },
    after: { object: 'card', id: 'card_1', livemode: false, deleted: true },
  },
];

describe('before 2019-05-29', () => {
  holdToExamples(TO_2017_11_02, EXAMPLES);

  it('a charge without a payment page has no reference', () => {
    const change = TO_2017_11_02.find((downgrade) => downgrade.change.includes('`reference`'));
    expect(change?.apply({ object: 'charge', authorize_uri: null }, false)).toMatchObject({ reference: null });
  });

  it('what is deleted is whole inside another', () => {
    const change = TO_2017_11_02.find((downgrade) => downgrade.change.includes('deleted object'));
    const card = { object: 'card', id: 'card_1', livemode: false, deleted: true, name: 'Somchai' };
    expect(change?.apply(card, true)).toEqual(card);
  });

  it('what is not deleted does not say so', () => {
    const change = TO_2017_11_02.find((downgrade) => downgrade.change.includes('deleted object'));
    expect(change?.apply({ object: 'customer', id: 'cust_1', deleted: false }, false)).toEqual({ object: 'customer', id: 'cust_1' });
  });
});
