import type { ExamAction, ExamCase, ExamExpectation, ExamStep } from './exam-case.js';

/** An ID that no charge has. */
const UNKNOWN_CHARGE = 'chrg_test_0000000000000000000';
const PAID = { status: 'successful', paid: true };
/** More than 100 KiB in UTF-8. */
const LONG_TEXT = 'ลูกค้าขอใบกำกับภาษี 🧾 '.repeat(2_000);

/** An order whose customer has paid. */
const PAID_ORDER: readonly ExamAction[] = [
  { do: 'order', as: 'charge' },
  { do: 'pay', charge: 'charge' },
];
const COMPLETE = { do: 'send', event: 'charge.complete', of: 'charge' } as const satisfies ExamAction;
const ACCEPTED = { expect: 'accepted' } as const satisfies ExamExpectation;
/** The shop may know only the charges that it created. */
const OTHER_CHARGE_PAID = { expect: 'paid', otherwise: 'not_judged' } as const satisfies ExamExpectation;
const NO_SECOND_CALL = { expect: 'no second call', charge: 'charge' } as const satisfies ExamExpectation;

/** A changed webhook must be refused, and the genuine one accepted afterwards. */
function refused(as: NonNullable<Extract<ExamAction, { do: 'send' }>['as']>): readonly ExamStep[] {
  return [
    ...PAID_ORDER,
    { ...COMPLETE, as },
    { expect: 'refused' },
    COMPLETE,
    ACCEPTED,
    { expect: 'paid', optional: true },
  ];
}

/** The first case: it shows what an order looks like before and after its payment. */
export const REFERENCE_CASE = 'genuine-event';

