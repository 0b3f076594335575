import { importedRow } from './imported-row.js';

const [NOON, ONE_O_CLOCK, NEXT_DAY] = ['2031-02-03T12:00:00.000Z', '2031-02-03T13:00:00.000Z', '2031-02-04T01:30:00.000Z'];
const MADE = { version: 0, livemode: false, created_at: NOON };
const CUSTOMER = 'cust_test_60aaaaaaaaaaaaaaaa2';

/** Rows as Tollgate exports them, by table. */
const ROWS = {
  charge: {
    ...{ ...MADE, id: 'chrg_test_60aaaaaaaaaaaaaaaa7', status: 'pending', amount: 100_000, currency: 'THB', funding_amount: 100_000 },
    ...{
      funding_currency: 'THB',
      captured_amount: 0,
      refunded_amount: 0,
      refund_count: 0,
      fee_flat: '0.0',
      fee_rate: '3.65',
      vat_rate: '7.0',
    },
    ...{ interest_rate: '0.0', description: null, metadata: {}, capture: true, authorization_type: null, authentication: '3DS', ip: null },
    ...{ return_uri: 'https://shop.example/r', payment_id: null, source_id: null, card_id: 'card_test_60aaaaaaaaaaaaaaaa3' },
    ...{
      linked_account_id: null,
      customer_id: null,
      schedule_id: null,
      wrong_password_count: 2,
      provider_references: [],
      document_id: null,
    },
    ...{ transaction_id: null, dispute_id: null, failure_code: null, voided: false, webhook_endpoints: [], expires_at: NEXT_DAY },
    ...{ authorized_at: null, paid_at: null, expired_at: null, reversed_at: null, settles_at: null, settles_as: null, link_id: null },
  },
  link: {
    ...{ ...MADE, id: 'link_test_60aaaaaaaaaaaaaaab8', amount: 100_000, currency: 'THB', title: 'Order 1042', description: 'Shoes' },
    ...{ multiple: false, used_at: null, deleted_at: null },
  },
  checkout_session: {
    ...{
      ...MADE,
      id: 'sess_test_60aaaaaaaaaaaaaaac3',
      amount: 150_000,
      currency: 'THB',
      order_id: 'C-1042',
      description: null,
      metadata: {},
    },
    ...{ auto_capture: true, payment_methods: ['card', 'promptpay'], complete_url: 'https://shop.example/c', charge_id: null },
    ...{ cancel_url: 'https://shop.example/x', theme_color: null, text_color: null, locale: null, webhook_endpoints: [] },
    ...{ expires_at: '2031-02-04T12:00:00.000Z', cancelled_at: null },
  },
  transfer: {
    ...{ ...MADE, id: 'trsf_test_60aaaaaaaaaaaaaaac2', state: 'pending', recipient_id: 'recp_test_60aaaaaaaaaaaaaaac1', amount: 100_000 },
    ...{
      currency: 'THB',
      fee: 2_804,
      fee_vat: 196,
      fail_fast: false,
      failure_code: null,
      metadata: {},
      deleted: false,
      due_at: ONE_O_CLOCK,
    },
    ...{ sent_at: null, paid_at: null, sent_transaction_id: null, failed_transaction_id: null, schedule_id: null },
    bank_account: { bankCode: 'scb', branchCode: null, number: '1234567890', name: 'Somchai', type: null, createdAt: NOON },
  },
  schedule: {
    ...{ ...MADE, id: 'schd_test_60aaaaaaaaaaaaaaaa2', status: 'running', every: 2, period: 'day', days: {}, start_on: '2031-02-02' },
    ...{ end_on: '2031-12-31', kind: 'charge', scheduled_id: 'rchg_test_60aaaaaaaaaaaaaaaa3', party_id: CUSTOMER, ended_at: null },
    ...{ next_on: '2031-02-04', next_at: NEXT_DAY },
    terms: {
      ...{ amount: 100_000, currency: 'THB', default_card: true, card: 'card_test_60aaaaaaaaaaaaaaaa3', customer: CUSTOMER },
      ...{ description: null, metadata: {} },
    },
  },
  occurrence: {
    ...{ ...MADE, id: 'occu_test_60aaaaaaaaaaaaaaaa4', schedule_id: 'schd_test_60aaaaaaaaaaaaaaaa2', scheduled_on: '2031-02-02' },
    ...{ status: 'successful', result_id: 'chrg_test_60aaaaaaaaaaaaaaaa5', message: null, transfer_amount: 0, attempt_count: 1 },
    ...{ retry_on: null, retry_at: null, processed_at: NOON },
  },
} as const;
type Name = keyof typeof ROWS;

const imported = (table: Name, change: object = {}): unknown => importedRow({ table, ...ROWS[table], ...change }, 1, false);
const terms = (change: object): object => ({ terms: { ...ROWS.schedule.terms, ...change } });

it.each(Object.keys(ROWS) as Name[])('a row of %s is taken as it was exported', (table) => {
  expect(imported(table)).toEqual({ row: ROWS[table] });
});

describe('a row that the API would not have made is refused', () => {
  it.each<[Name, object, RegExp]>([
    ['charge', { wrong_password_count: 3 }, /^charge: wrong_password_count must be less than 3: it has not failed/],
    ['charge', { wrong_password_count: 4 }, /^charge\.wrong_password_count must be a whole number from 0 to 3/],
    ['link', { amount: 1 }, /^link: amount must be/],
    ['link', { title: '' }, /^link: title can't be blank/],
    ['link', { description: ' ' }, /^link: description can't be blank/],
    ['link', { description: 'x'.repeat(1_001) }, /^link\.description must be/],
    ['link', { created_at: '2026-02-31T00:00:00.000Z' }, /^link\.created_at must be a time/],
    ['checkout_session', { payment_methods: [] }, /payment_methods must be a list of at least one/],
    ['checkout_session', { payment_methods: ['nope'] }, /payment_methods cannot have nope/],
    ['checkout_session', { amount: 1 }, /amount must be/],
    ['checkout_session', { expires_at: '2099-01-01T00:00:00.000Z' }, /expires_at must be within a day of created_at/],
    ['transfer', { amount: 2_999 }, /^transfer: amount must be/],
    ['transfer', { due_at: null }, /due_at must not be null in this state/],
    ['transfer', { deleted: true }, /due_at must be null in this state/],
    ['schedule', terms({ amount: 1 }), /^schedule: terms: amount must be/],
    ['schedule', terms({ currency: 'XXX' }), /^schedule: terms: currency must be a currency/],
    ['schedule', terms({ customer: 'cust_test_60aaaaaaaaaaaaaaaa9' }), /terms: customer must be party_id/],
    ['schedule', { end_on: '2031-02-01' }, /end_date must not be before the first occurrence/],
    ['schedule', { end_on: '2099-02-01' }, /end_date must be within 10 years/],
    ['schedule', { next_on: '2031-02-05' }, /next_on must be a day of the schedule/],
    ['schedule', { next_at: '1970-01-01T00:00:00.000Z' }, /next_at must be on the day of next_on/],
    ['schedule', { next_on: null, next_at: null }, /next_on must not be null in this state/],
    ['schedule', { status: 'expired', ended_at: NOON }, /next_on must be null in this state/],
    ['schedule', { status: 'deleted', next_on: null, next_at: null }, /ended_at must not be null in this state/],
    ['occurrence', { result_id: null }, /result_id must not be null: it succeeded/],
    ['occurrence', { status: 'skipped' }, /result_id must be null: it was skipped/],
  ])('%s with %j', (table, change, problem) => {
    expect(imported(table, change)).toEqual({ problem: expect.stringMatching(problem) });
  });
});
