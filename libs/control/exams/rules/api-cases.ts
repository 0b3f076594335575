import type { ExamCase } from './exam-case.js';
import { ACCEPTED, COMPLETE, PAID, PAID_ORDER, STILL_UNPAID } from './exam-steps.js';

/** An ID that no charge has. */
const UNKNOWN_CHARGE = 'chrg_test_0000000000000000000';
const AS_PAID = { status: 'successful', paid: true };

/** Cases about events that the shop should check by a call of the API. */
export const API_CASES: readonly ExamCase[] = [
  {
    name: 'unknown-charge',
    title: 'Fulfils nothing for a charge that the API does not know',
    why: 'The webhook secret may leak, and then anyone can sign. A charge that the API does not know was never paid.',
    steps: [
      { do: 'order', as: 'charge' },
      STILL_UNPAID,
      {
        do: 'send',
        event: 'charge.create',
        of: 'charge',
        as: { patch: { key: 'charge.complete', data: { id: UNKNOWN_CHARGE, ...AS_PAID } } },
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
      STILL_UNPAID,
      { do: 'decline', charge: 'charge' },
      { ...COMPLETE, as: { patch: { data: { ...AS_PAID, failure_code: null, failure_message: null } } } },
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
      { expect: 'read as sent' },
    ],
  },
  {
    name: 'other-events',
    title: 'Accepts events of other objects, and of an object that was deleted since',
    why: 'An endpoint gets the events of customers, cards and transfers too. A shop that answers an error, because it does not know the object or because the API no longer has it, gets them again for days.',
    steps: [
      { do: 'customer', as: 'customer' },
      { do: 'send', event: 'customer.create', of: 'customer' },
      ACCEPTED,
      { do: 'delete', customer: 'customer' },
      { do: 'send', event: 'customer.create', of: 'customer' },
      ACCEPTED,
      { do: 'send', event: 'customer.destroy', of: 'customer' },
      ACCEPTED,
    ],
  },
  {
    name: 'long-unicode',
    title: 'Reads Thai, emoji and the largest event',
    why: 'Names and notes are in every script, and a charge with all the metadata that the API takes has an event of 50 KB. The signature is over bytes: text that was decoded and encoded again may differ.',
    steps: [...PAID_ORDER, { ...COMPLETE, as: 'largest' }, ACCEPTED, PAID],
  },
  {
    name: 'api-recovers',
    title: 'Recovers if the API fails while an event is handled',
    why: 'A shop that answers 200 although it could not retrieve the charge never gets the event again. The payment is lost.',
    steps: [
      { do: 'order', as: 'charge' },
      { do: 'pay', charge: 'charge' },
      STILL_UNPAID,
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
      PAID,
    ],
  },
  {
    name: 'answer-lost',
    title: 'Charges once, and fulfils the order, if the answer about its charge is lost',
    why: 'The charge is made, and the connection breaks before the shop knows. A shop that creates another charge takes the money twice; one that gives up takes it for nothing.',
    steps: [
      { do: 'lose answer', as: 'charge' },
      { expect: 'charged once' },
      { do: 'pay', charge: 'charge' },
      COMPLETE,
      ACCEPTED,
      PAID,
    ],
  },
];
