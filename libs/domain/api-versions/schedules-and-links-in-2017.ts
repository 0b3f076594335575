import { mapped, only, renamed, type Downgrade } from './downgrade.js';

const SCHEDULE = [
  ...['object', 'id', 'livemode', 'location', 'status', 'deleted', 'every', 'period', 'on', 'in_words', 'start_date', 'end_date'],
  ...['charge', 'transfer', 'occurrences', 'next_occurrence_dates', 'created'],
];
const OCCURRENCE = [
  ...['object', 'id', 'livemode', 'location', 'schedule', 'schedule_date', 'retry_date', 'processed_at', 'status', 'message'],
  ...['result', 'created'],
];
const LINK = [
  ...['object', 'id', 'livemode', 'location', 'amount', 'currency', 'used', 'multiple', 'title', 'description', 'charges'],
  ...['payment_uri', 'created', 'deleted'],
];

/** What was different of schedules and links in 2017-11-02 (docs/fidelity.md V12). */
export const SCHEDULES_AND_LINKS: readonly Downgrade[] = [
  {
    object: 'schedule',
    change: 'A schedule that is running is `active`.',
    apply: (view) => mapped(view, ['status'], (status) => (status === 'running' ? 'active' : status)),
  },
  {
    object: 'schedule',
    change: 'The days of a schedule are `start_date`, `end_date` and `next_occurrence_dates`, and it does not say when it ended.',
    apply: (view) =>
      only(renamed(view, { start_on: 'start_date', end_on: 'end_date', next_occurrences_on: 'next_occurrence_dates' }), SCHEDULE),
  },
  {
    object: 'scheduled_charge',
    change: 'What is scheduled to be charged has no id, and no card where it is the customer’s default card.',
    apply: (view) =>
      only({ ...view, card: view['default_card'] === true ? null : view['card'] }, [
        'amount',
        'currency',
        'description',
        'customer',
        'card',
      ]),
  },
  {
    object: 'scheduled_transfer',
    change: 'What is scheduled to be transferred has no id.',
    apply: (view) => only(view, ['recipient', 'amount', 'percentage_of_balance', 'currency']),
  },
  {
    object: 'occurrence',
    change: 'The days of an occurrence are `schedule_date` and `retry_date`.',
    apply: (view) => only(renamed(view, { scheduled_on: 'schedule_date', retry_on: 'retry_date' }), OCCURRENCE),
  },
  {
    object: 'link',
    change: 'A link does not say when it was paid, or that it was not deleted.',
    apply: (view) => only(view, LINK),
  },
];
