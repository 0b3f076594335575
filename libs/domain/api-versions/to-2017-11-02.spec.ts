import type { ApiObject } from './downgrade.js';
import { TO_2017_11_02 } from './to-2017-11-02.js';

interface Example {
  readonly before: ApiObject;
  readonly after: object;
  readonly isEmbedded?: boolean;
  /** An object that stays as it is. */
  readonly untouched?: ApiObject;
}

/** One for each change, in its order. */
const EXAMPLES: readonly Example[] = [
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
    before: { object: 'card', id: 'card_1', livemode: false, deleted: true, name: 'Somchai' },
    after: { object: 'card', id: 'card_1', livemode: false, deleted: true },
  },
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
    before: { object: 'card', id: 'card_1', location: null },
    after: { object: 'card', id: 'card_1' },
    untouched: { object: 'card', id: 'card_1', location: '/customers/cust_1/cards/card_1' },
  },
  {
    before: { object: 'card', id: 'card_1', street1: null, city: 'Bangkok', brand: 'Visa', first_digits: '424242', last_digits: '4242' },
    after: { object: 'card', id: 'card_1', city: 'Bangkok', last_digits: '4242', brand: 'Visa' },
  },
  {
    before: { object: 'token', id: 'tokn_1', used: true, charge_status: 'pending', card: null, created: 'now' },
    after: { object: 'token', id: 'tokn_1', used: true, card: null, created: 'now' },
  },
  {
    before: {
      object: 'customer',
      metadata: {},
      cards: 'a list',
      default_card: null,
      linked_accounts: 'a list',
      email: null,
      created: 'now',
    },
    after: { object: 'customer', default_card: null, email: null, metadata: {}, created: 'now', cards: 'a list' },
  },
  {
    before: { object: 'source', id: 'src_1', amount: 2000, created: 'now', currency: 'myr', flow: 'redirect', type: 'boost', bank: null },
    after: { object: 'source', id: 'src_1', type: 'boost', flow: 'redirect', amount: 2000, currency: 'myr' },
    untouched: { object: 'source', id: 'src_1', type: 'promptpay', scannable_code: { object: 'barcode', type: 'qr' } },
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
    before: { object: 'charge', net: 1, source: null, paid: true, capturable: false, created: 'now', expires_at: 'later', livemode: false },
    after: { object: 'charge', livemode: false, paid: true, created: 'now', source: null },
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
    after: { object: 'transaction', type: 'credit', amount: 1, source: 'chrg_1' },
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
    before: { object: 'document', id: 'docu_1', location: '/disputes/dspt_1/documents/docu_1', created: 'now', download_uri: 'http://a' },
    after: { object: 'document', id: 'docu_1', location: '/disputes/dspt_1/documents/docu_1', created: 'now' },
    untouched: { object: 'document', id: 'docu_2', location: '/charges/chrg_1/documents/docu_2', download_uri: 'http://b' },
  },
  {
    before: { object: 'balance', total: 3, transferable: 2, reserve: 1 },
    after: { object: 'balance', total: 3, available: 2, reserve_amount: 1 },
  },
  {
    before: { object: 'balance', currency: 'thb', total: 3, available: 2, reserve_amount: 1, on_hold: 0, created: 'now' },
    after: { object: 'balance', available: 2, total: 3, currency: 'thb', reserve_amount: 1 },
  },
  {
    before: { object: 'account', id: 'account_test_1', team: 'acct_1' },
    after: { object: 'account', id: 'acct_1', team: 'acct_1' },
  },
  {
    before: { object: 'account', id: 'acct_1', team: 'acct_1', country: 'TH', currency: 'thb', email: 'a@shop.example', webhook_uri: null },
    after: { object: 'account', id: 'acct_1', email: 'a@shop.example', currency: 'thb' },
  },
  {
    before: { object: 'event', id: 'evnt_1', webhook_deliveries: [], data: {}, key: 'charge.create', created: 'now', team_uid: null },
    after: { object: 'event', id: 'evnt_1', key: 'charge.create', created: 'now', data: {} },
  },
];

describe('before 2019-05-29', () => {
  it('each change has an example', () => {
    expect(EXAMPLES).toHaveLength(TO_2017_11_02.length);
  });

  it.each(TO_2017_11_02.map((downgrade, index) => ({ ...downgrade, example: EXAMPLES[index] })))(
    '$change',
    ({ apply, object, example }) => {
      if (!example) throw new Error('there is no example');
      const { before, after, isEmbedded = false, untouched } = example;
      expect(['*', before.object]).toContain(object);
      const result = apply(before, isEmbedded);
      expect(result).toEqual(after);
      // The order of the fields is part of the version; a matcher has none.
      if (!('asymmetricMatch' in after)) expect(Object.keys(result)).toEqual(Object.keys(after));
      if (untouched) expect(apply(untouched, isEmbedded)).toEqual(untouched);
    },
  );

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
