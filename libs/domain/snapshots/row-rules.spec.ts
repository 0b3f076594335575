import { importedRow } from './imported-row.js';

const [NOON, ONE_O_CLOCK, NEXT_DAY] = ['2031-02-03T12:00:00.000Z', '2031-02-03T13:00:00.000Z', '2031-02-04T01:30:00.000Z'];
const MADE = { version: 0, livemode: false, created_at: NOON };
const CUSTOMER = 'cust_test_60aaaaaaaaaaaaaaaa2';

const EVENT = { object: 'event', id: 'evnt_test_60aaaaaaaaaaaaaaab9', key: 'charge.create', livemode: false };

/** Rows as Tollgate exports them, by table. */
const ROWS = {
  source: {
    ...{ livemode: false, created_at: NOON, id: 'src_test_60aaaaaaaaaaaaaaaa6', type: 'boost', amount: 2_000, currency: 'MYR' },
    ...{ platform_type: null, installment_term: null, zero_interest_installments: null, details: {}, ip: null },
  },
  customer: {
    ...{ ...MADE, id: CUSTOMER, description: 'Somchai', email: 'somchai@example.com', metadata: {}, default_card_id: null, deleted: false },
  },
  card: {
    ...{ ...MADE, id: 'card_test_60aaaaaaaaaaaaaaaa3', customer_id: CUSTOMER, attached_at: NOON, deleted: false, name: 'Somchai Prasert' },
    ...{ brand: 'Visa', bank: '', financing: '', country: 'th', fingerprint: 'AAAA', first_digits: '424242', last_digits: '4242' },
    ...{ expiration_month: 12, expiration_year: 2040, security_code_check: true, tokenization_method: null, outcome: 'successful' },
    ...{ street1: null, street2: null, city: null, state: null, postal_code: null, phone_number: null },
  },
  dispute_document: {
    ...{ ...MADE, id: 'docu_test_60aaaaaaaaaaaaaaaa8', dispute_id: 'dspt_test_60aaaaaaaaaaaaaaaa9', filename: 'photo.png', deleted: false },
    ...{ content_type: 'image/png', download_token: '7C7C5D0B1E2F3A4B', content: 'iVBORw0KGgo=' },
  },
  event: {
    ...{ livemode: false, created_at: NOON, id: EVENT.id, key: EVENT.key, object_id: 'chrg_test_60aaaaaaaaaaaaaaaa7' },
    ...{ api_version: '2019-05-29', body: { ...EVENT, data: { object: 'charge' } }, request_id: null },
  },
  webhook_delivery: {
    ...{ livemode: false, created_at: NOON, id: 'whdl_test_60aaaaaaaaaaaaaaac0', event_id: EVENT.id, uri: 'http://127.0.0.1:9/hook' },
    ...{ attempt_count: 0, extra_count: 0, status: 'held', next_attempt_at: NOON, claimed_number: null, claimed_until: null, fault: null },
    ...{ fault_effect: null, fault_call: null },
  },
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

const imported = (table: Name, change: object = {}): unknown =>
  importedRow(JSON.parse(JSON.stringify({ table, ...ROWS[table], ...change })) as object as Record<string, unknown>, 1, false);
const terms = (change: object): object => ({ terms: { ...ROWS.schedule.terms, ...change } });

it.each(Object.keys(ROWS) as Name[])('an exported row of %s is accepted', (table) => {
  expect(imported(table)).toEqual({ row: ROWS[table] });
});

describe('a row that the API would not have created is rejected', () => {
  it.each<[Name, object, RegExp]>([
    ['charge', { wrong_password_count: 3 }, /^charge: wrong_password_count must be less than 3 unless the charge failed/],
    ['charge', { wrong_password_count: 4 }, /^charge\.wrong_password_count must be a whole number from 0 to 3/],
    ['link', { amount: 1 }, /^link: amount must be/],
    ['link', { title: '' }, /^link: title can't be blank/],
    ['link', { description: ' ' }, /^link: description can't be blank/],
    ['link', { description: 'x'.repeat(1_001) }, /^link\.description must be/],
    ['link', { created_at: '2026-02-31T00:00:00.000Z' }, /^link\.created_at must be an ISO 8601 time/],
    ['checkout_session', { payment_methods: [] }, /payment_methods must be a list with at least one/],
    ['checkout_session', { payment_methods: ['nope'] }, /payment_methods contains nope/],
    ['checkout_session', { amount: 1 }, /amount must be/],
    ['checkout_session', { expires_at: '2099-01-01T00:00:00.000Z' }, /expires_at must be within a day of created_at/],
    ['transfer', { amount: 2_999 }, /^transfer: amount must be/],
    ['transfer', { due_at: null }, /due_at must not be null in this state/],
    ['transfer', { deleted: true }, /due_at must be null in this state/],
    ['schedule', terms({ amount: 1 }), /^schedule: terms: amount must be/],
    ['schedule', terms({ currency: 'XXX' }), /^schedule: terms: currency must be a currency/],
    ['schedule', terms({ customer: 'cust_test_60aaaaaaaaaaaaaaaa9' }), /terms: customer must be party_id/],
    ['schedule', { end_on: '2031-02-01' }, /end_date must not be before the first occurrence/],
    ['schedule', { next_on: '2031-02-05' }, /next_on must be a day of the schedule/],
    ['schedule', { next_at: '1970-01-01T00:00:00.000Z' }, /next_at must be on the day of next_on/],
    ['schedule', { next_on: null, next_at: null }, /next_on must not be null in this state/],
    ['schedule', { status: 'expired', ended_at: NOON }, /next_on must be null in this state/],
    ['schedule', { status: 'deleted', next_on: null, next_at: null }, /ended_at must not be null in this state/],
    ['occurrence', { result_id: null }, /result_id must not be null for a successful occurrence/],
    ['occurrence', { status: 'skipped' }, /result_id must be null for a skipped occurrence/],
  ])('%s with %j', (table, change, problem) => {
    expect(imported(table, change)).toEqual({ problem: expect.stringMatching(problem) });
  });
});

const PAID = {
  status: 'successful',
  captured_amount: 100_000,
  authorized_at: NOON,
  paid_at: NOON,
  transaction_id: 'trxn_test_60aaaaaaaaaaaaaaaa4',
};
const nested = (levels: number): object => Array.from({ length: levels }).reduce<object>((inner) => ({ a: inner }), {});

it('a paid charge is accepted with its money', () => {
  expect(imported('charge', PAID)).toEqual({ row: { ...ROWS.charge, ...PAID } });
});

describe('a row that Tollgate did not write is rejected: with', () => {
  it.each<[string, Name, object, RegExp]>([
    ['an owner', 'charge', { account_id: '60tollgatedemo00000' }, /^charge has no column "account_id"$/],
    ['a column that no release has', 'event', { xid: 1 }, /^event has no column "xid"$/],
    ['a table that is not saved', 'charge', { table: 'api_key' }, /^table must be a table of snapshots$/],
    ['a table with the name of a property', 'charge', { table: 'constructor' }, /^table must be a table of snapshots$/],
    ['a column missing', 'charge', { amount: undefined }, /^charge\.amount is missing$/],
    ['an unknown status', 'charge', { status: 'paid' }, /^charge\.status must be one of pending/],
    ['an amount that is no whole number', 'charge', { amount: 20.5 }, /^charge\.amount must be a whole number/],
    ['an amount as text', 'charge', { amount: '2000' }, /^charge\.amount must be a whole number/],
    ['a larger amount than any', 'charge', { amount: 9e15 }, /^charge\.amount must be a whole number/],
    ['a count that cannot go on', 'charge', { version: 2_147_483_647 }, /^charge\.version must be a whole number from 0 to 1000000000$/],
    ['a larger amount than its method takes', 'source', { amount: 400_000_000_000 }, /^source: amount must be less than \d+$/],
    ['a currency that its method does not take', 'source', { currency: 'JPY' }, /^source: currency must be supported by the type$/],
    ['an unknown currency', 'source', { currency: 'XXX' }, /^source\.currency must be a currency$/],
    ['an unknown payment method', 'source', { type: 'cash' }, /^source\.type must be one of/],
    [
      'a smaller amount than a card is charged',
      'charge',
      { amount: 1_999 },
      /^charge: amount must be greater than or equal to 2000 \(thb subunits\)$/,
    ],
    [
      'metadata that is nested deeper than requests are',
      'charge',
      { metadata: nested(10) },
      /^charge\.metadata must be a JSON object within the limits of metadata$/,
    ],
    ['metadata without an end', 'charge', { metadata: nested(2_000) }, /^it is nested more than 32 levels deep$/],
    ['an id that is a path', 'charge', { id: '../../etc/passwd' }, /^charge\.id must be the id of such an object in this mode$/],
    ['an id of the other mode', 'charge', { id: 'chrg_0000000000000000001' }, /^charge\.id must be the id of such an object in this mode$/],
    ['an id of something else', 'charge', { id: ROWS.source.id }, /^charge\.id must be the id of such an object in this mode$/],
    ['a payment without money', 'charge', { ...PAID, transaction_id: null }, /^charge: transaction_id must not be null in this state$/],
    ['a payment of a pending charge', 'charge', { paid_at: NOON }, /^charge: paid_at must be null in this state$/],
    [
      'more paid back than taken',
      'charge',
      { ...PAID, refunded_amount: 999_999_999 },
      /^charge: refunded_amount must not be more than captured_amount$/,
    ],
    ['an invalid time', 'charge', { created_at: 'yesterday' }, /^charge\.created_at must be an ISO 8601 time/],
    [
      'an endpoint to where no webhook may go',
      'charge',
      { webhook_endpoints: ['http://169.254.169.254/'] },
      /^charge\.webhook_endpoints .*link-local/,
    ],
    [
      'an address to return to that is a script',
      'charge',
      { return_uri: 'javascript:alert(1)' },
      /^charge\.return_uri must be the URL of a page or app$/,
    ],
    ['the number of a card', 'card', { name: 'Somchai 4242 4242 4242 4242' }, /^card\.name must not contain a card number$/],
    [
      'a secret key in an event',
      'event',
      { body: { ...ROWS.event.body, note: 'skey_test_tollgate' } },
      /^it contains a card number or a secret key$/,
    ],
    [
      'an event that is another',
      'event',
      { body: { ...ROWS.event.body, id: 'evnt_test_0000000000000000001' } },
      /^event: body must be equal to the event$/,
    ],
    ['a claim', 'webhook_delivery', { claimed_until: NOON }, /^webhook_delivery\.claimed_until must be null$/],
    ['an unknown state of a delivery', 'webhook_delivery', { status: 'sent' }, /^webhook_delivery\.status must be one of pending/],
    ['a webhook to where none may go', 'webhook_delivery', { uri: 'http://169.254.169.254/' }, /^webhook_delivery\.uri .*link-local/],
    ['a webhook to no address', 'webhook_delivery', { uri: 'file:///etc/passwd' }, /^webhook_delivery\.uri must be/],
    ['an order that no transaction has', 'event', { order: 1_000_000 }, /^order must be a whole number from 1 to 1$/],
    ['a NUL', 'customer', { description: 'a\0b' }, /^it must be valid Unicode text without NUL characters$/],
    ['half a sign', 'customer', { description: '\ud800' }, /^it must be valid Unicode text without NUL characters$/],
    ['an invalid file', 'dispute_document', { content: 'not base64!' }, /^dispute_document\.content must be at most \d+ bytes in Base64$/],
    ['a text that is too long', 'source', { ip: 'x'.repeat(256) }, /^source\.ip must be a string of at most 255 characters$/],
  ])('%s', (_, table, change, problem) => {
    expect(imported(table, change)).toEqual({ problem: expect.stringMatching(problem) });
  });
});