/** The cases, in the order of the exam. Each is a heading in docs/exam.md. */
export const EXAM_CASES: readonly ExamCase[] = [
  {
    name: REFERENCE_CASE,
    title: 'Accepts a genuine event',
    why: 'A shop that answers a genuine event with an error, or too late, gets it again for days. Its customer has paid and waits.',
    steps: [...PAID_ORDER, COMPLETE, ACCEPTED, { expect: 'fulfilled' }],
  },
  {
    name: 'no-signature',
    title: 'Refuses an event without a signature',
    why: 'Anyone who finds the URL can send an event. Only the signature shows who sent it.',
    steps: refused({ no_signature: 1 }),
  },
  {
    name: 'wrong-signature',
    title: 'Refuses an event with a wrong signature',
    why: 'A header that is present proves nothing. The shop must compute the signature with its own secret and compare.',
    steps: refused({ wrong_signature: 1 }),
  },
  {
    name: 'changed-body',
    title: 'Refuses a body that was changed after signing',
    why: 'The signature covers the bytes of the body. A shop that checks anything else accepts a changed body.',
    steps: refused({ corrupt_body: 1 }),
  },
  {
    name: 'stale-timestamp',
    title: 'Refuses an event that was signed an hour ago',
    why: 'A recorded event can be replayed. The signed timestamp limits that to minutes.',
    steps: refused({ stale: 1 }),
  },
  {
    name: 'two-signatures',
    title: 'Accepts an event with two signatures, of which one is right',
    why: 'While a secret is rotated, the header has a signature of each secret, separated by a comma. A shop that compares only one of them loses events.',
    steps: [...PAID_ORDER, { ...COMPLETE, as: { two_signatures: 1 } }, ACCEPTED, { expect: 'paid' }],
  },
  {
    name: 'same-event-twice',
    title: 'Fulfils an order once if its event arrives twice',
    why: 'Webhooks are delivered at least once. An order that is fulfilled for each delivery is shipped twice.',
    steps: [
      ...PAID_ORDER,
      COMPLETE,
      ACCEPTED,
      { expect: 'paid' },
      COMPLETE,
      ACCEPTED,
      { expect: 'unchanged' },
      NO_SECOND_CALL,
    ],
  },
  {
    name: 'same-event-at-once',
    title: 'Fulfils an order once if its event arrives twice at the same time',
    why: 'Two servers of the shop may get the same event in the same moment. Reading the order and writing it later is not enough: both read that it is unpaid.',
    steps: [
      ...PAID_ORDER,
      { ...COMPLETE, copies: 2 },
      { expect: 'accepted', any: true },
      { expect: 'paid' },
      { expect: 'unchanged' },
      NO_SECOND_CALL,
    ],
  },
  {
    name: 'complete-before-create',
    title: 'Copes with charge.complete before charge.create',
    why: 'Webhooks do not arrive in the order of their events. A late charge.create must not make a paid order pending again.',
    steps: [
      ...PAID_ORDER,
      COMPLETE,
      ACCEPTED,
      { expect: 'paid' },
      { do: 'send', event: 'charge.create', of: 'charge' },
      ACCEPTED,
      { expect: 'unchanged' },
    ],
  },
  {
    name: 'late-expiry',
    title: 'Keeps an order paid when an earlier attempt expires',
    why: 'A customer who tries again leaves an unpaid charge behind, which expires after the order is paid. Its event is about the order too.',
    steps: [
      { do: 'order', as: 'charge' },
      { do: 'charge', as: 'second' },
      { do: 'pay', charge: 'second' },
      { ...COMPLETE, of: 'second' },
      ACCEPTED,
      OTHER_CHARGE_PAID,
      { do: 'expire', charge: 'charge' },
      COMPLETE,
      ACCEPTED,
      { expect: 'unchanged' },
    ],
  },
  {
    name: 'unknown-charge',
    title: 'Fulfils nothing for a charge that the API does not know',
    why: 'The webhook secret may leak, and then anyone can sign. A charge that the API does not know was never paid.',
    steps: [
      { do: 'order', as: 'charge' },
      {
        do: 'send',
        event: 'charge.create',
        of: 'charge',
        as: { patch: { key: 'charge.complete', data: { id: UNKNOWN_CHARGE, ...PAID } } },
      },
      { expect: 'not paid' },
    ],
  },
  {
    name: 'api-disagrees',
    title: 'Asks the API before it believes that a charge is paid',
    why: 'An event tells what somebody says; the API tells what is so. Retrieve the charge, and use its status and amount.',
    steps: [
      { do: 'order', as: 'charge' },
      { do: 'decline', charge: 'charge' },
      { ...COMPLETE, as: { patch: { data: { ...PAID, failure_code: null, failure_message: null } } } },
      { expect: 'asked', charge: 'charge' },
    ],
  },
  {
    name: 'unknown-event',
    title: 'Accepts an event with an unknown key',
    why: 'The processor adds events without notice. A shop that answers an error gets them again for days.',
    steps: [
      { do: 'order', as: 'charge' },
      { do: 'send', event: 'charge.create', of: 'charge', as: { patch: { key: 'charge.teleport' } } },
      ACCEPTED,
    ],
  },
  {
    name: 'long-unicode',
    title: 'Reads Thai, emoji and 100 KiB of metadata',
    why: 'Names and notes are in every script, and some proxies and body parsers stop at 100 KB. The signature is over bytes: text that was decoded and encoded again may differ.',
    steps: [
      ...PAID_ORDER,
      {
        ...COMPLETE,
        as: { patch: { data: { description: 'ค่าอาหาร ☕️ 1042', metadata: { note: LONG_TEXT } } } },
      },
      ACCEPTED,
      { expect: 'paid' },
    ],
  },
  {
    name: 'connection-closed',
    title: 'Fulfils an order once if Tollgate does not wait for the answer',
    why: 'A slow answer is cut off and the event is sent again. Work that stops with the connection must be done by the retry, and finished work not repeated.',
    steps: [
      ...PAID_ORDER,
      { ...COMPLETE, as: { hang_up: 1 } },
      COMPLETE,
      ACCEPTED,
      { expect: 'paid' },
      { expect: 'unchanged' },
      NO_SECOND_CALL,
    ],
  },
  {
    name: 'api-recovers',
    title: 'Recovers if the API fails while an event is handled',
    why: 'A shop that answers 200 although it could not retrieve the charge never gets the event again. The payment is lost.',
    steps: [
      ...PAID_ORDER,
      {
        do: 'fault',
        as: 'outage',
        fault: { on: 'api', match: { method: 'GET' }, do: { status: 500 }, times: 'always' },
      },
      COMPLETE,
      { expect: 'hit', fault: 'outage' },
      { do: 'remove fault', fault: 'outage' },
      { do: 'retry' },
      ACCEPTED,
      { expect: 'paid' },
    ],
  },
  {
    name: 'webhook-and-redirect',
    title: 'Fulfils an order once, whether its webhook or its customer arrives first',
    why: 'The webhook and the customer’s return race each other. Both must find the order in a state that they can handle.',
    steps: [
      ...PAID_ORDER,
      COMPLETE,
      ACCEPTED,
      { do: 'return', charge: 'charge' },
      { expect: 'returned' },
      { expect: 'paid' },
      { do: 'order', as: 'later' },
      { do: 'pay', charge: 'later' },
      { do: 'return', charge: 'later' },
      { expect: 'returned' },
      { ...COMPLETE, of: 'later' },
      ACCEPTED,
      { expect: 'paid' },
      { do: 'order', as: 'together' },
      { do: 'pay', charge: 'together' },
      { ...COMPLETE, of: 'together', returning: true },
      ACCEPTED,
      { expect: 'returned' },
      { expect: 'paid' },
      { expect: 'unchanged' },
    ],
  },
  {
    name: 'refund-dispute-reversal',
    title: 'Handles refunds, a dispute and a reversal',
    why: 'Money also goes back: by refunds in parts, by a lost dispute, by a reversed authorization. An order that stays paid is shipped for nothing.',
    steps: [
      { do: 'order', as: 'contested' },
      { do: 'charge', as: 'disputed', on: 'card' },
      { do: 'dispute', charge: 'disputed', as: 'dispute' },
      { do: 'send', event: 'dispute.create', of: 'dispute' },
      ACCEPTED,
      { do: 'accept', dispute: 'dispute' },
      { do: 'send', event: 'dispute.accept', of: 'dispute' },
      ACCEPTED,
      { do: 'charge', as: 'authorized', on: 'card', capture: false },
      { do: 'reverse', charge: 'authorized' },
      { do: 'send', event: 'charge.reverse', of: 'authorized' },
      ACCEPTED,
      { do: 'order', as: 'begun' },
      { do: 'charge', as: 'charge', on: 'card' },
      COMPLETE,
      ACCEPTED,
      { ...OTHER_CHARGE_PAID, optional: true },
      { do: 'refund', as: 'part', charge: 'charge', percent: 40 },
      { do: 'send', event: 'refund.create', of: 'part' },
      ACCEPTED,
      { do: 'refund', as: 'rest', charge: 'charge', percent: 'rest' },
      { do: 'send', event: 'refund.create', of: 'rest' },
      ACCEPTED,
      { expect: 'no longer paid' },
    ],
  },
];
